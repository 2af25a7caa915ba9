"""What is ordinary in a collection: how near a question is to any passage, and how common a term is.

Both come from one sample of evenly spread passages, kept in memory and taken anew when the collection has changed much.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from index.ingest.rows import Collection
from index.store.analysis import QueryTerm
from index.store.reader import PassageReader, Sample

SAMPLE_SIZE = 1024
"""Rows of the sample: 0.8 MB of vectors, document frequencies down to one in a thousand."""

_RENEW_SHARE = 0.1
_PRIOR_WEIGHT = 24.0
"""A small collection says little about what is ordinary: its figures count as ``n`` observations, the model's own typical figures
as this many."""

TYPICAL_COSINE: Mapping[str, tuple[float, float]] = {
    "multilingual-e5-small": (0.775, 0.035),
    "all-minilm-l6-v2": (0.06, 0.09),
}
"""Mean and standard deviation of the cosine between a question and an unrelated passage, by what the embedder's id begins with.
On XQuAD e5's lie between 0.71 (English over Chinese) and 0.82 (Chinese), with 0.011 to 0.020 within one collection; the wide
deviation keeps a collection of a few passages from being sure of anything. MiniLM's are an estimate, not fitted."""

_FAMILIAR, _FOREIGN = 0.6, 0.4
"""Share of a question's words known to the collection, chosen on XQuAD halves: nearly always 0.5 and
more in the same language, on average about 0.3 for German questions over English and 0.4 for English over German."""

_FAMILIAR_LETTERS, _FOREIGN_LETTERS = 0.95, 0.75
"""The same for a question in other letters than the documents, which know the names of its programs and firms: only one of nothing but such
names is no question in another language."""

_UNKNOWN_TYPICAL = (0.2, 0.15)

_ENOUGH = 12
_LETTERS_READ = 2_000


@dataclass(frozen=True)
class Background:
    """A collection's sample with its document frequencies (``df``: sampled passages that have the term) and the terms that occur
    in each language."""

    sample: Sample
    df: Mapping[str, int]
    vocabulary: Mapping[str | None, frozenset[str]]
    average_terms: float = 100.0
    """Terms of a sampled passage, on average."""

    @staticmethod
    def of(sample: Sample) -> Background:
        counts: Counter[str] = Counter()
        vocabulary: dict[str | None, set[str]] = defaultdict(set)
        length = 0
        for terms, language in zip(sample.terms, sample.languages, strict=True):
            every = terms.split(" ")
            words = set(every)
            length += len(every)
            counts.update(words)
            vocabulary[language] |= words
        known = {language: frozenset(words) for language, words in vocabulary.items()}
        return Background(sample, counts, known, length / max(1, len(sample.terms)))

    @property
    def sampled(self) -> int:
        return len(self.sample.terms)

    def idf(self, term: QueryTerm) -> float:
        """ln(1 + (N − df + 0.5) / (df + 0.5)), BM25's idf (Robertson and Zaragoza 2009), of the most common variant; > 0."""
        df = max((self.df.get(variant, 0) for variant in term.variants), default=0)
        return math.log(1.0 + (self.sampled - df + 0.5) / (df + 0.5))

    def foreign(self, terms: Sequence[QueryTerm], language: str | None) -> float:
        """How foreign the question's words are to the documents of a language here: 0 when ``_FAMILIAR`` of them or more
        occur at all, 1 when ``_FOREIGN`` or fewer do.

        A question in another language shares few words even with the passage that answers it, so that missing words say
        nothing against it. No language detector is needed: it would be wrong on short questions. Other letters are told for certain.
        """
        words = self.vocabulary.get(language)
        if not terms or words is None:
            return 0.0
        known = sum(not words.isdisjoint(term.variants) for term in terms) / len(terms)
        own, asked = self._letters(language), letters_of("".join(term.surface for term in terms))
        alike = own is None or asked is None or own == asked
        familiar, foreign = (_FAMILIAR, _FOREIGN) if alike else (_FAMILIAR_LETTERS, _FOREIGN_LETTERS)
        return min(1.0, max(0.0, (familiar - known) / (familiar - foreign)))

    def _letters(self, language: str | None) -> str | None:
        """Of the first sampled passages in that language."""
        texts = (terms for terms, spoken in zip(self.sample.terms, self.sample.languages, strict=True) if spoken == language)
        return letters_of(" ".join(islice(texts, _ENOUGH)))

    def cosine_norm(
        self, query: npt.NDArray[np.float32], embedder_id: str, less: npt.NDArray[np.float32] | None = None
    ) -> tuple[float, float]:
        """Mean and standard deviation of the question's cosine to ordinary passages of this collection; with ``less`` of that cosine
        without what this vector has of it.

        Median and median absolute deviation (× 1.4826) are used, so that the passages that do answer hardly count; both are
        drawn towards the model's typical figures in a small collection.
        """
        typical_mean, typical_std = typical(embedder_id)
        if not len(self.sample.vectors):  # just imported: full text finds the passages, vectors follow
            return typical_mean, typical_std
        cosines = self.sample.vectors @ query
        if less is not None:
            common = self.sample.vectors @ less
            cosines = cosines - common
            typical_mean -= float(common.mean())
        n = float(len(cosines))
        median = float(np.median(cosines))
        spread = 1.4826 * float(np.median(np.abs(cosines - median)))
        mean = (n * median + _PRIOR_WEIGHT * typical_mean) / (n + _PRIOR_WEIGHT)
        std = (n * spread + _PRIOR_WEIGHT * typical_std) / (n + _PRIOR_WEIGHT)
        return mean, max(std, typical_std / 4)


def letters_of(text: str) -> str | None:
    """Name of the alphabet that most letters of ``text`` belong to ("LATIN", "CYRILLIC", "CJK"); None without letters. Japanese counts
    as "CJK", as its characters do."""
    names = Counter(unicodedata.name(char, "").split(" ")[0] for char in text[:_LETTERS_READ] if char.isalpha())
    if not names:
        return None
    most = names.most_common(1)[0][0]
    return "CJK" if most in {"HIRAGANA", "KATAKANA"} else most


def typical(embedder_id: str) -> tuple[float, float]:
    """Figures of ``TYPICAL_COSINE`` for an embedder, a wide guess for unknown ones."""
    return next((v for name, v in TYPICAL_COSINE.items() if embedder_id.startswith(name)), _UNKNOWN_TYPICAL)


class Backgrounds:
    """Keeps one background for each collection; used by the reading thread alone."""

    def __init__(self, reader: PassageReader, size: int = SAMPLE_SIZE) -> None:
        self._reader = reader
        self._size = size
        self._kept: dict[str, tuple[str, int, Background]] = {}

    def get(self, collection: Collection) -> Background | None:
        """None for an empty collection."""
        table, index_version = collection.table, collection.index_version
        kept = self._kept.get(collection.id)
        if kept is not None and kept[0] == table:
            _, version, background = kept
            if version == index_version:
                return background
            rows = self._reader.count(table)
            full = background.sampled == len(background.sample.vectors) == self._size
            if full and abs(rows - background.sample.rows) <= _RENEW_SHARE * background.sample.rows:
                self._kept[collection.id] = (table, index_version, background)
                return background
        sample = self._reader.sample(table, self._size)
        if sample is None:
            self._kept.pop(collection.id, None)
            return None
        background = Background.of(sample)
        self._kept[collection.id] = (table, index_version, background)
        return background


def pooled_idf(term: QueryTerm, backgrounds: Sequence[Background]) -> float:
    """A term's idf over several collections: the lowest, where it is most common."""
    return min((background.idf(term) for background in backgrounds), default=1.0)
