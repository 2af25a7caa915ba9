"""Words of a question that stand nowhere in the documents, and what may be meant by them.

A slip of the keys, an accent left out, another ending, a part number without its signs, or a compound that the documents write in parts
or in another compound. No
dictionary: only words that the collection has are offered, as the stems that full text keeps.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from index.store.analysis import QueryTerm

SHORTEST = 5
"""Letters below which a word is left alone: one letter more or less makes another word of most short ones."""

SHORTEST_PART = 4
"""Letters of each part of a compound, and of a stem that longer words may begin with."""

MOST = 6
"""Words offered for one, the commonest of the collection."""

_TWO_SLIPS_FROM = 9
_ENDING = 3
_LINKS = ("", "s", "es", "n", "en", "er", "e")
"""What German, Dutch and the Scandinavian languages put between the parts of a compound."""
_GLUED = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")


def apart(text: str) -> str:
    """With a space between letters and figures: "HX4471" for HX-4471, "RFC2119" for RFC 2119."""
    return _GLUED.sub(" ", text)


def as_meant(terms: Sequence[QueryTerm], known: Collection[str], vocabulary: Mapping[str, int]) -> tuple[QueryTerm, ...]:
    """The question's words, those that ``known`` (terms of the passages found) has none of with what may be meant by them.

    Where most of them are unknown the question is in another language than the documents, and nothing is changed: words that look
    alike in two languages rarely mean the same.
    """
    unknown = {
        term for term in terms if term.surface.isalnum() and not term.surface.isnumeric() and term.variants.isdisjoint(known)
    }
    if not unknown or sum(term.surface.isalpha() for term in unknown) > len(terms) / 2:
        return tuple(terms)
    # The first letter is hardly ever the wrong one, and looking for others would offer too much and take twenty times as long.
    firsts = {stem[0] for term in unknown for stem in term.variants if stem}
    alike: dict[str, dict[str, int]] = {first: {} for first in firsts}
    for word, count in vocabulary.items():
        if word[:1] in alike:
            alike[word[0]][word] = count
    meant: list[QueryTerm] = []
    for term in terms:
        if term not in unknown:
            meant.append(term)
        elif near := frozenset().union(*(near_words([stem], alike[stem[0]]) for stem in term.variants if stem)):
            meant.append(replace(term, variants=term.variants | near))
        else:
            parts = next((found for stem in sorted(term.variants) if (found := parts_of(stem, vocabulary))), ()) or _pieces(
                term.surface, vocabulary
            )
            meant += [QueryTerm(part, frozenset([part])) for part in parts] or [term]
    return tuple(dict.fromkeys(meant))


def near_words(stems: Iterable[str], vocabulary: Mapping[str, int]) -> frozenset[str]:
    """Of ``vocabulary`` (term to number of passages) those that may be meant by any of ``stems``; empty when nothing is near.

    One slip (a letter more, less or other, two in the wrong order), two from nine letters on; another ending of up to three letters;
    a longer word that begins so.
    """
    offered: dict[str, int] = {}
    for stem in stems:
        if len(stem) < SHORTEST or not stem.isalpha():
            continue
        slips = 2 if len(stem) >= _TWO_SLIPS_FROM else 1
        for word, count in vocabulary.items():
            if word[0] == stem[0] and word != stem and word.isalpha() and _may_be_meant(stem, word, slips):
                offered[word] = count
    return frozenset(sorted(offered, key=lambda word: (-offered[word], word))[:MOST])


def parts_of(stem: str, vocabulary: Collection[str]) -> tuple[str, ...]:
    """The two words of the collection that a compound is made of, the first as it stands in ``vocabulary``; () when there are none.

    The longest last part is taken: it says what the thing is.
    """
    if len(stem) < 2 * SHORTEST_PART or not stem.isalpha():
        return ()
    for cut in range(SHORTEST_PART, len(stem) - SHORTEST_PART + 1):
        last = stem[cut:]
        if last not in vocabulary:
            continue
        for link in _LINKS:
            first = stem[:cut].removesuffix(link) if link else stem[:cut]
            if len(first) >= SHORTEST_PART and first in vocabulary:
                return first, last
    return ()


def _pieces(surface: str, vocabulary: Collection[str]) -> tuple[str, ...]:
    """Letters and figures of a part number that the documents write with signs or spaces between them."""
    pieces = tuple(apart(surface).split())
    return pieces if len(pieces) > 1 and all(piece in vocabulary for piece in pieces) else ()


def _may_be_meant(stem: str, word: str, slips: int) -> bool:
    longer, shorter = (word, stem) if len(word) >= len(stem) else (stem, word)
    if longer.startswith(shorter) and len(shorter) >= SHORTEST:
        return longer is word or len(longer) - len(shorter) <= _ENDING
    return len(word) >= SHORTEST - 1 and len(longer) - len(shorter) <= slips and _distance_within(stem, word, slips)


def _distance_within(a: str, b: str, most: int) -> bool:
    """Whether optimal string alignment (Damerau 1964) needs at most ``most`` edits."""
    two_before: list[int] = []
    before = list(range(len(b) + 1))
    for i, left in enumerate(a, start=1):
        row = [i] + [0] * len(b)
        for j, right in enumerate(b, start=1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and a[i - 2] == right:
                row[j] = min(row[j], two_before[j - 2] + 1)
        if min(row) > most:
            return False
        two_before, before = before, row
    return before[-1] <= most
