"""A second start hands its files to the first; nobody else is let in."""

from __future__ import annotations

import socket
import stat
import sys
import threading
from collections.abc import Iterator
from multiprocessing.connection import Client
from pathlib import Path

import pytest

from app.engine import one_window
from app.engine.one_window import Doorbell, ring


class House:
    def __init__(self, home: Path) -> None:
        self.home = home
        self.heard: list[list[Path]] = []
        self.bell = Doorbell(home, self.heard.append)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    assert made.bell.close()


def test_nobody_is_there(tmp_path: Path) -> None:
    assert ring(tmp_path, [Path("a.pdf")]) == "nobody"


def test_the_files_arrive_as_absolute_paths(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(house.home)
    assert ring(house.home, [Path("Über 𝟙.pdf"), Path("/tmp/b")]) == "answered"
    assert house.heard == [[house.home / "Über 𝟙.pdf", Path("/tmp/b")]]


def test_a_second_start_without_files_only_rings(house: House) -> None:
    assert ring(house.home, []) == "answered"
    assert house.heard == [[]]


def test_many_starts_at_once_are_all_heard(house: House) -> None:
    threads = [threading.Thread(target=ring, args=(house.home, [Path(f"/{n}")])) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(house.heard) == [[Path(f"/{n}")] for n in range(8)]


def test_after_the_window_has_closed_nobody_is_there(house: House) -> None:
    assert house.bell.close()
    assert ring(house.home, []) == "nobody"
    assert house.bell.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a named pipe leaves no file")
def test_what_a_killed_program_left_is_in_nobodys_way(tmp_path: Path) -> None:
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(tmp_path / one_window.SOCKET))
    dead.close()
    (tmp_path / one_window.KEY).write_bytes(b"old")
    assert ring(tmp_path, []) == "nobody"
    house = House(tmp_path)
    assert house.bell.listening
    assert ring(tmp_path, []) == "answered"
    assert house.bell.close()


@pytest.mark.skipif(sys.platform == "win32", reason="access lists instead of modes")
def test_the_key_is_for_its_owner_alone(house: House) -> None:
    assert stat.S_IMODE((house.home / one_window.KEY).stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="the address is another one")
def test_strangers_and_nonsense_do_not_stop_the_bell(house: House) -> None:
    address = str(house.home / one_window.SOCKET)
    stranger = socket.socket(socket.AF_UNIX)
    stranger.connect(address)
    stranger.sendall(b"\x00\x00\x00\x05hello")
    stranger.close()
    key = (house.home / one_window.KEY).read_bytes()
    for nonsense in (b"", b"{", b"[]", b'{"paths": 7}'):
        with Client(address, authkey=key) as line:
            line.send_bytes(nonsense)
            with pytest.raises((EOFError, OSError)):
                line.recv_bytes()
    assert ring(house.home, []) == "answered"
    assert house.heard == [[]]


def test_a_window_that_does_not_answer_is_told_from_none(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_window, "ANSWER_S", 0.2)
    stuck = threading.Event()
    house.bell._rang = lambda _: bool(stuck.wait(5)) and None
    assert ring(house.home, []) == "silent"
    stuck.set()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have no such limit")
def test_a_data_folder_with_a_long_path_has_no_bell_and_no_error(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 60) / ("y" * 60)
    deep.mkdir(parents=True)
    house = House(deep)
    assert not house.bell.listening
    assert ring(deep, []) == "nobody"
