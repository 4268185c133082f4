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
    """What one witness saw of a race: when which seat's link and settling arrived, and how far they travelled."""
    def __init__(self, lobby, race, witness):
        row, self.lobby, self.entries, self.known = race.rows[witness], lobby, race.entries[witness], {witness, race.turner}
        self.rtts = [0 if seat == witness else rtt for seat, rtt in enumerate(row.rtts)]
        self.delays, self.turner = [rtt // 2 for rtt in self.rtts], race.turner
        self.links, self.settling = ({a: at for a, (event, at) in enumerate(zip(events, arrivals)) if event and at is not None}
                                     for events, arrivals in ((race.evidence, row.links), (race.settling, row.settling)))
        self.links[self.turner] = 0  # The FLIP is where its times begin.

    def delay(self, a, b):
        return clamp(abs(self.delays[a] - self.delays[b]), self.lobby.rtts[a][b] // 2, self.delays[a] + self.delays[b])

    def reaction(self, seat):
        sent = [(a, at) for arrivals in (self.links, self.settling) for a, at in arrivals.items() if a != seat]
        knowable = max((at - self.delays[a] + self.delay(a, seat) for a, at in sent), default=-self.delays[seat])
        return self.entries[seat] - self.delays[seat] - knowable

    def lateness(self, seat):
        """From the turn's arrival at a seat to its link's sending."""
        return self.links[seat] - self.delays[seat] + self.delays[self.turner] - self.delay(self.turner, seat)

class Call:
    """A claim, as the witnesses' sightings bound it."""
    def __init__(self, claim, sightings, lobby, race, false_start):
        times, self.seat = [claim.reaction] + [sighting.reaction(claim.seat) for sighting in sightings], claim.seat
        over, ordered = max(0, min(sighting.rtts[self.seat] for sighting in sightings) - lobby.c), sorted(times)
        self.lo, self.hi = ordered[(len(times) - 1) // 2] + over, ordered[len(times) // 2] + over
        self.t, self.place = (self.lo + self.hi) // 2, (self.seat - race.turner - 1) % len(race.rows)
        self.own, self.disputed, self.early = abs(claim.reaction + over - self.t), self.hi - self.lo > lobby.d, self.t < false_start
        self.is_timely = race.matched and not self.early
        self.is_foul = self.early and not race.matched_before and not (self.disputed and self.hi >= false_start)
        self.is_payable = self.is_foul if race.matched else not (self.early and race.matched_before)

def quickest(calls): return min(calls, key=lambda call: (call.t, call.place), default=None)

def verdict(calls, lobby, pools):
    """(kind, who, foul, contenders). The kind is void, nothing, wrong, match, pooled or tied, the last two with contenders: each
    call with its weight, by seat."""
    timely = [c for c in calls if c.is_timely]
    eligible = timely or [c for c in calls if c.is_payable]
    if not eligible: return "void" if any(c.disputed for c in calls) else "nothing", None, None, []
    rivals = [c for c in calls if c.lo < min(e.hi for e in eligible) + lobby.u]
    if len(rivals) > 1 and any(c.disputed for c in rivals): return "void", None, None, []
    first, foul = quickest(eligible), quickest(c for c in calls if c.is_foul)
    if not timely: return "wrong", first.seat, None, []
    contenders = [(c, lobby.u - (c.t - first.t)) for c in sorted(timely, key=lambda c: c.seat) if lobby.u > c.t - first.t]
    if len(contenders) == 1: return "match", first.seat, foul and foul.seat, []
    return "pooled" if pools else "tied", None, foul and foul.seat, contenders
