"""Events and the file that holds them: "COSE profile", "Events", "Bodies", "Names", "Container"."""
import hashlib
import re
from functools import cached_property

import cbor2
from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

from .cbor import Malformed, Reader, Truncated, refuse

FILE_OCTETS, FILE_EVENTS = 268_435_456, 200_000
REFUSED = re.compile(
    "[\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u3164\uffa0\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufdd0-\ufdef\ufeff\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]")

def h(data): return hashlib.blake2b(data, digest_size=32).digest()
def digest(item): return h(cbor2.dumps(item, default=lambda encoder, event: encoder.encode(event.hash)))  # An event stands for its hash.
def upto(high, low=0): return range(low, high + 1)

def verifies(key, signature, message):
    try: return crypto_sign_open(signature + message, key) == message
    except BadSignatureError: return False

def name(reader, _):
    try: text = reader.take(reader.head(upto(96, 1), 3)).decode()
    except UnicodeDecodeError: raise Malformed("no UTF-8") from None
    refuse(REFUSED.search(text) or any(ord(c) & 0xFFFE == 0xFFFE for c in text), "a name that is refused")
    return text

def body(reader, event):
    """Its fields stand in the event beside those of the payload; this is its kind."""
    count = len(reader.array(upto(7, 1)))
    kind = list(BODIES)[reader.head(upto(len(BODIES), 1), 0) - 1]
    refuse(count != 1 + len(BODIES[kind]), "another count of items")
    reader.fields(BODIES[kind], event)
    return kind

def is_above(key, e): return not e.items or e.items[-1][0] < key

HASH, COUNTER, POSITIVE, MILLIS, RTT, HOUR = 32, upto(1 << 32), upto(1 << 32, 1), upto(1 << 48), upto(60_000_000), 3_600_000_000
SEATS, ARRIVAL, RULES = upto(4, 2), upto(HOUR, -HOUR), ([10], upto((1 << 32) - 1))
BALLOT = dict(game=POSITIVE, view=POSITIVE, ballot=POSITIVE)
NEW = HASH, lambda item, e: item not in e.items, "an item twice"
HEAD = [(HASH, lambda key, e: key != e.author and is_above(key, e), "heads out of order"), POSITIVE, HASH]
CLAIM = [(upto(3), lambda seat, e: seat < len(e.rtts) and is_above(seat, e), "claims out of order"), ARRIVAL]
PAYLOAD = dict(
    table=16, seq=POSITIVE, previous=(HASH, lambda previous, e: (previous == bytes(32)) == (e.seq == 1), "not fitting seq"),
    lamport=upto(1 << 48, 1), heads=(upto(8), HEAD), kind=body)
BODIES = dict(  # in the order of their numbers, from 1
    join=dict(identity=HASH, name=name, version=POSITIVE, certificate=64),
    leave=dict(open=(None, [COUNTER, HASH])),
    start=dict(game=POSITIVE, roster=((SEATS, NEW), lambda keys, e: e.author in keys, "a roster without the author"),
               first=(None, (upto(3), lambda seat, e: seat < len(e.roster), "no seat")), rules=RULES, wall=MILLIS),
    accept=dict(start=HASH, cards=HASH, ties=HASH, paths=(SEATS, [RTT, RTT, RTT])),
    begin=dict(start=HASH, accepts=(SEATS, NEW)), withdraw=dict(start=HASH), ack={},
    flip=dict(index=POSITIVE, link=HASH, state=HASH, clock=MILLIS), reveal=dict(index=COUNTER, link=HASH),
    claim=dict(index=POSITIVE, reaction=upto(HOUR), clock=MILLIS),
    witness=dict(index=POSITIVE, closed=bool, rtts=(SEATS, RTT), links=(lambda e: [len(e.rtts)], (None, ARRIVAL)),
                 settling=(lambda e: [0, len(e.rtts)], (None, ARRIVAL)), claims=(lambda e: upto(len(e.rtts)), CLAIM)),
    tie=dict(index=POSITIVE, link=HASH), time=dict(clock=MILLIS), end=dict(state=HASH, wall=MILLIS),
    promise=dict(BALLOT, accused=(None, HASH)), propose=dict(BALLOT, lost=(None, HASH), cut=(SEATS, POSITIVE)),
    accepted=dict(BALLOT, proposal=HASH), rules=dict(rules=RULES))

class Event:
    """A record with the fields of payload and body. `number` and `offset` are its place in the file."""
    def __init__(self, reader):
        """The event that stands next. Truncated: the file is torn in it."""
        self.offset = reader.at
        reader.expect(bytes.fromhex("d2845826a20127045820"))
        self.author = reader.take(32)
        reader.expect(b"\xa0")
        size = reader.head(upto(1024 - 112), 2)
        payload, reader.at = Reader(reader.data, reader.at, reader.at + size), reader.at + size
        try:
            payload.array([len(PAYLOAD)])
            payload.fields(PAYLOAD, self)
        except Truncated:
            refuse(reader.at <= reader.end, "a payload that is too short")
            raise
        refuse(payload.at != reader.at, "octets after the payload")
        reader.expect(b"\x58\x40")
        reader.take(64)
        self.octets = reader.data[self.offset : reader.at]
        self.hash = h(self.octets)

    @cached_property
    def is_signed(self):
        message = b"\x84\x6aSignature1" + self.octets[2:42] + b"\x4csnap event 1" + self.octets[43:-66]
        return verifies(self.author, self.octets[-64:], message)

    def is_certified(self):
        return verifies(self.identity, self.certificate, cbor2.dumps(["snap join 1", self.table, self.author, self.name, self.version]))

class Transcript:
    """`events` and `proofs` of a file; `end` is where the proofs begin, `torn` where a torn record does (None: nowhere), `broken`
    what is malformed."""
    def __init__(self, data):
        self.events, self.proofs, self.end, self.torn, self.broken = [], [], len(data), None, None
        offset, records, reader = 0, self.events, Reader(data, 0, len(data))
        try:
            refuse(len(data) > FILE_OCTETS, "a file that is too long")
            reader.expect(b"\x84\x6fsnap transcript\x01")
            reader.fields(dict(table=16, game=POSITIVE), self)
            while (offset := reader.at) < len(data):
                if records is self.events and data[offset] == 0x81:
                    reader.expect(b"\x81\x6bsnap proofs")
                    records, self.end = self.proofs, offset
                else:
                    refuse(len(self.events) + len(self.proofs) == FILE_EVENTS, "too many events")
                    records.append(Event(reader))
                    records[-1].number = len(self.events) + len(self.proofs)
        except Truncated: self.torn = offset
        except Malformed as fault: self.broken = f"record {len(self.events) + len(self.proofs) + (offset > 0)}, offset {offset}: {fault}"
        if len(self.proofs) % 2: self.torn = self.proofs.pop().offset
        if self.end < len(data) and not self.proofs: self.torn = self.end
