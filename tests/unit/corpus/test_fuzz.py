"""The fuzzer itself: its damage can be repeated, and what fails a run does fail it."""

from __future__ import annotations

import io
import random
import sys
import zipfile
from itertools import islice
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

import fuzz
from _mutations import MAX_BYTES, MUTATIONS, mutate

from index.errors import Defect, NoText, ParserCrashed, ParserOutOfMemory, ParserTimeout, UnreadableDocument


def archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("word/document.xml", "<w:p>12 apples</w:p>" * 20)
        file.writestr("other.xml", "<a>1</a>")
    return out.getvalue()


@pytest.mark.parametrize("name", MUTATIONS)
@pytest.mark.parametrize("data", [b"", b"x", b"<p>12 apples</p> and 40 pears" * 9, archive()])
def test_every_damage_takes_any_content_and_can_be_repeated(name: str, data: bytes) -> None:
    once, twice = (MUTATIONS[name](data, random.Random(5)) for _ in range(2))
    assert once == twice


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_damage_does_damage(name: str) -> None:
    data = archive() if name == "members" else b"<p>12 apples</p> and 40 pears" * 9
    changed = [MUTATIONS[name](data, random.Random(n)) != data for n in range(20)]
    assert sum(changed) >= 15


def test_results_stay_small_enough_to_try_many() -> None:
    assert all(len(mutate(b"<a>1</a>" * 50_000, random.Random(n))[1]) <= MAX_BYTES for n in range(30))


def test_formats_take_turns_and_a_seed_gives_the_same_documents(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "c.txt", "d.csv"):
        (tmp_path / name).write_text(f"{name} 12 apples")
    paths = sorted(tmp_path.iterdir())
    first, second = (list(islice(fuzz.damaged(paths, 7), 8)) for _ in range(2))
    assert first == second
    assert [path.suffix for _, path, _ in first[:4]] == [".csv", ".txt", ".csv", ".txt"]
    assert list(islice(fuzz.damaged(paths, 8), 8)) != first


@pytest.mark.parametrize(
    ("error", "fails"),
    [
        (None, False),
        (UnreadableDocument("It is damaged."), False),
        (NoText("It has no text."), False),
        (ParserCrashed("It ended."), True),
        (ParserTimeout("It took too long."), False),
        (ParserOutOfMemory("It took too much."), False),
        (Defect("Nobody knows."), True),
        (ValueError("raw"), True),
        (UnreadableDocument(""), True),
    ],
)
def test_only_what_tells_a_person_what_is_wrong_or_keeps_a_limit_passes(error: Exception | None, fails: bool) -> None:
    assert (fuzz.judge(error) is not None) is fails


def test_files_that_are_left_behind_fail_a_run(tmp_path: Path) -> None:
    assert fuzz.leftovers(tmp_path) == []
    (tmp_path / "parser-1").mkdir()
    (tmp_path / "parser-1" / "page.png").write_bytes(b"x")
    assert len(fuzz.leftovers(tmp_path)) == 1
