"""The checks of one transcript: "The procedure", "Ignored events"; and of several: "Several transcripts"."""
from types import SimpleNamespace

from .events import Transcript, h
from .fold import MISMATCHES, Fold
from .game import are_in_bounds
from .order import Order, position

VERIFIED, INVALID, INCONCLUSIVE, MALFORMED = "VERIFIED", "INVALID", "INCONCLUSIVE", "MALFORMED"

class Stop(Exception):
    """What ends an audit. `word`: of a fault, whether it is proven or the file was altered."""

    def __init__(self, verdict, reason, word=None, check=None, record=None):
        super().__init__(reason)
        self.verdict, self.word, self.check, self.record = verdict, word, check, record

def altered(check, record, reason): return Stop(INVALID, reason, "altered", check, record)
def proven(check, record, reason): return Stop(INVALID, reason, "proven", check, record)
def short(reason): return Stop(INCONCLUSIVE, reason)

class Audit:
    """What comes out: verdict, reason, digest, fault, fold, notes."""

    def __init__(self, data):
        self.file, self.verdict, self.reason, self.fault, self.fold, self.notes = Transcript(data), VERIFIED, "", None, None, []
        self.digest, self.joins, self.logs, self.held, self.in_change = h(data[: self.file.end]), [], {}, {}, False
        try:
            if self.file.broken: raise Stop(MALFORMED, self.file.broken)
            self.signatures()
            self.certificates()
            self.chain()
            self.lamport()
            self.replay(self.order())
        except Stop as stop:
            self.verdict, self.reason, self.fault = stop.verdict, str(stop), stop if stop.record else None
        if self.file.torn is not None and self.verdict in (VERIFIED, INCONCLUSIVE):
            self.verdict, self.reason = INCONCLUSIVE, f"incomplete last record at offset {self.file.torn}"

    def signatures(self):
        every = self.file.events + self.file.proofs
        for record in every:
            if not record.is_signed(): raise altered("signatures", record, "a signature that is not its author's")
        if self.file.events and self.file.table != every[0].table: raise Stop(MALFORMED, "record 0: not the table of the events")
        for record in every:
            if record.table != every[0].table: raise altered("signatures", record, "an event of another table")

    def certificates(self):
        for record in self.file.events:
            if record.kind != "join": break
            if record.author in self.logs or len(self.joins) == 4: raise altered("certificates", record, "a JOIN too many")
            if record.seq != 1: raise proven("certificates", record, "a JOIN that does not begin its log")
            if not record.is_certified(): raise proven("certificates", record, "a certificate that does not hold")
            self.joins.append(record)
            self.logs[record.author], self.held[record.author, 1] = [], record
        self.body, self.roster, self.by_seat = self.file.events[len(self.joins) :], list(self.logs), list(self.logs.values())
        for record in self.body:
            if len(self.joins) < 2 or record.author not in self.logs: raise altered("certificates", record, "it has no JOIN")

    def chain(self):
        for record in self.body:
            log, other = self.logs[record.author], self.held.get((record.author, record.seq))
            if other and other.hash == record.hash: raise altered("chain", record, "an event twice")
            if other: raise proven("chain", record, "a fork")
            if record.kind == "join": raise proven("chain", record, "a JOIN inside a log")
            if log and log[-1].kind == "leave" and record.seq > log[-1].seq: raise proven("chain", record, "an event after LEAVE")
            if log and record.seq != log[-1].seq + 1: raise altered("chain", record, "an event is left out or out of turn")
            if self.hash_of(record.author, record.seq - 1) not in (None, record.previous):
                raise proven("chain", record, "an event that does not go on from the one before")
            # By seat, for the order (order.py).
            heads, record.seat = {author: seq for author, seq, _ in record.heads}, self.roster.index(record.author)
            record.before = log[-1].known if log else [0] * len(self.roster)
            record.row = [heads.get(author, 0) if author != record.author else record.seq - 1 for author in self.roster]
            record.known = [max(seqs) for seqs in zip(record.before, record.row)]
            record.known[record.seat] = record.seq
            self.held[record.author, record.seq] = record
            log.append(record)
        self.dangling = []
        for record, author, seq, hash_ in self.heads():
            if self.logs.get(author) and seq > self.logs[author][-1].seq: self.dangling.append((record, self.roster.index(author)))
            elif self.hash_of(author, seq) not in (None, hash_): raise altered("chain", record, "a head of another hash")
        for one, other in zip(self.file.proofs[::2], self.file.proofs[1::2]):
            if (one.author, one.seq) != (other.author, other.seq) or one.hash >= other.hash or one.author not in self.logs:
                raise altered("chain", other, "no proof against a player")
            raise proven("chain", other, f"a fork, event {one.seq}: {one.hash.hex()} and {other.hash.hex()}")

    def heads(self): return ((record, *head) for record in self.body for head in record.heads)

    def hash_of(self, author, seq):
        log = self.logs.get(author)
        if (author, seq) in self.held: return self.held[author, seq].hash
        return log[0].previous if log and seq == log[0].seq - 1 else None

    def lamport(self):
        for join, log in zip(self.joins, self.by_seat):
            for before, record in zip([join] + log, log):
                if record.lamport <= before.lamport: raise proven("lamport", record, "a Lamport time that does not rise")
        for record, author, seq, _ in self.heads():
            if (author, seq) in self.held and self.held[author, seq].lamport >= record.lamport:
                raise proven("lamport", record, "a Lamport time not above that of a head")

    def order(self):
        """The game, as far as the file shows that one begins."""
        candidates, game, running = self.candidates(), None, []
        for candidate in candidates:
            if game or not candidate.begin: continue
            taken = [cut for event, cut in candidate.order.steps() if event is candidate.begin]
            # Where BEGIN is taken within a cut, a WITHDRAW beyond it kills nothing.
            is_killed = taken and any(taken[0] is None or e.seq <= taken[0][e.seat] for e in candidate.kills)
            if not taken: running.append(candidate.order)
            elif not is_killed: game, running = candidate, [candidate.order]
        order = game and game.order
        places = [(order.view_of(record) if order else 1, position(record)) for record in self.body]
        for index, record in enumerate(self.body[1:], 1):
            if places[index] <= places[index - 1]:
                rest = [position(event) for event in self.body[index:]]
                self.in_change = any(other.is_after_word(record) or other.frozen and rest == sorted(rest) for other in running)
                if not self.in_change: raise altered("order", record, "a record out of order, or of no view")
                break
        ends = order and order.ends()
        for record, seat in self.dangling:
            if ends and record.seq == ends[record.seat] and record.row[seat] > ends[seat]: continue
            if any(other.is_after_word(record) for other in running): self.in_change = True
            elif not order or seat in order.members: raise altered("chain", record, "a head that names what is not here")
        if not candidates and self.body and all(self.by_seat): raise altered("order", self.body[-1], "no START begins a log")
        if game and game.start.game != self.file.game: raise Stop(MALFORMED, "record 0: another game than that of START")
        if self.first_faults: raise self.first_faults[0]
        if not game: raise short("the game does not begin in what is here")
        start = game.start
        if (start.game == 1) != (start.first is None): raise proven("commitments", start, "a first seat that does not fit")
        if not are_in_bounds(start.rules): raise proven("commitments", start, "rules out of bounds")
        return game

    def candidates(self):
        """Those of "order", and what is proven of them for "commitments"."""
        found, self.first_faults = {}, []
        for e in self.body:
            if e.kind == "start" and e.roster == self.roster and e is self.by_seat[e.seat][0] and 0 not in e.row and all(
                    not log or log[0].seq == base + 1 for log, base in zip(self.by_seat, e.row)):
                found[e.hash] = SimpleNamespace(start=e, order=Order(e, self.by_seat), accepts=[None] * len(self.roster),
                                                begin=None, withdrawn=set(), kills=[])  # kills: the WITHDRAWs that do
        for e in self.body:
            if e.kind in ("accept", "begin", "withdraw") and e.start in found:
                reason = getattr(self, "take_" + e.kind)(found[e.start], e)
                if reason: self.first_faults.append(proven("commitments", e, reason))
        return list(found.values())

    def take_accept(self, candidate, e):
        if len(e.paths) != len(self.roster): return "an ACCEPT without one path a seat"
        if e.seat in candidate.withdrawn: return "an ACCEPT after a WITHDRAW"
        if candidate.accepts[e.seat]: return "a second ACCEPT"
        candidate.accepts[e.seat] = e

    def take_begin(self, candidate, e):
        accepts = candidate.accepts
        if e.author != candidate.start.author: return "a BEGIN by another than the proposer"
        if candidate.begin: return "a second BEGIN"
        if [accept and accept.hash for accept in accepts] != e.accepts: return "a BEGIN that does not name the first ACCEPTs"
        if any(e.row[accept.seat] < accept.seq for accept in accepts): return "a BEGIN that does not acknowledge what it names"
        candidate.begin = e

    def take_withdraw(self, candidate, e):
        begin, others = candidate.begin, candidate.withdrawn - {e.seat}
        candidate.withdrawn.add(e.seat)
        if not begin or e.before[begin.seat] < begin.seq: candidate.kills.append(e)
        elif not others: return "a WITHDRAW after BEGIN while nobody else withdrew"

    def replay(self, game):
        order, fold = Order(game.start, self.by_seat), Fold(game.start, game.accepts)
        self.fold, self.flipped, self.since, has_begun = fold, set(), 0, False
        for event, what in order.steps():
            has_begun, self.since = has_begun or event is game.begin, self.since + (event is not None)
            if event is None: fold.end_view(what)
            elif has_begun: self.step(event, what)
            elif event.kind == "leave": fold.apply(event)
            if fold.is_closed() and not order.decision: break
        else:
            event = order.least()
            if event is None: raise short("an END is missing" if fold.is_over() else "the game is not over")
            names = ", ".join(self.joins[seat].name for seat in order.missing(event))
            raise short(f"record {event.number} is not acknowledged by {names}")
        ends = order.ends()
        if self.in_change: raise short("the file ends before it shows how the members decided")
        if any(join.version != 1 for join in self.joins): raise short("a player of another version of the protocol")
        if ends is None: raise short("the file ends before all have acknowledged the end")
        for record in self.body:
            if record.seq > ends[record.seat]: raise altered("order", record, "a record beyond the end of its log")

    def step(self, event, cut):
        fold, marks, cards = self.fold, self.fold.marks[event.seat], self.fold.cards
        if event.kind == "time" and event.clock < fold.rules.time_limit:
            raise proven("rules", event, "a TIME before the limit by its own clock")
        mismatches, fault = marks[MISMATCHES], fold.apply(event)
        if fold.cards != cards: self.since = 0
        if fault: self.judge(event, fault, cut)
        if event.kind == "flip": self.flipped.add(event.index)
        if marks[MISMATCHES] != mismatches:
            if event.kind == "end" or self.since < 60: raise proven("states", event, "a state that these events do not lead to")
            self.notes.append(f"record {event.number}: its state is too old to be compared")
        if fold.game and not fold.game.is_possible(): raise altered("rules", event, "an impossible table")

    def judge(self, event, fault, cut):
        """"Ignored events"."""
        kind, active, is_noted = event.kind, self.fold.game and self.fold.game.active, fault == "over"
        if fault in ("none", "no race") and kind in ("reveal", "witness", "tie"):
            is_noted = event.index in self.flipped or kind == "reveal" and event.index == 0
            if kind == "reveal" and active is not None and self.by_seat[active]:
                # It answers a FLIP that lies beyond what counts.
                is_noted = is_noted or event.row[active] > (cut[active] if cut else self.by_seat[active][-1].seq)
        if is_noted: return self.notes.append(f"record {event.number}: {kind.upper()} ignored: {fault}")
        check = dict(link="draws", none="draws", early="result").get(fault, "rules")
        if fault in ("closed", "no race", "no cards", "shape", "pool") or kind == "tie" and check == "draws": check = "races"
        raise proven(check, event, f"{kind.upper()} ignored: {fault}")

def forks(audits):
    """(record, place of the first, place of this) of events that differ; a place is the number of a file and the record there."""
    seen, out = {}, []
    for number, audit in enumerate(audits):
        for record in audit.file.events + audit.file.proofs:
            first = seen.get((record.author, record.seq))
            if first and first[1].hash == record.hash or not record.is_signed(): continue
            if first: out.append((record, first, (number, record)))
            else: seen[record.author, record.seq] = number, record
    return out
