"""How calls are judged: "Bounds", "Estimates", "Verdict". All times are in microseconds."""

def clamp(low, value, high): return min(max(low, value), high)

class Lobby:
    """The paths of the ACCEPTs and the bounds that follow."""

    def __init__(self, paths):
        self.seats = range(len(paths))
        rtts, spreads, jitters = zip(*(paths[a][b] for a in self.seats for b in self.seats if a != b))
        self.rtts = [[min(paths[a][b][0], paths[b][a][0]) for b in self.seats] for a in self.seats]
        self.c, self.d = clamp(10_000, max(rtts) + 10_000, 60_000), clamp(10_000, max(spreads), 40_000)
        self.u = 6_000 if max(jitters) > 1_000 else 3_000

    def line(self, seat):
        """How far a seat is from the others ("Statistics")."""
        return sorted(self.rtts[seat][other] for other in self.seats if other != seat)[(len(self.seats) - 2) // 2] // 2

class Sighting:
    """What one witness saw of a race."""

    def __init__(self, lobby, race, witness):
        def seen(events, arrivals): return [None if event is None else at for event, at in zip(events, arrivals)]
        row, self.lobby, self.witness, self.turner = race.rows[witness], lobby, witness, race.turner
        self.rtts = [0 if seat == witness else rtt for seat, rtt in enumerate(row.rtts)]
        self.delays = [rtt // 2 for rtt in self.rtts]
        self.links, self.settling = seen(race.evidence, row.links), seen(race.settling, row.settling)
        self.links[race.turner] = 0  # The FLIP is where its times begin.

    def delay(self, a, b):
        return clamp(abs(self.delays[a] - self.delays[b]), self.lobby.rtts[a][b] // 2, self.delays[a] + self.delays[b])

    def reaction(self, seat, entry):
        knowable = [at - self.delays[a] + self.delay(a, seat) for arrivals in (self.links, self.settling)
                    for a, at in enumerate(arrivals) if a != seat and at is not None]
        return entry - self.delays[seat] - max(knowable, default=-self.delays[seat])

    def lateness(self, seat):
        """From the turn's arrival at a seat to its link's sending; None: nothing was seen of it."""
        if seat in (self.turner, self.witness) or self.links[seat] is None: return None
        return self.links[seat] - self.delays[seat] + self.delays[self.turner] - self.delay(self.turner, seat)

class Call:
    def __init__(self, seat, times, rtt, lobby, false_start, race):
        """`times`: the caller's own, then what the witnesses reckon; `rtt`: the least of theirs to it."""
        over, ordered = max(0, rtt - lobby.c), sorted(times)
        self.seat, self.place = seat, (seat - race.turner - 1) % len(race.rows)
        self.lo, self.hi = ordered[(len(times) - 1) // 2] + over, ordered[len(times) // 2] + over
        self.t = (self.lo + self.hi) // 2
        self.own, self.disputed, self.early = abs(times[0] + over - self.t), self.hi - self.lo > lobby.d, self.t < false_start
        self.counts = race.matched and not self.early and not self.disputed
        self.foul = self.early and not race.matched_before and not (self.disputed and self.hi >= false_start)

def quickest(calls): return min(calls, key=lambda call: (call.t, call.place), default=None)

def verdict(calls, lobby, race, pools):
    """(kind, who, foul, contenders). The kind is void, nothing, wrong, match, pooled or tied, the last two with contenders: each
    call with its weight, by seat."""
    timely = [c for c in calls if race.matched and not c.early]
    eligible = timely or [c for c in calls if (c.foul if race.matched else not (c.early and race.matched_before))]
    rivals = [c for c in calls if c.lo < min((e.hi for e in eligible), default=0) + lobby.u]
    if not eligible: return "void" if any(c.disputed for c in calls) else "nothing", None, None, []
    if len(rivals) > 1 and any(c.disputed for c in rivals): return "void", None, None, []
    first, foul = quickest(eligible), quickest(c for c in calls if c.foul)
    if not timely: return "wrong", first.seat, None, []
    contenders = [(c, lobby.u - (c.t - first.t)) for c in sorted(timely, key=lambda c: c.seat) if lobby.u > c.t - first.t]
    if len(contenders) == 1: return "match", first.seat, foul and foul.seat, []
    return "pooled" if pools else "tied", None, foul and foul.seat, contenders
