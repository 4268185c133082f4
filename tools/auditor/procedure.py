"""The checks of one transcript: "The procedure", "Ignored events"; and of several: "Several transcripts"."""
from itertools import takewhile
from types import SimpleNamespace

from .cbor import Malformed
from .events import Transcript, h
from .fold import Fold
from .game import are_in_bounds
from .order import Order, position

VERIFIED, INVALID, INCONCLUSIVE, MALFORMED = "VERIFIED", "INVALID", "INCONCLUSIVE", "MALFORMED"

class Incomplete(Exception): """Nothing is wrong with what is there, but a whole game is not there."""
class Fault(Exception): """(check, record, reason)"""
class Proven(Fault): """Against the record's author, by its own signed events."""
class Altered(Fault): """The file is not what was played, and by whose doing does not show."""

class Audit:
    """What comes out: verdict, reason, digest, fault, fold, notes."""
    def __init__(self, data):
        self.file, self.verdict, self.reason, self.fault, self.fold, self.notes = Transcript(data), VERIFIED, "", None, None, []
        self.digest, self.joins, self.logs, self.held, self.hashes, self.in_change = h(data[: self.file.end]), [], {}, {}, {}, False
        try:
            if self.file.broken: raise Malformed(self.file.broken)
            self.signatures_and_certificates()
            self.chain()
            self.lamport()
            self.replay(self.order())
        except Malformed as fault: self.verdict, self.reason = MALFORMED, str(fault)
        except Incomplete as lack: self.verdict, self.reason = INCONCLUSIVE, str(lack)
        except Fault as fault: self.verdict, self.reason, self.fault = INVALID, fault.args[2], fault
        if self.file.torn is not None and self.verdict in (VERIFIED, INCONCLUSIVE):
            self.verdict, self.reason = INCONCLUSIVE, f"incomplete last record at offset {self.file.torn}"

    def signatures_and_certificates(self):
        every = self.file.events + self.file.proofs
        for record in every:
            if not record.is_signed: raise Altered("signatures", record, "a signature that is not its author's")
        if self.file.events and self.file.table != every[0].table: raise Malformed("record 0: not the table of the events")
        for record in every:
            if record.table != every[0].table: raise Altered("signatures", record, "an event of another table")
        for record in takewhile(lambda record: record.kind == "join", self.file.events):
            if record.author in self.logs or len(self.joins) == 4: raise Altered("certificates", record, "a JOIN too many")
            if record.seq != 1: raise Proven("certificates", record, "a JOIN that does not begin its log")
            if not record.is_certified(): raise Proven("certificates", record, "a certificate that does not hold")
            self.joins.append(record)
            self.logs[record.author], self.held[record.author, 1], self.hashes[record.author, 1] = [], record, record.hash
        self.body, self.roster, self.by_seat = self.file.events[len(self.joins) :], list(self.logs), list(self.logs.values())
        for record in self.body:
            if len(self.joins) < 2 or record.author not in self.logs: raise Altered("certificates", record, "it has no JOIN")

    def chain(self):
        for e in self.body:
            log, other, before = self.logs[e.author], self.held.get((e.author, e.seq)), (e.author, e.seq - 1)
            if other and other.hash == e.hash: raise Altered("chain", e, "an event twice")
            if other: raise Proven("chain", e, "a fork")
            if e.kind == "join": raise Proven("chain", e, "a JOIN inside a log")
            if log and log[-1].kind == "leave" and e.seq > log[-1].seq: raise Proven("chain", e, "an event after LEAVE")
            if log and e.seq != log[-1].seq + 1: raise Altered("chain", e, "an event is left out or out of turn")
            if self.hashes.setdefault(before, e.previous) != e.previous: raise Proven("chain", e, "it does not go on from the one before")
            # By seat, for the order (order.py).
            heads, e.seat = {author: seq for author, seq, _ in e.heads}, self.roster.index(e.author)
            e.before = log[-1].known if log else [0] * len(self.roster)
            e.row = [heads.get(author, 0) if author != e.author else e.seq - 1 for author in self.roster]
            e.known = [*map(max, e.before, e.row)]
            e.known[e.seat] = e.seq
            self.held[e.author, e.seq], self.hashes[e.author, e.seq] = e, e.hash
            log.append(e)
        self.heads, self.dangling = [(e, *head) for e in self.body for head in e.heads], []
        for e, author, seq, hash_ in self.heads:
            if self.logs.get(author) and seq > self.logs[author][-1].seq: self.dangling.append((e, self.roster.index(author)))
            elif self.hashes.get((author, seq), hash_) != hash_: raise Altered("chain", e, "a head of another hash")
        for one, other in zip(self.file.proofs[::2], self.file.proofs[1::2]):
            if (one.author, one.seq) != (other.author, other.seq) or one.hash >= other.hash or one.author not in self.logs:
                raise Altered("chain", other, "no proof against a player")
            raise Proven("chain", other, f"a fork, event {one.seq}: {one.hash.hex()} and {other.hash.hex()}")

    def lamport(self):
        for join, log in zip(self.joins, self.by_seat):
            for before, e in zip([join] + log, log):
                if e.lamport <= before.lamport: raise Proven("lamport", e, "a Lamport time that does not rise")
        for e, author, seq, _ in self.heads:
            if (author, seq) in self.held and self.held[author, seq].lamport >= e.lamport:
                raise Proven("lamport", e, "a Lamport time not above that of a head")

    def order(self):
        """The game, as far as the file shows that one begins."""
        candidates, game, running = self.candidates(), None, []
        for candidate in candidates:
            if game or not candidate.begin: continue
            candidate.order = Order(candidate.start, self.by_seat)
            cuts = [cut for e, _, cut in candidate.order.steps if e is candidate.begin]
            if not cuts: running.append(candidate.order)
            # Where BEGIN is taken within a cut, a WITHDRAW beyond it kills nothing.
            elif not any(cuts[0] is None or e.seq <= cuts[0][e.seat] for e in candidate.kills): game, running = candidate, [candidate.order]
        order = game and game.order
        places = [(order.view_of(e) if order else 1, position(e)) for e in self.body]
        wrong = next((index for index in range(1, len(places)) if places[index] <= places[index - 1]), None)
        if wrong is not None:
            e, rest = self.body[wrong], [position(e) for e in self.body[wrong:]]
            self.in_change = any(other.is_after_word(e) or other.frozen and rest == sorted(rest) for other in running)
            if not self.in_change: raise Altered("order", e, "a record out of order, or of no view")
        ends = order and order.ends(order.taken)
        for e, seat in self.dangling:
            if ends and e.seq == ends[e.seat] and e.row[seat] > ends[seat]: continue
            if any(other.is_after_word(e) for other in running): self.in_change = True
            elif not order or seat in order.members: raise Altered("chain", e, "a head that names what is not here")
        if not candidates and self.body and all(self.by_seat): raise Altered("order", self.body[-1], "no START begins a log")
        if game and game.start.game != self.file.game: raise Malformed("record 0: another game than that of START")
        for fault in self.proposal_faults: raise fault
        if not game: raise Incomplete("the game does not begin in what is here")
        if (game.start.game == 1) != (game.start.first is None): raise Proven("commitments", game.start, "a first seat that does not fit")
        if not are_in_bounds(game.start.rules): raise Proven("commitments", game.start, "rules out of bounds")
        return game

    def candidates(self):
        found = {}
        for e in self.body:
            if e.kind == "start" and e.roster == self.roster and e is self.by_seat[e.seat][0] and 0 not in e.row and all(
                    not log or log[0].seq == base + 1 for log, base in zip(self.by_seat, e.row)):
                found[e.hash] = SimpleNamespace(start=e, accepts=[None] * len(self.roster), begin=None, withdrawn=set(), kills=[])
        answers = [(e, self.answer(found[e.start], e)) for e in self.body if e.kind in ("accept", "begin", "withdraw") and e.start in found]
        self.proposal_faults = [Proven("commitments", e, reason) for e, reason in answers if reason]
        return list(found.values())

    def answer(self, candidate, e):
        """Takes an ACCEPT, BEGIN or WITHDRAW of a candidate, or says what it proves."""
        accepts, begin, withdrawn = candidate.accepts, candidate.begin, candidate.withdrawn
        # What it answers may be among what its author had acknowledged and is not here.
        saw_more = any(seen > (log[-1].seq if log else base) for log, seen, base in zip(self.by_seat, e.known, candidate.start.row))
        if e.kind == "accept":
            if len(e.paths) != len(self.roster): return "an ACCEPT without one path a seat"
            if e.seat in withdrawn or accepts[e.seat]: return "an ACCEPT after a WITHDRAW, or a second one"
            accepts[e.seat] = e
        elif e.kind == "begin":
            if e.author != candidate.start.author or begin: return "a BEGIN by another than the proposer, or a second one"
            is_named = [accept and accept.hash for accept in accepts] == e.accepts
            if is_named and all(e.row[accept.seat] >= accept.seq for accept in accepts): candidate.begin = e
            elif not saw_more: return "a BEGIN that does not name, or not acknowledge, the first ACCEPTs"
        else:
            if not begin or e.before[begin.seat] < begin.seq: candidate.kills.append(e)
            elif withdrawn <= {e.seat} and not saw_more: return "a WITHDRAW after BEGIN while nobody else withdrew"
            withdrawn.add(e.seat)

    def replay(self, game):
        order, fold, taken, begun, since = game.order, Fold(game.start, game.accepts), [0] * len(self.roster), False, 0
        self.fold = fold
        for e, lost, cut in order.steps:
            if fold.is_closed() and not cut: break
            if e is None:
                fold.end_view(lost)
                continue
            taken[e.seat], begun, since = e.seq, begun or e is game.begin, since + 1
            if not begun and e.kind != "leave": continue
            if e.kind == "time" and e.clock < fold.rules.time_limit: raise Proven("rules", e, "a TIME before the limit by its own clock")
            before, marks = fold.turns(), fold.marks[e.seat]["mismatches"]
            fault = fold.apply(e)
            if fault: self.judge(e, fault, cut)
            if fold.turns() > before: since = 0
            if fold.marks[e.seat]["mismatches"] > marks:
                if e.kind == "end" or since < 60: raise Proven("states", e, "a state that these events do not lead to")
                self.notes.append(f"record {e.number}: its state is too old to be compared")
            if fold.game and not fold.game.has_all_cards(): raise Altered("rules", e, "an impossible table")
        if not fold.is_closed() or order.decision:
            if order.stuck is None: raise Incomplete("an END is missing" if fold.is_over() else "the game is not over")
            names = ", ".join(self.joins[seat].name for seat in order.missing(order.stuck))
            raise Incomplete(f"record {order.stuck.number} is not acknowledged by {names}")
        ends = order.ends(taken)
        if self.in_change: raise Incomplete("the file ends before it shows how the members decided")
        if any(join.version != 1 for join in self.joins): raise Incomplete("a player of another version of the protocol")
        if ends is None: raise Incomplete("the file ends before all have acknowledged the end")
        for e in self.body:
            if e.seq > ends[e.seat]: raise Altered("order", e, "a record beyond the end of its log")

    def judge(self, e, fault, cut):
        """"Ignored events"."""
        active, is_noted = self.fold.game and self.fold.game.active, fault == "over" or fault == "stale" and e.index in self.fold.flipped
        if fault == "stale" and e.kind == "reveal" and active is not None and self.by_seat[active]:
            # It may answer a FLIP that lies beyond what counts.
            is_noted |= e.row[active] > (cut[active] if cut else self.by_seat[active][-1].seq)
        if is_noted: return self.notes.append(f"record {e.number}: {e.kind.upper()} ignored: {fault}")
        check = dict(early="result", closed="races", left="rules", second="rules").get(fault)
        check = check or ("races" if e.kind in ("claim", "witness", "tie") else "draws" if fault in ("link", "stale") else "rules")
        raise Proven(check, e, f"{e.kind.upper()} ignored: {fault}")

def forks(audits):
    """Of each event that differs from one of its author and seq that was met before, the places of both: number of a file and record."""
    seen, found = {}, []
    for number, audit in enumerate(audits):
        for record in audit.file.events + audit.file.proofs:
            first = seen.setdefault((record.author, record.seq), (number, record)) if record.is_signed else (number, record)
            if first[1].hash != record.hash: found.append((first, (number, record)))
    return found
