"""A citation of a file that is not any more what was indexed says so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.engine.changed import changed_files
from app.messages.answer import Answer
from app.messages.base import new_correlation_id
from app.messages.validation import Citation, SentenceReport, ValidationReport
from app.pipeline.provenance import with_changes_marked
from index.document import Place, Span
from index.ingest import reading
from index.ingest.ledger import Ledger
from index.ingest.rows import FoundFile


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    ledger = Ledger(tmp_path / "library.sqlite")
    ledger.warm_up()
    return ledger


def listed(ledger: Ledger, *paths: Path) -> list[str]:
    collection = ledger.create_collection("c", embedder_id="e", dimension=4, chunker_version="1")
    source = ledger.add_source(collection.id, str(paths[0].parent), "folder")
    found = [FoundFile(path=str(p), size=p.stat().st_size, mtime_ns=p.stat().st_mtime_ns) for p in paths]
    ledger.record_found(collection.id, source.id, found, chunker_version="1")
    ids = {row.path: row.id for row in ledger.files(collection.id)}
    return [ids[str(p)] for p in paths]


def test_edited_and_vanished_files_are_told_from_untouched_ones(ledger: Ledger, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("same.txt", "edited.txt", "gone.txt")]
    for path in paths:
        path.write_text("The fee is 12 euros.")
    same, edited, gone = listed(ledger, *paths)
    paths[1].write_text("The fee is 14 euros.")
    os.utime(paths[1], ns=(1, 1))
    paths[2].unlink()
    assert changed_files(ledger, [same, edited, gone]) == {edited, gone}


def test_an_edit_that_keeps_size_and_time_is_told_from_another_owner_or_mode(ledger: Ledger, tmp_path: Path) -> None:
    paths = [tmp_path / "edited.txt", tmp_path / "mode.txt"]
    for path in paths:
        path.write_text("The fee is 12 euros.")
    edited, mode = listed(ledger, *paths)
    for row_id, path in zip((edited, mode), paths, strict=True):
        original = reading.fingerprint(str(path), lambda: False)
        ledger.mark_unchanged(row_id, original.stamp._replace(changed_ns=path.stat().st_ctime_ns - 1))
    times = paths[0].stat().st_atime_ns, paths[0].stat().st_mtime_ns
    with ledger._db.write() as db:  # noqa: SLF001 - as the import leaves it
        for row_id, path in zip((edited, mode), paths, strict=True):
            sha256 = reading.fingerprint(str(path), lambda: False).sha256
            db.execute("UPDATE files SET sha256 = ? WHERE id = ?", (sha256, row_id))
    paths[0].write_text("The fee is 14 euros.")
    os.utime(paths[0], ns=times)
    paths[1].chmod(0o600)
    assert changed_files(ledger, [edited, mode]) == {edited}


def test_the_citations_of_a_changed_file_are_marked_and_no_others() -> None:
    def cited(doc_id: str) -> Citation:
        return Citation(doc_id=doc_id, chunk_id="k", source=f"/{doc_id}.txt", place=Place(), start=0, end=3, quote="The")

    number = new_correlation_id()
    sentence = SentenceReport(
        span=Span(start=0, end=3), text="The", verdict="supported", score=1.0, citations=(cited("old"), cited("new"))
    )
    report = ValidationReport(correlation_id=number, verdict="supported", sentences=(sentence,))
    answer = Answer(correlation_id=number, status="answered", text="The", report=report)
    marked = with_changes_marked(answer, lambda ids: frozenset(ids) & {"old"})
    assert marked.report is not None
    assert [c.changed_since_indexed for c in marked.report.sentences[0].citations] == [True, False]
    assert with_changes_marked(answer, lambda ids: frozenset()) is answer
