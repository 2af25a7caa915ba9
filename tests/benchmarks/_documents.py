"""Sets of real documents with questions whose evidence is known word for word: office, German laws, the program's samples.

Readings are kept beside the vectors, by a hash of the file and of the parsers' code, so that a benchmark parses once.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from _retrieval import CACHE, DATA, json_lines

from index.document import ParsedDocument
from index.errors import IndexError_
from index.parsers.base import ParseOptions
from index.parsers.sandbox import ParserPool

ROOT = Path(__file__).parents[2]
FOLDERS = {"office": DATA / "office", "german": DATA / "german", "samples": ROOT / "resources" / "samples"}


@dataclass(frozen=True)
class Evidence:
    """``text`` stands in the file whose path ends in ``file``; ``page`` (or slide) where the set names one."""

    file: str
    text: str
    page: int | None

    def held_by(self, path: str, content: str) -> bool:
        return path.endswith(self.file) and plain(self.text) in plain(content)


@dataclass(frozen=True)
class DocumentQuestion:
    id: str
    text: str
    kind: str
    evidence: tuple[Evidence, ...]

    @property
    def answerable(self) -> bool:
        return self.kind != "unanswerable"


def questions(name: str) -> list[DocumentQuestion]:
    file = ROOT / "tests/corpus/samples-questions.jsonl" if name == "samples" else FOLDERS[name] / "questions.jsonl"
    found = []
    for q in json_lines(file):
        evidence = [
            Evidence(e["file"], text, page_of(e.get("where") or "")) for e in q.get("evidence") or () for text in e["contains"]
        ]
        found.append(DocumentQuestion(q["id"], q["question"], q["kind"], tuple(evidence)))
    return found


def page_of(where: str) -> int | None:
    found = re.fullmatch(r"(?:p|page|slide)\s*(\d+)", where.strip())
    return int(found[1]) if found else None


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).casefold()


def sources(name: str) -> list[Path]:
    """The documents, without the files that hold the questions or describe the set."""
    if name == "samples":
        return sorted(p for p in FOLDERS[name].iterdir() if p.is_file() and p.name != "README.md")
    return sorted(path for path in FOLDERS[name].iterdir() if path.is_dir())


def files(name: str) -> list[Path]:
    return sorted(p for source in sources(name) for p in ([source] if source.is_file() else source.rglob("*")) if p.is_file())


@cache
def _parsers_code() -> bytes:
    return b"".join(p.read_bytes() for p in sorted((ROOT / "index").glob("parsers/*.py")))


class Readings:
    """Parsed documents by path."""

    def __init__(self, folder: Path = CACHE / "readings") -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def read(self, paths: list[Path]) -> dict[Path, ParsedDocument]:
        """Files that cannot be read are left out; text recognition is off."""
        places = {path: self.folder / f"{self._key(path)}.json" for path in paths}
        new = [path for path, place in places.items() if not place.exists()]
        if new:
            with tempfile.TemporaryDirectory() as private:
                pool = ParserPool(2, Path(private))
                for path, future in [(path, pool.submit(path, ParseOptions(ocr=False))) for path in new]:
                    try:
                        places[path].write_text(future.result().model_dump_json(), encoding="utf-8")
                    except IndexError_ as error:
                        print(f"<!-- {path.name}: {error} -->")
                pool.close()
        return {
            p: ParsedDocument.model_validate_json(place.read_text("utf-8")) for p, place in places.items() if place.exists()
        }

    def _key(self, path: Path) -> str:
        return hashlib.blake2b(path.read_bytes() + path.suffix.encode() + _parsers_code(), digest_size=16).hexdigest()


def evidence_run(question: DocumentQuestion, ranked: list[tuple[str, str]]) -> list[str]:
    """(Path, content) in order as a ranking of pieces of evidence: each piece at the first passage that holds it, every other
    passage under a name of its own. So passages of any length can be compared: what counts is how soon the evidence is seen."""
    items: list[str] = []
    seen: set[int] = set()
    for rank, (path, content) in enumerate(ranked):
        held = [i for i, e in enumerate(question.evidence) if i not in seen and e.held_by(path, content)]
        seen.update(held)
        items += [f"e{i}" for i in held] or [f"other{rank}"]
    return items


def qrels(asked: list[DocumentQuestion]) -> dict[str, dict[str, int]]:
    return {q.id: {f"e{i}": 1 for i in range(len(q.evidence))} for q in asked if q.answerable and q.evidence}
