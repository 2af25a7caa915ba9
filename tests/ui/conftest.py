"""The window offscreen. Everything that a session starts must be gone when its test ends."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parent))

from desk import Desk  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402
from pytestqt.qtbot import QtBot  # noqa: E402

from app.environment import prepare_environment  # noqa: E402
from app.ui import translations  # noqa: E402
from app.ui.application import make_application  # noqa: E402
from app.workers.fakes.library import FakeLibrary  # noqa: E402


@pytest.fixture(scope="session")
def application(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> QApplication:
    """The QApplication with the theme and English plurals, and an environment in which children may start."""
    prepare_environment(tmp_path_factory.mktemp("environment"))
    made = make_application()
    translations.install(made, "en")
    return made


@pytest.fixture
def nothing_left() -> Iterator[None]:
    """No thread and no process of the test outlives it."""
    threads = set(threading.enumerate())
    children = {c.pid for c in psutil.Process().children(recursive=True)}
    yield
    left = [t for t in threading.enumerate() if t not in threads and not t.name.startswith("Dummy")]
    for thread in left:
        thread.join(5.0)
    assert [t.name for t in left if t.is_alive()] == []
    running = [
        c
        for c in psutil.Process().children(recursive=True)
        if c.pid not in children and "resource_tracker" not in " ".join(c.cmdline())
    ]
    gone, alive = psutil.wait_procs(running, timeout=5.0)
    assert alive == []


@pytest.fixture
def make_desk(qtbot: QtBot, application: QApplication, tmp_path: Path, nothing_left: None) -> Iterator[Callable[..., Desk]]:
    desks: list[Desk] = []

    def make(*, accepted: bool = True, empty: bool = False, home: Path | None = None, history: Path | None = None) -> Desk:
        folder = home or tmp_path / f"data-{len(desks)}"
        desk = Desk(qtbot, folder, accepted=accepted, library=FakeLibrary() if empty else None, history=history)
        desks.append(desk)
        desk.begin()
        return desk

    yield make
    for desk in desks:
        desk.dispose()


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """Accepted, with the sample library."""
    return make_desk()
