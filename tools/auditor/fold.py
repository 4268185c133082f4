"""How final events become the state: "The fold" and what follows it in "Draws and races"."""
from collections import Counter
from itertools import product
from types import SimpleNamespace

from .events import digest
from .game import CHAINS_EXHAUSTED, TIME_LIMIT, Game, Rules
from .race import Call, Lobby, Sighting, quickest, verdict

COUNTERS = ("timed late judged disputed stray residual own counted quick sum squares heats behind voids after_closing ignored mismatches "
            "withheld raised").split()
MARKS = [("late", "timed"), ("disputed", "judged"), ("stray", "judged"), ("quick", "counted"), ("behind", "counted")]  # of chances
UNDECIDED, TIED, SETTLED = range(3)
CARDS, TIES = range(2)  # kinds of chains

def chosen(label, game, index, links, k):
    """"Draws"."""
    for attempt in range(64 if k > 1 else 0):
        v = int.from_bytes(digest([label, game, index, attempt, links])[:8], "big")
        if v < 2**64 // k * k or attempt == 63: return v % k
    return 0

class Fold:
    """Draw and race have as fields just the items of "State digest", in that order."""
    def __init__(self, start, accepts):
        n, self.id, self.keys, self.first, self.rules = len(accepts), start.hash, start.roster, start.first, Rules(*start.rules)
        self.seats, self.lobby, self.game, self.next_index = range(n), Lobby([e.paths for e in accepts]), None, 1
        self.race = SimpleNamespace(index=0, stage=SETTLED, matched=False, had_claims=False)  # There is none yet.
        self.latest = [[(-1, e.cards) for e in accepts], [(-1, e.ties) for e in accepts]]  # of each chain, by kind: what proved right
        self.members, self.time_up, self.ended, self.tied, self.foul = list(self.seats), [False] * n, set(), [], None
        self.marks, self.times = [Counter(dict.fromkeys(COUNTERS, 0)) for _ in self.seats], [[] for _ in self.seats]
        self.recorded, self.flipped, self.is_next_revealed, self.is_sealed = [], {0}, False, False
        self.open_draw(0, None)
        self.record()

    def open_draw(self, index, flipper):
        self.draw = SimpleNamespace(index=index, flipper=flipper, links=self.nothing(), evidence=self.nothing())

    def turns(self): return self.game.turns if self.game else 0
    def is_over(self): return self.game is not None and self.game.is_over
    def is_closed(self): return self.is_over() and self.ended.issuperset(self.members)
    def nothing(self): return [None for _ in self.seats]
    def spend_index(self): self.next_index, self.is_next_revealed = self.next_index + 1, False

    def is_right(self, kind, seat, link, index):
        """"Chains"."""
        if index >= self.rules.chain_length: return False
        (low, target), (high, reached) = sorted([(index, link), self.latest[kind][seat]])
        for i in range(high, low, -1): reached = digest(["snap link 1", self.id, self.keys[seat], kind, i, reached])
        if reached == target: self.latest[kind][seat] = max(self.latest[kind][seat], (index, link))
        return reached == target

    def apply(self, event):
        """Takes the next event. What makes it ignored, as "Ignored events" names it, or None. What this proves something by ends the
        audit; so what else would follow from such an event (indexSpent, counter 14) is left out."""
        take, fault = getattr(self, "take_" + event.kind, None), None
        if take and event.seat not in self.members: fault = "left"
        elif take and self.is_over() and event.kind not in ("leave", "end"): fault = "over"
        elif take: fault = take(event, event.seat)
        if event.kind == "flip": self.flipped.add(event.index)
        self.marks[event.seat]["ignored"] += fault is not None
        self.progress()
        return fault

    def end_view(self, lost):
        if self.is_over(): self.ended = set()
        if lost in self.members: self.depart(lost, None)
        self.progress()

    def take_flip(self, e, seat):
        if not self.game or self.draw or self.game.active != seat: return "out of turn"
        if e.index != self.next_index or e.index >= self.rules.chain_length: return "not the next index"
        if not self.is_right(CARDS, seat, e.link, e.index): return "link"
        if self.race.stage != SETTLED and self.race.closed[seat]: return "closed"
        self.marks[seat]["mismatches"] += e.state not in self.recorded
        self.game.fix(seat)
        self.open_draw(e.index, seat)
        self.draw.links[seat], self.draw.evidence[seat] = e.link, e
        self.spend_index()
        if self.race.stage == UNDECIDED: self.race.closed[seat] = True

    def take_reveal(self, e, seat):
        if e.index >= self.next_index:
            self.is_next_revealed |= e.index == self.next_index and self.draw is None
            return "stale"
        fits = self.draw is not None and self.draw.index == e.index
        closes = self.race.stage == UNDECIDED and self.race.index < e.index
        if fits and self.draw.links[seat] is not None: return "second"
        if not fits and not (closes and not self.race.closed[seat]): return "stale"
        if not self.is_right(CARDS, seat, e.link, e.index): return "link"
        if fits: self.draw.links[seat], self.draw.evidence[seat] = e.link, e
        if closes: self.race.closed[seat] = True

    def take_claim(self, e, seat):
        race = self.race
        if e.index != race.index or race.stage != UNDECIDED or race.closed[seat] or not race.may_claim[seat]: return "closed"
        race.claims.append((seat, e))
        race.had_claims = race.closed[seat] = True

    def take_witness(self, e, seat):
        race = self.race
        if e.index != race.index: return "stale"
        if (len(e.rtts), len(e.settling)) != (len(self.seats), len(race.settling)): return "shape"
        if race.stage != UNDECIDED: return None
        entries = race.entries[seat]
        for claimant, arrival in e.claims:
            if claimant in dict(race.claims) and claimant != seat and entries[claimant] is None: entries[claimant] = arrival
        race.rows[seat], race.last_settling[seat] = race.rows[seat] or e, e
        race.closed[seat] |= e.closed

    def take_tie(self, e, seat):
        if self.rules.pools: return "pool"
        if self.race.stage != TIED or e.index != self.race.index: return "stale"
        if self.race.ties[seat] is not None: return "second"
        if not self.is_right(TIES, seat, e.link, e.index): return "link"
        self.race.ties[seat], self.race.last_settling[seat] = e.link, e

    def take_leave(self, e, seat): self.depart(seat, e)
    def depart(self, seat, leave):
        """What a LEAVE does, and a loss, which has none."""
        self.members.remove(seat)
        if self.is_over(): return
        draw, race = self.draw, self.race
        if leave and draw and draw.links[seat] is None:
            is_given = leave.open and leave.open[0] == draw.index and self.is_right(CARDS, seat, leave.open[1], leave.open[0])
            draw.links[seat], draw.evidence[seat] = leave.open[1] if is_given else None, leave
            self.marks[seat]["withheld"] += not is_given
        if not leave and self.game and self.game.active == seat and draw is None and self.is_next_revealed: self.spend_index()
        if race.stage == UNDECIDED:
            race.claims = [claim for claim in race.claims if claim[0] != seat]
            race.rows[seat], race.entries[seat] = None, self.nothing()
            for row in race.entries: row[seat] = None
        if race.stage == TIED and race.ties[seat] is None: race.lottery_off = True
        if race.stage != SETTLED: race.last_settling[seat] = leave
        if self.game: self.game.leave(seat)

    def take_time(self, e, seat):
        if self.rules.time_limit == 0 or self.time_up[seat]: return "second"
        self.time_up[seat] = True

    def take_end(self, e, seat):
        if not self.is_over(): return "early"
        if seat in self.ended: return "second"
        self.ended.add(seat)
        self.marks[seat]["mismatches"] += e.state != self.recorded[-1]

    def progress(self):
        if self.is_sealed: return  # From the outcome on the state digest stays what it was.
        while not self.is_over():
            if self.draw and self.draw.flipper is not None and self.game.flipper is None: self.draw = None  # The turn was voided.
            if self.game and 2 * sum(self.time_up[seat] for seat in self.members) > len(self.members): self.game.end(TIME_LIMIT)
            elif self.decide() or self.lottery() or self.resolve(): continue
            elif self.draw or self.next_index < self.rules.chain_length or self.race.stage != SETTLED and self.race.claims: break
            else: self.game.end(CHAINS_EXHAUSTED)
        else: self.draw, self.race.stage, self.race.contenders = None, SETTLED, []
        self.record()
        self.is_sealed = self.is_over()

    def resolve(self):
        draw, before, members = self.draw, self.race, self.members
        if not draw or before.stage != SETTLED or not members or None in (draw.links[seat] for seat in members): return False
        self.draw = None
        if draw.index == 0:
            starter = members[chosen("snap draw 1", self.id, 0, draw.links, len(members))]
            if self.first is not None: starter = min(members, key=lambda seat: (seat - self.first) % len(self.seats))
            self.game = Game(self.rules, len(self.seats), starter)
            for seat in self.seats:
                if seat not in self.members: self.game.leave(seat)
            return True
        self.game.resolve(chosen("snap draw 1", self.id, draw.index, draw.links, len(self.game.drawn_from())))
        self.race = SimpleNamespace(
            index=draw.index, turner=draw.flipper, stage=UNDECIDED, contenders=[], matched_before=before.matched,
            matched=bool(self.game.matching()), had_claims=False, index_spent=False, lottery_off=False, evidence=draw.evidence,
            settling=before.last_settling if before.had_claims else [], closed=[False for _ in self.seats],
            may_claim=[seat in self.members and self.game.cards(seat) > 0 for seat in self.seats], claims=[], rows=self.nothing(),
            entries=[self.nothing() for _ in self.seats], ties=self.nothing(), last_settling=self.nothing())
        return True

    def decide(self):
        race, members = self.race, self.members
        if race.stage != UNDECIDED or not all(race.closed[seat] for seat in members): return False
        if any(race.entries[k][j] is None for j, _ in race.claims for k in members if k != j): return False
        if not race.claims: return self.settle("nothing", None, None)
        sights = {k: Sighting(self.lobby, race, k) for k in members if race.rows[k]}
        witnesses = {j: [sights[k] for k in members if k != j] for j, _ in race.claims}
        calls = [Call(claim, witnesses[j], self.lobby, race, 1000 * self.rules.false_start) for j, claim in race.claims]
        kind, who, foul, contenders = verdict(calls, self.lobby, self.rules.pools)
        self.mark(calls, sights, kind == "void", {call.seat: weight for call, weight in contenders})
        if kind != "tied": return self.settle("nothing" if kind == "void" else kind, who, foul)
        race.stage, race.contenders, self.tied, self.foul = TIED, [call.seat for call, _ in contenders], contenders, foul
        return True

    def mark(self, calls, sights, is_void, weights):
        for c in calls:
            marks, t, weight, is_stray = self.marks[c.seat], min(c.t, 10_000_000), weights.get(c.seat, 0), c.own > self.lobby.d
            marks.update(judged=1, disputed=c.disputed, stray=is_stray and not c.disputed, residual=c.hi - c.lo, own=c.own, voids=is_void)
            if c.is_timely and not c.disputed:
                self.times[c.seat].append(c.t)
                marks.update(counted=1, quick=t < 180_000, sum=t, squares=t * t, heats=weight > 0, behind=0 < weight < self.lobby.u)
        for seat in self.members if not self.race.settling else []:
            late = sorted(sight.lateness(seat) for sight in sights.values() if seat in sight.links.keys() - sight.known)
            self.marks[seat].update(timed=bool(late), late=bool(late) and late[(len(late) - 1) // 2] > 15_000 + self.lobby.d)
        for marks, (bit, (count, chances)) in product(self.marks, enumerate(MARKS)):
            marks["raised"] |= (marks[count] >= 6 and 3 * marks[count] > 2 * marks[chances]) << bit

    def lottery(self):
        race = self.race
        if race.stage != TIED or not race.lottery_off and any(race.ties[seat] is None for seat in self.members): return False
        tickets, winner = [call.seat for call, weight in self.tied for _ in range(weight)], None
        if not race.lottery_off: winner = tickets[chosen("snap tie 1", self.id, race.index, race.ties, len(tickets))]
        if winner is None or winner not in self.members:
            left = quickest(call for call, _ in self.tied if call.seat in self.members)
            winner = left and left.seat
        return self.settle("nothing" if winner is None else "match", winner, self.foul)

    def settle(self, kind, who, foul):
        self.race.stage, self.race.contenders = SETTLED, []
        self.game.settle(kind, who, foul, self.race.turner)
        return True

    def record(self):
        draw, race = self.draw and [*vars(self.draw).values()], [*vars(self.race).values()] if self.race.index else None
        state = digest(["snap state 1", self.id, self.next_index, [seat in self.members for seat in self.seats], self.time_up,
                        self.game and self.game.canonical(), draw, race, [[*marks.values()] for marks in self.marks]])
        if self.recorded[-1:] != [state]: self.recorded = self.recorded[-63:] + [state]
