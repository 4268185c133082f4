"""Finality, views, votes, extent: "Finality and order", "Membership", "Extent".

Of an event, `row` is what its own heads name, by seat: the highest seq, 0 where none, and its seq - 1 of its author's log; `before`
and `known` are all that its author had acknowledged before it and with it. `logs` are by seat, and contiguous.
"""
from collections import defaultdict
from math import inf

VOTES = ("promise", "propose", "accepted")

def position(event): return event.lamport, event.author

class Order:
    """The order of the game that `start` proposes, of all records at once. `steps`: each event that is taken, as (event, None, cut of
    the view if it is decided), and each end of a view, as (None, the lost, cut); `stuck`: the event that would come next."""
    def __init__(self, start, logs):
        self.start, self.logs, self.steps, self.taken, self.lost = start, logs, [], [0] * len(logs), {}  # lost: view and cut by seat
        self.votes = sorted((e for log in logs for e in log if e.kind in VOTES and e.game == start.game), key=position)
        self.last = [base + len(log) for base, log in zip(start.row, logs)]
        self.leaves = {log[-1].seat: log[-1] for log in logs if log and log[-1].kind == "leave"}
        self.known = [log[-1].known if log else [0] * len(logs) for log in logs]
        for seat in self.leaves: self.known[seat] = [inf] * len(logs)
        self.view, self.members, self.cuts = 1, list(range(len(logs))), [start.row]  # cuts: where each view begins
        while self.ends_view(): self.view += 1

    def ends_view(self):
        """Takes what can be taken in this view; whether it ends."""
        votes = [e for e in self.votes if e.seat in self.members and e.view == self.view]
        self.frozen = {e.seat: e.known for e in reversed(votes) if e.kind == "promise"}
        self.owners = sorted(self.members, key=lambda seat: self.start.roster[seat])
        self.here, self.valid = self.counted(votes), {}  # the votes that count, by kind and ballot; what proposals say, by hash
        self.decision, self.stuck = self.decide(), None
        lost, cut = self.decision or (None, None)
        is_cut_here = cut and all(last >= end for last, end in zip(self.last, cut))
        waiting = [e for seat in self.members for e in self.logs[seat] if e.kind not in ("ack", *VOTES) and e.seq > self.cuts[-1][seat]]
        for event in sorted(waiting, key=position):
            if cut and event.seq > cut[event.seat]: continue
            if not is_cut_here and (cut or self.missing(event)):
                self.stuck = event
                return False
            self.steps.append((event, None, cut))
            self.taken[event.seat] = event.seq
        if not is_cut_here: return False
        self.steps.append((None, lost, cut))
        self.cuts.append(cut)
        if lost is not None:
            self.members.remove(lost)
            self.lost[lost] = self.view, cut[lost]
        return True

    def counted(self, votes):
        """"Which votes count"."""
        here, promises, proposals, promised, accepted = defaultdict(list), {}, {}, defaultdict(int), defaultdict(int)
        for e in votes:
            if e.kind == "promise":
                covered = any(promises.get((seat, e.ballot - back), inf) <= e.row[seat] for seat in self.members for back in (0, 1))
                counts = e.ballot > promised[e.seat] and (e.ballot == 1 or covered)
                if counts: promised[e.seat], promises[e.seat, e.ballot] = e.ballot, e.seq
            elif e.kind == "propose":
                counts = (e.seat, e.ballot) not in proposals and e.ballot == promised[e.seat]
                proposals[e.hash] = proposals[e.seat, e.ballot] = e
            else:
                p = proposals.get(e.proposal)
                counts = p and p.ballot == e.ballot and p.seq <= e.row[p.seat] and promised[e.seat] <= e.ballot > accepted[e.seat]
                if counts: accepted[e.seat] = e.ballot
            if counts: here[e.kind, e.ballot].append(e)
        return here

    def ballots(self): return sorted(ballot for kind, ballot in self.here if kind == "accepted")
    def enough(self, all_, living): return all_ == len(self.owners) or all_ == len(self.owners) - 1 and living >= 2

    def decide(self):
        """(lost, cut), or None."""
        for ballot in self.ballots():
            for proposal in self.here["propose", ballot]:
                voters = {e.seat for e in self.here["accepted", ballot] if e.proposal == proposal.hash}
                agreed = voters.union(self.leaves.keys() & set(self.owners))
                if self.content(proposal) and self.enough(len(agreed), len(voters)): return self.content(proposal)

    def content(self, proposal):
        """(lost, cut) of one that is valid, else None."""
        if proposal.hash not in self.valid:
            roster, key, owner = self.start.roster, proposal.lost, self.owners[(proposal.ballot - 1) % len(self.owners)]
            content = roster.index(key) if key in roster else None, proposal.cut
            fits = proposal.seat == owner != content[0] and (key is None or content[0] in self.members)
            self.valid[proposal.hash] = content if fits and self.yielded(proposal.ballot, proposal.row) == content else None
        return self.valid[proposal.hash]

    def yielded(self, ballot, within):
        """What the evidence within these heads yields; None where it does not suffice."""
        promises = {e.seat: e for e in self.here["promise", ballot] if e.seq <= within[e.seat]}
        words = {seat: e for seat, e in self.leaves.items() if seat in self.members and e.seq <= within[seat]} | promises
        if not self.enough(len(words), len(promises)): return None
        for lower in reversed([lower for lower in self.ballots() if lower < ballot]):
            bound = {e.proposal for e in self.here["accepted", lower] if e.seat in words and e.seq < words[e.seat].seq}
            for proposal in self.here["propose", lower]:
                if proposal.hash in bound and self.content(proposal): return self.content(proposal)
        lost = next((seat for seat in self.owners if seat not in words), None)
        for seat in reversed(self.owners) if lost is None else []:
            accused = [e.accused for e in promises.values() if e.seat != seat]
            if len(accused) >= 2 and set(accused) == {self.start.roster[seat]}: lost = seat
        cut = list(self.cuts[-1])
        for word in words.values():
            for seat in self.members if word.seat != lost or word.kind == "leave" else []:
                cut[seat] = max(cut[seat], word.seq if seat == word.seat else word.row[seat])
        return lost, cut

    def missing(self, event):
        """The members that have not acknowledged an event in the running view."""
        return [seat for seat in self.members if self.frozen.get(seat, self.known[seat])[event.seat] < event.seq]

    def is_after_word(self, event):
        words = [e for (kind, _), votes in self.here.items() for e in votes if kind == "promise"]
        return any(e.seat == event.seat and e.seq < event.seq for e in words)

    def view_of(self, event):
        if event.seat in self.lost and event.seq > self.lost[event.seat][1]: return self.view + 1
        return next((view for view, cut in enumerate(self.cuts) if view and event.seq <= cut[event.seat]), self.view)

    def ends(self, taken):
        """By seat: the seq of the last record that belongs; None where the file does not have them all. `taken`: up to where, by seat."""
        ends = []
        for seat, (log, last) in enumerate(zip(self.logs, self.cuts[-1])):
            done = [e.seq for e in log if e.kind == "leave" or all(seq >= upto for seq, upto in zip(e.known, taken))]
            ends.append(self.lost[seat][1] if seat in self.lost else max(done[0], last) if done else None)
        if None in ends: return None
        for seat, (view, cut) in self.lost.items():
            votes = [e.seq for e in self.votes if e.seat == seat and e.view == view and e.seq > cut]
            ends[seat] = next((seq for seq in [cut] + votes if self.decides(view, ends[:seat] + [seq] + ends[seat + 1 :])), cut)
        return ends

    def decides(self, view, ends):
        """Whether the logs up to these ends alone decide a view."""
        return Order(self.start, [[e for e in log if e.seq <= end] for log, end in zip(self.logs, ends)]).view > view
