"""The one thing that the index needs of an embedding model; ``models.embedders`` has the implementations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt


def embedded_text(context: str, content: str) -> str:
    """What the vector and the full text see: the context (title, heading path, table header) and the passage."""
    return f"{context}\n{content}" if context else content


class PassageEmbedder(Protocol):
    """Embeds texts into unit vectors (float32, L2 norm 1)."""

    embedder_id: str
    """Stable name of model and precision; stored with each collection."""
    dimension: int
    max_tokens: int
    """Longest input in tokens, special tokens and prefix included; longer inputs would be cut."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text as ``embed_passages`` would feed it (prefix and special tokens included)."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Shape (len(texts), dimension)."""
        ...

    def embed_query(self, text: str) -> npt.NDArray[np.float32]:
        """Shape (dimension,)."""
        ...
