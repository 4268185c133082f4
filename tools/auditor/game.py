"""The state of one game and its operations: "The game". What a seat has is in lists by seat."""
from collections import namedtuple

BOUNDS = dict(match_bonus=(0, 10), mismatch_penalty=(0, 10), flip_cost=(0, 10), turn_pause=(0, 5_000), turn_limit=(0, 600_000),
              false_start=(0, 500), time_limit=(0, 86_400_000), in_order=(0, 1), pools=(0, 1), chain_length=(256, 65_536))
Rules = namedtuple("Rules", BOUNDS)
ALL_CARDS, LAST_SEAT, TIME_LIMIT, STALEMATE, CHAINS_EXHAUSTED = range(5)

def are_in_bounds(rules): return all(low <= number <= high for number, (low, high) in zip(rules, BOUNDS.values()))
def rank(card): return card // 4
def counted(item): return [item] if isinstance(item, int) else [len(item), *(number for part in item for number in counted(part))]

class Game:
    def __init__(self, rules, n, starter):
        self.rules, self.seats, self.present, self.score, self.snaps = rules, range(n), [True] * n, [0] * n, [0] * n
        self.down, self.up, self.pools, self.snap_pool = [[] for _ in self.seats], [[] for _ in self.seats], [list(range(52))], []
        for place in range(52): self.down[(starter + place) % n].append(0)
        self.active, self.flipper, self.slot = starter, None, None  # in flight: whose, and its pool, None if to be recycled
        self.quiet, self.turns, self.is_over, self.reason, self.winners = 0, 0, False, -1, []

    def slots(self, s): return ([self.slot] if self.flipper == s and self.slot is not None else []) + self.down[s]
    def cards(self, s): return len(self.slots(s) + self.up[s])
    def clockwise(self, s): return [seat for seat in [*self.seats[s:], *self.seats[:s]] if self.present[seat]]
    def is_able(self, s): return self.present[s] and (len(self.down[s]) >= 1 or len(self.up[s]) >= 2)
    def next_able(self, s): return next((x for x in self.clockwise(s + 1) if self.is_able(x)), None)

    def turned_down(self, cards):
        slots = []
        for pool in [[card] for card in cards] if self.rules.in_order else [sorted(cards)] if cards else []:
            number = [*self.pools, []].index([])  # the lowest whose pool is empty, else the next
            self.pools[number : number + 1] = [pool]
            slots += [number] * len(pool)
        return slots

    def fix(self, s): self.flipper, self.slot = s, self.down[s].pop(0) if self.down[s] else None
    def drawn_from(self): return self.up[self.flipper][: 1 if self.rules.in_order else 52] if self.slot is None else self.pools[self.slot]

    def recycle(self, s):
        slots, self.up[s] = self.turned_down(self.up[s]), []
        if slots and self.flipper == s and self.slot is None: self.slot, self.down[s] = slots[0], slots[1:] + self.down[s]
        else: self.down[s] += slots

    def resolve(self, choice):
        s = self.flipper
        if self.slot is None: self.recycle(s)
        self.up[s].append(self.pools[self.slot].pop(choice))
        self.flipper, self.slot, self.turns, self.quiet = None, None, self.turns + 1, self.quiet + 1
        self.score[s] -= self.rules.flip_cost
        self.active = self.next_able(s)
        self.ending(False)

    def shown(self): return [rank(pile[-1]) for pile in [*self.up, self.snap_pool] if pile]  # Who has left has no pile.
    def matches(self, pile): return bool(pile) and self.shown().count(rank(pile[-1])) >= 2
    def matching(self, first=0): return [s for s in self.clockwise(first) if self.matches(self.up[s])]

    def taken(self, seats):
        """The face-up cards of these seats, which they lose."""
        cards = [card for s in seats for card in self.up[s]]
        for s in seats: self.up[s] = []
        self.quiet = 0
        return cards

    def settle(self, kind, who, foul, turner):
        """kind: match (who: the winner), pooled, wrong (who: the payer), nothing."""
        flipper, matching, payer = self.flipper, self.matching(), who if kind == "wrong" else None
        if matching and (kind == "pooled" or kind == "match" and self.present[who]):
            payer = foul
            if kind == "match": self.win(who)
            else: self.snap_pool += self.taken(self.matching(turner))
        if self.slot is None and flipper in matching and not self.up[flipper]: self.flipper = None
        if self.is_all_with_one(): return self.end(ALL_CARDS)
        if payer is not None and self.present[payer]: self.pay(payer)
        if flipper is not None and self.flipper is None: self.active = self.next_able(flipper)
        self.keep_turn(turner)
        self.ending(True)

    def win(self, winner):
        shown, pool = self.shown(), self.snap_pool if self.matches(self.snap_pool) else []
        self.down[winner] += self.turned_down(self.taken(self.matching(winner)) + pool)
        if pool: self.snap_pool = []
        self.snaps[winner] += 1
        self.score[winner] += self.rules.match_bonus * sum(shown.count(r) * (shown.count(r) - 1) // 2 for r in range(13))

    def keep_turn(self, turner):
        if self.flipper is None and (self.active is None or not self.is_able(self.active)):
            self.active = self.next_able(turner if self.active is None else self.active)

    def pay(self, payer):
        self.score[payer] -= self.rules.mismatch_penalty
        owed = [s for s in self.clockwise(payer)[1:] if self.cards(s)]
        if len(self.down[payer]) < len(owed): self.recycle(payer)
        for s in owed[: len(self.down[payer])]:
            self.down[s].append(self.down[payer].pop(0))
            self.quiet = 0

    def leave(self, s):
        if self.is_over or not self.present[s]: return
        slots = self.slots(s) + self.turned_down(self.up[s])
        if self.flipper == s: self.flipper = self.slot = None
        self.down[s], self.up[s], self.present[s] = [], [], False
        others = self.clockwise(s)
        receivers = [x for x in others if self.cards(x)] or others
        for place, slot in enumerate(slots): self.down[receivers[place % len(receivers)]].append(slot)
        if slots: self.quiet = 0
        if len(others) == 1: return self.end(LAST_SEAT)
        self.keep_turn(s)
        self.ending(False)

    def end(self, reason):
        present = self.clockwise(0)
        most = max(map(self.cards, present), default=0)
        self.winners = present if reason == LAST_SEAT else [s for s in present if self.cards(s) == most]
        self.down, self.flipper, self.slot = [self.slots(s) for s in self.seats], None, None
        self.active, self.is_over, self.reason = None, True, reason

    def has_all_cards(self): return sorted(sum([*self.pools, *self.up, self.snap_pool], [])) == list(range(52))
    def is_all_with_one(self): return not self.snap_pool and sum(self.cards(s) > 0 for s in self.seats) == 1
    def ending(self, race_settled):
        if self.is_all_with_one(): self.end(ALL_CARDS)
        elif self.is_stalemate(race_settled): self.end(STALEMATE)

    def is_stalemate(self, race_settled):
        if self.quiet >= 200 or race_settled and self.active is None and self.flipper is None: return True
        showing = [[self.snap_pool[-1:]], *([self.up[s], *(self.pools[slot] for slot in set(self.slots(s)))] for s in self.seats)]
        ranks = [{rank(card) for pile in piles for card in pile} for piles in showing]
        return all(sum(r in some for some in ranks) < 2 for r in range(13))

    def canonical(self):
        out = [*self.rules, len(self.seats)]
        for s in self.seats:
            score = 2 * self.score[s] if self.score[s] >= 0 else -2 * self.score[s] - 1
            out += [int(self.present[s]), score, self.snaps[s], self.down[s], self.up[s]]
        flight = [0, 0, 0] if self.flipper is None else [2, self.flipper, 0] if self.slot is None else [1, self.flipper, self.slot]
        out += [self.pools, 0 if self.active is None else self.active + 1, *flight, self.snap_pool, self.quiet, self.turns]
        return counted([*out, self.reason + 1, self.winners])[1:]
