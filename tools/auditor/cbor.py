"""Reads the deterministic CBOR of "Encoding", told what must come next. Sections in quotation marks are Protocol.md's.

The library that writes CBOR takes more when it reads: tags, floats, longer heads; and cannot say how far a torn end is in order.
"""

class Malformed(Exception): """What is there breaks the format."""
class Truncated(Malformed): """What is there may be in order, but more must follow."""

def refuse(condition, reason):
    if condition: raise Malformed(reason)

class Reader:
    def __init__(self, data, at, end): self.data, self.at, self.end = data, at, min(end, len(data))
    def ahead(self, count): return self.data[self.at : min(self.at + count, self.end)]

    def take(self, count):
        if count > self.end - self.at: raise Truncated("it ends too soon")
        self.at += count
        return self.data[self.at - count : self.at]

    def expect(self, octets):
        refuse(not octets.startswith(self.ahead(len(octets))), f"other octets than {octets.hex()}")
        self.take(len(octets))

    def head(self, *majors):
        first = self.take(1)[0]
        major, number = first >> 5, first & 31
        refuse(number > 27 or major == 7 and number > 24, "an indefinite length, a float or what is reserved")
        if number > 23:
            size = 1 << number - 24
            number = int.from_bytes(self.take(size), "big")
            refuse(number < (24 if size == 1 else 1 << 4 * size), "a head that is not in its shortest form")
        refuse(major not in majors, "another kind of value")
        return -1 - number if major == 1 else number

    def array(self, counts):
        count = self.head(4)
        refuse(count not in counts, "another count of items")
        if count > self.end - self.at: raise Truncated("it ends too soon")
        return range(count)

    def read(self, kind, event):
        """What stands here. `kind` is what may: a count of octets; a range of numbers; bool; [a kind, ...], an array of just these;
        (counts, a kind), an array of so many; or a function that reads it. The event has the fields before, and as `items` what was
        read of the array of many; counts and functions may ask it."""
        if isinstance(kind, int):
            refuse(self.head(2) != kind, "octets of another length")
            return self.take(kind)
        if isinstance(kind, range):
            value = self.head(0, 1)
            refuse(value not in kind, "a number out of range")
            return value
        if kind is bool:
            value = self.head(7)
            refuse(value not in (20, 21), "neither true nor false")
            return value == 21
        if isinstance(kind, list): return [self.read(item, event) for item, _ in zip(kind, self.array([len(kind)]))]
        if callable(kind): return kind(self, event)
        items, counts = [], kind[0](event) if callable(kind[0]) else kind[0]
        for _ in self.array(counts):
            event.items = items
            items.append(self.read(kind[1], event))
        return items

    def fields(self, kinds, event):
        for name, kind in kinds.items(): setattr(event, name, self.read(kind, event))

def optional(kind):
    return lambda reader, event: reader.expect(b"\xf6") if reader.ahead(1) == b"\xf6" else reader.read(kind, event)

def checked(kind, is_right, reason):
    def read(reader, event):
        value = reader.read(kind, event)
        refuse(not is_right(value, event), reason)
        return value
    return read
