"""Search as you type: the last word may be unfinished, words in quotation marks stand side by side. Full text alone, no embedder."""

from __future__ import annotations

import re
from collections.abc import Sequence

from index.ingest.ledger import Ledger
from index.ingest.rows import Collection
from index.search.background import Background
from index.search.phrases import QUOTATION_MARKS, comparable, phrases_in
from index.search.spelling import apart
from index.store.analysis import QueryTerm, folded, query_terms
from index.store.reader import PassageReader
from index.store.schema import Candidate

EXPANSIONS = 24
"""Words that an unfinished one may become; the commonest of the collection are taken."""

_POOL = 60

_POOL_OF_PHRASES = 2000
"""Passages with all words of a phrase that are read for it: words as common as those of "the state of the art" stand in many."""

_SHORTEST_PREFIX = 2
_LAST = re.compile(f"([^\\s{QUOTATION_MARKS}]+)$")


def unfinished_word(text: str) -> str | None:
    """The word that is being typed, folded; None after a space or a closing quotation mark, and for a single letter."""
    found = _LAST.search(text)
    word = folded(found[1]) if found else ""
    return word if len(word) >= _SHORTEST_PREFIX else None


def expanded(prefix: str, vocabularies: Sequence[Background]) -> frozenset[str]:
    """Terms of the collections that begin with ``prefix``, the commonest first, at most ``EXPANSIONS``."""
    counts: dict[str, int] = {}
    for background in vocabularies:
        for term, df in background.df.items():
            if term.startswith(prefix):
                counts[term] = counts.get(term, 0) + df
    return frozenset(sorted(counts, key=lambda term: (-counts[term], term))[:EXPANSIONS])


def typed(
    text: str,
    collections: Sequence[Collection],
    ledger: Ledger,
    reader: PassageReader,
    vocabularies: Sequence[Background],
    *,
    where: str | None,
    timeout_s: float | None,
) -> list[tuple[str, Candidate]]:
    """(Collection id, passage) in order: those with all words first, then by BM25. What is found nowhere is looked for once more with
    letters and figures apart ("HX4471" for HX-4471). Raises IndexBusy, IndexDamaged."""
    languages = ledger.languages([c.id for c in collections])
    terms = list(query_terms(text, languages))
    prefix = unfinished_word(text)
    if prefix is not None:
        terms = _with_prefix(terms, prefix, vocabularies)
    if not terms:
        return []
    phrases = phrases_in(text)
    needed = [term.variants for phrase in phrases for term in query_terms(phrase, languages) if term.surface != prefix]
    found: list[tuple[str, Candidate]] = []
    wanted = [variant for term in terms for variant in sorted(term.variants)]
    for collection in collections:
        candidates = reader.matching(
            collection.table, wanted, _POOL_OF_PHRASES if phrases else _POOL, where=where, timeout_s=timeout_s, vectors=False,
            needed=needed,
        )  # fmt: skip
        if prefix is not None and not any(_has(terms[-1:], c) for c in candidates):
            # A rare word, a part number: not in the sample from which the endings come.
            candidates = reader.beginning_with(collection.table, prefix, _POOL, where=where, timeout_s=timeout_s) or candidates
        found += [
            (collection.id, c)
            for c in candidates
            if all(phrase in comparable(f"{c.context} {c.content}") for phrase in phrases)
        ]
    if not found and not phrases and (parted := apart(text)) != text:
        return typed(parted, collections, ledger, reader, vocabularies, where=where, timeout_s=timeout_s)
    return sorted(found, key=lambda item: (-_has(terms, item[1], prefix), -item[1].score))


def _with_prefix(terms: list[QueryTerm], prefix: str, vocabularies: Sequence[Background]) -> list[QueryTerm]:
    endings = expanded(prefix, vocabularies) | {prefix}
    last = terms[-1] if terms else None
    if last is not None and folded(last.surface) == prefix:
        terms = terms[:-1]
        endings |= last.variants
    return [*terms, QueryTerm(prefix, endings)]


def _has(terms: Sequence[QueryTerm], candidate: Candidate, prefix: str | None = None) -> int:
    present = candidate.terms.split(" ")
    words = set(present)
    return sum(
        not words.isdisjoint(term.variants) or (term.surface == prefix and any(word.startswith(prefix) for word in present))
        for term in terms
    )
