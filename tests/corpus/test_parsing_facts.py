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

from index.document import ParsedDocument
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
    """As running text; a row copied from a Markdown table has its cells in one table row, in order, each under its header."""
    if fold(item.text) in fold(searched_text(document, item.where)):
        return True
    cells = [fold(cell) for cell in item.text.split("|") if cell.strip()]
    pattern = re.compile(".*?".join(map(re.escape, cells)), re.DOTALL)
    rows = (fold(document.text[b.start : b.end]) for b in document.blocks if b.kind == "table_row")
    return "|" in item.text and any(pattern.search(row) for row in rows)


def searched_text(document: ParsedDocument, where: str) -> str:
    page = re.fullmatch(r"(?:p|s|slide ?)(\d+)", where)
    if page and document.pages:
        info = document.pages[int(page.group(1)) - 1]
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
