"""Words of the answer matched with words of the passages that mean the same, by the vectors of their tokens in context.

Why: "reimbursed" is supported by "refunded", and no stemmer knows it. A word's credit in a sentence is 1 where one of its forms stands
there, else by the cosine of the nearest token, from ``NOTHING`` to ``THE_SAME``. Figures get no credit for likeness: 12 is near to 14.
Source: greedy matching of token vectors (Zhang et al. 2020, BERTScore); the bounds are fitted on the WiCE development claims.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt

from app.rules.evidence import Evidence, EvidenceSentence
from app.rules.reading import TokensOfWindow
from app.rules.words import Token
from models.embedders.base import TokenVectors

NOTHING, THE_SAME = 0.35, 0.78
"""Cosines of centred token vectors: the 10 % and the 78 % quantile of the best match of a content word of a WiCE claim."""
BUDGET_S = 0.2
"""With the 0.2 s of ``similarity`` and up to 0.4 s of the rules (2,000 characters full of figures) within the validator's 800 ms; what has no
vector is judged by its letters."""
_WINDOW = 1000
"""Characters of whole sentences that are embedded together (some 250 tokens): a token's vector needs its context."""

_MOST = 8
"""Windows that a check embeds, the most promising first: all of a question's passages, and the best part of a long article."""

TokenEmbed = Callable[[Sequence[str]], Sequence[TokenVectors]]


class Alignment:
    """Built once for all sentences of an answer. ``embed`` None: nothing is near, only forms of a word count. ``known``: windows that an
    earlier check has embedded."""

    def __init__(
        self,
        embed: TokenEmbed | None,
        evidence: Evidence,
        deadline: Callable[[], bool],
        budget_s: float | None = None,
        known: dict[str, TokensOfWindow] | None = None,
    ) -> None:
        self._embed = embed
        self._evidence = evidence
        self._deadline = deadline
        self._left = BUDGET_S if budget_s is None else budget_s
        self._windows = list(_windows(evidence.sentences))
        self._known = {} if known is None else known
        self._given: _Tokens | None = None
        self._claims: dict[str, TokenVectors] = {}
        self._nearest: dict[str, npt.NDArray[np.float32]] = {}

    def prepare(self, texts: Sequence[str], sentences: Iterable[EvidenceSentence]) -> None:
        """Embeds the claims and then the windows around ``sentences`` in their order, until the time is used up."""
        if self._embed is None or not texts:
            return
        home = {sentence.index: number for number, window in enumerate(self._windows) for sentence in window}
        wanted = dict.fromkeys(home[s.index] for s in sentences)
        began = time.perf_counter()
        self._claims.update(zip(texts, self._embed(texts), strict=True))
        for number in list(wanted)[:_MOST]:
            text = _text(self._windows[number])
            if text in self._known:
                continue
            if self._deadline() or time.perf_counter() - began >= self._left:
                break
            self._known[text] = _read(self._windows[number], text, self._embed)
        made = [(window, self._known[text]) for window in self._windows if (text := _text(window)) in self._known]
        if made:
            homes = [np.array([s.index for s in window])[places] for window, (_, places) in made]
            self._given = _Tokens(np.concatenate([vectors for _, (vectors, _) in made]), np.concatenate(homes))
            self._nearest.clear()
        self._left -= time.perf_counter() - began

    def credits(self, text: str, words: Sequence[Token]) -> npt.NDArray[np.float32]:
        """Likeness 0–1 of each word of ``text`` to the nearest token of each passage sentence, shape (words, sentences)."""
        result = np.zeros((len(words), len(self._evidence.sentences)), dtype=np.float32)
        for row, nearest in self._rows(text, words):
            result[row] = np.clip((nearest - NOTHING) / (THE_SAME - NOTHING), 0.0, 1.0)
        return result

    def nearness(self, text: str, words: Sequence[Token]) -> float | None:
        """Mean over the words of the cosine to their nearest token in any passage sentence; None without vectors."""
        found = [float(nearest.max()) for _, nearest in self._rows(text, words)]
        return sum(found) / len(found) if found else None

    def _rows(self, text: str, words: Sequence[Token]) -> Iterable[tuple[int, npt.NDArray[np.float32]]]:
        """Each word that is no figure, by its place in ``words``, with its cosines to the sentences' nearest tokens."""
        claim, given = self._claims.get(text), self._given
        if claim is None or given is None or not len(claim.offsets):
            return
        if text not in self._nearest:
            self._nearest[text] = given.nearest(claim.vectors.astype(np.float32), len(self._evidence.sentences))
        nearest = self._nearest[text]
        for row, word in enumerate(words):
            own = (claim.offsets[:, 0] < word.end) & (claim.offsets[:, 1] > word.start)
            if own.any() and not any(char.isdigit() for char in word.text):
                yield row, nearest[own].mean(axis=0)


class _Tokens:
    """Tokens of the passages: ``vectors`` (tokens, dimension), and for each the index of its sentence; those of one sentence stand together."""

    def __init__(self, vectors: npt.NDArray[np.float32], home: npt.NDArray[np.int64]) -> None:
        self._centre = vectors.mean(axis=0)
        self._units = _unit(vectors - self._centre)
        self._starts = np.flatnonzero(np.r_[True, home[1:] != home[:-1]])
        self._sentences = home[self._starts]

    def nearest(self, vectors: npt.NDArray[np.float32], count: int) -> npt.NDArray[np.float32]:
        """Highest cosine of each vector in each of ``count`` sentences, shape (vectors, count); -1 where a sentence has no token here."""
        cosines = _unit(vectors - self._centre) @ self._units.T
        found = np.full((len(vectors), count), -1.0, dtype=np.float32)
        np.maximum.at(found.T, self._sentences, np.maximum.reduceat(cosines, self._starts, axis=1).T)
        return found


def _text(window: Sequence[EvidenceSentence]) -> str:
    return " ".join(sentence.text for sentence in window)


def _read(window: Sequence[EvidenceSentence], text: str, embed: TokenEmbed) -> TokensOfWindow:
    """Vectors of the window's tokens and the place in it of each one's sentence."""
    starts = np.cumsum([0] + [len(sentence.text) + 1 for sentence in window[:-1]])
    (made,) = embed([text])
    # A token that begins at the space before its word belongs to the word.
    places = np.searchsorted(starts, made.offsets[:, 1] - 1, side="right") - 1
    return made.vectors.astype(np.float32), places.astype(np.int64)


def _unit(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(norms, 1e-9), dtype=np.float32)


def _windows(sentences: Sequence[EvidenceSentence]) -> Iterable[list[EvidenceSentence]]:
    for _, group in groupby(sentences, key=lambda s: s.passage_index):
        window: list[EvidenceSentence] = []
        size = 0
        for sentence in group:
            if window and size + len(sentence.text) > _WINDOW:
                yield window
                window, size = [], 0
            window.append(sentence)
            size += len(sentence.text) + 1
        if window:
            yield window
