"""What a person sees before an import begins: what would be read, what would be left out and why."""

import os
import time

import pytest

from index.ingest.preview import preview
from index.ingest.scan import Scan


def write(path, size=10):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        file.write(b"x" * min(size, 10))
        file.truncate(size)
    return path


@pytest.fixture
def folder(tmp_path):
    for name in (
        "a.pdf",
        "b.PDF",
        "c.docx",
        "mail.eml",
        "notes",
        "~$c.docx",
        ".hidden.txt",
        "tool.exe",
        "song.mp3",
        ".git/config",
    ):
        write(tmp_path / name)
    write(tmp_path / "node_modules" / "x.js")
    write(tmp_path / "empty.txt", 0)
    write(tmp_path / "film.pdf", 501 * 1024 * 1024)  # sparse
    return tmp_path


def test_kinds_and_what_is_left_out_with_its_reason_are_counted_and_nothing_is_opened(folder, monkeypatch):
    def no_opening(*_, **__):
        raise AssertionError("a file was opened")

    monkeypatch.setattr("builtins.open", no_opening)
    monkeypatch.setattr("os.open", no_opening)
    result = preview([folder])
    assert {kind: count.files for kind, count in result.kinds.items()} == {"pdf": 2, "word": 1, "mail": 1, "other": 1}
    assert (result.files, result.bytes, result.complete) == (5, 50, True)
    assert {code: skip.count for code, skip in result.skipped.items()} == {
        "hidden": 2, "temporary": 1, "program": 1, "media": 1, "system": 1, "empty": 1, "too_large": 1,
    }  # fmt: skip
    assert all(skip.message and skip.next_step and os.path.exists(skip.example) for skip in result.skipped.values())


def test_it_counts_as_the_import_does(folder):
    result = preview([folder])
    assert result.found == len(list(Scan((folder,)).walk()))
    assert result.found == result.files + result.unchanged + sum(s.count for s in result.skipped.values())


def test_partial_counts_come_while_a_slow_drive_is_still_being_listed(tmp_path, monkeypatch):
    for number in range(30):
        write(tmp_path / f"{number}.txt")
    walk = Scan.walk

    def slowly(self):
        for found in walk(self):
            time.sleep(0.02)
            yield found

    monkeypatch.setattr(Scan, "walk", slowly)
    told = []
    result = preview([tmp_path], progress=told.append)
    assert len(told) >= 3
    assert told[0].files < told[-1].files <= result.files == 30
    assert not any(part.complete for part in told)


def test_it_can_be_stopped_and_says_that_it_is_not_complete(tmp_path):
    for number in range(300):
        write(tmp_path / f"{number}.txt")
    looks = iter([False] * 10 + [True] * 1000)
    result = preview([tmp_path], cancelled=lambda: next(looks))
    assert 0 < result.files < 300
    assert not result.complete


def test_a_very_large_text_is_announced_with_the_time_that_it_will_take(tmp_path):
    write(tmp_path / "export.txt", 50_000_000)
    write(tmp_path / "small.txt")
    result = preview([tmp_path])
    (slow,) = result.slow
    assert os.path.basename(slow.path) == "export.txt"
    assert slow.seconds > 600


def test_a_path_that_is_not_there_is_named(tmp_path):
    result = preview([tmp_path / "away"])
    assert result.missing == (str(tmp_path / "away"),)
    assert result.found == 0


def test_folders_that_overlap_are_counted_once(tmp_path):
    write(tmp_path / "sub" / "a.txt")
    assert preview([tmp_path, tmp_path / "sub"]).files == 1
