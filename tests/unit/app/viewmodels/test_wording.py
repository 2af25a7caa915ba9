"""Sentences for people: places, findings, reasons, progress."""

from __future__ import annotations

import pytest

from app.messages.answer import ErrorEnvelope
from app.messages.base import new_correlation_id
from app.messages.validation import Finding
from app.rules.wording import MESSAGES, say
from app.viewmodels.error_wording import error_text
from app.viewmodels.file_wording import reason_text
from app.viewmodels.finding_wording import finding_text
from app.viewmodels.places import file_name, place_text, source_text
from app.viewmodels.progress import completeness_text, outcome_text, per_mille, remaining_text
from index.document import Place
from index.ingest.progress import ImportProgress, ImportSummary
from index.ingest.rows import FileRow, Summary

FACTS = {"what": "€125", "place": "p. 4", "given": "€120", "asked": "Level 5", "calculation": "2 × 3 = 6"}


def row(**changes: object) -> FileRow:
    values: dict[str, object] = {
        "id": "f", "collection_id": "c", "source_id": "s", "path": "/x/Über.pdf", "size": 1, "mtime_ns": 1, "status": "indexed"
    }  # fmt: skip
    return FileRow.model_validate(values | changes)


def progress(found: int, done: int, *, scanning: bool = False) -> ImportProgress:
    return ImportProgress(found, done, done, 0, 0, 0, 0, None, 1.0, None, scanning=scanning)


@pytest.mark.parametrize("key", sorted(MESSAGES))
def test_each_finding_of_the_rules_is_recognised_and_said_the_same(key: str) -> None:
    message = say(key, **FACTS)
    assert finding_text(Finding(rule="r", outcome="fail", message=message)) == message


def test_a_finding_that_nobody_knows_is_said_as_it_came() -> None:
    assert finding_text(Finding(rule="r", outcome="fail", message="Something new.")) == "Something new."


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place(kind="page", page=4), "page 4"),
        (Place(kind="page", page=4, page_label="iv"), "page iv"),
        (Place(kind="slide", slide=2), "slide 2"),
        (Place(kind="sheet", sheet="Fees", cells="B2:B4"), "Fees, B2:B4"),
        (Place(kind="heading", heading_path=("Leave", "Rules", "Carry-over")), "Rules › Carry-over"),
        (Place(), ""),
    ],
)
def test_places_are_named_as_a_person_would(place: Place, text: str) -> None:
    assert place_text(place) == text


def test_a_source_without_a_place_is_its_file() -> None:
    assert source_text("/a/b/Größen 日本.docx", Place()) == "Größen 日本.docx"
    assert file_name("name.txt") == "name.txt"


def test_a_failed_file_says_why_and_what_to_do() -> None:
    assert reason_text(row(status="failed", reason_code="password_needed")).startswith("Needs a password. Give the password")


def test_an_unknown_reason_is_said_in_the_words_of_the_ledger() -> None:
    told = reason_text(row(status="skipped", reason_code="new_code", message="Too large.", next_step="Split it."))
    assert told == "Too large. Split it."


def test_pages_without_text_are_named() -> None:
    assert "3, 9" in reason_text(row(pages=10, passages=4, pages_without_text=(3, 9)))
    assert "…" in reason_text(row(pages=10, passages=4, pages_without_text=tuple(range(1, 10))))


def test_found_is_the_sum() -> None:
    text = completeness_text(
        Summary(found=12, queued=0, indexed=9, skipped=2, failed=1, pages=0, pages_without_text=0, ocr_pages=0, passages=0)
    )
    assert text == "12 found = 9 indexed + 2 skipped + 1 failed"


def error(code: str) -> ErrorEnvelope:
    return ErrorEnvelope.model_validate(
        {"correlation_id": new_correlation_id(), "code": code, "message": "As it came.", "details": {"agent": "router"}}
    )


def test_errors_are_said_in_the_language_of_the_window() -> None:
    assert error_text(error("INDEX_BUSY")) == "The index is being rebuilt. Try again when it has finished."


def test_an_invalid_question_says_itself_what_to_change() -> None:
    assert error_text(error("QUERY_INVALID")) == "As it came."


def test_there_is_no_bar_before_the_walk_is_over() -> None:
    assert per_mille(progress(100, 0, scanning=True)) is None
    assert per_mille(progress(0, 0)) is None
    assert per_mille(progress(200, 50)) == 250


def test_an_estimate_is_no_more_precise_than_it_is() -> None:
    assert remaining_text(4) == "a few seconds left"
    assert "40" in remaining_text(43)
    assert "5" in remaining_text(287)


def test_a_missing_folder_is_named() -> None:
    summary = ImportSummary("c", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.0, cancelled=False, missing=("/gone",))
    assert "/gone" in outcome_text(summary)
