"""The card of a running import tells the truth: counts, rates, times, waiting, failures, and its own failing."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from desk import Desk

from app.ui.library.import_card import ImportCard
from app.workers.imports import ImportRequest
from index.ingest.progress import ImportProgress, ImportSummary
from models.errors import ModelMissing

RUNNING = ImportProgress(
    found=1204, done=214, indexed=206, skipped=5, failed=3, pages=3120, passages=8800, current_file="/x/Rahmenvertrag.pdf",
    elapsed_s=62.0, remaining_s=1730.0, stage="text", searchable_s=287.0, files_per_s=3.5, pages_per_s=50.3,
)  # fmt: skip


@pytest.fixture
def card(desk: Desk) -> ImportCard:
    made = desk.window.library_panel.import_card
    made.show_started(ImportRequest("Papers", ()))
    return made


def test_counts_rates_and_times(card: ImportCard) -> None:
    card.show_progress(RUNNING)
    assert card.counts.text() == "214 of 1,204 files · 3,120 pages"
    assert card.speed.text() == "3.5 files/s · 50 pages/s"
    assert card.left.text() == "Searchable: about 5 minutes left. Complete: about 29 minutes left."
    assert card.file.accessibleName() == "Rahmenvertrag.pdf"
    assert card.trouble.text() == "5 skipped, 3 failed"
    assert card.bar.value() == 177


def test_nothing_is_promised_before_there_is_something_to_judge_by(card: ImportCard) -> None:
    card.show_progress(ImportProgress(40, 0, 0, 0, 0, 0, 0, None, 0.3, None, scanning=True))
    assert card.counts.text() == "40 files found"
    assert card.stage.text() == "Looking for files …"
    assert not card.left.isVisible()
    assert not card.speed.isVisible()
    assert not card.trouble.isVisible()


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"waiting_for": "disk space"}, "Waiting: the disk is full. Free some space; the import goes on by itself."),
        ({"waiting_for": "the drive"}, "Waiting: the drive or folder is away. Connect it again; the import goes on by itself."),
    ],
)
def test_waiting_says_for_what_and_promises_no_time(card: ImportCard, changes: dict[str, str], text: str) -> None:
    card.show_progress(dataclasses.replace(RUNNING, **changes))  # type: ignore[arg-type]
    assert card.waiting.text() == text
    assert card.waiting.isVisible()
    assert not card.left.isVisible()
    card.show_progress(RUNNING)
    assert not card.waiting.isVisible()
    assert card.left.isVisible()


def test_later_stages_say_that_all_can_be_searched(card: ImportCard) -> None:
    card.show_progress(dataclasses.replace(RUNNING, stage="vectors"))
    assert card.stage.text() == "All text can be searched. Search by meaning is being prepared."
    card.show_progress(dataclasses.replace(RUNNING, stage="ocr"))
    assert card.stage.text() == "Text of scans and pictures is being recognised."
    assert card.left.text() == "about 29 minutes left"


def test_a_slow_file_is_announced(card: ImportCard) -> None:
    card.show_progress(dataclasses.replace(RUNNING, current_s=600.0))
    assert card.file.accessibleName() == "Rahmenvertrag.pdf (takes about 10 minutes)"


def test_an_import_that_cannot_begin_says_why(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(empty=True)

    def fail(*_: object) -> ImportSummary:
        raise ModelMissing("No embedding model is set up.")

    desk.engine._importing = fail
    desk.session.library.add([desk.program.paths.home])
    card = desk.window.library_panel.import_card
    desk.until(lambda: card.title.text() == "The import could not be done")
    assert card.counts.text() == "A model is not there. Set the models up again with “dossier models setup”."
    assert card.isVisible()
    card.stop.click()
    assert not card.isVisible()


def test_what_failed_is_one_press_away(desk: Desk) -> None:
    desk.until(lambda: desk.session.library.files.rowCount() == 12)
    card = desk.window.library_panel.import_card
    card.show_started(ImportRequest("Papers", ()))
    card.show_progress(RUNNING)
    card.trouble.click()
    assert desk.window.middle.currentWidget() is desk.window.ledger_panel
    desk.until(lambda: desk.session.library.files.rowCount() == 1)


def test_a_rebuild_says_which_model_is_prepared_and_that_the_present_one_answers(card: ImportCard) -> None:
    card.show_progress(dataclasses.replace(RUNNING, stage="vectors", rebuilding="small-model", skipped=0, failed=0, pages=0))
    assert card.counts.text() == "214 of 1,204 files"
    assert card.stage.text() == "The search by small-model is being prepared. Until then the present model answers."
    ended = ImportSummary("c", 4, 4, 0, 0, 0, 0, 0, 0, 0, 40, 1.0, cancelled=False, rebuilt="small-model")
    card.show_ended(ended)
    assert (card.title.text(), card.counts.text()) == ("Search prepared", "small-model searches from now on.")
    card.show_ended(dataclasses.replace(ended, cancelled=True))
    assert card.counts.text() == "Stopped. The present model answers as before."
