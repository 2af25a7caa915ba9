"""Finds every place of a document that says something, word for word: no sampling, no vectors.

A place is a sentence, table row or heading that holds all words asked for, each in any of its forms (stems), in languages with compounds
also as a part of a longer word; what stood in quotation marks must stand there exactly so, letter case aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.pipeline.tasks.documents import WholeDocument
from app.pipeline.tasks.naming import plain
from app.rules.words import is_content, stem, tokens
from index.chunking.sentences import split_sentences
from index.document import Span

_COMPOUNDS = ("de", "nl", "sv", "da", "no", "fi")
_PART = 5
"""Letters that a part of a compound has at least."""
_PROBE = 3
_UMLAUTS = str.maketrans("äöü", "aou")


@dataclass(frozen=True)
class Said:
    """What must stand in a place: ``exact`` words in their order, or all of ``words`` (case-folded) in any."""

    text: str
    words: tuple[str, ...]
    exact: str = ""

    @classmethod
    def read(cls, text: str, language: str) -> Said:
        if text.startswith("“") and text.endswith("”"):
            return cls(text[1:-1], (), plain(text[1:-1]))
        words = tuple(dict.fromkeys(t.key for t in tokens(text, language) if is_content(t, language) or t.key.isdigit()))
        return cls(text, words) if words else cls(text, (), plain(text))

    def may_stand_in(self, text: str) -> bool:
        """A quick look that overlooks nothing: the beginning of each word stands somewhere in ``text``."""
        probes = self.exact.split() if self.exact else [w[: max(_PROBE, len(w) - 3)] for w in self.words]
        flat = _bare(text)
        return all(_bare(probe) in flat for probe in probes)

    def stands_in(self, sentence: str, language: str) -> bool:
        if self.exact:
            return f" {self.exact} " in f" {plain(sentence)} "
        there = tokens(sentence, language)
        stems, keys = {t.stem for t in there}, {t.key for t in there}
        return all(word in keys or _holds(stem(word, language), stems, language) for word in self.words)


def _bare(text: str) -> str:
    """Case-folded; German stems have no umlauts ("Haus", "Häuser")."""
    return text.casefold().translate(_UMLAUTS)


def _holds(wanted: str, stems: set[str], language: str) -> bool:
    if wanted in stems:
        return True
    if language not in _COMPOUNDS or len(wanted) < _PART:
        return False
    return any(s.startswith(wanted) or s.endswith(wanted) for s in stems)


def places_of(document: WholeDocument, said: Said, language: str) -> Iterator[Span]:
    """Spans in the document's text, in order."""
    text = document.parsed.text
    for block in document.parsed.blocks:
        words = text[block.start : block.end]
        if not said.may_stand_in(words):
            continue
        for span in split_sentences(words, language):
            if said.stands_in(words[span.start : span.end], language):
                yield Span(start=block.start + span.start, end=block.start + span.end)


def has_words(text: str, words: str, language: str) -> bool:
    """Do all content words of ``words`` stand in ``text``, forms and parts of compounds included?"""
    wanted = [t for t in tokens(words, language) if is_content(t, language)]
    stems = {t.stem for t in tokens(text, language)}
    return bool(wanted) and all(_holds(t.stem, stems, language) or _starts(t.stem, stems) for t in wanted)


def _starts(wanted: str, stems: set[str]) -> bool:
    """ "Invoices" in "INV-2024"? No; "contract" in "Contracts2024": a name is often one word."""
    return len(wanted) >= _PART and any(s.startswith(wanted) for s in stems)
