"""Closing in the middle of work leaves no thread and no process; the `nothing_left` fixture of every desk asserts it."""

from __future__ import annotations

from pathlib import Path

from desk import Desk

from app.workers.fakes import scenes


def test_closing_while_an_answer_is_written(desk: Desk) -> None:
    desk.hold_at = ("token", 3)
    desk.window.ask_panel.asked.emit(scenes.QUESTION, False)
    desk.until(desk.held.is_set)
    desk.window.close()
    desk.session.shut_down()
    assert desk.engine.closed.is_set()


def test_closing_while_files_are_imported(desk: Desk, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("words")
    desk.hold_at = ("import", 1)
    assert desk.drop([tmp_path / "a.txt", tmp_path / "b.txt"])
    desk.until(desk.held.is_set)
    desk.window.close()
    desk.session.shut_down()
    assert desk.engine.closed.is_set()


def test_closing_while_a_page_is_drawn(desk: Desk) -> None:
    desk.ask()
    assert desk.turn.layout is not None
    desk.window.evidence_panel.open(desk.turn.layout.chips()[0].target)
    desk.session.shut_down()
    assert desk.engine.closed.is_set()


def test_closing_twice_is_closing_once(desk: Desk) -> None:
    desk.session.shut_down()
    desk.session.shut_down()
    assert desk.engine.closed.is_set()


def test_an_import_can_be_paused_and_goes_on(desk: Desk, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("words")
    desk.hold_at = ("import", 1)
    assert desk.drop([tmp_path / "a.txt", tmp_path / "b.txt"])
    desk.until(desk.held.is_set)
    card = desk.window.library_panel.import_card
    job = desk.session.library.imports._job
    assert job is not None
    card.rest.click()
    assert job.paused()
    assert card.stage.text() == "Paused"
    assert card.rest.accessibleName() == "Go on with the import"
    card.rest.click()
    assert not job.paused()
    assert card.rest.accessibleName() == "Pause the import"


def test_an_import_that_is_stopped_says_what_it_did(desk: Desk, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_text("words")
    desk.hold_at = ("import", 1)
    assert desk.drop([tmp_path / n for n in ("a.txt", "b.txt", "c.txt")])
    desk.until(desk.held.is_set)
    card = desk.window.library_panel.import_card
    card.stop.click()
    desk.until(lambda: card.title.text() == "Import stopped")
    assert card.counts.text() == "Stopped. 1 file indexed; the rest waits for the next import."
