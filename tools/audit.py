#!/usr/bin/env python3
"""Audits transcripts of Snap! by Protocol.md alone: a second opinion beside `snap audit`.

    tools/audit.py FILE...

Of each file it prints verdict, digest and what was played or what is wrong; of several, forks between them too.
It needs Python 3.9, PyNaCl and cbor2. Exit code: that of the worst verdict, as `snap audit` has them.
"""
import os
import sys
from math import isqrt

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True
try:
    from auditor.events import FILE_OCTETS
    from auditor.fold import SQUARES, SUM
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
        fault, record = audit.fault, audit.fault.record
        names = "".join(f" {join.name}" for join in audit.joins if join.author == record.author)
        yield f"fault {fault.check} record {record.number} offset {record.offset} {fault.word} by {record.author.hex()}{names}"
    if audit.reason: yield f"reason {audit.reason}"
    if audit.verdict == VERIFIED:
        fold, game = audit.fold, audit.fold.game
        yield f"turns {fold.cards} races {fold.races}"
        for seat, join in enumerate(audit.joins):
            times, marks, m = sorted(fold.times[seat]), fold.marks[seat], len(fold.times[seat])
            best, median = (times[0], (times[(m - 1) // 2] + times[m // 2]) // 2) if times else ("-", "-")
            spread = isqrt(m * marks[SQUARES] - marks[SUM] ** 2) // m if times else "-"
            yield (f"seat {seat} {'wins' if seat in game.winners else '-'} cards {game.cards(seat)} score {game.score[seat]} "
                   f"best {best} median {median} {join.name}")
            yield f"marks {seat} line {fold.lobby.line(seat)} deviation {spread} counters {' '.join(map(str, marks))}"
        yield from (f"result {REASONS[game.reason]}", f"state {fold.recorded[-1].hex()}")
    yield from (f"note {note}" for note in audit.notes)

def main(paths):
    if not paths or "-h" in paths or "--help" in paths:
        print(__doc__.strip(), file=sys.stdout if paths else sys.stderr)
        return 0 if paths else 64
    audits = []
    for path in paths:
        try:
            with open(path, "rb") as file: audits.append(Audit(file.read(FILE_OCTETS + 1)))
        except OSError as error:
            print(f"{path}: {error.strerror}", file=sys.stderr)
            return 66
        print(*([path] if len(paths) > 1 else []), *told(audits[-1]), sep="\n")
    found = forks(audits) if len(paths) > 1 else []
    for record, (one, first), (two, second) in found:
        print(f"fork {record.author.hex()} seq {record.seq}: {first.hash.hex()} in {paths[one]} record {first.number}, "
              f"{second.hash.hex()} in {paths[two]} record {second.number}")
    return 1 if found else next(code for verdict, code in EXITS.items() if any(audit.verdict == verdict for audit in audits))

if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 74
    sys.exit(code)
