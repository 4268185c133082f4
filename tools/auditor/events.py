"""Events and the file that holds them: "COSE profile", "Events", "Bodies", "Names", "Container"."""
import hashlib
import re

import cbor2
from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

from .cbor import Malformed, Reader, Truncated, checked, optional, refuse

HOUR, FILE_OCTETS, FILE_EVENTS = 3_600_000_000, 268_435_456, 200_000
REFUSED = re.compile(
    "[\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u3164\uffa0\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufdd0-\ufdef\ufeff\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]")

def h(data): return hashlib.blake2b(data, digest_size=32).digest()
def digest(item): return h(cbor2.dumps(item))
def is_above(key, event): return not event.items or event.items[-1][0] < key
def upto(high, low=0): return range(low, high + 1)

def verifies(key, signature, message):
    try: return crypto_sign_open(signature + message, key) == message
    except BadSignatureError: return False

def name(reader, _):
    count = reader.head(3)
    refuse(not 1 <= count <= 96, "a name that is empty or too long")
    try: text = reader.take(count).decode()
    except UnicodeDecodeError: raise Malformed("no UTF-8") from None
    refuse(REFUSED.search(text) or any(ord(c) & 0xFFFE == 0xFFFE for c in text), "a name that is refused")
    return text

def body(reader, event):
    """Its fields stand in the event beside those of the payload; this is its kind."""
    count, kind = len(reader.array(range(1, 8))), reader.head(0)
    refuse(not 1 <= kind <= len(BODIES), "an unknown kind of event")
    word, kinds = BODIES[kind - 1]
    refuse(count != 1 + len(kinds), "another count of items")
    reader.fields(kinds, event)
    return word

SEATS, HASH, COUNTER, POSITIVE, MILLIS, RTT = upto(4, 2), 32, upto(1 << 32), upto(1 << 32, 1), upto(1 << 48), upto(60_000_000)
ARRIVAL, RULES, BALLOT = upto(HOUR, -HOUR), ([10], upto((1 << 32) - 1)), dict(game=POSITIVE, view=POSITIVE, ballot=POSITIVE)
NEW = checked(HASH, lambda item, e: item not in e.items, "an item twice")
HEAD = [checked(HASH, lambda key, e: key != e.author and is_above(key, e), "heads out of order"), POSITIVE, HASH]
CLAIM = [checked(upto(3), lambda seat, e: seat < len(e.rtts) and is_above(seat, e), "claims out of order"), ARRIVAL]
PAYLOAD = dict(
    table=16, seq=POSITIVE, previous=checked(HASH, lambda previous, e: (previous == bytes(32)) == (e.seq == 1), "not fitting seq"),
    lamport=upto(1 << 48, 1), heads=(upto(8), HEAD), kind=body)
BODIES = [
    ("join", dict(identity=HASH, name=name, version=POSITIVE, certificate=64)),
    ("leave", dict(open=optional([COUNTER, HASH]))),
    ("start", dict(game=POSITIVE, roster=checked((SEATS, NEW), lambda keys, e: e.author in keys, "a roster without the author"),
                   first=optional(checked(upto(3), lambda seat, e: seat < len(e.roster), "no seat")), rules=RULES, wall=MILLIS)),
    ("accept", dict(start=HASH, cards=HASH, ties=HASH, paths=(SEATS, [RTT, RTT, RTT]))),
    ("begin", dict(start=HASH, accepts=(SEATS, NEW))),
    ("withdraw", dict(start=HASH)),
    ("ack", {}),
    ("flip", dict(index=POSITIVE, link=HASH, state=HASH, clock=MILLIS)),
    ("reveal", dict(index=COUNTER, link=HASH)),
    ("claim", dict(index=POSITIVE, reaction=upto(HOUR), clock=MILLIS)),
    ("witness", dict(index=POSITIVE, closed=bool, rtts=(SEATS, RTT), links=(lambda e: [len(e.rtts)], optional(ARRIVAL)),
                     settling=(lambda e: [0, len(e.rtts)], optional(ARRIVAL)), claims=(lambda e: upto(len(e.rtts)), CLAIM))),
    ("tie", dict(index=POSITIVE, link=HASH)),
    ("time", dict(clock=MILLIS)),
    ("end", dict(state=HASH, wall=MILLIS)),
    ("promise", dict(BALLOT, accused=optional(HASH))),
    ("propose", dict(BALLOT, lost=optional(HASH), cut=(SEATS, POSITIVE))),
    ("accepted", dict(BALLOT, proposal=HASH)),
    ("rules", dict(rules=RULES))]

class Event:
    """A record with the fields of payload and body. `number` and `offset` are its place in the file."""

    def is_signed(self):
        message = b"\x84\x6aSignature1" + self.octets[2:42] + b"\x4csnap event 1" + self.octets[43:-66]
        return verifies(self.author, self.octets[-64:], message)

    def is_certified(self):
        message = cbor2.dumps(["snap join 1", self.table, self.author, self.name, self.version])
        return verifies(self.identity, self.certificate, message)

def read_event(reader):
    """The event that stands next. Truncated: the file is torn in it."""
    event = Event()
    event.offset = reader.at
    reader.expect(bytes.fromhex("d2845826a20127045820"))
    event.author = reader.take(32)
    reader.expect(b"\xa0")
    size = reader.head(2)
    refuse(size > 1024 - 112, "an event that is too long")
    payload, reader.at = Reader(reader.data, reader.at, reader.at + size), reader.at + size
    try:
        payload.array([len(PAYLOAD)])
        payload.fields(PAYLOAD, event)
    except Truncated:
        refuse(reader.at <= reader.end, "a payload that is too short")
        raise
    refuse(payload.at != reader.at, "octets after the payload")
    reader.expect(b"\x58\x40")
    reader.take(64)
    event.octets = reader.data[event.offset : reader.at]
    event.hash = h(event.octets)
    return event

class Transcript:
    """`events` and `proofs` of a file; `end` is where the proofs begin, `torn` where a torn record does (None: nowhere), `broken`
    what is malformed."""

    def __init__(self, data):
        self.events, self.proofs, self.end, self.torn, self.broken = [], [], len(data), None, None
        number, offset, out, reader = 0, 0, self.events, Reader(data, 0, len(data))
        try:
            refuse(len(data) > FILE_OCTETS, "a file that is too long")
            reader.expect(b"\x84\x6fsnap transcript\x01")
            reader.fields(dict(table=16, game=POSITIVE), self)
            number = 1
            while (offset := reader.at) < len(data):
                if out is self.events and data[offset] == 0x81:
                    reader.expect(b"\x81\x6bsnap proofs")
                    out, self.end = self.proofs, offset
                else:
                    refuse(number > FILE_EVENTS, "too many events")
                    out.append(read_event(reader))
                    out[-1].number, number = number, number + 1
        except Truncated: self.torn = offset
        except Malformed as fault: self.broken, self.events, self.proofs = f"record {number}, offset {offset}: {fault}", [], []
        if len(self.proofs) % 2: self.torn = self.proofs.pop().offset
        if self.end < len(data) and not self.proofs: self.torn = self.end
