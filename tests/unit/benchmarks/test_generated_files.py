"""The files of the memory benchmark are of the formats that it names, and can be read."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

import _memory

from index.parsers.base import ParseOptions
from index.parsers.registry import parse


@pytest.mark.parametrize("number", range(len(_memory.KINDS)))
def test_each_generated_file_holds_its_number_as_text(number: int, tmp_path: Path) -> None:
    name, data = _memory.generated(number)
    path = tmp_path / name
    path.write_bytes(data)
    assert f"File {number}." in parse(path, ParseOptions(ocr=False)).text
