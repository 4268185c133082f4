"""Ed25519 as "Primitives" has it: without cofactor, nothing of small order, canonical encodings only."""
import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
IDENTITY = (0, 1, 1, 0)


def add(p, q):
    """Points as (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z (RFC 8032, section 5.1.4)."""
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def decode(octets):
    """The point of a canonical encoding, else None."""
    number = int.from_bytes(octets, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P != 0:
        x = x * ROOT % P
    if (v * x * x - u) % P != 0:
        return None
    if x & 1 != sign:
        x = P - x
    return x % P, y, 1, x * y % P


def encode(p):
    inverse = pow(p[2], P - 2, P)
    x, y = p[0] * inverse % P, p[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def is_small(p):
    for _ in range(3):
        p = add(p, p)
    return p[0] % P == 0 and (p[1] - p[2]) % P == 0


def table(p):
    """16 multiples of 16^i p for each i: a product is then 64 additions. Few keys sign thousands of events."""
    rows = []
    for _ in range(64):
        row = [IDENTITY]
        for _ in range(15):
            row.append(add(row[-1], p))
        rows.append(row)
        p = add(row[-1], p)
    return rows


def product(rows, scalar):
    total = IDENTITY
    for row in rows:
        if scalar & 15:
            total = add(total, row[scalar & 15])
        scalar >>= 4
    return total


BASE = None
KEYS = {}


def rows_of(key):
    """The table of -A for a key, None for one that signs nothing valid."""
    if key not in KEYS:
        point = decode(key)
        valid = point is not None and not is_small(point)
        KEYS[key] = table((P - point[0], point[1], 1, P - point[3])) if valid else None
    return KEYS[key]


def verifies(key, signature, message):
    if len(signature) != 64:
        return False
    global BASE
    if BASE is None:
        y = 4 * pow(5, P - 2, P) % P
        BASE = table(decode(y.to_bytes(32, "little")))
    rows, s = rows_of(key), int.from_bytes(signature[32:], "little")
    if rows is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    point = add(product(BASE, s), product(rows, k))
    return encode(point) == signature[:32] and not is_small(point)
