"""The passages as evidence: their sentences with words, rarity and quantities, read once for a whole answer."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import PurePosixPath, PureWindowsPath

from app.messages.retrieval import Passage
from app.messages.validation import Citation
from app.rules.planted import without_orders
from app.rules.quantities import Quantity, read_quantities, same
from app.rules.tongue import guess
from app.rules.words import Token, is_content, related, tokens
from index.chunking.sentences import LABELLED_LINE, split_sentences

_PARTIAL = 0.7
"""Strength of a match by a compound's part or a likely form of the same word."""
_HEADING_WORDS = 10
_LIST_MARK = re.compile(r"^(?:\d{1,2}[.)]|[-*•–])\s+")


@dataclass(frozen=True)
class EvidenceSentence:
    """A sentence, table row or line of a passage; ``start``/``end`` are offsets in ``passage.content``."""

    index: int
    passage_index: int
    start: int
    end: int
    text: str
    words: tuple[Token, ...]
    language: str

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(t.stem for t in self.words)

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(t.key for t in self.words)

    @property
    def said(self) -> str:
        """Its words on one line, without the mark of a list."""
        return _LIST_MARK.sub("", " ".join(self.text.split()))

    @cached_property
    def by_stem(self) -> dict[str, list[Token]]:
        """The words of each stem."""
        found: dict[str, list[Token]] = {}
        for word in self.words:
            found.setdefault(word.stem, []).append(word)
        return found

    @cached_property
    def content(self) -> tuple[Token, ...]:
        """Content words that are no part of a figure."""
        figures = [q for q in self.quantities if not q.weak and q.kind != "identifier"]
        return tuple(
            w for w in self.words if is_content(w, self.language) and not any(q.start <= w.start < q.end for q in figures)
        )

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        return read_quantities(self.text, self.language)


