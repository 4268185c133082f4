"""Tables whose players crash, come back, fall asleep or lose the network. Each case plays one game or two, and returns figures; what is wrong
goes to `faults`, in words."""

import glob
import os
import signal
import subprocess
import tempfile
import time
from statistics import median

from players import Player, Table, control
from sessions import SessionLog, forks

SECOND_AUDITOR = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../audit.py")
CODE = "4HMA-SW95"
# From the last sign of a member to being told of its loss, and from the mending of a network to going on.
DROP_SECONDS_MAX, RESUME_SECONDS_MAX = 2.0, 0.5
# What was acknowledged by all when the network broke may still be on its way to the screen.
SETTLED_SECONDS = 0.5
# A game may outlast its time limit by its start, its last turn and the leaving.
MARGIN_SECONDS = 30


class Failed(Exception):
    """The case cannot go on."""


class Case:
    """One table of computer players while something happens to it."""

    def __init__(self, program, players=4, limit=20, games=1, rules=(), before=()):
        self.program, self.limit, self.games = program, limit, games
        self.rules = [f"timeLimit={limit}", *rules]
        self.count = players
        # (host, shell line): what is done to the hosts first.
        self.before = before
        self.faults, self.figures = [], {}

    def __enter__(self):
        for host, line in self.before:
            on_host(host, line)
        self.directory = tempfile.TemporaryDirectory(prefix="snap-survive-")
        self.table = Table(self.program, self.directory.name, self.rules, self.count, games=self.games, code=CODE)
        self.players = self.table.players
        self.logs = [SessionLog(player.home) for player in self.players]
        return self

    def __exit__(self, *_):
        for player in self.players:
            if player.process and player.process.poll() is None:
                player.process.send_signal(signal.SIGCONT)
        self.table.end()
        self.directory.cleanup()

    def fail(self, line):
        self.faults.append(line)

    def need(self, is_so, seconds, line):
        if not self.table.wait(is_so, seconds):
            raise Failed(f"{line} within {seconds} s")

    # What happens

    def play_on(self, turns=3):
        """Waits until so many turns more are shown everywhere."""
        before = [len(player.all("turn")) for player in self.living()]
        self.need(
            lambda: all(len(player.all("turn")) >= was + turns for player, was in zip(self.living(), before)),
            60, f"not {turns} turns")

    def living(self):
        return [player for player in self.players if player.process.poll() is None]

    def kill_at(self, kind, hosts=None, seconds=60, number=signal.SIGKILL):
        """Kills the first of the hosts that writes an event of that kind, at that very moment. Returns it, and when."""
        hosts = range(self.count) if hosts is None else hosts
        for host in hosts:
            self.logs[host].read()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for host in hosts:
                player = self.players[host]
                if any(event.kind == kind and event.author.hex() == player.key for event in self.logs[host].read()):
                    at = player.signal(number)
                    if number == signal.SIGKILL:
                        player.process.wait()
                    return player, at
            time.sleep(0.001)
        raise Failed(f"nobody wrote a {kind.upper()} within {seconds} s")

    # What must be so

    def expect_dropped(self, victim, since, most=DROP_SECONDS_MAX, by=None):
        """All others drop the victim in time."""
        others = [player for player in by or self.players if player is not victim and player.process.poll() is None]

        def told(player):
            return next((line for line in player.all("dropped") if line.value["player"]["key"] == victim.key), None)

        self.table.wait(lambda: all(map(told, others)), most + 5)
        for player in others:
            if told(player) is None:
                self.fail(f"host {player.host} does not drop host {victim.host}")
        after = [told(player).at - since for player in others if told(player)]
        self.figures["droppedAfter"] = max(after, default=None)
        if after and max(after) > most:
            self.fail(f"dropped only after {max(after):.2f} s (at most {most} s)")

    def expect_nobody_dropped(self):
        for player in self.players:
            for line in player.all("dropped"):
                self.fail(f"host {player.host} shows that {line.value['player']['name']} is dropped")

    def finish(self, of=None):
        """All who still run end by themselves, alike, and audit VERIFIED."""
        players = self.living() if of is None else of
        seconds = self.games * (self.limit + MARGIN_SECONDS)
        # Nobody, restarted or not, ever wrote two events of one number: looked at while the logs are there.
        until = time.monotonic() + seconds
        while any(player.process.poll() is None for player in players) and time.monotonic() < until:
            for log in self.logs:
                log.read()
            time.sleep(0.1)
        for author, number in forks(self.logs):
            self.fail(f"two events of number {number} by {author}")
        for player in players:
            if player.process.poll() is None:
                self.fail(f"host {player.host} still runs after {seconds} s")
            elif player.process.returncode != 0:
                self.fail(f"host {player.host} exits {player.process.returncode}: {player.errors.strip()[-200:]}")
        for game in range(1, self.games + 1):
            self.compare(players, game)

    def compare(self, players, game):
        results = []
        for player in players:
            found = [line.value for line in player.all("result") if line.value["game"] == game]
            if not found:
                self.fail(f"host {player.host} has no result of game {game}")
                continue
            results.append((player, found[0]))
        if len({result["digest"] for _, result in results}) > 1:
            self.fail(f"digests of game {game} differ")
        kept = {}
        for player, result in results:
            if result["transcript"] is None:
                self.fail(f"host {player.host} kept no transcript of game {game}")
                continue
            with open(result["transcript"], "rb") as file:
                kept.setdefault(file.read(), result["transcript"])
        if len(kept) > 1:
            self.fail(f"transcripts of game {game} differ")
        for path in kept.values():
            audit = subprocess.run([self.program, "audit", path], capture_output=True, text=True)
            if audit.returncode != 0:
                self.fail(f"audit of game {game} exits {audit.returncode}: {(audit.stdout + audit.stderr)[:300].strip()}")
        if results:
            self.figures["turns"] = self.figures.get("turns", 0) + results[0][1]["turns"]


