"""One window a data folder: a second start hands its files to the first and ends.

A socket of the file system in the private data folder (on Windows a named pipe), spoken by the standard library's own
``multiprocessing.connection``: nothing of it can be reached from another machine, the guard allows no other kind, and a key that lies
in the data folder keeps other people of this machine out. Qt's QLocalServer would bring QtNetwork into the program, which has none.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import sys
import threading
from collections.abc import Callable, Sequence
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Literal

SOCKET, KEY = "window.sock", "window.key"
MAX_SOCKET_PATH = 100
"""Bytes; the system's limit is 108 on Linux and 104 on macOS, with a zero at the end."""
MAX_MESSAGE = 1 << 20
ANSWER_S = 3.0
"""A window that is alive answers within milliseconds, whatever it is doing: the thread below does nothing else."""
_OK = b"ok"

Rung = Literal["nobody", "answered", "silent"]


def ring(home: Path, paths: Sequence[Path]) -> Rung:
    """Ask the window over this data folder to come to the front and to take these files.

    "nobody": there is none; "silent": there is one that does not answer. Blocks up to ``ANSWER_S``. Never raises.
    """
    address, key = _address(home), _read_key(home)
    if address is None or key is None or (sys.platform != "win32" and not os.path.exists(address)):
        return "nobody"
    message = json.dumps({"paths": [os.path.abspath(p) for p in paths]}).encode()
    outcome: list[Rung] = ["silent"]

    def call() -> None:
        try:
            with Client(address, authkey=key) as line:
                line.send_bytes(message)
                outcome[0] = "answered" if line.recv_bytes(len(_OK)) == _OK else "silent"
        except (ConnectionRefusedError, FileNotFoundError):
            outcome[0] = "nobody"  # left by a program that was killed
        except (OSError, EOFError, AuthenticationError):
            outcome[0] = "silent"

    caller = threading.Thread(target=call, name="one-window-ring", daemon=True)
    caller.start()
    caller.join(ANSWER_S)
    return outcome[0]


class Doorbell:
    """``rang`` is called on a thread of its own with the files of a second start, none included. ``close`` ends the thread."""

    def __init__(self, home: Path, rang: Callable[[list[Path]], None]) -> None:
        """Does nothing where the path of the data folder is too long for a socket, or it cannot be made: then every start is the first."""
        self._home, self._rang = home, rang
        self._closing = threading.Event()
        self._listener: Listener | None = None
        self._thread = threading.Thread(target=self._listen, name="one-window", daemon=True)
        address = _address(home)
        if address is None:
            return
        try:
            self._key = _make_key(home)
            if sys.platform != "win32":
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(address)
            self._listener = Listener(address, backlog=16, authkey=self._key)
        except OSError:
            return
        self._thread.start()

    @property
    def listening(self) -> bool:
        return self._listener is not None

    def close(self, timeout_s: float = ANSWER_S) -> bool:
        """False when the thread did not end in time. Idempotent."""
        listener, self._listener = self._listener, None
        if listener is None:
            return True
        self._closing.set()
        with contextlib.suppress(OSError, EOFError, AuthenticationError):
            Client(listener.address).close()  # wakes the thread up; without a word, since it may have ended by itself
        self._thread.join(timeout_s)
        listener.close()
        return not self._thread.is_alive()

    def _listen(self) -> None:
        listener = self._listener
        while listener is not None and not self._closing.is_set():
            try:
                with listener.accept() as line:
                    self._answer(line)
            except (AuthenticationError, EOFError, OSError):
                continue  # a stranger, or somebody who went away

    def _answer(self, line: Connection) -> None:
        if self._closing.is_set() or not line.poll(ANSWER_S):
            return
        try:
            wanted = json.loads(line.recv_bytes(MAX_MESSAGE))
            paths = [Path(str(p)) for p in wanted["paths"]]
        except (ValueError, KeyError, TypeError):
            return
        self._rang(paths)
        line.send_bytes(_OK)


def _address(home: Path) -> str | None:
    if sys.platform == "win32":
        name = hashlib.sha256(str(home).casefold().encode()).hexdigest()[:32]
        return rf"\\.\pipe\dossier-{name}"
    address = str(home / SOCKET)
    return address if len(os.fsencode(address)) <= MAX_SOCKET_PATH else None


def _read_key(home: Path) -> bytes | None:
    try:
        return (home / KEY).read_bytes() or None
    except OSError:
        return None


def _make_key(home: Path) -> bytes:
    """A new one for each run, readable by its owner alone."""
    key = secrets.token_bytes(32)
    descriptor = os.open(home / KEY, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key)
    return key
