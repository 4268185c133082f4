"""How final events become the state: "The fold" and what follows it in "Draws and races"."""
from types import SimpleNamespace

from .events import digest
from .game import CHAINS_EXHAUSTED, TIME_LIMIT, Game, Rules
from .race import Call, Lobby, Sighting, quickest, verdict

(TIMED, LATE, JUDGED, DISPUTED, STRAY, RESIDUAL, OWN, COUNTED, QUICK, SUM, SQUARES, HEATS, BEHIND, VOIDS, AFTER_CLOSING, IGNORED,
 MISMATCHES, WITHHELD, RAISED) = range(19)
MARKS = [(LATE, TIMED), (DISPUTED, JUDGED), (STRAY, JUDGED), (QUICK, COUNTED), (BEHIND, COUNTED)]  # counter, chances
UNDECIDED, TIED, SETTLED = range(3)

class Chain:
    """What is known of one chain ("Chains")."""

    def __init__(self, game, key, kind, length, anchor):
        self.label, self.length, self.index, self.link = ["snap link 1", game, key, kind], length, -1, anchor

    def is_right(self, link, index):
        if index >= self.length: return False
        (low, target), (high, link) = sorted([(index, link), (self.index, self.link)])
        for i in range(high, low, -1): link = digest([*self.label, i, link])
        return link == target

    def admit(self, link, index):
        is_right = self.is_right(link, index)
        if is_right and index > self.index: self.index, self.link = index, link
        return is_right

def chosen(label, game, index, links, k):
    """"Draws"."""
    for attempt in range(64 if k > 1 else 0):
        v = int.from_bytes(digest([label, game, index, attempt, links])[:8], "big")
        if v < 2**64 // k * k or attempt == 63: return v % k
    return 0

