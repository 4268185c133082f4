"""Events and the file that holds them: "COSE profile", "Events", "Bodies", "Names", "Container"."""
import hashlib
from types import SimpleNamespace

from .cbor import Malformed, Reader, Truncated, encode
from .ed25519 import verifies

COUNTER, LAMPORT, MILLIS, RTT, HOUR = 1 << 32, 1 << 48, 1 << 48, 60_000_000, 3_600_000_000
PAYLOAD = 1024 - 112
FILE_OCTETS, FILE_EVENTS = 268_435_456, 200_000
PREFIX, PROOFS = bytes.fromhex("d2845826a20127045820"), b"\x81\x6bsnap proofs"
UNORDERED = {"ack", "promise", "propose", "accepted"}
REFUSED = [
    (0x0000, 0x001F), (0x007F, 0x009F), (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160),
    (0x3164, 0x3164), (0xFFA0, 0xFFA0), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F), (0x2028, 0x202E),
    (0x2060, 0x206F), (0xFDD0, 0xFDEF), (0xFEFF, 0xFEFF), (0xFFF0, 0xFFFB), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
]


def h(octets):
    return hashlib.blake2b(octets, digest_size=32).digest()


class Event:
    """One record: what its octets say. `number` and `offset` are its place in the file."""

    def __init__(self, octets, author, fields):
        self.octets, self.hash, self.author = octets, h(octets), author
        self.table, self.seq, self.previous, self.lamport, self.heads, self.body = fields
        self.named = {head[0]: head[1] for head in self.heads}
        self.number = self.offset = 0

    @property
    def kind(self):
        return self.body.kind

    @property
    def position(self):
        return self.lamport, self.author

    def is_signed(self):
        payload = self.octets[43:-66]
        text = b"\x84\x6aSignature1" + self.octets[2:42] + b"\x4csnap event 1" + payload
        return verifies(self.author, self.octets[-64:], text)

    def is_certified(self):
        body = self.body
        text = encode(["snap join 1", self.table, self.author, body.name, body.version])
        return verifies(body.identity, body.certificate, text)


def is_name(name):
    if not 1 <= len(name.encode()) <= 96:
        return False
    return not any(
        ord(c) & 0xFFFE == 0xFFFE or any(low <= ord(c) <= high for low, high in REFUSED) for c in name)


def refuse(condition, reason, at):
    if condition:
        raise Malformed(reason, at)


def read_payload(r, author):
    r.array(6, 6)
    table, seq = r.octets(16), r.unsigned(1, COUNTER)
    at, previous = r.at, r.octets(32)
    refuse((seq == 1) != (previous == bytes(32)), "previous and seq do not fit", at)
    lamport, heads = r.unsigned(1, LAMPORT), []
    for _ in range(r.array(0, 8)):
        at = r.at
        r.array(3, 3)
        key = r.octets(32)
        refuse(key == author or heads and heads[-1][0] >= key, "heads out of order", at)
        heads.append((key, r.unsigned(1, COUNTER), r.octets(32)))
    return table, seq, previous, lamport, heads, read_body(r, author)


def read_body(r, author):
    at, count = r.at, r.array(1, 7)
    kind = r.unsigned(0, (1 << 64) - 1)
    refuse(kind not in BODIES, "an unknown kind of event", at)
    name, items, read = BODIES[kind]
    refuse(count != items, "another count of items", at)
    body = SimpleNamespace(kind=name)
    read(r, body, author)
    return body


def join(r, b, _):
    b.identity, at = r.octets(32), r.at
    b.name = r.text(96)
    refuse(not is_name(b.name), "a name that is refused", at)
    b.version, b.certificate = r.unsigned(1, COUNTER), r.octets(64)


def leave(r, b, _):
    b.open = None
    if not r.null():
        r.array(2, 2)
        b.open = r.unsigned(0, COUNTER), r.octets(32)


def start(r, b, author):
    b.game, at, b.roster = r.unsigned(1, COUNTER), r.at, []
    for _ in range(r.array(2, 4)):
        key_at, key = r.at, r.octets(32)
        refuse(key in b.roster, "a key twice", key_at)
        b.roster.append(key)
    refuse(author not in b.roster, "a roster without the author", at)
    b.first = None if r.null() else r.unsigned(0, len(b.roster) - 1)
    rules(r, b, author)
    b.wall = r.unsigned(0, MILLIS)


def rules(r, b, _):
    b.rules = [r.unsigned(0, (1 << 32) - 1) for _ in range(r.array(10, 10))]


def accept(r, b, _):
    b.start, b.cards, b.ties, b.paths = r.octets(32), r.octets(32), r.octets(32), []
    for _ in range(r.array(2, 4)):
        r.array(3, 3)
        b.paths.append([r.unsigned(0, RTT) for _ in range(3)])


def begin(r, b, _):
    b.start, b.accepts = r.octets(32), []
    for _ in range(r.array(2, 4)):
        at, item = r.at, r.octets(32)
        refuse(item in b.accepts, "a hash twice", at)
        b.accepts.append(item)


