"""The other end of the control socket."""

import os
import socket
import sys


def fail(line, status):
    sys.stderr.write(f"{os.path.basename(sys.argv[0])}: {line}\n")
    sys.exit(status)


def ask(order, descriptors=0):
    """The answer's text, and descriptors that came with it."""
    path = os.environ.get("LAB_CONTROL")
    if not path:
        fail("LAB_CONTROL is not set: this works beside a command that tools/lab runs", 69)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as control:
            control.connect(path)
            control.send(order.encode())
            answer, rights, _, _ = socket.recv_fds(control, 1 << 20, descriptors)
    except OSError as error:
        fail(f"the lab does not answer: {error.strerror}", 69)
    word, _, text = answer.decode().partition(" ")
    if word != "ok":
        fail(text or "the lab has ended", 64 if text else 69)
    return text, rights
