#!/usr/bin/env python3
"""Audits transcripts of Snap! by Protocol.md alone: a second opinion beside `snap audit`.

    tools/audit.py FILE...

Of each file it prints verdict, digest and what was played or what is wrong; of several, forks between them too.
It needs Python 3.9, PyNaCl and cbor2. Exit code: that of the worst verdict, as `snap audit` has them.
"""
import os
import signal
import sys
from math import isqrt

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True
try:
    from auditor.events import FILE_OCTETS
    from auditor.procedure import INCONCLUSIVE, INVALID, MALFORMED, VERIFIED, Audit, forks
except ModuleNotFoundError as error:
    print(f"The Python module {error.name} is missing. Run: sudo apt-get install -y python3-nacl python3-cbor2 "
          f"(for {sys.executable}, if it is not Debian's: {sys.executable} -m pip install pynacl cbor2)", file=sys.stderr)
    sys.exit(69)

EXITS = {INVALID: 1, MALFORMED: 65, INCONCLUSIVE: 2, VERIFIED: 0}  # the worst first
REASONS = ["all cards", "the only player left", "time limit", "stalemate", "chains exhausted"]

def told(audit):
    """The lines of one audit, the verdict first."""
    yield from (audit.verdict, f"digest {audit.digest.hex()}", f"records {len(audit.file.events)}")
    if audit.fault:
        check, record, word = *audit.fault.args[:2], type(audit.fault).__name__.lower()
        names = "".join(f" {join.name}" for join in audit.joins if join.author == record.author)
        yield f"fault {check} record {record.number} offset {record.offset} {word} by {record.author.hex()}{names}"
    if audit.reason: yield f"reason {audit.reason}"
    for seat, join in enumerate(audit.joins if audit.verdict == VERIFIED else []):
        game, times, marks = audit.fold.game, sorted(audit.fold.times[seat]), audit.fold.marks[seat]
        m, spread, best, median = len(times), "-", "-", "-"
        if times: best, median = times[0], (times[(m - 1) // 2] + times[m // 2]) // 2
        if times: spread = isqrt(m * marks["squares"] - marks["sum"] ** 2) // m
        yield (f"seat {seat} {'wins' if seat in game.winners else '-'} cards {game.cards(seat)} score {game.score[seat]} "
               f"best {best} median {median} {join.name}")
        yield f"marks {seat} line {audit.fold.lobby.line(seat)} deviation {spread} counters {' '.join(map(str, marks.values()))}"
    if audit.verdict == VERIFIED: yield f"result {REASONS[game.reason]}, turns {game.turns}, state {audit.fold.recorded[-1].hex()}"
    yield from (f"note {note}" for note in audit.notes)

def main(paths):
    if not paths or "-h" in paths or "--help" in paths:
        print(__doc__.strip(), file=sys.stdout if paths else sys.stderr)
        return 0 if paths else 64
    audits = []
    for path in paths:
        try:
            with open(path, "rb") as file: audits.append(Audit(file.read(FILE_OCTETS + 1)))
        except OSError as error: sys.exit(print(f"{path}: {error.strerror}", file=sys.stderr) or 66)
        print(*([path] if len(paths) > 1 else []), *told(audits[-1]), sep="\n")
    found = forks(audits) if len(paths) > 1 else []
    for (one, first), (two, second) in found:
        print(f"fork {first.author.hex()} seq {first.seq}: {first.hash.hex()} in {paths[one]} record {first.number}, "
              f"{second.hash.hex()} in {paths[two]} record {second.number}")
    return 1 if found else next(code for verdict, code in EXITS.items() if any(audit.verdict == verdict for audit in audits))

if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Who closes the pipe has seen enough.
    sys.exit(main(sys.argv[1:]))
