"""The protocol of an embedding model. Vectors are float32 with L2 norm 1, so a dot product is the cosine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class TokenVectors:
    """The tokens of one text, special ones and the prefix left out: ``offsets`` (n, 2) are characters of the text, half-open;
    ``vectors`` (n, dimension) float16 as the model's last layer gives them, not normalized."""

    offsets: npt.NDArray[np.int32]
    vectors: npt.NDArray[np.float16]


class Embedder(Protocol):
    """Light constructor; ``warm_up`` loads, ``close`` frees."""

    embedder_id: str
    dimension: int
    max_tokens: int

    def warm_up(self) -> None:
        """Raises ModelMissing or ModelDamaged."""
        ...

    def close(self) -> None: ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text as ``embed_passages`` would feed it (prefix and special tokens included)."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Shape (len(texts), dimension). Texts are sorted by length into batches and given back in their order."""
        ...

    def embed_query(self, text: str) -> npt.NDArray[np.float32]:
        """Shape (dimension,)."""
        ...

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """One vector for each token of each text, as ``embed_passages`` would pool them; what is over ``max_tokens`` is left out."""
        ...