# Cases


def crash(case, kind):
    """One of four is killed at the very moment when it has written that event; the others go on."""
    case.play_on(3)
    victim, at = case.kill_at(kind)
    case.expect_dropped(victim, at)
    case.play_on(2)
    case.finish()


def crash_in_turn(program):
    with Case(program, limit=20) as case:
        crash(case, "flip")
        return case


def crash_after_claim(program):
    with Case(program, limit=40) as case:
        crash(case, "claim")
        return case


def restart(program):
    """Killed in mid-turn and back within a second, several times: the same seat, and nobody is dropped."""
    with Case(program, limit=30) as case:
        case.play_on(2)
        away = []
        for kind in ("flip", "reveal", "ack"):
            victim, at = case.kill_at(kind, hosts=[3])
            tear(case.logs[3], victim)
            time.sleep(0.05)
            victim.restart()
            case.need(lambda: victim.processes == len(victim.all("table")), 10, "the restarted one is not back")
            away.append(time.monotonic() - at)
            if len({line.value["key"] for line in victim.all("table")}) != 1:
                case.fail("the restarted one has another key")
            case.play_on(2)
        case.figures["awaySeconds"] = max(away)
        case.expect_nobody_dropped()
        begun = case.players[0].first("begin").at
        for player in case.players[:3]:
            if any(line.at > begun for schema in ("seated", "unseated") for line in player.all(schema)):
                case.fail(f"host {player.host} shows somebody going or coming")
        seats = {line.value["seat"] for line in case.players[0].all("turn") if line.value["name"] == "Host 3"}
        if len(seats) != 1:
            case.fail(f"host 3 has the seats {seats}")
        case.finish()
        return case


