"""What the comparison makes of markitdown's Markdown: in its favour, but not blindly."""

from __future__ import annotations

import sys
from pathlib import Path

import competitor
import pytest
from competitor import MarkItDown, markdown_extract, outcome_of
from extracts import Where, found, found_at
from facts import read_fact


def test_links_escapes_and_emphasis_do_not_hide_a_fact() -> None:
    extract = markdown_extract("Ducks are **mostly** [aquatic](/wiki/Water_(drink)) 12\\_a birds", "html")
    assert found(read_fact("Ducks are mostly aquatic 12_a birds"), extract)
    assert not found(read_fact("wiki"), extract)


def test_slides_and_sheets_are_told_apart() -> None:
    slides = markdown_extract("<!-- Slide number: 1 -->\n# One\n\n<!-- Slide number: 2 -->\n# Two", "pptx")
    assert found_at(read_fact("Two"), Where("slide", 2), slides)
    assert not found_at(read_fact("Two"), Where("slide", 1), slides)
    sheets = markdown_extract("## Fees\n| a |\n| --- |\n| 40 |\n\n## Other\n| b |", "xlsx")
    assert found_at(read_fact("40"), Where("sheet", sheet="Fees"), sheets)
    assert not found_at(read_fact("40"), Where("sheet", sheet="Other"), sheets)


def test_rows_of_a_table_carry_their_number_and_its_header() -> None:
    extract = markdown_extract("| Name | Age |\n| --- | --- |\n| Bob | 30 |\n| Eve | 31 |", "csv")
    fact = read_fact("Eve,31", is_table=True)
    assert found_at(fact, Where("row", 3), extract, ("Name", "Age"))
    assert not found_at(fact, Where("row", 2), extract, ("Name", "Age"))
    assert not found_at(fact, Where("row", 3), extract, ("Id", "Age"))


def test_a_page_is_known_only_when_there_is_one() -> None:
    fact = read_fact("words")
    assert found_at(fact, Where("page", 1, 1), markdown_extract("words", "pdf", 1))
    assert not found_at(fact, Where("page", 1, 1), markdown_extract("words", "pdf", 2))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("PDFPasswordIncorrect: ", "password_needed"),
        ("ValueError: broken", "unreadable"),
        ("Timeout: x", "parser_timeout"),
        ("Crash: x", "parser_crashed"),
    ],
)
def test_errors_become_our_reasons(error: str, code: str) -> None:
    assert outcome_of({"error": error, "seconds": 1.0}, "pdf").code == code


def test_a_child_that_hangs_or_dies_costs_one_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text(
        "import json, sys, time\n"
        "print(json.dumps({'ready': True}), flush=True)\n"
        "for line in sys.stdin:\n"
        "    name = json.loads(line)\n"
        "    if name == 'hang': time.sleep(60)\n"
        "    if name == 'die': sys.exit(3)\n"
        "    print(json.dumps({'text': name, 'seconds': 0.1}), flush=True)\n"
    )
    monkeypatch.setattr(competitor, "WORKER", worker)
    reader = MarkItDown(Path(sys.executable))
    try:
        assert reader.convert(Path("hang"), limit=0.2)["error"].startswith("Timeout")
        assert reader.convert(Path("die"))["error"].startswith("Crash")
        assert reader.convert(Path("good"))["text"] == "good"
    finally:
        reader.close()
