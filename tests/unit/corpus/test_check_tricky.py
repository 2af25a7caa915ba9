"""The check of difficult documents over a small folder made here, through the real sandbox."""

from __future__ import annotations

from pathlib import Path

import check_tricky
import pytest
from check_tricky import count, missing
from tricky_manifest import Entry, Outcome, judge

HEAD = [
    "file",
    "format",
    "bytes",
    "source_repo",
    "source_path",
    "licence",
    "what_is_hard",
    "fact_that_must_be_found",
    "where",
    "expected",
    "verified",
]


def folder_with(tmp_path: Path, fact: str, row: str) -> Path:
    line = ["staff.csv", "csv", "1", "r", "p", "MIT", "", fact, row, "text (utf-8)", "yes"]
    empty = ["empty.txt", "txt", "0", "r", "p", "MIT", "", "", "-", "empty", "yes"]
    text = "\n".join("\t".join(cells) for cells in (HEAD, line, empty)) + "\n"
    (tmp_path / "MANIFEST.tsv").write_text(text, encoding="utf-8")
    (tmp_path / "staff.csv").write_text("Name,Age\nBob,30\nEve,31\n", encoding="utf-8")
    (tmp_path / "empty.txt").write_bytes(b"")
    return tmp_path


def test_a_right_reading_passes_and_the_table_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = folder_with(tmp_path, "Eve,31", "row 3")
    assert check_tricky.main(["--folder", str(folder), "--require", "1"]) == 0
    shown = capsys.readouterr().out
    assert "100.0%" in shown
    assert "fact missing" not in shown


def test_a_wrong_fact_fails_the_check_and_is_named_with_what_stands_nearby(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = folder_with(tmp_path, "Evelyn,31", "row 3")
    assert check_tricky.main(["--folder", str(folder), "--verbose", "--require", "0.5"]) == 1
    assert "staff.csv: fact missing" in capsys.readouterr().out


def test_a_wrong_place_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = folder_with(tmp_path, "Eve,31", "row 2")
    check_tricky.main(["--folder", str(folder), "--verbose", "--format", "csv"])
    assert "staff.csv: not at its place: row 2" in capsys.readouterr().out


def test_a_folder_without_a_manifest_is_said_and_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_tricky.main(["--folder", str(tmp_path)]) == 0
    assert "skipped" in capsys.readouterr().out


def test_crashes_are_counted_and_named() -> None:
    verdict = judge(Entry("a.pdf", "pdf", "text"), Outcome(code="parser_timeout", message="too long"))
    assert count([verdict]).defects == 1
    assert "defect parser_timeout" in missing(verdict)


def test_documents_that_nobody_verified_are_counted_apart() -> None:
    doubtful = judge(Entry("a.png", "png", "ocr-missing-language", is_verified=False), Outcome(code="no_text"))
    counts = count([doubtful])
    assert (counts.unverified, counts.found, counts.read, counts.refused) == (1, (0, 0), (0, 0), (0, 0))
    assert missing(doubtful) == ""
