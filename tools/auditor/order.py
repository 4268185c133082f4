"""Finality, views, votes, extent: "Finality and order", "Membership", "Extent"."""
from .events import UNORDERED


class Order:
    """The order of the game that `start` proposes, of all `records` at once (those after the JOINs)."""

    def __init__(self, start, records):
        self.start, self.roster, self.game = start, start.body.roster, start.body.game
        self.base = [start.seq - 1 if key == start.author else start.named.get(key) for key in self.roster]
        self.seats = range(len(self.roster))
        self.fits = None not in self.base
        if not self.fits:
            return
        self.logs = [[] for _ in self.seats]
        self.votes = []
        for event in sorted(records, key=lambda event: event.position):
            seat = self.seat(event.author)
            if seat is None or event.seq != self.last(seat) + 1:
                continue
            self.logs[seat].append(event)
            if event.kind in ("promise", "propose", "accepted") and event.body.game == self.game:
                self.votes.append((seat, event))
        self.heads = [next((row for _, row in reversed(list(self.rows(seat)))), [0] * len(self.roster)) for seat in self.seats]
        self.left = [bool(log) and log[-1].kind == "leave" for log in self.logs]
        self.view, self.members, self.cuts, self.lost_at = 1, list(self.seats), [], {}  # lost_at: in the order of loss
        self.next = [base + 1 for base in self.base]
        self.taken = [0 for _ in self.seats]
        self.enter_view()

    def seat(self, key):
        return self.roster.index(key) if key in self.roster else None

    def last(self, seat):
        return self.base[seat] + len(self.logs[seat])

    def event(self, seat, seq):
        return self.logs[seat][seq - self.base[seat] - 1] if self.base[seat] < seq <= self.last(seat) else None

    def rows(self, seat):
        """Each event of a log with, by seat, the highest seq that its author had acknowledged by it."""
        row = [0 for _ in self.seats]
        for event in self.logs[seat]:
            row = [max(row[other], event.named.get(self.roster[other], 0)) for other in self.seats]
            row[seat] = event.seq
            yield event, row

    # Views

    def starts(self):
        return self.cuts[-1] if self.cuts else self.base

    def enter_view(self):
        self.owners = sorted(self.members, key=lambda seat: self.roster[seat])
        here = [(seat, e) for seat, e in self.votes if seat in self.members and e.body.view == self.view]
        self.here = self.counting(here)
        self.frozen = {}
        for seat, event in here:
            if event.kind == "promise" and seat not in self.frozen:
                self.frozen[seat] = next(row for own, row in self.rows(seat) if own is event)
        self.decision = self.decide()

    def counting(self, votes):
        """Those that count, "Which votes count"."""
        counting, promises, proposals, highest, accepted = [], {}, {}, {}, {}
        for seat, event in votes:
            ballot, row, top = event.body.ballot, self.row(seat, event), highest.get(seat, 0)
            if event.kind == "promise":
                seen = any((s, b) in promises and promises[s, b] <= row[s] for s in self.members for b in (ballot, ballot - 1))
                if ballot <= top or ballot > 1 and not seen:
                    continue
                highest[seat], promises[seat, ballot] = ballot, event.seq
            elif event.kind == "propose":
                is_first = all((s, b) != (seat, ballot) for s, b, _ in proposals.values())
                proposals[event.hash] = seat, ballot, event.seq
                if not is_first or ballot != top:
                    continue
            else:
                author, named, seq = proposals.get(event.body.proposal, (None, None, None))
                if ballot < top or ballot <= accepted.get(seat, 0) or named != ballot or row[author] < seq:
                    continue
                accepted[seat] = ballot
            counting.append((seat, event))
        return counting

    def enough(self, count, living):
        return count == len(self.owners) or count == len(self.owners) - 1 and living >= 2

    def decide(self):
        """(lost, cut), or None."""
        accepted = [(seat, e.body.ballot, e.body.proposal) for seat, e in self.here if e.kind == "accepted"]
        for ballot in sorted({ballot for _, ballot, _ in accepted}):
            for author, event in self.here:
                if event.kind != "propose" or event.body.ballot != ballot or not self.is_valid(author, event):
                    continue
                voters = [s for s in self.owners if (s, ballot, event.hash) in accepted]
                leavers = [s for s in self.owners if self.left[s] and s not in voters]
                if self.enough(len(voters) + len(leavers), len(voters)):
                    return self.content(event)
        return None

    def content(self, event):
        lost = None if event.body.lost is None else self.seat(event.body.lost)
        if len(event.body.cut) != len(self.roster) or event.body.lost is not None and lost not in self.members:
            return None
        return lost, event.body.cut

    def is_valid(self, author, event):
        ballot, content = event.body.ballot, self.content(event)
        owner = self.owners[(ballot - 1) % len(self.owners)]
        return author == owner and content is not None and content[0] != author and self.yielded(ballot, self.row(author, event)) == content

    def row(self, author, event):
        """By seat: what an event's own heads name; of its author's log, what lies before it."""
        return [event.seq - 1 if seat == author else event.named.get(self.roster[seat], 0) for seat in self.seats]

    def yielded(self, ballot, within):
        """What the evidence within these heads yields; None where it does not suffice."""
        words = []
        for seat in self.owners:
            promise = next((e for s, e in self.here if s == seat and e.kind == "promise"
                            and e.body.ballot == ballot and e.seq <= within[seat]), None)
            if promise is not None:
                words.append((seat, promise))
            elif self.left[seat] and self.last(seat) <= within[seat]:
                words.append((seat, self.logs[seat][-1]))
        promises = [(seat, e) for seat, e in words if e.kind == "promise"]
        if not self.enough(len(words), len(promises)):
            return None
        locked, best = None, 0
        for seat, word in words:
            for s, vote in self.here:
                if s == seat and vote.kind == "accepted" and vote.seq < word.seq and best < vote.body.ballot < ballot:
                    for author, event in self.here:
                        if event.kind == "propose" and event.hash == vote.body.proposal and (
                                event.body.ballot == vote.body.ballot and self.is_valid(author, event)):
                            locked, best = self.content(event), vote.body.ballot
        if locked is not None:
            return locked
        spoken = [seat for seat, _ in words]
        lost = next((seat for seat in self.owners if seat not in spoken), None)
        if lost is None:
            for seat in self.owners:
                others = [e.body.accused for s, e in promises if s != seat]
                if len(others) >= 2 and all(accused == self.roster[seat] for accused in others):
                    lost = seat
                    break
        cut = list(self.starts())
        for author, word in words:
            if author == lost and word.kind == "promise":
                continue
            row = self.row(author, word)
            row[author] = word.seq
            for seat in self.members:
                cut[seat] = max(cut[seat], row[seat])
        return lost, cut

    def end_view(self):
        lost, cut = self.decision
        self.cuts.append(cut)
        if lost is not None:
            self.members = [seat for seat in self.members if seat != lost]
            self.lost_at[lost] = self.view, cut[lost]
        self.next = [max(self.next[seat], cut[seat] + 1) for seat in self.seats]
        self.view += 1
        self.enter_view()
        return lost

    # The order

    def missing(self, event):
        """The members that have not acknowledged an event in the running view."""
        author, out = self.seat(event.author), []
        for seat in self.members:
            if seat in self.frozen:
                done = self.frozen[seat][author] >= event.seq
            else:
                done = self.left[seat] or self.heads[seat][author] >= event.seq
            if not done:
                out.append(seat)
        return out

    def least(self):
        cut, best = self.decision[1] if self.decision else None, None
        for seat in self.members:
            event = self.event(seat, self.next[seat])
            while event is not None and event.kind in UNORDERED:
                self.next[seat] += 1
                event = self.event(seat, self.next[seat])
            if event is None or cut is not None and event.seq > cut[seat]:
                continue
            if best is None or event.position < best.position:
                best = event
        return best

    def take(self):
        """What comes next: ("event", e), ("end", lost), or None."""
        event = self.least()
        if self.decision is not None:
            if any(self.last(seat) < self.decision[1][seat] for seat in self.seats):
                return None
            if event is None:
                return "end", self.end_view()
        elif event is None or self.missing(event):
            return None
        seat = self.seat(event.author)
        self.next[seat], self.taken[seat] = event.seq + 1, event.seq
        return "event", event

    def is_after_word(self, event):
        return any(s == self.seat(event.author) and e.kind == "promise" and e.seq < event.seq for s, e in self.here)

    # "Extent"

    def view_of(self, event):
        seat = self.seat(event.author)
        if seat in self.lost_at and event.seq > self.lost_at[seat][1]:
            return self.view + 1
        for number, cut in enumerate(self.cuts):
            if event.seq <= cut[seat]:
                return number + 1
        return self.view

    def ends(self):
        """By seat: the seq of the last record that belongs; None where the file does not have them all."""
        out = []
        for seat in self.seats:
            if seat in self.lost_at:
                out.append(self.lost_at[seat][1])
                continue
            found = next((event.seq for event, row in self.rows(seat)
                          if event.kind == "leave" or all(row[x] >= self.taken[x] for x in self.seats)), None)
            if found is None:
                return None
            out.append(max(found, self.starts()[seat]))
        for lost, (view, cut) in self.lost_at.items():
            votes = [e.seq for s, e in self.votes if s == lost and e.body.view == view and e.seq > cut]
            out[lost] = next((seq for seq in [cut] + votes if self.decides(view, out[:lost] + [seq] + out[lost + 1:])), cut)
        return out

    def decides(self, view, ends):
        """Whether the logs up to these ends alone decide a view."""
        part = Order(self.start, [e for seat in self.seats for e in self.logs[seat] if e.seq <= ends[seat]])
        while part.view <= view and part.take() is not None:
            pass
        return part.view > view