def arrival(r):
    return None if r.null() else r.integer(-HOUR, HOUR)


def witness(r, b, _):
    b.race, b.closed = r.unsigned(1, COUNTER), r.bool()
    n = r.array(2, 4)
    b.rtts = [r.unsigned(0, RTT) for _ in range(n)]
    b.links = [arrival(r) for _ in range(r.array(n, n))]
    at = r.at
    b.settling = [arrival(r) for _ in range(r.array(0, n))]
    refuse(len(b.settling) not in (0, n), "another count of items", at)
    b.claims = []
    for _ in range(r.array(0, n)):
        at = r.at
        r.array(2, 2)
        seat = r.unsigned(0, n - 1)
        refuse(b.claims and b.claims[-1][0] >= seat, "claims out of order", at)
        b.claims.append((seat, r.integer(-HOUR, HOUR)))


def reads(**parts):
    """The reader of a body whose parts stand each for itself."""
    def read(r, body, _):
        for name, take in parts.items():
            setattr(body, name, take(r))
    return read

number = lambda low, high: lambda r: r.unsigned(low, high)  # noqa: E731
LINK, POSITIVE, CLOCK = lambda r: r.octets(32), number(1, COUNTER), number(0, MILLIS)
KEY_OR_NONE = lambda r: None if r.null() else r.octets(32)  # noqa: E731
BALLOT = {"game": POSITIVE, "view": POSITIVE, "ballot": POSITIVE}

BODIES = {
    1: ("join", 5, join), 2: ("leave", 2, leave), 3: ("start", 6, start), 4: ("accept", 5, accept),
    5: ("begin", 3, begin), 6: ("withdraw", 2, reads(start=LINK)), 7: ("ack", 1, reads()),
    8: ("flip", 5, reads(index=POSITIVE, link=LINK, state=LINK, clock=CLOCK)),
    9: ("reveal", 3, reads(index=number(0, COUNTER), link=LINK)),
    10: ("claim", 4, reads(race=POSITIVE, reaction=number(0, HOUR), clock=CLOCK)), 11: ("witness", 7, witness),
    12: ("tie", 3, reads(race=POSITIVE, link=LINK)), 13: ("time", 2, reads(clock=CLOCK)),
    14: ("end", 3, reads(state=LINK, wall=CLOCK)), 15: ("promise", 5, reads(**BALLOT, accused=KEY_OR_NONE)),
    16: ("propose", 6, reads(**BALLOT, lost=KEY_OR_NONE, cut=lambda r: [POSITIVE(r) for _ in range(r.array(2, 4))])),
    17: ("accepted", 5, reads(**BALLOT, proposal=LINK)),
    18: ("rules", 2, rules),
}


def read_event(data, offset):
    """The event at `offset` and where the next begins. Truncated: the file is torn here ("Container")."""
    r = Reader(data, offset, len(data))
    r.expect(PREFIX, "no event")
    author = r.take(32, r.at)
    r.expect(b"\xa0", "a header that is refused")
    _, size, start = r.head(2)
    refuse(size > PAYLOAD, "an event that is too long", start)
    payload, limit = r.at, r.at + size
    torn = limit > len(data)
    if not torn:
        r.at = limit
        try:
            r.expect(b"\x58\x40", "a signature of another length")
            r.take(64, r.at)
        except Truncated:
            torn = True
    inner = Reader(data, payload, limit)
    try:
        fields = read_payload(inner, author)
        refuse(inner.at != limit, "octets after the payload", inner.at)
    except Truncated as short:
        if limit > len(data):
            raise
        raise Malformed("a payload that is too short", short.offset) from None
    if torn:
        raise Truncated("the end", offset)
    return Event(data[offset : r.at], author, fields), r.at


def read_file(data):
    """Marker, events, where the proofs begin, their events, and where a torn record begins (None: nowhere). Malformed gets
    the record's number as `record`."""
    record, offset, events, marker, proofs, end = 0, 0, [], None, [], len(data)
    out = events
    try:
        refuse(len(data) > FILE_OCTETS, "a file that is too long", 0)
        r = Reader(data, 0, len(data))
        r.expect(b"\x84\x6fsnap transcript\x01", "no transcript of this version")
        marker = SimpleNamespace(table=r.octets(16), game=r.unsigned(1, COUNTER))
        record, offset = 1, r.at
        while offset < len(data):
            ahead = data[offset : offset + len(PROOFS)]
            if out is events and PROOFS.startswith(ahead):
                if ahead != PROOFS:
                    raise Truncated("the end", offset)
                out, end, offset = proofs, offset, offset + len(PROOFS)
                continue
            refuse(record > FILE_EVENTS, "too many events", offset)
            event, after = read_event(data, offset)
            event.number, event.offset = record, offset
            out.append(event)
            record, offset = record + 1, after
        torn = None
    except Truncated:
        torn = offset
    except Malformed as fault:
        fault.record = record
        raise
    if len(proofs) % 2:
        torn = proofs.pop().offset
    if out is proofs and not proofs:
        torn = end
    return marker, events, end, proofs, torn
