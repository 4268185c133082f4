"""Network namespaces without names: each lives only as long as a process or a descriptor holds it, so none can stay."""

import ctypes
import fcntl
import os
import socket
import struct
import subprocess

NEW_NAMESPACE = {"mount": 0x00020000, "user": 0x10000000, "pid": 0x20000000, "network": 0x40000000}
_libc = ctypes.CDLL(None, use_errno=True)


def _check(result, doing):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{doing}: {os.strerror(number)}")


def unshare(*kinds):
    flags = 0
    for kind in kinds:
        flags |= NEW_NAMESPACE[kind]
    _check(_libc.unshare(flags), f"making a namespace ({', '.join(kinds)})")


def enter(descriptor):
    _check(_libc.setns(descriptor, NEW_NAMESPACE["network"]), "entering a network namespace")


def here():
    return os.readlink("/proc/self/ns/net")


def die_with_parent():
    _check(_libc.prctl(1, 9, 0, 0, 0), "asking to end with the parent")  # PR_SET_PDEATHSIG, SIGKILL


def fresh_proc():
    """A /proc of the own process namespace, seen by nobody outside."""
    private_recursive = 0x40000 | 0x4000
    _check(_libc.mount(b"none", b"/", None, private_recursive, None), "keeping mounts to oneself")
    _check(_libc.mount(b"proc", b"/proc", b"proc", 2 | 4 | 8, None), "mounting /proc")


def ip(batch):
    subprocess.run(["ip", "-batch", "-"], input=batch, text=True, check=True)


def sysctl(name, value):
    try:
        with open(f"/proc/sys/net/{name}", "w") as file:
            file.write(value)
    except OSError:
        pass  # A kernel without IPv6 has nothing to switch off.


def _switch_off_ipv6():
    """Its housekeeping would only stand in the counters: the game speaks IPv4."""
    for which in ("all", "default"):
        sysctl(f"ipv6/conf/{which}/disable_ipv6", "1")


def whole_checksums(interface):
    """Between veth ends the kernel leaves UDP checksums out; what passes through the hub needs them whole."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        value = ctypes.create_string_buffer(struct.pack("II", 0x17, 0))  # ETHTOOL_STXCSUM
        request = struct.pack("16sP", interface.encode(), ctypes.addressof(value)).ljust(40, b"\0")
        fcntl.ioctl(control, 0x8946, request)  # SIOCETHTOOL


def address(host):
    return f"10.98.0.{host + 1}"


def make_hosts(count):
    """Makes the hosts around this process's own network namespace, where their cables end as port0, port1, ...
    Returns a descriptor of each host's namespace."""
    hub = os.open("/proc/self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
    hosts = []
    _switch_off_ipv6()
    ip("link set lo up\n")
    for host in range(count):
        unshare("network")
        place = os.open("/proc/self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
        hosts.append(place)
        _switch_off_ipv6()
        enter(hub)
        # Linux tells of a new link at once only where the two ends' indices differ, else up to seconds later.
        ip(
            f"link add port{host} index {100 + host} type veth peer name eth0 index {10 + host} "
            f"address 02:00:00:00:00:{host + 1:02x} netns /proc/{os.getpid()}/fd/{place}\n"
            f"link set port{host} up\n"
        )
        enter(place)
        ip(f"link set lo up\naddress add {address(host)}/24 broadcast + dev eth0\nlink set eth0 up\n")
        whole_checksums("eth0")
        enter(hub)
    return hosts
