"""One window: a second start gives it its files; and it finds again where the person was, also after a crash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from desk import Desk
from pytestqt.qtbot import QtBot

from app.engine.one_window import ring
from app.ui.window_state import WindowState
from app.workers.doorbell import SecondStarts


@pytest.mark.qt_log_ignore("does not support raise")
def test_a_second_start_brings_its_files_to_the_window_that_is_there(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "new.txt").write_text("words")
    starts = SecondStarts(desk.program.paths.home)
    starts.rang.connect(desk.session.start_again)
    desk.window.showMinimized()
    assert ring(desk.program.paths.home, [tmp_path / "new.txt"]) == "answered"
    desk.until(desk.window.preview_sheet.isVisible)
    assert not desk.window.isMinimized()
    assert desk.session.library.preview.paths == (tmp_path / "new.txt",)
    assert starts.close()


def test_files_of_the_first_start_wait_for_the_notice(make_desk: Callable[..., Desk], tmp_path: Path) -> None:
    desk = make_desk(accepted=False)
    (tmp_path / "new.txt").write_text("words")
    desk.session.take([tmp_path / "new.txt"])
    assert not desk.session.library.preview.open
    assert desk.window.notice is not None
    desk.window.notice.accept.click()
    desk.until(desk.window.preview_sheet.isVisible)


def test_where_the_person_was_is_written_down_while_they_work(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk()
    desk.until(lambda: len(desk.session.library.rows) == 2)
    desk.session.library.select("Supply contracts")
    desk.window.ask_panel.box.set_text("Until when may Ärger be")
    home = desk.program.paths.home
    desk.until(lambda: WindowState(home).place().draft == "Until when may Ärger be")
    # Nothing was closed: the file alone is what a killed program leaves.
    assert WindowState(home).place().collection == "Supply contracts"


def test_the_kept_place_is_taken_up(make_desk: Callable[..., Desk], tmp_path: Path) -> None:
    home = tmp_path / "data-0"
    (home / "logs").mkdir(parents=True, mode=0o700)
    (home / "window.ini").write_text("[place]\ncollection=Supply contracts\ndraft=Which claims\n")
    desk = make_desk()
    desk.until(lambda: desk.session.library.current is not None)
    assert desk.session.library.current is not None
    assert desk.session.library.current.name == "Supply contracts"
    assert desk.window.ask_panel.box.text.toPlainText() == "Which claims"


def test_a_damaged_file_of_the_window_is_no_error(make_desk: Callable[..., Desk], tmp_path: Path) -> None:
    home = tmp_path / "data-0"
    (home / "logs").mkdir(parents=True, mode=0o700)
    (home / "window.ini").write_bytes(b"[place\x00\xff\ncollection=@Variant(nonsense)\n[window]\ngeometry=7\n")
    desk = make_desk()
    desk.until(lambda: desk.session.library.current is not None)
    assert desk.window.ask_panel.box.text.toPlainText() == ""


def test_a_conversation_that_is_still_to_be_shown_is_not_forgotten(make_desk: Callable[..., Desk], tmp_path: Path) -> None:
    """The window writes down its place a second after the start; models and history may take longer."""
    kept = uuid4()
    home = tmp_path / "data-0"
    (home / "logs").mkdir(parents=True, mode=0o700)
    (home / "window.ini").write_text(f"[place]\ncollection=\nconversation={kept}\n")
    desk = make_desk()
    desk.window.ask_panel.box.set_text("typed while all is still loading")
    desk.until(lambda: WindowState(home).place().draft == "typed while all is still loading")
    assert WindowState(home).conversation() == kept
