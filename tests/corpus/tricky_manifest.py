"""The manifest of the difficult documents, and what a right reader does with each of them.

``expected`` is one of: text, "text (ENCODING)", ocr, ocr-missing-language (a refusal and a text are both right), password:WORD or
locked:WORD (refused without the password and with a wrong one, read with it; "unknown": always refused), empty, error, garbage
(the text layer is nonsense: it must not be taken for text), bomb (read within the limits or ended by one of them). A fact of which the
manifest says that it "must be absent or marked" (deleted text) is right when it is not there, or "deleted" stands before it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from extracts import Extract, Where, found, found_at, headers_of, read_place
from facts import Fact, fold, read_fact

DEFECTS = frozenset({"parser_crashed", "parser_timeout", "parser_memory", "defect"})
WRONG_PASSWORD = "certainly-not-this-one"
_SAYS_EMPTY = re.compile(r"\b(?:empty|no text|blank|none of its \d+ pages has text)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Entry:
    """A line of the manifest. ``fact`` is None for a document without one; ``is_verified`` says that somebody has seen the fact."""

    file: str
    format: str
    expected: str
    fact: Fact | None = None
    where: Where = Where("whole")
    encoding: str | None = None
    password: str | None = None
    is_verified: bool = True
    headers: tuple[str, ...] = ()
    must_be_absent: bool = False

    @property
    def wants_ocr(self) -> bool:
        return self.expected in {"ocr", "ocr-missing-language", "garbage", "empty", "error", "bomb"}

    @property
    def group(self) -> str:
        return f"{self.format}, scans" if self.expected in {"ocr", "ocr-missing-language", "garbage"} else self.format

    @property
    def must_be_read(self) -> bool:
        return self.expected in {"text", "ocr"} or (self.expected == "password" and self.password is not None)


@dataclass(frozen=True)
class Outcome:
    """What a reader gave: an extract, or the code and the message of its refusal."""

    extract: Extract | None = None
    code: str = ""
    message: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Verdict:
    """How a document came out. ``refusals`` are (right, expected); ``glued`` says that only the white space is wrong (OCR)."""

    entry: Entry
    read: bool
    found: bool
    at_place: bool
    glued: bool
    refusals: tuple[int, int]
    defects: tuple[str, ...]
    seconds: float
    why: str = ""


def load(folder: Path) -> list[Entry]:
    """All lines of the manifest, and the bomb beside it. Raises OSError without a manifest, ValueError for a line that is none."""
    with (folder / "MANIFEST.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    entries = [_entry(row, folder) for row in rows]
    bombs = sorted((folder / "bomb").glob("*.pdf"))
    return entries + [Entry(path.relative_to(folder).as_posix(), "bomb", "bomb") for path in bombs]


def _entry(row: dict[str, str], folder: Path) -> Entry:
    match = re.fullmatch(
        r"(?P<word>text|ocr-missing-language|ocr|password|locked|empty|error|garbage)(?: \((?P<code>[\w-]+)\)|:(?P<key>.+))?",
        row["expected"].strip(),
    )
    if match is None:
        raise ValueError(f"{row['file']}: not an expected behaviour: {row['expected']!r}")
    word = "password" if match["word"] == "locked" else match["word"]
    is_table = row["format"] in {"csv", "tsv"}
    written = row["fact_that_must_be_found"].strip()
    entry = Entry(
        row["file"],
        row["format"],
        word,
        read_fact(written, is_table=is_table, are_characters="(chars)" in row["verified"]) if written else None,
        read_place(row["where"], row["format"]),
        match["code"],
        match["key"] if match["key"] != "unknown" else None,
        not row["verified"].startswith("no"),
        must_be_absent="must be absent" in row["what_is_hard"],
    )
    if is_table and entry.fact is not None and entry.encoding is not None:
        entry = replace(entry, headers=headers_of((folder / entry.file).read_bytes(), entry.encoding, entry.fact))
    return entry


def judge(entry: Entry, outcome: Outcome, probes: Sequence[Outcome] = ()) -> Verdict:
    """How ``entry`` came out. ``outcome``: read with its password, if it has one; ``probes``: without it, and with a wrong one."""
    extract, fact = outcome.extract, entry.fact
    is_found = at_place = glued = False
    if extract is not None and fact is not None:
        is_found = found(fact, extract)
        at_place = is_found and found_at(fact, entry.where, extract, entry.headers)
        if not at_place and entry.expected == "ocr":
            glued = not is_found and found(fact, extract, spaces=False)
            is_found = is_found or glued
            at_place = found_at(fact, entry.where, extract, spaces=False)
        if entry.must_be_absent:
            is_found = at_place = not is_found or _is_marked(fact, extract)
    checks = _refusals(entry, outcome, probes)
    all_outcomes = (outcome, *probes)
    defects = tuple(o.code for o in all_outcomes if o.code in DEFECTS) if entry.expected != "bomb" else ()
    said = f"{outcome.code}: {outcome.message}" if outcome.code else ""
    return Verdict(
        entry,
        read=extract is not None and any(text.strip() for text in extract.texts()),
        found=is_found,
        at_place=at_place,
        glued=glued,
        refusals=(sum(checks), len(checks)),
        defects=defects,
        seconds=sum(o.seconds for o in all_outcomes),
        why=said or (f"came out as text: {extract.text[:80]!r}" if extract and not all(checks) else ""),
    )


def _refusals(entry: Entry, outcome: Outcome, probes: Sequence[Outcome]) -> list[bool]:
    """One answer for each refusal that is expected of the document."""
    if entry.expected == "password":
        tried = [*probes, outcome] if entry.password is None else list(probes)
        return [o.code == "password_needed" for o in tried]
    if entry.expected == "empty":
        says = outcome.code in {"no_text", "unreadable"} and _SAYS_EMPTY.search(outcome.message) is not None
        silent = outcome.extract is not None and not any(
            text.strip() for text in (outcome.extract.text, *outcome.extract.pages)
        )
        return [says or silent]
    if entry.expected == "error":
        return [outcome.code in {"unreadable", "unsupported"}]
    if entry.expected == "garbage":
        return [outcome.code == "no_text" or (outcome.extract is not None and outcome.extract.ocr_pages > 0)]
    if entry.expected == "bomb":
        return [outcome.extract is not None or outcome.code in {"parser_timeout", "parser_memory", "unreadable", "no_text"}]
    return []


def _is_marked(fact: Fact, extract: Extract) -> bool:
    """Whether each place of deleted text says so within the forty characters before it."""
    folded = [fold(text) for text in extract.texts()]
    places = [(text, m.start()) for text in folded for m in re.finditer(re.escape(fold(fact.values[0])), text)]
    return bool(places) and all("deleted" in text[max(0, at - 40) : at].lower() for text, at in places)
