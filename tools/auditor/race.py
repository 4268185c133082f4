"""How calls are judged: "Bounds", "Estimates", "Verdict"."""
from .events import HOUR, RTT


class Lobby:
    """The paths of the ACCEPTs and the bounds that follow."""

    def __init__(self, paths):
        n = len(paths)
        pairs = [paths[a][b] for a in range(n) for b in range(n) if a != b]
        self.rtts = [[min(path[0], RTT) for path in row] for row in paths]
        self.c = min(max(max(min(p[0], RTT) for p in pairs) + 10_000, 10_000), 60_000)
        self.d = min(max(max(min(p[1], RTT) for p in pairs), 10_000), 40_000)
        self.u = 6_000 if any(p[2] > 1_000 for p in pairs) else 3_000

    def line(self, j):
        """How far a seat is from the others ("Statistics")."""
        rtts = sorted(min(row[j], self.rtts[j][a]) for a, row in enumerate(self.rtts) if a != j)
        return rtts[(len(rtts) - 1) // 2] // 2


def bounded(arrival):
    return min(max(arrival, -HOUR), HOUR)


class Sighting:
    """One witness's row of a race."""

    def __init__(self, lobby, race, witness, row):
        self.lobby, self.turner, self.witness = lobby, race.turner, witness
        self.rtts = [0 if seat == witness else min(rtt, RTT) for seat, rtt in enumerate(row.rtts)]
        self.delays = [rtt // 2 for rtt in self.rtts]

        def seen(evidence, arrivals):
            return [None if event is None or at is None else bounded(at) for event, at in zip(evidence, arrivals)]

        self.links = seen(race.evidence, row.links)
        self.settling = seen(race.settling, row.settling)
        self.links[race.turner] = 0  # the FLIP is where its times begin

    def delay(self, a, j):
        if a == j:
            return 0
        d, rtts = self.delays, self.lobby.rtts
        return min(max(min(rtts[a][j], rtts[j][a]) // 2, abs(d[a] - d[j])), d[a] + d[j])

    def reaction(self, j, entry):
        d = self.delays
        reached = [at - d[a] + self.delay(a, j) for arrivals in (self.links, self.settling)
                   for a, at in enumerate(arrivals) if a != j and at is not None]
        return entry - d[j] - (max(reached) if reached else -d[j])

    def lateness(self, a):
        """From the turn's arrival at a to its link's sending; None: nothing seen of it."""
        if a in (self.turner, self.witness) or self.links[a] is None:
            return None
        d = self.delays
        return self.links[a] - d[a] + d[self.turner] - self.delay(self.turner, a)


class Call:
    def __init__(self, seat, times, rtt, lobby, false_start, race):
        over, q, times, m = max(0, rtt - lobby.c), times[0], sorted(times), len(times)
        self.seat, self.lo, self.hi = seat, times[(m - 1) // 2] + over, times[m // 2] + over
        self.t = (self.lo + self.hi) // 2
        self.own = abs(q + over - self.t)
        self.disputed = self.hi - self.lo > lobby.d
        self.early = self.t < false_start
        self.counts = race.matched and not self.early and not self.disputed
        self.foul = self.early and not race.matched_before and not (self.disputed and self.hi >= false_start)


def place(seat, turner, n):
    return (seat - turner - 1) % n


def quickest(calls, turner, n):
    return min(calls, key=lambda call: (call.t, place(call.seat, turner, n)), default=None)


def verdict(calls, lobby, race, n, pools):
    """(kind, who, foul, contenders): kind is void, nothing, wrong, match, pooled or tied; contenders of the last two."""
    if race.matched:
        timely, payable = [c for c in calls if not c.early], [c for c in calls if c.foul]
    else:
        timely, payable = [], [c for c in calls if not (c.early and race.matched_before)]
    eligible = timely or payable
    if not eligible:
        return "void" if any(c.disputed for c in calls) else "nothing", None, None, []
    nearest = min(c.hi for c in eligible)
    rivals = [c for c in calls if c.lo < nearest + lobby.u]
    if len(rivals) > 1 and any(c.disputed for c in rivals):
        return "void", None, None, []
    first = quickest(eligible, race.turner, n)
    if not timely:
        return "wrong", first.seat, None, []
    foul = quickest([c for c in calls if c.foul], race.turner, n)
    foul = None if foul is None else foul.seat
    contenders = sorted((c.seat, lobby.u - (c.t - first.t), c) for c in timely if lobby.u > c.t - first.t)
    if len(contenders) == 1:
        return "match", first.seat, foul, []
    return "pooled" if pools else "tied", None, foul, contenders
