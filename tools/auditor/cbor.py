"""Reads the deterministic CBOR of "Encoding", told what must come next. Sections in quotation marks are Protocol.md's.

The library that writes CBOR takes more when it reads: tags, floats, longer heads; and cannot say how far a torn end is in order.
"""
from cbor2 import dumps

class Malformed(Exception): """What is there breaks the format."""
class Truncated(Malformed): """What is there may be in order, but more must follow."""

def refuse(condition, reason):
    if condition: raise Malformed(reason)

class Reader:
    def __init__(self, data, at, end): self.data, self.at, self.end = data, at, min(end, len(data))

    def take(self, count):
        self.at += count
        if self.at > self.end: raise Truncated("it ends too soon")
        return self.data[self.at - count : self.at]

    def expect(self, octets):
        for octet in octets: refuse(self.take(1)[0] != octet, f"other octets than {octets.hex()}")

    def head(self, allowed, *majors):
        """What the head says that stands here: a number, or how much of something follows."""
        first = self.take(1)[0]
        major, number = first >> 5, first & 31
        refuse(number > 27 or major == 7 and number > 24, "an indefinite length, a float or what is reserved")
        size = 1 << number - 24 if number > 23 else 0
        if size: number = int.from_bytes(self.take(size), "big")
        refuse(len(dumps(number)) != 1 + size, "a head that is not in its shortest form")
        number = -1 - number if major == 1 else number
        refuse(major not in majors or number not in allowed, "another kind of value, or one out of bounds")
        return number

    def array(self, counts):
        count = self.head(counts, 4)
        if count > self.end - self.at: raise Truncated("it ends too soon")
        return range(count)

    def read(self, kind, event):
        """What stands here. `kind` is what may: a count of octets; a range of numbers; bool; [a kind, ...], an array of just these;
        (counts, a kind), an array of so many; (None, a kind), null or that; (a kind, a test, a reason why what fails it is refused);
        or a function. The event has the fields before, and as `items` what was read of the array of many, for functions to ask."""
        if isinstance(kind, int): return self.take(self.head([kind], 2))
        if isinstance(kind, range): return self.head(kind, 0, 1)
        if kind is bool: return self.head([20, 21], 7) == 21
        if callable(kind): return kind(self, event)
        if isinstance(kind, list): return [self.read(item, event) for item, _ in zip(kind, self.array([len(kind)]))]
        if kind[0] is None: return self.expect(b"\xf6") if self.data[self.at : self.at + 1] == b"\xf6" else self.read(kind[1], event)
        if len(kind) == 3:
            value = self.read(kind[0], event)
            refuse(not kind[1](value, event), kind[2])
            return value
        counts, event.items = kind[0](event) if callable(kind[0]) else kind[0], (items := [])
        for _ in self.array(counts): items.append(self.read(kind[1], event))
        return items

    def fields(self, kinds, event):
        for name, kind in kinds.items(): setattr(event, name, self.read(kind, event))
