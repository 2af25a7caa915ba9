"""The network guard inside the process: every Python socket operation to anything but this machine is refused and counted.

It is an audit hook (PEP 578), so it sees the socket module itself, whoever calls it, and cannot be taken out again. It does not see
native code that opens sockets of its own; that is what the pinned versions, ``app.environment`` and the tracer test are for.
It works in this process only: ``dossier models setup`` fetches wheels in a separate pip process, which it does not reach; parser
processes install their own through ``prepare_child``.

Only the standard library is imported, so that a child process pays nothing for it.
"""

from __future__ import annotations

import ipaddress
import socket
import sys
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.environment import prepare_child_environment

_INET = (socket.AF_INET, socket.AF_INET6)
_UNIX = getattr(socket, "AF_UNIX", None)
_KEPT_ATTEMPTS = 50
"""Refused destinations kept by name for the report; the count goes on."""


class NetworkRefused(PermissionError):
    """Something in the program tried to use the network.

    A PermissionError, because libraries know how to live with a refused connection; their own exceptions then name this one as cause.
    """


@dataclass(frozen=True)
class RefusedAttempt:
    """``event`` is the audit event, such as ``socket.connect``; ``destination`` host and port; ``caller`` the module that tried."""

    event: str
    destination: str
    caller: str


@dataclass(frozen=True)
class GuardReport:
    """``refused`` counts all refusals of this process, ``attempts`` holds the first ones. For the screen, never for the log."""

    installed: bool
    refused: int
    by_event: dict[str, int] = field(default_factory=dict)
    attempts: tuple[RefusedAttempt, ...] = ()


class _State:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.installed = False
        self.by_event: Counter[str] = Counter()
        self.attempts: list[RefusedAttempt] = []


_state = _State()


def install_guard() -> None:
    """Refuse the network in this process from now on, for good. Safe to call again."""
    with _state.lock:
        if _state.installed:
            return
        _state.installed = True
    sys.addaudithook(_audit)
    # Listening has no audit event of its own.
    socket.socket.listen = _listen  # type: ignore[method-assign, assignment]


def guard_report() -> GuardReport:
    """What was refused so far in this process."""
    with _state.lock:
        return GuardReport(
            installed=_state.installed,
            refused=_state.by_event.total(),
            by_event=dict(_state.by_event),
            attempts=tuple(_state.attempts),
        )


def prepare_child() -> None:
    """First call of every spawned child process, before it imports anything native: environment and guard."""
    prepare_child_environment()
    install_guard()


def is_loopback(host: object) -> bool:
    """Whether ``host`` (a name or a literal, str or bytes) is this machine for certain, without asking any name service."""
    if isinstance(host, bytes | bytearray):
        host = host.decode("ascii", errors="replace")
    if not isinstance(host, str):
        return False
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def _check_peer(args: tuple[Any, ...]) -> str | None:
    """connect, sendto, sendmsg: (socket, address); address is None for a socket that is connected already."""
    family, address = args[0].family, args[1]
    if family == _UNIX or address is None:
        return None
    if family in _INET and isinstance(address, tuple) and address and is_loopback(address[0]):
        return None
    return _name(address)


def _check_bind(args: tuple[Any, ...]) -> str | None:
    """Only a free port on loopback: urllib3 binds ``[::1]:0`` at import to learn whether IPv6 works."""
    family, address = args[0].family, args[1]
    if family == _UNIX:
        return None
    if family in _INET and isinstance(address, tuple) and len(address) > 1 and is_loopback(address[0]) and address[1] == 0:
        return None
    return _name(address)


def _check_name(args: tuple[Any, ...]) -> str | None:
    """getaddrinfo and gethostbyname: the host comes first; a literal or ``localhost`` of this machine asks no name server."""
    return None if args[0] is None or is_loopback(args[0]) else _name(args[:2])


def _check_address(args: tuple[Any, ...]) -> str | None:
    """getnameinfo: one socket address; gethostbyaddr: one host."""
    host = args[0][0] if isinstance(args[0], tuple) else args[0]
    return None if is_loopback(host) else _name(args[0])


_CHECKS: dict[str, Callable[[tuple[Any, ...]], str | None]] = {
    "socket.connect": _check_peer,
    "socket.sendto": _check_peer,
    "socket.sendmsg": _check_peer,
    "socket.bind": _check_bind,
    "socket.getaddrinfo": _check_name,
    "socket.gethostbyname": _check_name,
    "socket.gethostbyaddr": _check_address,
    "socket.getnameinfo": _check_address,
}


def _audit(event: str, args: tuple[Any, ...], _checks: Mapping[str, Callable[[tuple[Any, ...]], str | None]] = _CHECKS) -> None:
    # The table is bound as a default because module globals are gone while the interpreter shuts down, and hooks still run.
    check = _checks.get(event)
    if check is not None:
        destination = check(args)
        if destination is not None:
            _refuse(event, destination)


_original_listen = socket.socket.listen


def _listen(self: socket.socket, backlog: int = socket.SOMAXCONN, /) -> None:
    # On Windows socketpair(), and with it asyncio, is made of a short-lived listener on loopback.
    pair_on_windows = sys.platform == "win32" and self.family in _INET and is_loopback(self.getsockname()[0])
    if self.family != _UNIX and not pair_on_windows:
        _refuse("socket.listen", "listening port")
    _original_listen(self, backlog)


def _refuse(event: str, destination: str) -> None:
    attempt = RefusedAttempt(event, destination, _caller())
    with _state.lock:
        _state.by_event[event] += 1
        if len(_state.attempts) < _KEPT_ATTEMPTS:
            _state.attempts.append(attempt)
    raise NetworkRefused(f"Dossier does not use the network: {event} was refused.")


def _name(address: object) -> str:
    if isinstance(address, tuple):
        parts = (p.decode("ascii", errors="replace") if isinstance(p, bytes) else str(p) for p in address[:2])
        return ":".join(parts)
    return str(address)


def _caller() -> str:
    """Module of the nearest frame outside the guard and the socket module."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__") in (__name__, "socket"):
        frame = frame.f_back
    return str(frame.f_globals.get("__name__", "unknown"))