def tear(log, victim):
    """What a computer that lost its power in mid-writing can leave: half an event behind the log, half a one in the transcript."""
    log.read()
    with open(log.path, "ab") as file:
        file.write(log.events[-1].octets[:77])
    for path in glob.glob(os.path.join(victim.home, ".local/share/snap/transcripts/*.snap")):
        os.truncate(path, max(0, os.path.getsize(path) - 5))


def restart_late(program):
    """Back after it was dropped: it learns so, looks on, and sits in the next game."""
    with Case(program, limit=20, games=2) as case:
        case.play_on(2)
        victim, at = case.kill_at("flip", hosts=[3])
        case.expect_dropped(victim, at)
        time.sleep(max(0, at + 6 - time.monotonic()))
        victim.restart()
        back = time.monotonic()
        learn(case, victim, back)
        next_game(case, victim)
        case.finish()
        return case


def learn(case, victim, since):
    """One that was dropped is told so, and sees the others' turns."""
    case.need(
        lambda: any(line.value["player"]["key"] == victim.key for line in victim.all("dropped")), 10,
        "the dropped one does not learn it")
    told = next(line for line in victim.all("dropped") if line.value["player"]["key"] == victim.key)
    case.figures["learntAfter"] = told.at - since
    case.need(lambda: victim.first("turn", since=told.at), 10, "the dropped one sees no turn")


def next_game(case, victim):
    """All four sit in the second game."""
    def begun():
        return [[line for line in player.all("begin") if line.value["game"] == 2] for player in case.players]

    case.need(lambda: all(begun()), case.limit + MARGIN_SECONDS, "the second game does not begin everywhere")
    for player, lines in zip(case.players, begun()):
        keys = [seat["key"] for seat in lines[0].value["seats"]]
        if len(keys) != case.count or victim.key not in keys:
            case.fail(f"host {player.host} sees {len(keys)} seats in the second game, the dropped one among them: {victim.key in keys}")


def split_in_halves(program, seconds=10, rounds=1):
    """Two and two: nobody can know anything final, so both sides wait and say so; healed, they go on."""
    with Case(program, limit=15 + rounds * (seconds + 8)) as case:
        resumed = []
        for _ in range(rounds):
            case.play_on(2)
            control("split", "0,1|2,3")
            broken = time.monotonic()
            time.sleep(seconds)
            mended = time.monotonic()
            control("heal")
            case.need(
                lambda: all(player.first("turn", since=mended) for player in case.players), 15, "no turn after healing")
            for player in case.players:
                waiting = {line.value["player"]["name"] for line in player.all("waiting") if broken < line.at < mended}
                missing = {"Host 2", "Host 3"} if player.host < 2 else {"Host 0", "Host 1"}
                if waiting != missing:
                    case.fail(f"host {player.host} says that it waits for {waiting or 'nobody'}, not {missing}")
                during = [line for line in player.all("turn") if broken + SETTLED_SECONDS < line.at < mended]
                if during:
                    case.fail(f"host {player.host} showed {len(during)} turns that the other side could not know")
            resumed.append(max(player.first("turn", since=mended).at for player in case.players) - mended)
        case.figures["resumedAfter"] = resumed
        # Of one round alone a busy computer must not make a fault.
        most = RESUME_SECONDS_MAX if rounds >= 5 else 2.0
        if median(resumed) > most:
            case.fail(f"goes on only {median(resumed):.2f} s after healing, in the median (at most {most} s)")
        case.expect_nobody_dropped()
        case.finish()
        return case


def split_off(program):
    """Three and one: the three go on; the one learns it on healing, looks on, and sits in the next game."""
    with Case(program, limit=20, games=2) as case:
        case.play_on(2)
        victim = case.players[3]
        control("split", "0,1,2|3")
        broken = time.monotonic()
        case.expect_dropped(victim, broken, by=case.players[:3])
        time.sleep(max(0, broken + 6 - time.monotonic()))
        if any(line.at > broken + SETTLED_SECONDS for line in victim.all("turn")):
            case.fail("the one that is alone shows turns")
        if not any(line.at > broken for line in victim.all("waiting")):
            case.fail("the one that is alone does not say that it waits")
        mended = time.monotonic()
        control("heal")
        learn(case, victim, mended)
        next_game(case, victim)
        case.finish()
        return case


