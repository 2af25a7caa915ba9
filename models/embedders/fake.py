"""A deterministic embedder without a model: hashed words and their beginnings, so that texts that share words are near."""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from models.embedders.base import TokenVectors
from models.errors import RuntimeFailed

_WORDS = re.compile(r"[^\W_]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_STEM = 5


class FakeEmbedder:
    """Bag of words, hashed into ``dimension`` places. A word counts 1, its first five letters 0.5, a CJK character 1; so
    "Kündigung" and "Kündigungsfrist" are near, and texts without a common word are nearly orthogonal. A token is a word or a CJK
    character; each text has two special ones. ``embedded`` counts the texts embedded so far."""

    def __init__(self, dimension: int = 256, max_tokens: int = 512, embedder_id: str = "fake") -> None:
        self.embedder_id = embedder_id
        self.dimension = dimension
        self.max_tokens = max_tokens
        self.embedded = 0
        self._ready = False

    def warm_up(self) -> None:
        self._ready = True

    def close(self) -> None:
        self._ready = False

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(_tokens(text)) + 2 for text in texts]

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        if not self._ready:
            raise RuntimeFailed("The fake embedder is used before it is loaded.")
        self.embedded += len(texts)
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return np.stack([self._vector(text) for text in texts])

    def embed_query(self, text: str) -> npt.NDArray[np.float32]:
        vector: npt.NDArray[np.float32] = self.embed_passages([text])[0]
        return vector

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """A token is a word; its vector is that of the word alone."""
        made = []
        for text in texts:
            words = list(_WORDS.finditer(text))
            offsets = np.array([match.span() for match in words], dtype=np.int32).reshape(-1, 2)
            vectors = self.embed_passages([match.group() for match in words])
            made.append(TokenVectors(offsets, vectors.astype(np.float16)))
        return made

    def _vector(self, text: str) -> npt.NDArray[np.float32]:
        vector = np.zeros(self.dimension, dtype=np.float32)
        for token in _tokens(text)[: self.max_tokens - 2]:
            vector[_place(token, self.dimension)] += 1.0
            if len(token) > _STEM:
                vector[_place(token[:_STEM] + "…", self.dimension)] += 0.5
        norm = float(np.linalg.norm(vector))
        if norm == 0.0:
            vector[0] = 1.0
            return vector
        return vector / np.float32(norm)


def _tokens(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _WORDS.findall(_CJK.sub(lambda found: f" {found.group()} ", folded))


def _place(token: str, dimension: int) -> int:
    return zlib.crc32(token.encode("utf-8")) % dimension
