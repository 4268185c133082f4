"""The state of one game: "The game"."""

BOUNDS = [
    (0, 10), (0, 10), (0, 10), (0, 5_000), (0, 600_000), (0, 500), (0, 86_400_000), (0, 1), (0, 1), (256, 65_536)]
ALL_CARDS, LAST_SEAT, TIME_LIMIT, STALEMATE, CHAINS_EXHAUSTED = range(5)


class Rules:
    def __init__(self, numbers):
        self.wire = numbers
        self.fit = all(low <= number <= high for number, (low, high) in zip(numbers, BOUNDS))
        (self.match_bonus, self.mismatch_penalty, self.flip_cost, self.turn_pause, self.turn_limit, self.false_start,
         self.time_limit, self.in_order, self.pools, self.chain_length) = numbers


class Seat:
    def __init__(self):
        self.down, self.up, self.present, self.score, self.snaps = [], [], True, 0, 0


def rank(card):
    return card // 4


class Game:
    def __init__(self, rules, seats, starter):
        self.rules = rules
        self.seats = [Seat() for _ in range(seats)]
        self.pools = [list(range(52))]
        for place in range(52):
            self.seats[(starter + place) % seats].down.append(0)
        self.active = starter
        self.flight = None  # (seat, pool), pool None: to be recycled
        self.snap_pool = []
        self.quiet = self.turns = 0
        self.outcome = None  # (reason, winners)

    # Words of "State"

    def cards(self, s):
        flying = self.flight is not None and self.flight[0] == s and self.flight[1] is not None
        return len(self.seats[s].down) + len(self.seats[s].up) + flying

    def clockwise_from(self, s):
        return [(s + step) % len(self.seats) for step in range(len(self.seats))]

    def clockwise_after(self, s):
        return self.clockwise_from(s + 1)

    def is_able(self, s):
        seat = self.seats[s]
        return seat.present and (len(seat.down) >= 1 or len(seat.up) >= 2)

    def next_able(self, s):
        return next((x for x in self.clockwise_after(s) if self.is_able(x)), None)

    def new_pool(self, cards):
        number = next((number for number, pool in enumerate(self.pools) if not pool), len(self.pools))
        self.pools[number : number + 1] = [cards]
        return number

    def turned_down(self, cards):
        if not cards:
            return []
        if self.rules.in_order:
            return [self.new_pool([card]) for card in cards]
        return [self.new_pool(sorted(cards))] * len(cards)

    # "Turns"

    def fix(self, s):
        seat = self.seats[s]
        self.flight = (s, seat.down.pop(0) if seat.down else None)

    def candidates(self):
        s, pool = self.flight
        if pool is not None:
            return self.pools[pool]
        return self.seats[s].up[:1] if self.rules.in_order else sorted(self.seats[s].up)

    def recycle(self, s):
        seat = self.seats[s]
        slots, seat.up = self.turned_down(seat.up), []
        if not slots:
            return
        if self.flight == (s, None):
            self.flight = (s, slots[0])
            seat.down = slots[1:] + seat.down
        else:
            seat.down += slots

    def resolve(self, choice):
        s = self.flight[0]
        if self.flight[1] is None:
            self.recycle(s)
        card = self.pools[self.flight[1]].pop(choice)
        self.flight = None
        self.seats[s].up.append(card)
        self.seats[s].score -= self.rules.flip_cost
        self.turns += 1
        self.quiet += 1
        self.active = self.next_able(s)
        self.ending(False)
        return card

    # "Snap"

    def shown(self):
        tops = [rank(seat.up[-1]) for seat in self.seats if seat.present and seat.up]
        return tops + [rank(self.snap_pool[-1])] if self.snap_pool else tops

    def matching(self):
        shown = self.shown()
        return [s for s, seat in enumerate(self.seats)
                if seat.present and seat.up and shown.count(rank(seat.up[-1])) >= 2]

    def settle(self, kind, who, foul, turner):
        """kind: match (who: the winner), pooled, wrong (who: the payer), nothing."""
        if self.outcome:
            return
        flipper = self.flight[0] if self.flight else None
        payer, matching = None, self.matching()
        if kind == "match" and matching and self.seats[who].present:
            self.win(who, matching)
            payer = foul
        elif kind == "pooled" and matching:
            for s in self.clockwise_from(turner):
                if s in matching:
                    self.snap_pool += self.seats[s].up
                    self.seats[s].up = []
            self.quiet = 0
            payer = foul
        elif kind == "wrong":
            payer = who
        if self.flight and self.flight[1] is None and flipper in matching and not self.seats[flipper].up:
            self.flight = None
        self.end_if_all_cards()
        if payer is not None and not self.outcome and self.seats[payer].present:
            self.pay(payer)
            self.end_if_all_cards()
        if self.outcome:
            return
        if flipper is not None and self.flight is None:
            self.active = self.next_able(flipper)
        else:
            self.keep_turn(turner)
        self.ending(True)

    def win(self, winner, matching):
        shown, cards = self.shown(), []
        for s in self.clockwise_from(winner):
            if s in matching:
                cards += self.seats[s].up
                self.seats[s].up = []
        if self.snap_pool and shown.count(rank(self.snap_pool[-1])) >= 2:
            cards += self.snap_pool
            self.snap_pool = []
        pairs = sum(shown.count(r) * (shown.count(r) - 1) // 2 for r in set(shown))
        seat = self.seats[winner]
        seat.down += self.turned_down(cards)
        seat.snaps += 1
        seat.score += self.rules.match_bonus * pairs
        self.quiet = 0

    def keep_turn(self, turner):
        if self.flight is None and not (self.active is not None and self.is_able(self.active)):
            self.active = self.next_able(turner if self.active is None else self.active)

    def pay(self, payer):
        seat = self.seats[payer]
        seat.score -= self.rules.mismatch_penalty
        owed = [s for s in self.clockwise_after(payer) if s != payer and self.seats[s].present and self.cards(s)]
        if len(seat.down) < len(owed):
            self.recycle(payer)
        paid = owed[: len(seat.down)]
        for s in paid:
            self.seats[s].down.append(seat.down.pop(0))
        if paid:
            self.quiet = 0

    # "Departure"

    def leave(self, s):
        if self.outcome or not self.seats[s].present:
            return
        seat = self.seats[s]
        if self.flight and self.flight[0] == s:
            self.void_flight()
        slots = seat.down + self.turned_down(seat.up)
        seat.down, seat.up, seat.present = [], [], False
        others = [x for x in self.clockwise_after(s) if self.seats[x].present]
        receivers = [x for x in others if self.cards(x)] or others
        for place, slot in enumerate(slots if receivers else []):
            self.seats[receivers[place % len(receivers)]].down.append(slot)
        if slots:
            self.quiet = 0
        if len(others) == 1:
            return self.over(LAST_SEAT, others)
        self.end_if_all_cards()
        if not self.outcome:
            self.keep_turn(s)
            self.ending(False)

    def void_flight(self):
        s, pool = self.flight
        if pool is not None:
            self.seats[s].down.insert(0, pool)
        self.flight = None

    # "Ending", "Stalemate"

    def over(self, reason, winners):
        if self.flight:
            self.void_flight()
        self.active, self.outcome = None, (reason, winners)

    def end(self, reason):
        if self.outcome:
            return
        present = [s for s, seat in enumerate(self.seats) if seat.present]
        most = max((self.cards(s) for s in present), default=0)
        self.over(reason, [s for s in present if self.cards(s) == most])

    def end_if_all_cards(self):
        holders = [s for s in range(len(self.seats)) if self.cards(s)]
        if not self.outcome and not self.snap_pool and len(holders) == 1:
            self.over(ALL_CARDS, holders)

    def ending(self, race_settled):
        self.end_if_all_cards()
        if not self.outcome and self.is_stalemate(race_settled):
            self.end(STALEMATE)

    def is_stalemate(self, race_settled):
        if self.quiet >= 200 or race_settled and self.active is None and self.flight is None:
            return True
        showers = [0] * 13
        if self.snap_pool:
            showers[rank(self.snap_pool[-1])] += 1
        for s, seat in enumerate(self.seats):
            if seat.present:
                pools = set(seat.down) | {pool for seat, pool in [self.flight or (None, None)] if seat == s} - {None}
                for r in {rank(c) for c in seat.up} | {rank(c) for p in pools for c in self.pools[p]}:
                    showers[r] += 1
        return max(showers) < 2

    # "Canonical state"

    def canonical(self):
        out = list(self.rules.wire) + [len(self.seats)]
        for seat in self.seats:
            out += [int(seat.present), 2 * seat.score if seat.score >= 0 else -2 * seat.score - 1, seat.snaps]
            out += [len(seat.down), *seat.down, len(seat.up), *seat.up]
        out.append(len(self.pools))
        for pool in self.pools:
            out += [len(pool), *pool]
        out.append(0 if self.active is None else self.active + 1)
        seat, pool = self.flight or (0, None)
        out += [0, 0, 0] if self.flight is None else [2, seat, 0] if pool is None else [1, seat, pool]
        out += [len(self.snap_pool), *self.snap_pool, self.quiet, self.turns]
        reason, winners = self.outcome or (-1, [])
        return out + [reason + 1, len(winners), *winners]

    def is_possible(self):
        """52 cards, each once; each pool with as many cards as slots name it."""
        cards = [c for p in self.pools for c in p] + [c for s in self.seats for c in s.up] + self.snap_pool
        slots = [p for s in self.seats for p in s.down] + [self.flight[1] if self.flight else None]
        return sorted(cards) == list(range(52)) and all(
            slots.count(number) == len(pool) for number, pool in enumerate(self.pools))
