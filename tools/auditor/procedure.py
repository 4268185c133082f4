"""The checks of one transcript: "The procedure", "Ignored events"."""
from .cbor import Malformed
from .events import h, read_file
from .fold import MISMATCHES, Fold
from .order import Order
from .rules import Rules

VERIFIED, INVALID, INCONCLUSIVE, MALFORMED = "VERIFIED", "INVALID", "INCONCLUSIVE", "MALFORMED"
EXITS = {VERIFIED: 0, INVALID: 1, INCONCLUSIVE: 2, MALFORMED: 65}


class Fault(Exception):
    def __init__(self, check, record, proven, reason):
        super().__init__(reason)
        self.check, self.record, self.proven, self.reason = check, record, proven, reason


class Short(Exception):
    """Nothing is wrong, but a whole game is not there."""


class BadMarker(Exception):
    pass


class Report:
    def __init__(self, data):
        self.digest, self.verdict, self.reason, self.fault = h(data), None, "", None
        self.records, self.proofs, self.joins, self.fold, self.lost, self.notes = [], [], [], None, [], []


def audit(data):
    report = Report(data)
    try:
        marker, records, end, proofs, torn = read_file(data)
    except Malformed as fault:
        report.verdict = MALFORMED
        report.reason = f"record {fault.record}, offset {fault.offset}: {fault.reason}"
        return report
    report.records, report.proofs, report.digest = records, proofs, h(data[:end])
    try:
        Audit(report, marker, records).run()
        report.verdict = VERIFIED
    except Fault as fault:
        report.verdict, report.fault, report.reason = INVALID, fault, fault.reason
    except BadMarker as fault:
        report.verdict, report.reason = MALFORMED, f"record 0: {fault}"
    except Short as short:
        report.verdict, report.reason = INCONCLUSIVE, str(short)
    if torn is not None and report.verdict in (VERIFIED, INCONCLUSIVE):
        report.verdict, report.reason = INCONCLUSIVE, f"incomplete last record at offset {torn}"
    return report


class Candidate:
    def __init__(self, start, order):
        self.start, self.order = start, order
        self.accepts, self.withdrawn = [None] * len(order.roster), [False] * len(order.roster)
        self.begin, self.withdrawals = None, []  # those that kill

    def is_killed(self, cut):
        """`cut`: of the decided view that BEGIN was taken in, if it was."""
        roster = self.order.roster
        return any(cut is None or e.seq <= cut[roster.index(e.author)] for e in self.withdrawals)


