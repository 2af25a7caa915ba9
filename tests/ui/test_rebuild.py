"""Another embedding model for a collection: nothing starts without a yes, and what was started can be paused and given up."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from desk import Desk

from app.engine.watching import RebuildFailed
from app.ui.library.rebuild_sheet import RebuildSheet
from index.ingest.progress import ImportProgress, ImportSummary
from models.errors import ModelMissing

NAME, IDENT = "Supply contracts", "collection-2"
OTHER = "all-minilm-l6-v2"
RUNNING = ImportProgress(
    found=4, done=1, indexed=1, skipped=0, failed=0, pages=0, passages=10, current_file="/x/a.pdf", elapsed_s=2.0, remaining_s=6.0,
    stage="vectors", rebuilding=OTHER, rebuilt_collection=IDENT,
)  # fmt: skip
ENDED = ImportSummary(IDENT, 4, 4, 0, 0, 0, 0, 0, 0, 0, 40, 1.0, cancelled=False, rebuilt=OTHER)


def asked(desk: Desk) -> RebuildSheet:
    desk.until(lambda: len(desk.session.library.rows) == 2)
    desk.window.library_panel.rebuild_wanted.emit(NAME)
    sheet = desk.session.rebuild_desk.sheet
    desk.until(sheet.isVisible)
    return sheet


def shown(desk: Desk) -> None:
    """A rebuild that runs, as after the next start: nobody pressed anything."""
    desk.until(lambda: len(desk.session.library.rows) == 2)
    desk.engine.tell_watching(RUNNING)
    desk.until(desk.window.library_panel.import_card.isVisible)


def test_the_sheet_says_what_there_is_and_what_will_happen_and_starts_only_by_its_button(desk: Desk) -> None:
    sheet = asked(desk)
    assert sheet.installed.text().startswith("Now: fake. Installed: ")
    assert OTHER in sheet.installed.text()
    assert (sheet.models.currentText(), sheet.text.text()) == ("fake", "fake answers already.")
    assert not sheet.confirm.isEnabled()
    sheet.models.setCurrentText(OTHER)
    passages = desk.library.summary(IDENT).passages
    assert sheet.text.text() == (
        f"{OTHER} prepares {passages:,} passages after all imports; that takes about 1 minute. "
        "fake answers until then. Should Dossier be closed before, it goes on after the next start."
    )
    sheet.leave.click()
    assert desk.engine.changes == []
    sheet = asked(desk)
    sheet.models.setCurrentText(OTHER)
    sheet.confirm.click()
    desk.until(lambda: desk.engine.changes == [("begin_rebuild", IDENT, OTHER)])


def test_the_menu_leads_to_it(desk: Desk) -> None:
    desk.until(lambda: desk.session.library.current is not None)
    desk.window.library_panel.rebuild_action.trigger()
    desk.until(desk.session.rebuild_desk.sheet.isVisible)


def test_one_that_waits_is_given_up_by_choosing_the_model_that_answers(desk: Desk) -> None:
    desk.library.rebuild(IDENT, OTHER)
    desk.session.library.refresh()
    desk.until(lambda: any(r.rebuild is not None for r in desk.session.library.rows))
    sheet = asked(desk)
    assert sheet.models.currentText() == OTHER
    assert sheet.text.text().startswith("It is being prepared: 0 of ")
    assert not sheet.confirm.isEnabled()
    sheet.models.setCurrentText("fake")
    assert sheet.text.text() == f"What is prepared for {OTHER} is deleted. fake answers as before."
    sheet.confirm.click()
    desk.until(lambda: all(r.rebuild is None for r in desk.session.library.rows))
    assert desk.engine.changes == [("give_up_rebuild", IDENT)]


def test_one_that_runs_is_paused_and_given_up_on_its_card(desk: Desk) -> None:
    shown(desk)
    card = desk.window.library_panel.import_card
    assert card.title.text() == "Preparing the search"
    assert card.rest.accessibleName() == "Pause preparing the search"
    card.rest.click()
    assert card.rest.accessibleName() == "Go on preparing the search"
    card.rest.click()
    assert desk.engine.changes == [("pause_rebuilds", True), ("pause_rebuilds", False)]
    card.stop.click()
    sheet = desk.window.confirm_sheet
    assert sheet.title.text() == f"Give up preparing the search of “{NAME}”?"
    sheet.leave.click()
    assert len(desk.engine.changes) == 2
    card.stop.click()
    sheet.confirm.click()
    desk.until(lambda: not card.isVisible())
    assert desk.engine.changes[-1] == ("give_up_rebuild", IDENT)


def test_after_an_import_it_is_shown_again_and_still_paused(desk: Desk, tmp_path: Path) -> None:
    shown(desk)
    card = desk.window.library_panel.import_card
    card.rest.click()
    (tmp_path / "a.txt").write_text("words")
    desk.session.library.add([tmp_path], "Supply contracts")
    desk.until(lambda: card.title.text() == "Import finished")
    desk.until(lambda: not desk.session.library.importing)
    desk.engine.tell_watching(RUNNING)
    desk.until(lambda: card.title.text() == "Preparing the search")
    assert card.rest.accessibleName() == "Go on preparing the search"
    desk.engine.tell_watching(ENDED)
    desk.until(lambda: card.title.text() == "Search prepared")


def test_changes_in_a_watched_folder_are_still_neither_paused_nor_stopped(desk: Desk) -> None:
    shown(desk)
    card = desk.window.library_panel.import_card
    desk.engine.tell_watching(dataclasses.replace(RUNNING, rebuilding=None, rebuilt_collection=None))
    desk.until(lambda: card.title.text() == "Reading changes")
    assert not card.rest.isVisible()
    assert not card.stop.isVisible()


def test_one_that_cannot_be_done_says_why(desk: Desk) -> None:
    desk.until(lambda: len(desk.session.library.rows) == 2)
    desk.engine.tell_watching(RebuildFailed(ModelMissing("No such model.")))
    card = desk.window.library_panel.import_card
    desk.until(lambda: card.counts.text().startswith("A model is not there."))


@pytest.mark.parametrize("resting", [True, False])
def test_pausing_an_import_leaves_the_rebuilds_alone(desk: Desk, tmp_path: Path, resting: bool) -> None:
    (tmp_path / "a.txt").write_text("words")
    desk.hold_at = ("import", 1)
    desk.session.library.add([tmp_path])
    desk.until(desk.held.is_set)
    desk.session.library.pause_import(resting)
    assert ("pause_rebuilds", resting) not in desk.engine.changes
    desk.release.set()
    desk.until(lambda: not desk.session.library.importing)
