"""The deterministic CBOR of "Encoding": a writer, and a reader that is told what must come next."""


class Malformed(Exception):
    """What is there breaks the format; `offset` is where."""

    def __init__(self, reason, offset):
        super().__init__(reason)
        self.reason, self.offset = reason, offset


class Truncated(Malformed):
    """What is there may be in order, but more must follow."""


def head(major, number):
    if number < 24:
        return bytes([major << 5 | number])
    for info, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if number < 1 << 8 * size:
            return bytes([major << 5 | info]) + number.to_bytes(size, "big")
    raise ValueError(number)


def encode(item):
    out = []
    put(item, out)
    return b"".join(out)


def put(item, out):
    if item is None or isinstance(item, bool):
        out.append({None: b"\xf6", True: b"\xf5", False: b"\xf4"}[item])
    elif isinstance(item, int):
        out.append(head(0, item) if item >= 0 else head(1, -1 - item))
    elif isinstance(item, bytes):
        out.append(head(2, len(item)) + item)
    elif isinstance(item, str):
        text = item.encode()
        out.append(head(3, len(text)) + text)
    else:
        out.append(head(4, len(item)))
        for part in item:
            put(part, out)


class Reader:
    def __init__(self, data, at, end):
        self.data, self.at, self.end = data, at, min(end, len(data))

    def left(self):
        return self.end - self.at

    def take(self, count, start):
        if self.left() < count:
            raise Truncated("the end", start)
        self.at += count
        return self.data[self.at - count : self.at]

    def expect(self, octets, reason):
        for octet in octets:
            if self.take(1, self.at)[0] != octet:
                raise Malformed(reason, self.at - 1)

    def head(self, *majors):
        start = self.at
        first = self.take(1, start)[0]
        major, info = first >> 5, first & 31
        if major == 7 and info >= 24:
            # Two octets from 32 on are a simple value; the rest is floats, reserved, or the end of something indefinite.
            if info == 24 and self.take(1, start)[0] >= 32:
                raise Malformed("another kind of value", start)
            raise Malformed("a float or a reserved value", start)
        if info >= 28:
            raise Malformed("an indefinite length or a reserved value", start)
        number = info
        if info >= 24:
            size = 1 << info - 24
            number = int.from_bytes(self.take(size, start), "big")
            if number < (24 if size == 1 else 1 << 4 * size):
                raise Malformed("a head that is not in its shortest form", start)
        if major not in majors:
            raise Malformed("another kind of value", start)
        return major, number, start

    def unsigned(self, low, high):
        _, number, start = self.head(0)
        if not low <= number <= high:
            raise Malformed("a number out of range", start)
        return number

    def integer(self, low, high):
        major, number, start = self.head(0, 1)
        value = number if major == 0 else -1 - number
        if not low <= value <= high:
            raise Malformed("a number out of range", start)
        return value

    def octets(self, count):
        _, number, start = self.head(2)
        if number != count:
            raise Malformed("octets of another length", start)
        return self.take(count, start)

    def text(self, limit):
        _, number, start = self.head(3)
        if number > limit:
            raise Malformed("a text that is too long", start)
        try:
            return self.take(number, start).decode()
        except UnicodeDecodeError:
            raise Malformed("no UTF-8", start) from None

    def array(self, low, high):
        _, count, start = self.head(4)
        if not low <= count <= high:
            raise Malformed("another count of items", start)
        if count > self.left():
            raise Truncated("the end", start)
        return count

    def null(self):
        is_null = self.data[self.at : min(self.at + 1, self.end)] == b"\xf6"
        self.at += is_null
        return is_null

    def bool(self):
        _, value, start = self.head(7)
        if value not in (20, 21):
            raise Malformed("another kind of value", start)
        return value == 21