class Evidence:
    """All passages of one answer. Building it costs about 1 ms a kilobyte; everything else is looked up."""

    def __init__(self, passages: Sequence[Passage], language: str) -> None:
        self.passages = tuple(passages)
        self.language = language
        self.sentences: tuple[EvidenceSentence, ...] = tuple(self._split())
        self._by_stem: dict[str, list[int]] = {}
        self._by_head: dict[str, set[str]] = {}
        for sentence in self.sentences:
            for stem in sentence.stems:
                self._by_stem.setdefault(stem, []).append(sentence.index)
        for stem in self._by_stem:
            for key in {stem[:4], stem[-4:]}:
                self._by_head.setdefault(key, set()).add(stem)
        self._by_value: dict[Decimal, list[tuple[int, Quantity]]] = {}
        self._by_key: dict[str, list[tuple[int, Quantity]]] = {}
        for sentence, given in ((s, q) for s in self.sentences for q in s.quantities):
            for value in {v for reading in given.readings for v in reading}:
                self._by_value.setdefault(value, []).append((sentence.index, given))
            if given.key:
                self._by_key.setdefault(given.key, []).append((sentence.index, given))
        self._stating: dict[Quantity, frozenset[int]] = {}
        self._related: dict[str, dict[str, float]] = {}
        self.contexts = [self._context_text(p) for p in self.passages]
        """Heading path, title and file name of each passage, as one text."""
        self._context_words = [tokens(text, language) for text in self.contexts]
        self.context_stems = [frozenset(t.stem for t in words) for words in self._context_words]
        self.context_keys = [frozenset(t.key for t in words) for words in self._context_words]
        self.context_quantities = [read_quantities(text, language) for text in self.contexts]
        self.memo: dict[tuple[object, ...], object] = {}
        """What a rule has found out about pairs of sentences, so that it is found out once for a whole answer."""
        self._frequency = Counter({stem: len(where) for stem, where in self._by_stem.items()})

    def _split(self) -> list[EvidenceSentence]:
        found: list[EvidenceSentence] = []
        for number, passage in enumerate(self.passages):
            for span in without_orders(passage.content, split_sentences(passage.content, self.language)):
                text = passage.content[span.start : span.end].replace("\n", " ").replace("\r", " ").replace("\t", " ")
                words = tuple(tokens(text, self.language))
                if words:
                    found.append(EvidenceSentence(len(found), number, span.start, span.end, text, words, self.language))
        return found

    @staticmethod
    def _context_text(passage: Passage) -> str:
        name = PureWindowsPath(PurePosixPath(passage.source).name).stem.replace("-", " ").replace("_", " ")
        return f"{passage.context} › {passage.title or ''} › {name}"

    def idf(self, stem: str) -> float:
        """Rarity of a stem over the passages' sentences (BM25's idf, at least 0.1); unseen stems are the rarest."""
        n, df = len(self.sentences), self._frequency.get(stem, 0)
        return max(0.1, math.log(1 + (n - df + 0.5) / (df + 0.5)))

    def forms(self, stem: str) -> dict[str, float]:
        """Stems of the passages that stand for ``stem``, with the strength of the match (1 = the same)."""
        known = self._related.get(stem)
        if known is None:
            known = {stem: 1.0} if stem in self._by_stem else {}
            if len(stem) >= 4:
                near = self._by_head.get(stem[:4], set()) | self._by_head.get(stem[-4:], set())
                known |= {other: _PARTIAL for other in near if other != stem and related(stem, other)}
            self._related[stem] = known
        return known

    def forms_of(self, stems: set[str]) -> set[str]:
        """All stems of the passages that stand for one of ``stems``."""
        return {form for stem in stems for form in self.forms(stem)}

    def where(self, stem: str) -> dict[int, float]:
        """Index of each sentence that holds a form of ``stem`` → strength."""
        places: dict[int, float] = {}
        for form, strength in self.forms(stem).items():
            for index in self._by_stem[form]:
                places[index] = max(places.get(index, 0.0), strength)
        return places

    def stating(self, quantity: Quantity) -> frozenset[int]:
        """Index of each sentence that states the quantity, found out once for a whole answer."""
        known = self._stating.get(quantity)
        if known is None:
            values = {value for reading in quantity.readings for value in reading if value or quantity.kind != "date"}
            near = [place for value in values for place in self._by_value.get(value, ())] + (
                self._by_key.get(quantity.key, []) if quantity.key else []
            )
            known = self._stating[quantity] = frozenset(index for index, given in near if same(quantity, given))
        return known

    def holds(self, sentence: EvidenceSentence, stem: str) -> float:
        """Strength 0–1 with which the sentence itself holds ``stem``."""
        stems = sentence.stems
        if stem in stems:
            return 1.0
        # Asked for tens of thousands of times an answer: no generator for the usual word without another form.
        for form, strength in self.forms(stem).items():
            if form in stems:
                return strength  # all other forms count alike
        return 0.0

    def context_holds(self, passage_index: int, stem: str) -> bool:
        """Does title, heading path or file name of the passage hold ``stem``?"""
        stems = self.context_stems[passage_index]
        return stem in stems or any(related(stem, other) for other in stems if other[:4] == stem[:4] or other[-4:] == stem[-4:])

    def is_heading(self, sentence: EvidenceSentence) -> bool:
        """Is it a heading: in the passage's heading path already, or a few words alone between blank lines with text below them?"""
        if sentence.stems <= self.context_stems[sentence.passage_index]:
            return True
        content = self.passages[sentence.passage_index].content
        before, after = content[: sentence.start].rstrip(" \t#*"), content[sentence.end :].lstrip(" \t*")
        alone = (not before or before.endswith("\n\n")) and after.startswith("\n\n")
        return (
            alone
            and len(sentence.words) <= _HEADING_WORDS
            and sentence.text.rstrip()[-1:].isalnum()
            and "|" not in sentence.text
        )

    @staticmethod
    def is_entry(sentence: EvidenceSentence) -> bool:
        """Is it one entry of a list of such ("Canteen: noon to two", a table's row), which speaks of nothing but its own subject?"""
        return " | " in sentence.text or LABELLED_LINE.match(sentence.text.lstrip()) is not None

    def foreign(self, sentence: EvidenceSentence) -> bool:
        """Is its passage clearly in another language than the question, so that shared words say nothing?"""
        key = ("foreign", sentence.passage_index)
        if key not in self.memo:
            self.memo[key] = guess(self.passages[sentence.passage_index].content) not in (None, self.language)
        return bool(self.memo[key])

    def neighbours(self, sentence: EvidenceSentence, distance: int = 1) -> list[EvidenceSentence]:
        """The sentence and those within ``distance`` of it in the same passage."""
        low, high = max(0, sentence.index - distance), sentence.index + distance + 1
        return [s for s in self.sentences[low:high] if s.passage_index == sentence.passage_index]

    def citation(self, sentence: EvidenceSentence) -> Citation:
        """Where the sentence stands in the original, word for word."""
        passage = self.passages[sentence.passage_index]
        return Citation(
            doc_id=passage.doc_id,
            chunk_id=passage.chunk_id,
            source=passage.source,
            place=passage.place,
            start=passage.start + sentence.start,
            end=passage.start + sentence.end,
            quote=passage.content[sentence.start : sentence.end],
            provenance=passage.provenance,
        )

    def cited(self, citations: Iterable[Citation]) -> list[EvidenceSentence]:
        """The sentences that ``citation`` made these of."""
        places = {(c.chunk_id, c.start) for c in citations}
        return [
            s for s in self.sentences
            if (self.passages[s.passage_index].chunk_id, self.passages[s.passage_index].start + s.start) in places
        ]  # fmt: skip

    def place_name(self, sentence: EvidenceSentence) -> str:
        """ "policy.pdf, p. 4" for a person."""
        passage = self.passages[sentence.passage_index]
        name = PureWindowsPath(PurePosixPath(passage.source).name).name
        place = passage.place
        if place.page is not None:
            return f"{name}, p. {place.page_label or place.page}"
        if place.slide is not None:
            return f"{name}, slide {place.slide}"
        if place.sheet is not None:
            return f"{name}, {place.sheet}"
        return f"{name}, {place.heading_path[-1]}" if place.heading_path else name


def content_words(text: str, language: str) -> list[Token]:
    """The content words of a text in order."""
    return [t for t in tokens(text, language) if is_content(t, language)]