class Audit:
    def __init__(self, report, marker, records):
        self.report, self.marker, self.records = report, marker, records
        self.joins, self.body, self.logs, self.first_faults = report.joins, [], {}, []

    def run(self):
        self.signatures()
        self.certificates()
        self.chain()
        self.lamport()
        game = self.order()
        self.commitments(game)
        self.replay(game)

    # 2 to 5

    def signatures(self):
        every = self.records + self.report.proofs
        for record in every:
            if not record.is_signed():
                raise Fault("signatures", record, False, "a signature that is not its author's")
        if self.records and self.marker.table != self.records[0].table:
            raise BadMarker("another table than that of the events")
        for record in every:
            if record.table != every[0].table:
                raise Fault("signatures", record, False, "an event of another table")

    def certificates(self):
        self.other_version = False
        for record in self.records:
            if record.kind != "join":
                break
            if record.author in self.logs or len(self.joins) == 4:
                raise Fault("certificates", record, False, "a JOIN too many")
            if record.seq != 1:
                raise Fault("certificates", record, True, "a JOIN that does not begin its log")
            if not record.is_certified():
                raise Fault("certificates", record, True, "a certificate that does not hold")
            self.other_version = self.other_version or record.body.version != 1
            self.joins.append(record)
            self.logs[record.author] = []
        self.body = self.records[len(self.joins) :]
        for record in self.body:
            if len(self.joins) < 2 or record.author not in self.logs:
                raise Fault("certificates", record, False, "an author without a JOIN")
        self.roster = [join.author for join in self.joins]

    def chain(self):
        held = {(join.author, 1): join for join in self.joins}
        for record in self.body:
            log = self.logs[record.author]
            other = held.get((record.author, record.seq))
            if other is not None:
                same = other.hash == record.hash
                raise Fault("chain", record, not same, "an event twice" if same else "a fork")
            if record.kind == "join":
                raise Fault("chain", record, True, "a JOIN inside a log")
            if log and log[-1].kind == "leave":
                raise Fault("chain", record, True, "an event after LEAVE")
            if log and record.seq != log[-1].seq + 1:
                raise Fault("chain", record, False, "an event is left out or out of turn")
            before = log[-1] if log else held[(record.author, 1)] if record.seq == 2 else None
            if before is not None and record.previous != before.hash:
                raise Fault("chain", record, True, "an event that does not go on from the one before")
            held[(record.author, record.seq)] = record
            log.append(record)
        self.held, self.dangling, self.in_change = held, [], False
        for record in self.body:
            for author, seq, hash_ in record.heads:
                log = self.logs.get(author)
                if not log and (author, seq) not in held:
                    continue
                if log and seq > log[-1].seq:
                    self.dangling.append((record, author))
                elif self.hash_of(author, seq) not in (None, hash_):
                    raise Fault("chain", record, False, "a head with another hash than the file has")

        for one, other in zip(self.report.proofs[::2], self.report.proofs[1::2]):
            if (one.author, one.seq) != (other.author, other.seq) or one.hash >= other.hash or one.author not in self.logs:
                raise Fault("chain", other, False, "no proof against a player")
            raise Fault("chain", other, True, f"a fork, event {one.seq}: {one.hash.hex()} and {other.hash.hex()}")

    def hash_of(self, author, seq):
        record, log = self.held.get((author, seq)), self.logs[author]
        if record is not None:
            return record.hash
        return log[0].previous if log and seq == log[0].seq - 1 else None

    def lamport(self):
        for join in self.joins:
            last = join.lamport
            for record in self.logs[join.author]:
                if record.lamport <= last:
                    raise Fault("lamport", record, True, "a Lamport time that does not rise")
                last = record.lamport
        for record in self.body:
            for author, seq, _ in record.heads:
                named = self.held.get((author, seq))
                if named is not None and named.lamport >= record.lamport:
                    raise Fault("lamport", record, True, "a Lamport time not above that of a head")

    # 6 and 7

    def order(self):
        candidates = self.candidates()
        self.survey(candidates)
        game, running = None, []
        for candidate in candidates:
            if candidate.begin is None or game is not None:
                continue
            taken, decision, step = None, candidate.order.decision, candidate.order.take()
            while step is not None:
                if step[1] is candidate.begin:
                    taken = not candidate.is_killed(decision[1] if decision else None)
                decision, step = candidate.order.decision, candidate.order.take()
            if taken:
                game, running = candidate, [candidate.order]
            elif taken is None:
                running.append(candidate.order)
        order = game.order if game else None
        last = None
        for record in self.body:
            place = (order.view_of(record) if order else 1, record.position)
            if last is not None and place <= last:
                rest = [event.position for event in self.body if event.number >= record.number]
                self.in_change = any(
                    other.is_after_word(record) or other.frozen and rest == sorted(rest) for other in running)
                if self.in_change:
                    break
                raise Fault("order", record, False, "a record out of order, or of no view")
            last = place
        ends = order.ends() if order else None
        for record, author in self.dangling:
            if ends and record.seq == ends[order.seat(record.author)] and record.named[author] > ends[order.seat(author)]:
                continue
            if any(other.is_after_word(record) for other in running):
                self.in_change = True
            elif order is None or order.seat(author) in order.members:
                raise Fault("chain", record, False, "a head that names what is not here")
        if game is None:
            if not candidates and self.body and all(self.logs.values()):
                raise Fault("order", self.body[-1], False, "no START of this roster where the logs begin")
            self.raise_first()
            raise Short("the game does not begin in what is here")
        if game.start.body.game != self.marker.game:
            raise BadMarker("another game than that of START")
        return game

    def candidates(self):
        out = []
        for author in self.roster:
            start = self.logs[author][0] if self.logs[author] else None
            if start is None or start.kind != "start" or start.body.roster != self.roster:
                continue
            order = Order(start, self.body)
            if order.fits and self.is_fit(start, order):
                out.append(Candidate(start, order))
        return sorted(out, key=lambda candidate: candidate.start.number)

    def is_fit(self, start, order):
        for seat, key in enumerate(self.roster):
            log, base = self.logs[key], order.base[seat]
            head = next((head[2] for head in start.heads if head[0] == key), None)
            if log and log[0].seq != base + 1 or head and self.hash_of(key, base) not in (None, head):
                return False
        return True

    def survey(self, candidates):
        """Follows the candidates; what is proven is kept for "commitments"."""
        by_hash = {candidate.start.hash: candidate for candidate in candidates}
        named = {key: dict.fromkeys(self.roster, 0) for key in self.roster}
        for record in self.body:
            if record.kind in ("accept", "begin", "withdraw") and record.body.start in by_hash:
                candidate = by_hash[record.body.start]
                reason = getattr(self, "note_" + record.kind)(candidate, record, named[record.author])
                if reason is not None:
                    self.first_faults.append(Fault("commitments", record, True, reason))
            named[record.author][record.author] = record.seq
            for author in self.roster:
                named[record.author][author] = max(named[record.author][author], record.named.get(author, 0))

    def note_accept(self, candidate, record, _):
        seat = self.roster.index(record.author)
        if len(record.body.paths) != len(self.roster):
            return "an ACCEPT without one path a seat"
        if candidate.withdrawn[seat]:
            return "an ACCEPT after a WITHDRAW"
        if candidate.accepts[seat] is not None:
            return "a second ACCEPT"
        candidate.accepts[seat] = record

    def note_begin(self, candidate, record, _):
        if record.author != candidate.start.author:
            return "a BEGIN by another than the proposer"
        if candidate.begin is not None:
            return "a second BEGIN"
        accepts = candidate.accepts
        if None in accepts or [accept.hash for accept in accepts] != record.body.accepts:
            return "a BEGIN that does not name the first ACCEPTs"
        if any(a.author != record.author and record.named.get(a.author, 0) < a.seq for a in accepts):
            return "a BEGIN that does not acknowledge what it names"
        candidate.begin = record

    def note_withdraw(self, candidate, record, named):
        seat, begin, reason = self.roster.index(record.author), candidate.begin, None
        if begin is not None and named[begin.author] >= begin.seq:
            if not any(was for other, was in enumerate(candidate.withdrawn) if other != seat):
                reason = "a WITHDRAW after BEGIN while nobody else withdrew"
        else:
            candidate.withdrawals.append(record)
        candidate.withdrawn[seat] = True
        return reason

    def raise_first(self):
        if self.first_faults:
            raise min(self.first_faults, key=lambda fault: fault.record.number)

    def commitments(self, game):
        self.raise_first()
        body = game.start.body
        if (body.game == 1) != (body.first is None):
            raise Fault("commitments", game.start, True, "a first seat that does not fit the game's number")
        if not Rules(body.rules).fit:
            raise Fault("commitments", game.start, True, "rules out of bounds")

    # 8 to 13

    def replay(self, game):
        order = Order(game.start, self.body)
        fold = self.report.fold = Fold(game.start, game.accepts)
        self.flipped, self.since, has_begun = set(), 0, False
        while not fold.is_closed or order.decision is not None:
            step = order.take()
            if step is None:
                raise Short(self.shortfall(order, fold))
            if step[0] == "end":
                fold.end_view(step[1])
                self.report.lost.append(step[1])
                continue
            event = step[1]
            has_begun = has_begun or event is game.begin
            self.since += 1
            if has_begun:
                self.cut = order.decision[1] if order.decision else None
                self.step(fold, event)
            elif event.kind == "leave":
                fold.apply(event)
        if self.in_change:
            raise Short("the file ends before it shows how the members decided")
        if self.other_version:
            raise Short("a player of another version of the protocol")
        ends = order.ends()
        if ends is None:
            raise Short("the file ends before all have acknowledged the end")
        for record in self.body:
            if record.seq > ends[order.seat(record.author)]:
                raise Fault("order", record, False, "a record beyond the end of its log")

    def shortfall(self, order, fold):
        event = order.least()
        if event is not None:
            names = ", ".join(self.joins[seat].body.name for seat in order.missing(event))
            return f"record {event.number} is not acknowledged by {names}"
        return "an END is missing" if fold.is_over else "the game is not over"

    def step(self, fold, event):
        seat, body = self.roster.index(event.author), event.body
        if event.kind == "time" and body.clock < fold.rules.time_limit:
            raise Fault("rules", event, True, "a TIME before the limit by its own clock")
        mismatches, cards = fold.marks[seat][MISMATCHES], fold.cards
        fault = fold.apply(event)
        if fold.cards != cards:
            self.since = 0
        if fault is not None:
            self.judge(event, fault, fold)
        if event.kind == "flip":
            self.flipped.add(body.index)
        if fold.marks[seat][MISMATCHES] != mismatches:
            if event.kind == "end" or self.since < 60:
                raise Fault("states", event, True, "a state that these events do not lead to")
            self.report.notes.append(f"record {event.number}: its state is too old to be compared")
        if fold.game is not None and not fold.game.is_possible():
            raise Fault("rules", event, False, "an impossible table")

    def judge(self, event, fault, fold):
        kind, body = event.kind, event.body
        index = body.index if kind == "reveal" else body.race if kind in ("witness", "tie") else None
        active = fold.game.active if fold.game else None
        noted = kind == "reveal" and fault == "none" and active is not None and self.logs[fold.roster[active]] and (
            event.named.get(fold.roster[active], 0) > (self.cut or {active: self.logs[fold.roster[active]][-1].seq})[active])
        noted = noted or fault == "over" or fault in ("none", "no race") and kind in ("reveal", "witness", "tie") and (
            index in self.flipped or kind == "reveal" and index == 0)
        if noted:
            self.report.notes.append(f"record {event.number}: {kind.upper()} ignored: {fault}")
            return
        check = "rules"
        if fault in ("no race", "shape", "no cards", "closed") or kind == "tie" and fault in ("none", "link", "pool"):
            check = "races"
        elif fault in ("none", "link"):
            check = "draws"
        elif fault == "early":
            check = "result"
        raise Fault(check, event, True, f"{kind.upper()} ignored: {fault}")


def forks(reports):
    """(author, seq, places) of events that differ, over several transcripts ("Several transcripts")."""
    seen, out = {}, []
    for number, report in enumerate(reports):
        for record in report.records + report.proofs:
            key = record.author, record.seq
            if key not in seen:
                if record.is_signed():
                    seen[key] = number, record
            elif seen[key][1].hash != record.hash and record.is_signed():
                out.append((record, seen[key], (number, record)))
    return out