def pause_briefly(program):
    """Stopped for a second: not dropped."""
    with Case(program, limit=20) as case:
        for _ in range(3):
            case.play_on(1)
            case.players[2].signal(signal.SIGSTOP)
            time.sleep(1.0)
            case.players[2].signal(signal.SIGCONT)
        case.play_on(2)
        case.expect_nobody_dropped()
        case.finish()
        return case


def pause_long(program):
    """Stopped for 3 s: dropped; it learns so when it goes on, looks on, and sits in the next game."""
    with Case(program, limit=20, games=2) as case:
        case.play_on(2)
        victim = case.players[3]
        at = victim.signal(signal.SIGSTOP)
        case.expect_dropped(victim, at)
        time.sleep(max(0, at + 3 - time.monotonic()))
        learn(case, victim, victim.signal(signal.SIGCONT))
        next_game(case, victim)
        case.finish()
        return case


def on_host(host, line):
    return subprocess.run(["lab-exec", str(host), "sh", "-ec", line], check=True, stdout=subprocess.PIPE, text=True).stdout


def other_address(program):
    """Two players; one's interface goes down and comes up with another address: the game goes on."""
    with Case(program, players=2, limit=25) as case:
        after = []
        for last in (77, 78):
            case.play_on(2)
            on_host(1, "ip link set eth0 down")
            time.sleep(4)
            on_host(1, f"ip address flush dev eth0; ip address add 10.98.0.{last}/24 broadcast + dev eth0; ip link set eth0 up")
            up = time.monotonic()
            case.need(
                lambda: all(player.first("turn", since=up) for player in case.players), 15, "no turn after coming back")
            after.append(max(player.first("turn", since=up).at for player in case.players) - up)
            if not all(player.first("heard", since=up) for player in case.players):
                case.fail("somebody does not say that the other is heard again")
        case.figures["resumedAfter"] = after
        # Heard again at once, and within 2 s of that a turn.
        if max(after) > 2.5:
            case.fail(f"goes on only {max(after):.2f} s after its network is back")
        case.finish()
        return case


def two_players(program):
    """Of two, one is killed: the other waits. Back after 4 s it goes on at its seat; killed for good, the game is left unfinished."""
    with Case(program, players=2, limit=60) as case:
        case.play_on(2)
        other = case.players[0]
        victim, at = case.kill_at("reveal", hosts=[1])
        waits(case, other, at)
        time.sleep(max(0, at + 4 - time.monotonic()))
        if any(line.at > at + SETTLED_SECONDS for line in other.all("turn")):
            case.fail("the one that is left goes on alone")
        victim.restart()
        back = time.monotonic()
        case.need(lambda: all(player.first("turn", since=back) for player in case.players), 15, "no turn after the restart")
        case.figures["resumedAfter"] = max(player.first("turn", since=back).at for player in case.players) - back
        if len({line.value["key"] for line in victim.all("table")}) != 1:
            case.fail("the restarted one has another key")
        case.play_on(2)
        case.expect_nobody_dropped()
        for author, number in forks(case.logs):
            case.fail(f"two events of number {number} by {author}")
        waits(case, other, case.kill_at("flip", hosts=[1])[1])
        other.signal(signal.SIGTERM)
        if other.process.wait(10) != 130:
            case.fail(f"who was interrupted exits {other.process.returncode}")
        case.need(lambda: other.first("unfinished"), 5, "nobody says that the game stays unfinished")
        line = other.first("unfinished").value
        if [player["name"] for player in line["awaited"]] != ["Host 1"]:
            case.fail(f"it waited for {line['awaited']}")
        audit = subprocess.run([program, "audit", line["transcript"]], capture_output=True, text=True)
        if audit.returncode != 2 or "not acknowledged by Host 1" not in audit.stdout:
            case.fail(f"audit exits {audit.returncode}: {audit.stdout[:200]}")
        second = subprocess.run([SECOND_AUDITOR, line["transcript"]], capture_output=True, text=True)
        if second.returncode != 2:
            case.fail(f"the second auditor exits {second.returncode}: {second.stdout[:200]}")
        return case