class Fold:
    def __init__(self, start, accepts):
        n, self.id, self.first, self.rules = len(accepts), start.hash, start.first, Rules(*start.rules)
        self.seats, self.lobby = range(n), Lobby([accept.paths for accept in accepts])
        self.chains = [Chain(self.id, accept.author, 0, self.rules.chain_length, accept.cards) for accept in accepts]
        self.tie_chains = [Chain(self.id, accept.author, 1, self.rules.chain_length, accept.ties) for accept in accepts]
        self.present, self.time_up, self.ended, self.marks = [True] * n, [False] * n, [False] * n, [[0] * 19 for _ in self.seats]
        self.game, self.draw, self.next_index, self.is_next_revealed = None, self.new_draw(0, None), 1, False
        self.race = SimpleNamespace(index=0, stage=SETTLED, matched=False, had_claims=False)  # There is none yet.
        self.cards, self.races, self.times = 0, 0, [[] for _ in self.seats]  # For statistics: cards turned, T of counted claims.
        self.recorded, self.is_sealed = [], False
        self.record()

    def new_draw(self, index, flipper):
        return SimpleNamespace(index=index, flipper=flipper, links=self.nothing(), evidence=self.nothing())

    def is_over(self): return self.game is not None and self.game.is_over
    def is_closed(self): return self.is_over() and all(self.ended[seat] for seat in self.members())
    def members(self): return [seat for seat in self.seats if self.present[seat]]
    def nothing(self): return [None for _ in self.seats]

    def apply(self, event):
        """Takes the next event. What makes it ignored, as "Ignored events" names it, or None."""
        take, fault = getattr(self, "take_" + event.kind, None), None
        if take and not self.present[event.seat]: fault = "left"
        elif take and self.is_over() and event.kind not in ("leave", "end"): fault = "over"
        elif take: fault = take(event, event.seat)
        self.marks[event.seat][IGNORED] += fault is not None
        self.marks[event.seat][AFTER_CLOSING] += event.kind == "claim" and fault == "closed"
        self.progress()
        return fault

    def end_view(self, lost):
        if self.is_over(): self.ended = [False for _ in self.seats]
        if lost is not None and self.present[lost]:
            self.present[lost] = False
            if not self.is_over():
                if self.game and self.game.active == lost and self.draw is None and self.is_next_revealed: self.spend_index()
                self.go(lost, None)
        self.progress()

    def take_flip(self, e, seat):
        if self.game is None or self.draw: return "open"
        if e.index != self.next_index or e.index >= self.rules.chain_length: return "index"
        if self.game.active != seat: return "turn"
        if not self.chains[seat].is_right(e.link, e.index): return "link"
        if self.race.stage != SETTLED and self.race.closed[seat]:
            if not self.race.index_spent:
                self.race.index_spent = self.chains[seat].admit(e.link, e.index)
                self.spend_index()
            return "closed"
        self.marks[seat][MISMATCHES] += e.state not in self.recorded
        self.game.fix(seat)
        self.chains[seat].admit(e.link, e.index)
        self.draw = self.new_draw(e.index, seat)
        self.draw.links[seat], self.draw.evidence[seat] = e.link, e.hash
        self.spend_index()
        if self.race.stage == UNDECIDED: self.race.closed[seat] = True

    def spend_index(self): self.next_index, self.is_next_revealed = self.next_index + 1, False

    def take_reveal(self, e, seat):
        if e.index >= self.next_index:
            self.is_next_revealed |= e.index == self.next_index and self.draw is None
            return "none"
        fits = self.draw is not None and self.draw.index == e.index
        closes = self.race.stage == UNDECIDED and self.race.index < e.index
        if fits and self.draw.links[seat] is not None: return "second"
        if not fits and not (closes and not self.race.closed[seat]): return "none"
        if not self.chains[seat].admit(e.link, e.index): return "link"
        if fits: self.draw.links[seat], self.draw.evidence[seat] = e.link, e.hash
        if closes: self.race.closed[seat] = True

    def take_claim(self, e, seat):
        race = self.race
        if e.index > race.index: return "no race"
        if e.index < race.index or race.stage != UNDECIDED or race.closed[seat]: return "closed"
        if not race.may_claim[seat]: return "no cards"
        race.claims[seat], race.had_claims, race.closed[seat] = e, True, True

    def take_witness(self, e, seat):
        race = self.race
        if e.index != race.index: return "no race"
        if (len(e.rtts), len(e.settling)) != (len(self.seats), len(race.settling)): return "shape"
        if race.stage != UNDECIDED: return None
        for claimant, arrival in e.claims:
            is_new = claimant in race.claims and claimant != seat and race.entries[seat][claimant] is None
            if is_new: race.entries[seat][claimant] = arrival
        race.rows[seat], race.last_settling[seat] = race.rows[seat] or e, e.hash
        race.closed[seat] |= e.closed

    def take_tie(self, e, seat):
        if self.rules.pools: return "pool"
        if self.race.stage != TIED or e.index != self.race.index: return "none"
        if self.race.ties[seat] is not None: return "second"
        if not self.tie_chains[seat].admit(e.link, e.index): return "link"
        self.race.ties[seat], self.race.last_settling[seat] = e.link, e.hash

    def take_leave(self, e, seat):
        self.present[seat] = False
        if self.is_over(): return
        if self.draw and self.draw.links[seat] is None:
            is_given = e.open and e.open[0] == self.draw.index and self.chains[seat].admit(e.open[1], e.open[0])
            self.draw.links[seat], self.draw.evidence[seat] = e.open[1] if is_given else None, e.hash
            self.marks[seat][WITHHELD] += not is_given
        self.go(seat, e.hash)

    def go(self, seat, event):
        """What a LEAVE and a loss do to race and game."""
        race = self.race
        if race.stage == UNDECIDED:
            race.claims.pop(seat, None)
            race.rows[seat], race.entries[seat] = None, self.nothing()
            for row in race.entries: row[seat] = None
        if race.stage == TIED and race.ties[seat] is None: race.lottery_off = True
        if race.stage != SETTLED: race.last_settling[seat] = event
        if self.game: self.game.leave(seat)
        self.drop_void_draw()

    def drop_void_draw(self):
        if self.draw and self.draw.flipper is not None and self.game.flipper is None: self.draw = None

    def take_time(self, e, seat):
        if self.rules.time_limit == 0: return "no limit"
        if self.time_up[seat]: return "second"
        self.time_up[seat] = True

    def take_end(self, e, seat):
        if not self.is_over(): return "early"
        if self.ended[seat]: return "second"
        self.ended[seat] = True
        self.marks[seat][MISMATCHES] += e.state != self.recorded[-1]

    def progress(self):
        while not self.is_over():
            if self.game and 2 * sum(self.time_up[seat] for seat in self.members()) > len(self.members()): self.game.end(TIME_LIMIT)
            elif self.decide() or self.lottery() or self.resolve(): continue
            elif self.draw or self.next_index < self.rules.chain_length or self.race.stage != SETTLED and self.race.claims: break
            else: self.game.end(CHAINS_EXHAUSTED)
        if self.is_over(): self.draw, self.race.stage, self.race.contenders = None, SETTLED, []
        self.record()

    def resolve(self):
        draw, members = self.draw, self.members()
        if not draw or self.race.stage != SETTLED or not members or None in (draw.links[seat] for seat in members): return False
        self.draw = None
        if draw.index == 0:
            starter = members[chosen("snap draw 1", self.id, 0, draw.links, len(members))]
            if self.first is not None: starter = min(members, key=lambda seat: (seat - self.first) % len(self.seats))
            self.game = Game(self.rules, len(self.seats), starter)
            for seat in self.seats:
                if not self.present[seat]: self.game.leave(seat)
            return True
        self.game.resolve(chosen("snap draw 1", self.id, draw.index, draw.links, self.game.candidates()))
        self.cards += 1
        before = self.race
        self.race = SimpleNamespace(
            index=draw.index, turner=draw.flipper, evidence=draw.evidence, stage=UNDECIDED, contenders=[], foul=None,
            matched_before=before.matched, matched=bool(self.game.matching()),
            settling=before.last_settling if before.had_claims else [],
            may_claim=[self.present[seat] and self.game.cards(seat) > 0 for seat in self.seats],
            had_claims=False, index_spent=False, lottery_off=False, closed=[False for _ in self.seats],
            claims={},  # CLAIMs by seat, in the order of claiming
            rows=self.nothing(), entries=[self.nothing() for _ in self.seats], ties=self.nothing(), last_settling=self.nothing())
        return True

    def decide(self):
        race, members = self.race, self.members()
        if race.stage != UNDECIDED or not all(race.closed[seat] for seat in members): return False
        if any(race.entries[k][j] is None for j in race.claims for k in members if k != j): return False
        if not race.claims: return self.settle("nothing", None, None)
        sights, calls = {k: Sighting(self.lobby, race, k) for k in members if race.rows[k]}, []
        for j, claim in race.claims.items():
            others = [k for k in members if k != j]
            times = [claim.reaction] + [sights[k].reaction(j, race.entries[k][j]) for k in others]
            rtt = min((sights[k].rtts[j] for k in others), default=0)
            calls.append(Call(j, times, rtt, self.lobby, 1000 * self.rules.false_start, race))
        kind, who, foul, contenders = verdict(calls, self.lobby, race, self.rules.pools)
        self.mark(calls, sights, kind == "void", {call.seat: weight for call, weight in contenders})
        self.races += 1
        if kind != "tied": return self.settle("nothing" if kind == "void" else kind, who, foul)
        race.stage, race.contenders, race.foul = TIED, contenders, foul
        return True

    def mark(self, calls, sights, is_void, weights):
        for c in calls:
            t, weight, is_stray = min(c.t, 10_000_000), weights.get(c.seat, 0), c.own > self.lobby.d and not c.disputed
            more = {JUDGED: 1, DISPUTED: c.disputed, STRAY: is_stray, RESIDUAL: c.hi - c.lo, OWN: c.own, VOIDS: is_void}
            if c.counts:
                self.times[c.seat].append(c.t)
                more |= {COUNTED: 1, QUICK: t < 180_000, SUM: t, SQUARES: t * t}
                more |= {HEATS: weight > 0, BEHIND: 0 < weight < self.lobby.u}
            for counter, number in more.items(): self.marks[c.seat][counter] += number
        for seat in self.members() if not self.race.settling else []:
            late = sorted(x for x in (sight.lateness(seat) for sight in sights.values()) if x is not None)
            self.marks[seat][TIMED] += bool(late)
            self.marks[seat][LATE] += bool(late) and late[(len(late) - 1) // 2] > 15_000 + self.lobby.d
        for marks in self.marks:
            for bit, (count, chances) in enumerate(MARKS):
                marks[RAISED] |= (marks[count] >= 6 and 3 * marks[count] > 2 * marks[chances]) << bit

    def lottery(self):
        race = self.race
        if race.stage != TIED or not race.lottery_off and any(race.ties[seat] is None for seat in self.members()): return False
        tickets, winner = [call.seat for call, weight in race.contenders for _ in range(weight)], None
        if not race.lottery_off: winner = tickets[chosen("snap tie 1", self.id, race.index, race.ties, len(tickets))]
        if winner is None or not self.present[winner]:
            left = quickest(call for call, _ in race.contenders if self.present[call.seat])
            winner = left and left.seat
        return self.settle("nothing" if winner is None else "match", winner, race.foul)

    def settle(self, kind, who, foul):
        self.race.stage, self.race.contenders = SETTLED, []
        self.game.settle(kind, who, foul, self.race.turner)
        self.drop_void_draw()
        return True

    def record(self):
        if self.is_sealed: return
        game, d, r = self.game and self.game.canonical(), self.draw, self.race
        draw = d and [d.index, d.flipper, d.links, d.evidence]
        race = None if r.index == 0 else [
            r.index, r.turner, r.stage, [call.seat for call, _ in r.contenders], r.matched_before, r.matched, r.had_claims,
            r.index_spent, r.lottery_off, r.evidence, r.settling, r.closed, r.may_claim,
            [[seat, claim.hash] for seat, claim in r.claims.items()], [row and row.hash for row in r.rows], r.entries, r.ties,
            r.last_settling]
        state = digest(["snap state 1", self.id, self.next_index, self.present, self.time_up, game, draw, race, self.marks])
        if self.recorded[-1:] != [state]: self.recorded = self.recorded[-63:] + [state]
        self.is_sealed = self.is_over()
