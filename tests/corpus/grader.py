"""Strict grading of answers against questions that people wrote. It knows the questions and the answer, and no trick of the program.

Right
    answerable: the answer was given (status "answered"), holds every ``must_contain`` string, one of each inner ``any_of`` list
    and no ``must_not`` string (read as ``matching`` says), does not open with the opposite of the reference answer's yes or no,
    **and** one of its citations is of an evidence file.
    unanswerable: refused, that is status "not_found", or nothing asserted (no sentence of it is a claim), without a citation, an
    error or a ``must_not`` string.
Wrong and unmarked
    not right, yet shown as wholly supported: status "answered" and the report's verdict "supported". This is the costly failure.
Passage present
    one of the first four passages that are shown (the closest matches count when nothing was found) is of an evidence file and
    holds one of the evidence strings (spaces, dashes, Markdown signs and case folded; a table row may be written as header and
    value). A passage of the right page, sheet or heading without the string counts too, and is counted apart as "by place".
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from evidence import at_place, holds, same_file
from matching import contains, figures_in, polarity
from vocabulary import ENGLISH_SMALL, GERMAN_SMALL

SHOWN = 4
Presence = Literal["text", "place", ""]


@dataclass(frozen=True)
class Evidence:
    file: str
    where: str | None = None
    contains: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """One line of a ``questions.jsonl``."""

    id: str
    question: str
    answer: str
    kind: str
    must_contain: tuple[str, ...] = ()
    any_of: tuple[tuple[str, ...], ...] = ()
    must_not: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()

    @property
    def answerable(self) -> bool:
        return self.kind != "unanswerable"

    @property
    def language(self) -> str:
        return language_of(self.question)


@dataclass(frozen=True)
class Shown:
    """A passage or a citation as the person sees it."""

    source: str
    text: str
    place: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Given:
    """What the program answered, in the little that grading needs."""

    status: str
    text: str
    verdict: str = ""
    unvalidated: bool = False
    citations: tuple[Shown, ...] = ()
    passages: tuple[Shown, ...] = ()
    claims: int = 0
    error: str = ""

    @classmethod
    def from_answer(cls, answer: Mapping[str, Any]) -> Given:
        """From the JSON of an ``Answer`` message. ``passages`` are those shown, then the closest matches; a table is read row by row."""
        report = answer.get("report") or {}
        cells = [cell for row in (answer.get("table") or {}).get("rows", ()) for cell in row["cells"]]
        sentences = [*(report.get("sentences") or ()), *(cell for cell in cells if cell["citations"])]
        shown = [*(answer.get("passages") or ()), *(answer.get("closest") or ())]
        return cls(
            status=answer["status"],
            text="\n".join([answer["text"], *(cell["text"] for cell in cells)]),
            verdict=report.get("verdict", ""),
            unvalidated=bool(report.get("unvalidated")) or report.get("verdict") == "unvalidated",
            citations=tuple(Shown(c["source"], c["quote"], c["place"]) for s in sentences for c in s["citations"]),
            passages=tuple(Shown(p["source"], p["content"], p["place"]) for p in shown),
            claims=sum(s.get("verdict") != "no_claim" for s in sentences),
            error=(answer.get("error") or {}).get("code", ""),
        )


@dataclass(frozen=True)
class Grade:
    right: bool
    why: str
    unmarked: bool
    refused: bool
    presence: Presence


def load_questions(path: Path) -> list[Question]:
    """Read a ``questions.jsonl``; fields that grading does not use are left out."""
    questions = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip():
            continue
        raw = json.loads(line)
        questions.append(
            Question(
                id=raw["id"],
                question=raw["question"],
                answer=raw["answer"],
                kind=raw["kind"],
                must_contain=tuple(raw.get("must_contain") or ()),
                any_of=tuple(tuple(group) for group in raw.get("any_of") or ()),
                must_not=tuple(raw.get("must_not") or ()),
                evidence=tuple(Evidence(e["file"], e.get("where"), tuple(e["contains"])) for e in raw.get("evidence") or ()),
            )
        )
    return questions


def language_of(text: str) -> str:
    """ "de" or "en", by the small words of a text; texts in other languages are not told apart."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    german = sum(w in GERMAN_SMALL or re.search("[äöüß]", w) is not None for w in words)
    return "de" if german > sum(w in ENGLISH_SMALL for w in words) else "en"


def grade(question: Question, given: Given) -> Grade:
    """Grade one answer; ``why`` says in a few words what was missing ("" when right)."""
    refused = is_refusal(question, given)
    if question.answerable:
        why = _why_wrong(question, given)
    elif not refused:
        why = "answered, but the documents do not say it"
    else:
        why = _forbidden(question, given)
    unmarked = bool(why) and given.status == "answered" and given.verdict == "supported" and not given.unvalidated
    presence = passage_presence(question, given.passages[:SHOWN]) if question.answerable else ""
    return Grade(not why, why, unmarked, refused, presence)


def is_refusal(question: Question, given: Given) -> bool:
    """Whether the program asserted nothing: it said so, or no sentence of its answer is a claim. Failures are no refusals.

    An answer without claims must bring no figure, date or amount that the question did not: calling it no claim does not make it one.
    """
    if given.error or given.citations or given.unvalidated:
        return False
    if given.status == "not_found":
        return True
    no_claim = given.status == "answered" and given.claims == 0 and given.verdict != ""
    return no_claim and figures_in(given.text, question.language) <= figures_in(question.question, question.language)


def _why_wrong(question: Question, given: Given) -> str:
    if given.status != "answered":
        return f"no answer: {given.status}"
    language = question.language
    expected, said = polarity(question.answer), polarity(given.text)
    if expected and said and expected != said:
        return f"says {said}, right is {expected}"
    missing = [needle for needle in question.must_contain if not contains(given.text, needle, language)]
    missing += [
        " or ".join(group) for group in question.any_of if not any(contains(given.text, needle, language) for needle in group)
    ]
    if missing:
        return "without: " + ", ".join(missing)
    if forbidden := _forbidden(question, given):
        return forbidden
    if not any(same_file(c.source, e.file) for c in given.citations for e in question.evidence):
        return "cites another file" if given.citations else "cites nothing"
    return ""


def _forbidden(question: Question, given: Given) -> str:
    found = [needle for needle in question.must_not if contains(given.text, needle, question.language)]
    return "must not say: " + ", ".join(found) if found else ""


def passage_presence(question: Question, passages: Sequence[Shown]) -> Presence:
    """ "text" when a passage holds an evidence string, "place" when one is only of the right place, "" otherwise."""
    pairs = [(p, e) for p in passages for e in question.evidence if same_file(p.source, e.file)]
    if any(holds(p.text, wanted) for p, e in pairs for wanted in e.contains):
        return "text"
    return "place" if any(e.where and at_place(p.place, e.where) for p, e in pairs) else ""