def waits(case, player, since):
    """It is told that the game stands still."""
    case.need(
        lambda: any(line.at > since and line.value["suspended"] for line in player.all("waiting")), 5,
        "the one that is left does not say that the game stands still")


def late_network(program):
    """Somebody's network comes up only after the start: the table is found within 10 s, and nobody starts again."""
    with Case(program, players=2, limit=6, before=[(1, "ip link set eth0 down")]) as case:
        # Longer than one waits for a table where there is a network.
        time.sleep(6)
        if case.players[1].process.poll() is not None:
            raise Failed(f"who has no network ends at once: {case.players[1].errors}")
        on_host(1, "ip link set eth0 up")
        up = time.monotonic()
        case.need(lambda: all(player.first("begin") for player in case.players), 10, "no game")
        case.figures["begunAfter"] = max(player.first("begin").at for player in case.players) - up
        case.finish()
        return case


def leave_in_turn(program):
    """The terminal of one is closed just after it has called, or turned: the others go on at once."""
    with Case(program, limit=25) as case:
        case.play_on(2)
        victim, at = case.kill_at("flip", number=signal.SIGHUP)
        others = [player for player in case.players if player is not victim]
        case.need(
            lambda: all(
                any(line.at > at and line.value["name"] != f"Host {victim.host}" for line in player.all("turn"))
                for player in others), 10, "the others do not go on")
        # A computer player takes up to 2.5 s to turn, and the pause comes before it.
        case.figures["turnAfter"] = max(
            next(line.at for line in player.all("turn") if line.at > at and line.value["name"] != f"Host {victim.host}")
            for player in others) - at
        if victim.process.wait(5) != 130:
            case.fail(f"who was interrupted exits {victim.process.returncode}")
        case.expect_nobody_dropped()
        case.finish(others)
        return case


def bad_network(program):
    """Everything comes twice, much in another order, some of it 5 s too late or never, and no link takes more than 1280 octets."""
    hosts = range(4)
    with Case(program, limit=20, before=[(host, "ip link set eth0 mtu 1280") for host in hosts]) as case:
        for setting, percent in (("duplicate", 100), ("reorder", 30), ("late", 5), ("loss", 5)):
            control(setting, percent)
        case.finish()
        for host in hosts:
            rows = [line.split() for line in on_host(host, "cat /proc/net/snmp").splitlines() if line.startswith("Ip:")]
            made = dict(zip(*rows))["FragCreates"]
            if made != "0":
                case.fail(f"host {host} made {made} fragments")
        return case


def looking_on(program):
    """One who looks on sees the turns and keeps the same transcript."""
    with Case(program, players=3, limit=12) as case:
        case.need(lambda: case.players[0].first("begin"), 20, "no game")
        watcher = Player(3, tempfile.mkdtemp(dir=case.directory.name))
        watcher.start(program, "watch", CODE, "--ui", "none", "--games", "1", named=False)
        case.players.append(watcher)
        case.finish()
        if len(watcher.all("turn")) < 2:
            case.fail(f"who looks on sees {len(watcher.all('turn'))} turns")
        return case


CASES = {
    function.__name__.replace("_", "-"): function
    for function in (
        crash_in_turn, crash_after_claim, restart, restart_late, split_in_halves, split_off, pause_briefly, pause_long,
        two_players, other_address, late_network, leave_in_turn, bad_network, looking_on,
    )
}
