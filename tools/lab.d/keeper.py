"""Makes the lab, runs the command in it, and ends everything with it.

Two processes: the one that was called waits; its child is the first of a process namespace and runs the hub. When the
first process of such a namespace ends, however it ends, the kernel ends all others in it; with the last of them go the
network namespaces and the cables. The child in turn is ended by the kernel when the caller ends. So the one thing that
kill -9 can leave is the directory of the control socket, which the next start removes.
"""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import hub
import namespaces

PREFIX = "snap-lab-"
# Between asking and killing.
GRACE_SECONDS = 3.0
# A directory younger than this may be one whose owner has not locked it yet.
FRESH_SECONDS = 10.0
FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(network, command, tools):
    """Returns the exit status for `command`."""
    remove_leftovers()
    directory = tempfile.mkdtemp(prefix=PREFIX)
    lock = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    fcntl.flock(lock, fcntl.LOCK_EX)
    child = 0

    def forward(number, _):
        # On a terminal the command has the signal already.
        if number != signal.SIGINT or not is_foreground():
            os.kill(child, number)

    try:
        for number in FORWARDED:
            signal.signal(number, signal.SIG_IGN)
        try:
            child = start(network, command, tools, directory)
        except OSError as error:
            complain(f"this system does not allow it: {error.strerror or error}. Root is needed, or user namespaces.")
            return 69
        for number in FORWARDED:
            signal.signal(number, forward)
        _, status = os.waitpid(child, 0)
    finally:
        if child:
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
        shutil.rmtree(directory, ignore_errors=True)
    return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def complain(line):
    sys.stderr.write(f"tools/lab: {line}\n")
    sys.stderr.flush()


def is_foreground():
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    finally:
        os.close(terminal)


def remove_leftovers():
    """Directories of labs that were killed: ours by name and owner, with nobody holding the lock."""
    base = tempfile.gettempdir()
    for name in os.listdir(base):
        path = os.path.join(base, name)
        if not name.startswith(PREFIX):
            continue
        try:
            directory = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            facts = os.fstat(directory)
            if facts.st_uid == os.geteuid() and time.time() - facts.st_mtime > FRESH_SECONDS:
                fcntl.flock(directory, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path, ignore_errors=True)
        except OSError:
            pass  # Somebody's lab is running there.
        finally:
            os.close(directory)


def start(network, command, tools, directory):
    """Forks the child that is the lab."""
    os.environ["SNAP_OUTER_NETNS"] = namespaces.here()
    user, group = os.geteuid(), os.getegid()
    # A namespace of processes begins with the next child.
    if user != 0:
        namespaces.unshare("user")
        for name, line in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1")):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(line)
    namespaces.unshare("pid")
    alive, held = os.pipe()
    child = os.fork()
    if child:
        os.close(alive)
        return child
    status = 70
    try:
        os.close(held)
        status = live(network, command, tools, directory, alive)
    except (OSError, subprocess.CalledProcessError) as error:
        complain(f"no lab here: {error}")
        status = 69
    except BaseException as error:  # noqa: B902 (nothing may leave this process but by its end)
        complain(f"a fault of the lab: {error!r}")
    finally:
        os._exit(status)


def live(network, command, tools, directory, alive):
    """The first process of the lab."""
    namespaces.die_with_parent()
    wake, waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(waker)
    for number in FORWARDED + (signal.SIGCHLD,):
        signal.signal(number, lambda *_: None)
    if is_orphan(alive):
        return 70
    os.close(alive)

    outside = namespaces.here()
    namespaces.unshare("network", "mount")
    if namespaces.here() == outside:
        raise OSError("still in the network namespace outside")
    namespaces.fresh_proc()
    places = namespaces.make_hosts(network.hosts)

    control = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    control.bind(os.path.join(directory, "control"))
    control.listen(16)
    control.setblocking(False)
    os.environ["LAB_CONTROL"] = os.path.join(directory, "control")
    os.environ["LAB_HOSTS"] = str(network.hosts)
    os.environ["PATH"] = tools + os.pathsep + os.environ.get("PATH", os.defpath)

    hub.go_first()
    watched = Watched(command, wake)
    status = hub.Hub(network, places, control, wake, watched.look).run()
    sweep()
    return status


def is_orphan(alive):
    """Whether the caller ended before its end could be noticed."""
    os.set_blocking(alive, False)
    try:
        return os.read(alive, 1) == b""
    except BlockingIOError:
        return False


class Watched:
    """The command, its signals and its end."""

    def __init__(self, command, wake):
        self.wake = wake
        self.deadline = None
        try:
            self.process = subprocess.Popen(command)
        except OSError as error:
            complain(f"{command[0]}: {error.strerror}")
            self.process, self.status = None, 127
            os.kill(os.getpid(), signal.SIGCHLD)

    def look(self):
        """The command's exit status once it has one."""
        numbers = os.read(self.wake, 512)
        if self.process is None:
            return self.status
        for number in numbers:
            if number in FORWARDED:
                self.process.send_signal(number)
                if self.deadline is None:
                    self.deadline = time.monotonic() + GRACE_SECONDS
                    self.status = 128 + number
                    signal.signal(signal.SIGALRM, lambda *_: None)
                    signal.setitimer(signal.ITIMER_REAL, GRACE_SECONDS, 0.1)
        status = None
        # Orphans of the command come to the first process, too.
        while True:
            try:
                ended, how = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if ended == 0:
                break
            if ended == self.process.pid:
                status = 128 + os.WTERMSIG(how) if os.WIFSIGNALED(how) else os.WEXITSTATUS(how)
                self.process.returncode = status
        if status is None and self.deadline is not None and time.monotonic() >= self.deadline:
            status = self.status
        return status


def sweep():
    """Asks what the command left behind to end, and waits a second for it; the kernel then ends the rest."""
    try:
        os.kill(-1, signal.SIGTERM)
        until = time.monotonic() + 1
        while time.monotonic() < until:
            ended, _ = os.waitpid(-1, os.WNOHANG)
            if ended == 0:
                time.sleep(0.01)
    except (ProcessLookupError, ChildProcessError):
        pass
