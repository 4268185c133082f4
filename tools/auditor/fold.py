"""How final events become the state: "The fold" and what follows it in "Draws and races"."""
from .cbor import encode
from .events import h
from .race import Call, Lobby, Sighting, bounded, quickest, verdict
from .rules import CHAINS_EXHAUSTED, TIME_LIMIT, Game, Rules

(TIMED, LATE, JUDGED, DISPUTED, STRAY, RESIDUAL, OWN, COUNTED, QUICK, SUM, SQUARES, HEATS, BEHIND, VOIDS,
 AFTER_CLOSING, IGNORED, MISMATCHES, WITHHELD, RAISED) = range(19)
MARKS = [(LATE, TIMED), (DISPUTED, JUDGED), (STRAY, JUDGED), (QUICK, COUNTED), (BEHIND, COUNTED)]  # count, chances


class Chain:
    """What is known of one chain ("Chains")."""

    def __init__(self, game, key, kind, length, anchor):
        self.game, self.key, self.kind, self.length = game, key, kind, length
        self.index, self.link = -1, anchor

    def walk(self, link, high, low):
        for i in range(high, low, -1):
            link = h(encode(["snap link 1", self.game, self.key, self.kind, i, link]))
        return link

    def is_right(self, link, index):
        if index >= self.length:
            return False
        if index > self.index:
            return self.walk(link, index, self.index) == self.link
        return self.walk(self.link, self.index, index) == link

    def admit(self, link, index):
        if not self.is_right(link, index):
            return False
        if index > self.index:
            self.index, self.link = index, link
        return True


def draw(label, game, index, links, k):
    if k == 1:
        return 0
    for attempt in range(64):
        v = int.from_bytes(h(encode([label, game, index, attempt, links]))[:8], "big")
        if v < 2**64 // k * k:
            break
    return v % k


class Draw:
    def __init__(self, index, flipper, n):
        self.index, self.flipper = index, flipper
        self.links, self.evidence = [None] * n, [None] * n


class Race:
    def __init__(self, index, turner, evidence, settling, may_claim, matched_before, matched):
        n = len(evidence)
        self.index, self.turner, self.evidence, self.settling = index, turner, evidence, settling
        self.may_claim, self.matched_before, self.matched = may_claim, matched_before, matched
        self.stage, self.contenders, self.foul = 0, [], None
        self.had_claims = self.index_spent = self.lottery_off = False
        self.closed, self.claims = [False] * n, []  # claims: (seat, q, event)
        self.rows, self.row_events = [None] * n, [None] * n
        self.entries = [[None] * n for _ in range(n)]
        self.ties, self.last_settling = [None] * n, [None] * n


