"""The hub: packet sockets on the cables' ends, and the control socket."""

import ctypes
import errno
import json
import os
import select
import socket
import struct
import time

import namespaces
from ways import Trouble

FRAME_MAX = 65_536
# Frames read from one host in a turn, so that one that floods does not silence the others.
BATCH = 64
CONNECTIONS_MAX = 64
_SOL_PACKET, _PACKET_STATISTICS, _PACKET_IGNORE_OUTGOING = 263, 6, 23


def open_port(host):
    port = socket.socket(socket.AF_PACKET, socket.SOCK_RAW | socket.SOCK_NONBLOCK, 0)
    port.setsockopt(_SOL_PACKET, _PACKET_IGNORE_OUTGOING, 1)
    try:
        port.setsockopt(socket.SOL_SOCKET, 33, 4 << 20)  # SO_RCVBUFFORCE
    except PermissionError:
        port.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    port.bind((f"port{host}", 3))  # ETH_P_ALL
    return port


class Hub:
    """`wake`: a descriptor that is readable when `on_wake` is to be called. `run` ends when that returns a status."""

    def __init__(self, network, places, control, wake, on_wake):
        self.network, self.places, self.control = network, places, control
        self.wake, self.on_wake = wake, on_wake
        self.ports = [open_port(host) for host in range(network.hosts)]
        self.connections = []
        self.since = time.monotonic()
        self.kernel_drops = 0

    def run(self):
        hosts = {port: host for host, port in enumerate(self.ports)}
        status = None
        while status is None:
            now = time.monotonic()
            for host, frame in self.network.due(now):
                self.deliver(host, frame)
            next_due = self.network.next_due
            pause = None if next_due is None else max(0, next_due - time.monotonic())
            # Not epoll: its waiting counts in whole milliseconds here.
            ready, _, _ = select.select([self.wake, self.control, *self.connections, *self.ports], [], [], pause)
            for source in ready:
                if source in hosts:
                    self.read(hosts[source], source)
                elif source is self.control:
                    self.accept()
                elif source == self.wake:
                    status = self.on_wake()
                else:
                    self.answer(source)
        return status

    def read(self, host, port):
        for _ in range(BATCH):
            try:
                frame = port.recv(FRAME_MAX)
            except OSError:  # Nothing more, or the cable was pulled (ENETDOWN, told once).
                return
            if len(frame) >= 14:
                self.network.take(host, frame, time.monotonic())

    def deliver(self, host, frame):
        try:
            self.ports[host].send(frame)
            self.network.delivered(host, frame)
        except OSError as error:
            # A host that pulled its cable hears nothing, as anywhere; all else is the hub's own loss and is told.
            if error.errno not in (errno.ENETDOWN, errno.ENXIO, errno.ENODEV):
                self.network.overrun += 1

    # Orders

    def accept(self):
        try:
            connection, _ = self.control.accept()
        except OSError:
            return
        if len(self.connections) >= CONNECTIONS_MAX:
            connection.close()
            return
        connection.setblocking(False)
        self.connections.append(connection)

    def answer(self, connection):
        try:
            order = connection.recv(4096).decode(errors="replace")
            if order:
                rights = []
                try:
                    text = "ok " + self.obey(order.split(), rights)
                except Trouble as trouble:
                    text = f"error {trouble}"
                socket.send_fds(connection, [text.encode()], rights)
                return
        except OSError:
            pass
        self.connections.remove(connection)
        connection.close()

    def obey(self, words, rights):
        network = self.network
        verb, *rest = words or [""]
        if verb in ("loss", "duplicate", "reorder", "late", "delay", "jitter") and len(rest) in (1, 3):
            network.set(verb, *rest)
        elif verb == "split" and len(rest) == 1:
            network.split(rest[0])
        elif verb == "cut" and len(rest) == 2:
            network.cut(*rest)
        elif verb == "heal" and not rest:
            network.heal()
        elif verb == "reset" and not rest:
            network.zero()
            self.count_kernel_drops()
            self.kernel_drops = 0
            self.since = time.monotonic()
        elif verb == "counters" and not rest:
            return json.dumps(self.counters())
        elif verb == "show" and not rest:
            return json.dumps(network.show())
        elif verb == "address" and len(rest) == 1:
            return namespaces.address(network.host(rest[0]))
        elif verb == "namespace" and len(rest) == 1:
            rights.append(self.places[network.host(rest[0])])
        else:
            raise Trouble(f"not understood: {' '.join(words)} (`tools/lab --help` lists the verbs)")
        return ""

    def count_kernel_drops(self):
        for port in self.ports:
            # Reading sets the kernel's own count back to zero.
            self.kernel_drops += struct.unpack("II", port.getsockopt(_SOL_PACKET, _PACKET_STATISTICS, 8))[1]

    def counters(self):
        self.count_kernel_drops()
        return {
            "schema": "snap.lab.counters/1",
            "seconds": round(time.monotonic() - self.since, 6),
            # What the hub lost without being told to: with anything but 0 the run proves little.
            "overrun": self.network.overrun + self.kernel_drops,
            "hosts": [counters.json(host) for host, counters in enumerate(self.network.counters)],
        }


def go_first():
    """The hub is the network: it must not be late because the players compute. Its children run as usual."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    except OSError:
        pass
    ctypes.CDLL(None).prctl(29, 1, 0, 0, 0)  # PR_SET_TIMERSLACK, nanoseconds
