"""Each evidence string of the question sets is in the parsed text of its file, and for PDFs on the page that is named."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from index.document import Block, ParsedDocument
from index.parsers.base import ParseOptions
from index.parsers.registry import parse

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
SETS = {"office": Path(), "german": Path("docs")}

pytestmark = [pytest.mark.corpus, pytest.mark.skipif(not CORPUS.is_dir(), reason="the test corpus is not on this machine")]


@dataclass(frozen=True)
class Evidence:
    question: str
    file: str
    where: str
    text: str


def fold(text: str) -> str:
    """NFKC, lower case, without white space and Markdown emphasis: layout and markup must not decide."""
    return re.sub(r"[\s*`]+", "", unicodedata.normalize("NFKC", text)).lower()


def evidence(name: str) -> Iterator[Evidence]:
    for line in (CORPUS / name / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        for item in question["evidence"]:
            for text in item["contains"]:
                yield Evidence(question["id"], item["file"], item.get("where") or "", text)


def is_found(document: ParsedDocument, item: Evidence) -> bool:
    """As running text, or in a table row: the program writes each cell behind its header ("Fee: 40 | Days: 3"), the evidence is
    copied from Markdown ("40 | 3") or from the line of a page ("40 3"), so the row's values are compared, in order."""
    if fold(item.text) in fold(searched_text(document, item.where)):
        return True
    wanted = fold(item.text.replace("|", " "))
    return any(wanted in fold(values_of(document.text[b.start : b.end])) for b in document.blocks if is_row_at(b, item.where))


def is_row_at(block: Block, where: str) -> bool:
    page = page_of(where)
    return block.kind == "table_row" and (page is None or block.place.page == page)


def values_of(row: str) -> str:
    """The row's cells without their headers."""
    return " ".join(cell.split(": ", 1)[-1] for cell in row.split(" | "))


def page_of(where: str) -> int | None:
    page = re.fullmatch(r"(?:p|s|slide ?)(\d+)", where)
    return int(page.group(1)) if page else None


def searched_text(document: ParsedDocument, where: str) -> str:
    page = page_of(where)
    if page and document.pages:
        info = document.pages[page - 1]
        return document.text[info.start : info.end]
    return document.text


@pytest.mark.parametrize("name", SETS)
def test_every_evidence_is_in_the_parsed_text_at_its_place(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    documents: dict[str, ParsedDocument] = {}
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    missing: list[str] = []
    for item in evidence(name):
        if item.file not in documents:
            documents[item.file] = parse(CORPUS / name / SETS[name] / item.file, ParseOptions(ocr=False))
        document = documents[item.file]
        found = is_found(document, item)
        counts[document.kind][0] += found
        counts[document.kind][1] += 1
        if not found:
            missing.append(f"{item.question}: {item.text!r} in {item.file} ({item.where})")
    with capsys.disabled():
        print(f"\n{name}: evidence strings found in the parsed text")
        for kind, (found_count, total) in sorted(counts.items()):
            print(f"  {kind:6}{found_count:4} of {total}")
    assert missing == []
    assert documents


@pytest.mark.parametrize("name", SETS)
def test_every_file_is_read(name: str) -> None:
    folder = CORPUS / name / SETS[name]
    files = [
        f for f in sorted(folder.rglob("*")) if f.is_file() and f.name not in {"README.md", "questions.jsonl", "sources.tsv"}
    ]
    assert len(files) >= 15
    for file in files:
        document = parse(file, ParseOptions(ocr=False))
        assert document.blocks
        at = 0
        for block in document.blocks:
            assert at <= block.start < block.end
            at = block.end
