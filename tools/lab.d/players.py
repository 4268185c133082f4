"""snap on the hosts of a lab, and what it says."""

import json
import os
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field


def control(*words):
    return subprocess.run(["lab-control", *map(str, words)], check=True, capture_output=True, text=True).stdout


def counters():
    return json.loads(control("counters"))


@dataclass
class Line:
    at: float
    value: dict
    # Of the player's processes, the one that said it: 1, 2, ...
    process: int = 1


@dataclass
class Player:
    """One snap on one host, with files of its own."""

    host: int
    home: str
    process: subprocess.Popen = None
    lines: list = field(default_factory=list)
    errors: str = ""
    on_line: object = None
    readers: list = field(default_factory=list)
    processes: int = 0
    again: tuple = ()

    def start(self, program, *words, person=False, named=True):
        hidden = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "SNAP_INTERFACE")
        environment = {name: value for name, value in os.environ.items() if name not in hidden} | {"HOME": self.home}
        self.process = subprocess.Popen(
            ["lab-exec", str(self.host), program, *words, "--json", *(["--name", f"Host {self.host}"] if named else [])],
            stdin=subprocess.PIPE if person else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        )
        self.processes += 1
        self.again = (program, words, person)
        streams = ((self.read_lines, self.process.stdout), (self.read_errors, self.process.stderr))
        fresh = [threading.Thread(target=read, args=(stream, self.processes)) for read, stream in streams]
        self.readers += fresh
        for reader in fresh:
            reader.start()

    def restart(self):
        """The same command once more, after the process before has ended."""
        program, words, person = self.again
        self.start(program, *words, person=person)

    def signal(self, number):
        """Sends a signal, and says when."""
        self.process.send_signal(number)
        return time.monotonic()

    def read_lines(self, stream, process):
        for text in stream:
            try:
                line = Line(time.monotonic(), json.loads(text), process)
            except ValueError:  # Killed in the middle of a line.
                continue
            self.lines.append(line)
            if self.on_line:
                self.on_line(line)

    def read_errors(self, stream, _):
        for text in stream:
            self.errors += text

    def type(self, text):
        try:
            self.process.stdin.write(text)
            self.process.stdin.flush()
        except OSError:
            pass

    def all(self, schema):
        return [line for line in self.lines if line.value.get("schema") == f"snap.{schema}/1"]

    def first(self, schema, since=0.0):
        """The first line of a schema since some moment."""
        return next((line for line in self.all(schema) if line.at >= since), None)

    @property
    def key(self):
        """Its session key."""
        made = self.first("table")
        return made.value["key"] if made else None

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
        for reader in self.readers:
            reader.join()


class Table:
    """So many players, one a host, at a table of the first one's."""

    def __init__(self, program, scratch, rules, count, people=False, games=1, code=None):
        self.people = people
        self.players = []
        for host in range(count):
            home = tempfile.mkdtemp(prefix=f"host{host}-", dir=scratch)
            self.players.append(Player(host, home))
        how = ["--ui", "plain"] if people else ["--ui", "none", "--no-input", "--bot", "average", "--games", str(games)]
        # Everyone has the same proposal, so that it does not matter whose is accepted.
        how += [word for rule in rules for word in ("--rule", rule)]
        self.started = time.monotonic()
        start = [] if people else ["--start-when", str(count)]
        start += ["--code", code] if code else []
        self.players[0].start(program, "new", "--players", str(count), *start, *how, person=people)
        self.wait(lambda: self.players[0].first("table"), 10)
        made = self.players[0].first("table")
        self.code = made.value["code"] if made else None
        for player in self.players[1:]:
            player.start(program, "join", self.code or "", *how, person=people)

    def wait(self, is_so, seconds):
        """Whether it came to be so in time."""
        until = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > until:
                return False
            time.sleep(0.02)
        return True

    def is_over(self):
        return all(player.process.poll() is not None for player in self.players)

    def end(self):
        for player in self.players:
            if player.process:
                player.end()
