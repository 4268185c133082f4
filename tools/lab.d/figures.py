"""The figures of games, one row a game."""


def shown(value, digits=2):
    if value is None:
        return "-"
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)


COLUMNS = (
    ("case", lambda f: f["case"]),
    ("verdict", lambda f: "FAULT" if f["faults"] else "ok"),
    ("turns", lambda f: shown(f["turns"])),
    ("races", lambda f: shown(f["races"])),
    ("game s", lambda f: shown(f["gameSeconds"], 1)),
    ("turn gap s", lambda f: shown(f["gapMedian"])),
    ("worst", lambda f: shown(f["gapMax"])),
    ("apart ms", lambda f: shown(f["apart99"] * 1000, 0)),
    ("back after s", lambda f: shown(f.get("resumedAfter"))),
    ("silences", lambda f: shown(f["waiting"])),
    ("B/s a peer", lambda f: shown(f.get("octetsPerPeerSecond"), 0)),
    ("B a turn", lambda f: shown(f.get("octetsPerTurn"), 0)),
    ("lost/dup/reord", lambda f: f"{f['lost']}/{f['duplicated']}/{f['reordered']}"),
)


def print_table(rows):
    cells = [[head for head, _ in COLUMNS]] + [[cell(row) for _, cell in COLUMNS] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(COLUMNS))]
    for name, *row in cells:
        print("  ".join([name.ljust(widths[0])] + [text.rjust(width) for text, width in zip(row, widths[1:])]))
    print("apart: 99 of 100 turns are shown on all hosts within. B: octets sent, IPv4 and UDP headers counted.")
