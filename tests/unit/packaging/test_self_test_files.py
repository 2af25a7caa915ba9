"""The self-test has one file of each format that the program reads, and each is what its name says."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings.paths import resources_dir
from index.parsers.registry import SPECS
from index.parsers.sniffing import sniff

FOLDER = resources_dir() / "self_test"
KINDS = [spec.kind for spec in SPECS]


@pytest.mark.parametrize("kind", KINDS)
def test_there_is_a_file_of_this_format_and_it_is_one(kind: str) -> None:
    (file,) = FOLDER.glob(f"berth-*.{kind}")
    assert sniff(file) == kind
    assert file.stat().st_size < 20_000


def test_every_file_is_of_a_format_that_is_read() -> None:
    assert {Path(p).suffix[1:] for p in FOLDER.glob("berth-*")} == set(KINDS)


def test_no_two_files_have_the_same_berth() -> None:
    berths = [p.stem for p in FOLDER.glob("berth-*")]
    assert len(set(berths)) == len(berths)
