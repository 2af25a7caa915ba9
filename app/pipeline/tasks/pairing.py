"""What two documents say of the same matter, sentence by sentence, and whether their figures differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from app.pipeline.tasks.documents import WholeDocument
from app.rules.quantities import Quantity, read_quantities, same
from app.rules.words import content_stems
from index.chunking.sentences import split_sentences
from index.document import Span

ALIKE = 0.4
"""Share of the content words of two sentences that both have; set by hand, judged on pairs of policy versions made in the tests."""
FEWEST = 2
_MEASURED = ("number", "percent", "money", "duration", "measure", "date", "time")


@dataclass(frozen=True)
class Statement:
    """A sentence of a document, headings left out."""

    document: WholeDocument
    span: Span
    language: str

    @cached_property
    def text(self) -> str:
        return " ".join(self.document.parsed.text[self.span.start : self.span.end].split())

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(content_stems(self.text, self.language))

    @property
    def heading(self) -> str:
        path = self.document.place_at(self.span.start).heading_path
        return path[-1] if path else ""


@dataclass(frozen=True)
class Pair:
    first: Statement
    second: Statement
    differs: bool


def statements(document: WholeDocument, language: str) -> list[Statement]:
    text = document.parsed.text
    found = []
    for block in document.parsed.blocks:
        if block.kind != "heading":
            for span in split_sentences(text[block.start : block.end], language):
                found.append(Statement(document, Span(start=block.start + span.start, end=block.start + span.end), language))
    return [s for s in found if len(s.stems) >= FEWEST]


def pairs(first: Sequence[Statement], second: Sequence[Statement]) -> list[Pair]:
    """Each statement of ``first`` with the one of ``second`` that is most like it, where that is like enough; in the order of ``first``.
    A statement is used once."""
    by_stem: dict[str, list[int]] = defaultdict(list)
    for number, statement in enumerate(second):
        for stem in statement.stems:
            by_stem[stem].append(number)
    scored = []
    for i, own in enumerate(first):
        near: dict[int, int] = defaultdict(int)
        for stem in own.stems:
            for j in by_stem.get(stem, ()):
                near[j] += 1
        for j, common in near.items():
            alike = common / len(own.stems | second[j].stems)
            if common >= FEWEST and alike >= ALIKE:
                scored.append((-alike, abs(i - j), i, j))
    taken_first: set[int] = set()
    taken_second: set[int] = set()
    chosen = []
    for _, _, i, j in sorted(scored):
        if i not in taken_first and j not in taken_second:
            taken_first.add(i)
            taken_second.add(j)
            chosen.append((i, j))
    return [
        Pair(first[i], second[j], figures_differ(first[i].text, second[j].text, first[i].language)) for i, j in sorted(chosen)
    ]


def figures_differ(first: str, second: str, language: str) -> bool:
    """Is there a unit in which each has exactly one figure, and they are not the same?"""
    left, right = _single(first, language), _single(second, language)
    return any(not same(left[key], right[key]) and not same(right[key], left[key]) for key in left if key in right)


def _single(text: str, language: str) -> dict[tuple[str, str | None], Quantity]:
    found: dict[tuple[str, str | None], list[Quantity]] = defaultdict(list)
    for quantity in read_quantities(text, language):
        if quantity.kind in _MEASURED and not quantity.weak and not quantity.is_year:
            found[(quantity.kind, quantity.unit)].append(quantity)
    return {key: some[0] for key, some in found.items() if len(some) == 1}
