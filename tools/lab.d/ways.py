"""What the hub does to frames: pure, with time and chance handed in."""

import heapq
import random

HOSTS_MAX = 16
# A frame that shall be overtaken waits so long for the next at the most.
HOLD_SECONDS = 0.020
# How much too late a frame comes that is to come late.
LATE_SECONDS = 5.0
# Frames under way; beyond it the hub drops and counts, so that a flood cannot eat the memory.
UNDER_WAY_MAX = 50_000


class Trouble(Exception):
    """An order that makes no sense, in words."""


class Way:
    """From one host to another: what happens to a frame there."""

    def __init__(self):
        self.loss = self.duplicate = self.reorder = self.late = 0.0  # percent
        self.delay = self.jitter = 0.0  # seconds
        self.is_cut = False
        self.last_due = 0.0
        self.held = None


class Flight:
    """One frame on one way. Twice in the queue where it waits to be overtaken; delivered once."""

    __slots__ = ("frame", "to", "is_done")

    def __init__(self, frame, to):
        self.frame, self.to, self.is_done = frame, to, False


class Tally:
    def __init__(self):
        self.datagrams = self.octets = 0

    def add(self, octets):
        self.datagrams += 1
        self.octets += octets

    def json(self):
        return {"datagrams": self.datagrams, "octets": self.octets}


class Counters:
    """Of one host. UDP datagrams with their IPv4 header; everything else (ARP, IGMP) is only counted as frames."""

    def __init__(self):
        self.multicast, self.unicast, self.delivered = Tally(), Tally(), Tally()
        self.other = self.lost = self.blocked = self.duplicated = self.reordered = 0

    def json(self, host):
        return {
            "host": host,
            "sent": {
                "datagrams": self.multicast.datagrams + self.unicast.datagrams,
                "octets": self.multicast.octets + self.unicast.octets,
                "multicast": self.multicast.json(),
                "unicast": self.unicast.json(),
            },
            "delivered": self.delivered.json(),
            "otherFrames": self.other,
            # Of what was on its way to this host, UDP or not:
            "lost": self.lost,
            "blocked": self.blocked,
            "duplicated": self.duplicated,
            "reordered": self.reordered,
        }


def udp_octets(frame):
    """The length of a frame's IPv4 packet if it holds a UDP datagram; else 0."""
    if len(frame) < 42 or frame[12:14] != b"\x08\x00" or frame[23] != 17:
        return 0
    return int.from_bytes(frame[16:18], "big")


class Network:
    def __init__(self, hosts, seed=1):
        self.hosts = hosts
        self.chance = random.Random(seed)
        self.ways = [[Way() for _ in range(hosts)] for _ in range(hosts)]
        self.groups = None
        self.places = {}
        self.queue = []
        self.serial = 0
        self.zero()

    def zero(self):
        self.counters = [Counters() for _ in range(self.hosts)]
        self.overrun = 0

    # Orders

    def host(self, text):
        if not str(text).isdecimal() or int(text) >= self.hosts:
            raise Trouble(f"there is no host {text}: they are 0 to {self.hosts - 1}")
        return int(text)

    def choose(self, sender, receiver):
        senders = range(self.hosts) if sender == "*" else [self.host(sender)]
        receivers = range(self.hosts) if receiver == "*" else [self.host(receiver)]
        return [self.ways[a][b] for a in senders for b in receivers if a != b]

    def set(self, name, value, sender="*", receiver="*"):
        if name in ("delay", "jitter"):
            least, most, scale, unit = 0, 10_000, 1e-3, "ms"
        else:
            least, most, scale, unit = 0, 100, 1, "percent"
        try:
            value = float(value)
        except ValueError:
            raise Trouble(f"{name} needs a number, not {value}") from None
        if not least <= value <= most:
            raise Trouble(f"{name} is {least} to {most} {unit}, not {value:g}")
        for way in self.choose(sender, receiver):
            setattr(way, name, value * scale)

    def split(self, text):
        """Hosts that are not named are alone."""
        groups = {}
        for number, group in enumerate(text.split("|")):
            for name in group.split(","):
                host = self.host(name.strip())
                if host in groups:
                    raise Trouble(f"host {host} is named twice in {text}")
                groups[host] = number
        self.groups = groups

    def cut(self, sender, receiver):
        for way in self.choose(sender, receiver):
            way.is_cut = True

    def heal(self):
        self.groups = None
        for row in self.ways:
            for way in row:
                way.is_cut = False

    def show(self):
        shown = {}
        for sender, row in enumerate(self.ways):
            for receiver, way in enumerate(row):
                if sender != receiver:
                    shown[f"{sender}>{receiver}"] = {
                        "loss": way.loss,
                        "duplicate": way.duplicate,
                        "reorder": way.reorder,
                        "late": way.late,
                        "delayMillis": round(way.delay * 1000, 6),
                        "jitterMillis": round(way.jitter * 1000, 6),
                        "open": self.is_open(sender, receiver),
                    }
        return shown

    # Frames

    def is_open(self, sender, receiver):
        if self.ways[sender][receiver].is_cut:
            return False
        if self.groups is None:
            return True
        group = self.groups.get(sender)
        return group is not None and group == self.groups.get(receiver)

    def take(self, sender, frame, now):
        """A frame that came from a host: to one other where its place is known, else to all others."""
        octets = udp_octets(frame)
        is_group = frame[0] & 1 == 1
        counters = self.counters[sender]
        if octets:
            (counters.multicast if is_group else counters.unicast).add(octets)
        else:
            counters.other += 1
        self.places[frame[6:12]] = sender
        place = None if is_group else self.places.get(frame[0:6])
        for receiver in range(self.hosts) if place is None else [place]:
            if receiver != sender:
                self.carry(sender, receiver, frame, now)

    def carry(self, sender, receiver, frame, now):
        way, counters, chance = self.ways[sender][receiver], self.counters[receiver], self.chance.random
        if not self.is_open(sender, receiver):
            counters.blocked += 1
            return
        if chance() * 100 < way.loss:
            counters.lost += 1
            return
        copies = 1
        if chance() * 100 < way.duplicate:
            counters.duplicated += 1
            copies = 2
        for _ in range(copies):
            if len(self.queue) >= UNDER_WAY_MAX:
                self.overrun += 1
                return
            due = max(now + way.delay + (way.jitter * chance() if way.jitter else 0), way.last_due)
            flight = Flight(frame, receiver)
            if way.late and chance() * 100 < way.late:
                self.push(due + LATE_SECONDS, flight)
                continue
            if way.held is None and way.reorder and chance() * 100 < way.reorder:
                way.held = flight
                self.push(due + HOLD_SECONDS, flight)
                continue
            way.last_due = due
            self.push(due, flight)
            if way.held is not None:
                if not way.held.is_done:
                    counters.reordered += 1
                    self.push(due, way.held)
                way.held = None

    def push(self, due, flight):
        self.serial += 1
        heapq.heappush(self.queue, (due, self.serial, flight))

    def due(self, now):
        """Yields what has arrived by now, as (host, frame)."""
        while self.queue and self.queue[0][0] <= now:
            flight = heapq.heappop(self.queue)[2]
            if flight.is_done:
                continue
            flight.is_done = True
            yield flight.to, flight.frame

    def delivered(self, host, frame):
        octets = udp_octets(frame)
        if octets:
            self.counters[host].delivered.add(octets)

    @property
    def next_due(self):
        return self.queue[0][0] if self.queue else None
