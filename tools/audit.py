#!/usr/bin/env python3
"""Audits transcripts of Snap! by Protocol.md alone: a second opinion beside `snap audit`.

    tools/audit.py FILE...

Of each file it prints verdict, digest and what was played or what is wrong; of several, forks between them too.
It needs Python 3.9 and nothing else. Exit code: that of the worst verdict, as `snap audit` has them.
"""
import os
import sys
from math import isqrt

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True

from auditor.events import FILE_OCTETS  # noqa: E402
from auditor.fold import SQUARES, SUM  # noqa: E402
from auditor.procedure import EXITS, INVALID, VERIFIED, audit, forks  # noqa: E402

REASONS = ["all cards", "the only player left", "time limit", "stalemate", "chains exhausted"]


def told(report):
    """The lines of one report, the verdict first."""
    yield report.verdict
    yield f"digest {report.digest.hex()}"
    yield f"records {len(report.records)}"
    fault, fold = report.fault, report.fold
    if fault is not None:
        names = [join.body.name for join in report.joins if join.author == fault.record.author]
        yield (f"fault {fault.check} record {fault.record.number} offset {fault.record.offset} "
               f"{'proven' if fault.proven else 'altered'} by {fault.record.author.hex()} {' '.join(names)}")
    if report.reason:
        yield f"reason {report.reason}"
    if fold is not None and report.verdict == VERIFIED:
        reason, winners = fold.game.outcome
        yield f"turns {fold.cards} races {fold.races}"
        for seat, join in enumerate(report.joins):
            times = sorted(c.t for calls, _, _, _ in fold.judged for c in calls if c.seat == seat and c.counts)
            m, marks = len(times), fold.marks[seat]
            median = (times[(m - 1) // 2] + times[m // 2]) // 2 if times else "-"
            yield (f"seat {seat} {'wins' if seat in winners else '-'} cards {fold.game.cards(seat)} "
                   f"score {fold.game.seats[seat].score} best {times[0] if times else '-'} median {median} "
                   f"{join.body.name}")
            spread = isqrt(m * marks[SQUARES] - marks[SUM] ** 2) // m if m else "-"
            yield f"marks {seat} line {fold.lobby.line(seat)} deviation {spread} counters {' '.join(map(str, marks))}"
        yield f"result {REASONS[reason]}"
        yield f"state {fold.recorded[-1].hex()}"
    for note in report.notes:
        yield f"note {note}"


def main(paths):
    if not paths or any(path in ("-h", "--help") for path in paths):
        print(__doc__.strip(), file=sys.stderr if not paths else sys.stdout)
        return 0 if paths else 64
    reports = []
    for path in paths:
        try:
            with open(path, "rb") as file:
                data = file.read(FILE_OCTETS + 1)
        except OSError as error:
            print(f"{path}: {error.strerror}", file=sys.stderr)
            return 66
        reports.append(audit(data))
        for line in ([path] if len(paths) > 1 else []) + list(told(reports[-1])):
            print(line)
    code = 0
    for report in reports:
        # A fault outweighs what is unreadable, and that what is cut short.
        if report.verdict == INVALID or code != 1:
            code = max(code, EXITS[report.verdict]) if report.verdict != INVALID else 1
    for record, (one, first), (two, second) in forks(reports) if len(reports) > 1 else []:
        print(f"fork {record.author.hex()} seq {record.seq}: {first.hash.hex()} in {paths[one]} record {first.number}, "
              f"{second.hash.hex()} in {paths[two]} record {second.number}")
        code = 1
    return code


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 74
    sys.exit(code)