class Fold:
    def __init__(self, start, accepts):
        body = start.body
        self.id, self.roster, self.first = start.hash, body.roster, body.first
        self.n, self.rules = len(body.roster), Rules(body.rules)
        self.lobby = Lobby([accept.body.paths for accept in accepts])
        length = self.rules.chain_length
        self.chains = [[Chain(self.id, key, kind, length, (a.body.cards, a.body.ties)[kind]) for kind in (0, 1)]
                       for key, a in zip(self.roster, accepts)]
        self.present, self.time_up, self.ended = [True] * self.n, [False] * self.n, [False] * self.n
        self.marks = [[0] * 19 for _ in range(self.n)]
        self.game, self.race, self.next_index, self.is_next_revealed = None, None, 1, False
        self.draw = Draw(0, None, self.n)
        self.recorded, self.is_sealed = [], False
        self.cards = self.races = 0
        self.judged = []  # (calls, matched, kind, who) of races with claims
        self.record()

    # What is asked of the state

    @property
    def is_over(self):
        return self.game is not None and self.game.outcome is not None

    @property
    def is_closed(self):
        return self.is_over and all(ended or not here for ended, here in zip(self.ended, self.present))

    def members(self):
        return [s for s in range(self.n) if self.present[s]]

    def is_settled(self):
        return self.race is None or self.race.stage == 2

    # Events

    def apply(self, event):
        """Takes the next event. What makes it ignored, as "Ignored events" names it, or None."""
        fault = self.take(event)
        if fault is not None:
            seat = self.roster.index(event.author)
            self.marks[seat][IGNORED] += 1
            if event.kind == "claim" and fault == "closed":
                self.marks[seat][AFTER_CLOSING] += 1
        self.finish()
        return fault

    def end_view(self, lost):
        if self.is_over:
            self.ended = [False] * self.n
        if lost is not None and self.present[lost]:
            self.present[lost] = False
            if not self.is_over:
                if self.game and self.game.active == lost and self.draw is None and self.is_next_revealed:
                    self.spend_index()
                self.leave_race(lost, None)
                if self.game:
                    self.game.leave(lost)
                self.drop_void_draw()
        self.finish()

    def finish(self):
        self.progress()
        self.record()
        self.is_sealed = self.is_over

    def take(self, event):
        act = getattr(self, "take_" + event.kind, None)
        if act is None:
            return None
        seat = self.roster.index(event.author)
        if not self.present[seat]:
            return "left"
        if self.is_over and event.kind not in ("leave", "end"):
            return "over"
        return act(event.body, seat, event.hash)

    def take_flip(self, b, seat, event):
        fault = self.flip_fault(b, seat)
        chain = self.chains[seat][0]
        if fault is not None:
            if fault == "closed" and not self.race.index_spent:
                self.race.index_spent = True
                chain.admit(b.link, b.index)
                self.spend_index()
            return fault
        if b.state not in self.recorded:
            self.marks[seat][MISMATCHES] += 1
        self.game.fix(seat)
        chain.admit(b.link, b.index)
        self.draw = Draw(b.index, seat, self.n)
        self.draw.links[seat], self.draw.evidence[seat] = b.link, event
        self.spend_index()
        self.close(seat)
        return None

    def flip_fault(self, b, seat):
        if self.game is None or self.draw is not None:
            return "open"
        if b.index != self.next_index or b.index >= self.rules.chain_length:
            return "index"
        if self.game.active != seat:
            return "turn"
        if not self.chains[seat][0].is_right(b.link, b.index):
            return "link"
        return "closed" if not self.is_settled() and self.race.closed[seat] else None

    def spend_index(self):
        self.next_index, self.is_next_revealed = self.next_index + 1, False

    def take_reveal(self, b, seat, event):
        if b.index >= self.next_index:
            self.is_next_revealed |= b.index == self.next_index and self.draw is None
            return "none"
        fits = self.draw is not None and self.draw.index == b.index
        if fits and self.draw.links[seat] is not None:
            return "second"
        race = self.race
        closes = race is not None and race.stage == 0 and race.index < b.index and not race.closed[seat]
        if not fits and not closes:
            return "none"
        if not self.chains[seat][0].admit(b.link, b.index):
            return "link"
        if fits:
            self.draw.links[seat], self.draw.evidence[seat] = b.link, event
        if race is not None and race.index < b.index:
            self.close(seat)
        return None

    def close(self, seat):
        if self.race is not None and self.race.stage == 0:
            self.race.closed[seat] = True

    def take_claim(self, b, seat, event):
        race = self.race
        if race is None or b.race > race.index:
            return "no race"
        if b.race < race.index or race.stage != 0 or race.closed[seat]:
            return "closed"
        if not race.may_claim[seat]:
            return "no cards"
        race.claims.append((seat, b.reaction, event))
        race.had_claims = True
        self.close(seat)
        return None

    def take_witness(self, b, seat, event):
        race = self.race
        if race is None or b.race != race.index:
            return "no race"
        if len(b.rtts) != self.n or len(b.links) != self.n or len(b.settling) != len(race.settling):
            return "shape"
        if race.stage != 0:
            return None
        if race.rows[seat] is None:
            race.rows[seat], race.row_events[seat] = b, event
        for claimant, at in b.claims:
            if claimant != seat and race.entries[seat][claimant] is None and any(c[0] == claimant for c in race.claims):
                race.entries[seat][claimant] = bounded(at)
        if b.closed:
            race.closed[seat] = True
        race.last_settling[seat] = event
        return None

    def take_tie(self, b, seat, event):
        race = self.race
        if self.rules.pools:
            return "pool"
        if race is None or b.race != race.index or race.stage != 1:
            return "none"
        if race.ties[seat] is not None:
            return "second"
        if not self.chains[seat][1].admit(b.link, b.race):
            return "link"
        race.ties[seat], race.last_settling[seat] = b.link, event
        return None

    def take_leave(self, b, seat, event):
        self.present[seat] = False
        if self.is_over:
            return None
        draw = self.draw
        if draw is not None and draw.links[seat] is None:
            if b.open and b.open[0] == draw.index and self.chains[seat][0].admit(b.open[1], b.open[0]):
                draw.links[seat] = b.open[1]
            else:
                self.marks[seat][WITHHELD] += 1
            draw.evidence[seat] = event
        self.leave_race(seat, event)
        if self.game:
            self.game.leave(seat)
        self.drop_void_draw()
        return None

    def leave_race(self, seat, event):
        race = self.race
        if self.is_settled():
            return
        race.last_settling[seat] = event
        if race.stage == 0:
            race.claims = [claim for claim in race.claims if claim[0] != seat]
            race.rows[seat] = race.row_events[seat] = None
            for other in range(self.n):
                race.entries[seat][other] = race.entries[other][seat] = None
        elif race.ties[seat] is None:
            race.lottery_off = True

    def drop_void_draw(self):
        if self.draw is not None and self.draw.flipper is not None and self.game and self.game.flight is None:
            self.draw = None

    def take_time(self, b, seat, event):
        if self.rules.time_limit == 0:
            return "no limit"
        if self.time_up[seat]:
            return "second"
        self.time_up[seat] = True
        return None

    def take_end(self, b, seat, event):
        if not self.is_over:
            return "early"
        if self.ended[seat]:
            return "second"
        self.ended[seat] = True
        if b.state != self.recorded[-1]:
            self.marks[seat][MISMATCHES] += 1
        return None

    # "Progress"

    def progress(self):
        while not self.is_over:
            if not (self.end_by_time() or self.decide() or self.lottery() or self.resolve() or self.end_without_links()):
                return
        self.draw = None
        if self.race is not None:
            self.race.stage, self.race.contenders = 2, []

    def end_by_time(self):
        members = self.members()
        if self.game is None or sum(self.time_up[s] for s in members) <= len(members) // 2:
            return False
        self.game.end(TIME_LIMIT)
        return True

    def end_without_links(self):
        if self.game is None or self.draw is not None or self.next_index < self.rules.chain_length:
            return False
        if not self.is_settled() and self.race.claims:
            return False
        self.game.end(CHAINS_EXHAUSTED)
        return True

    def resolve(self):
        draw, members = self.draw, self.members()
        if draw is None or not self.is_settled() or not members or any(draw.links[s] is None for s in members):
            return False
        self.draw = None
        if draw.flipper is None:
            self.deal(draw, members)
        else:
            self.turn(draw)
        return True

    def deal(self, draw_, members):
        if self.first is None:
            starter = members[draw("snap draw 1", self.id, 0, draw_.links, len(members))]
        else:
            starter = next(s for step in range(self.n) for s in [(self.first + step) % self.n] if s in members)
        self.game = Game(self.rules, self.n, starter)
        for seat in (s for s in range(self.n) if not self.present[s]):
            self.game.leave(seat)

    def turn(self, draw_):
        k = len(self.game.candidates())
        self.game.resolve(draw("snap draw 1", self.id, draw_.index, draw_.links, k))
        self.cards += 1
        before = self.race
        self.race = Race(
            draw_.index, draw_.flipper, draw_.evidence,
            before.last_settling if before is not None and before.had_claims else [],
            [self.present[s] and self.game.cards(s) > 0 for s in range(self.n)],
            before is not None and before.matched, bool(self.game.matching()))

    def decide(self):
        race, members = self.race, self.members()
        if race is None or race.stage != 0 or not all(race.closed[s] for s in members):
            return False
        if any(race.entries[k][j] is None for j, _, _ in race.claims for k in members if k != j):
            return False
        if not race.claims:
            self.settle("nothing", None, None)
            return True
        rows = {k: Sighting(self.lobby, race, k, race.rows[k]) for k in members if race.rows[k] is not None}
        calls = []
        for j, q, _ in race.claims:
            others = [k for k in members if k != j]
            times = [q] + [rows[k].reaction(j, race.entries[k][j]) for k in others]
            rtt = min((rows[k].rtts[j] for k in others), default=0)
            calls.append(Call(j, times, rtt, self.lobby, 1000 * self.rules.false_start, race))
        kind, who, foul, contenders = verdict(calls, self.lobby, race, self.n, self.rules.pools)
        self.mark(calls, rows, members, kind == "void", {seat: weight for seat, weight, _ in contenders})
        self.races += 1
        self.judged.append([calls, race.matched, kind, who])
        if kind == "tied":
            race.stage, race.contenders, race.foul = 1, contenders, foul
        else:
            self.settle("nothing" if kind == "void" else kind, who, foul)
        return True

    def mark(self, calls, rows, members, is_void, weights):
        for c in calls:
            t, weight = min(c.t, 10_000_000), weights.get(c.seat, 0)
            more = {JUDGED: 1, DISPUTED: c.disputed, STRAY: c.own > self.lobby.d and not c.disputed, RESIDUAL: c.hi - c.lo, OWN: c.own,
                    VOIDS: is_void}
            if c.counts:
                more |= {COUNTED: 1, QUICK: c.t < 180_000, SUM: t, SQUARES: t * t, HEATS: weight > 0,
                         BEHIND: 0 < weight < self.lobby.u}
            for counter, number in more.items():
                self.marks[c.seat][counter] += number
        for seat in [] if self.race.settling else members:
            late = sorted(x for x in (row.lateness(seat) for row in rows.values()) if x is not None)
            if late:
                self.marks[seat][TIMED] += 1
                self.marks[seat][LATE] += late[(len(late) - 1) // 2] > 15_000 + self.lobby.d
        for marks in self.marks:
            for bit, (count, chances) in enumerate(MARKS):
                if marks[count] >= 6 and 3 * marks[count] > 2 * marks[chances]:
                    marks[RAISED] |= 1 << bit

    def lottery(self):
        race = self.race
        if race is None or race.stage != 1:
            return False
        if not race.lottery_off and any(race.ties[s] is None for s in self.members()):
            return False
        winner = None
        if not race.lottery_off:
            tickets = [seat for seat, weight, _ in race.contenders for _ in range(weight)]
            winner = tickets[draw("snap tie 1", self.id, race.index, race.ties, len(tickets))]
        if winner is None or not self.present[winner]:
            left = [call for seat, _, call in race.contenders if self.present[seat]]
            winner = quickest(left, race.turner, self.n).seat if left else None
        self.judged[-1][3] = winner
        self.settle("nothing" if winner is None else "match", winner, race.foul)
        return True

    def settle(self, kind, who, foul):
        race = self.race
        race.stage, race.contenders = 2, []
        self.game.settle(kind, who, foul, race.turner)
        self.drop_void_draw()

    # "State digest"

    def record(self):
        if self.is_sealed:
            return
        digest = h(self.text())
        if not self.recorded or self.recorded[-1] != digest:
            self.recorded = self.recorded[-63:] + [digest]

    def text(self):
        game = None if self.game is None else self.game.canonical()
        d, r = self.draw, self.race
        draw_ = None if d is None else [d.index, d.flipper, d.links, d.evidence]
        race_ = None if r is None else [
            r.index, r.turner, r.stage, [seat for seat, _, _ in r.contenders], r.matched_before, r.matched,
            r.had_claims, r.index_spent, r.lottery_off, r.evidence, r.settling, r.closed, r.may_claim,
            [[seat, event] for seat, _, event in r.claims], r.row_events, r.entries, r.ties, r.last_settling]
        return encode(["snap state 1", self.id, self.next_index, self.present, self.time_up, game, draw_, race_, self.marks])
