"""What lies in a player's session directory: every event that it wrote or acknowledged, in that order."""

import glob
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))

from auditor.cbor import Malformed, Reader  # noqa: E402
from auditor.events import Event  # noqa: E402


class SessionLog:
    """The log of one home, read as it grows. `own`: only what that key wrote is of interest."""

    def __init__(self, home):
        self.pattern = os.path.join(home, ".local/state/snap/sessions/*/events.log")
        self.path, self.offset, self.rest = None, 0, b""
        self.events = []

    def read(self):
        """The events that came since the last call."""
        if self.path is None:
            found = glob.glob(self.pattern)
            if not found:
                return []
            self.path = found[0]
        try:
            with open(self.path, "rb") as file:
                file.seek(self.offset)
                data = file.read()
        except OSError:  # The table was left.
            return []
        self.offset += len(data)
        data, at, fresh = self.rest + data, 0, []
        reader = Reader(data, 0, len(data))
        while at < len(data):
            try:
                fresh.append(Event(reader))
            except Malformed:
                break
            at = reader.at
        self.rest = data[at:]
        self.events += fresh
        return fresh


def forks(logs):
    """(author, seq) of which two different events were written or acknowledged by anybody: there must be none."""
    seen, found = {}, []
    for log in logs:
        log.read()
        for event in log.events:
            if seen.setdefault((event.author, event.seq), event.hash) != event.hash:
                found.append((event.author.hex()[:8], event.seq))
    return found
