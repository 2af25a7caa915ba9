"""What the pipeline needs of the world. ``app.engine`` gives the real ones, each backed by its owner thread; tests give fakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from app.facts.book import FactsFound
from index.search.hit import Hit, SearchFilters, SearchResult, Strategy
from models.embedders.base import TokenVectors
from models.runtimes.base import ChatMessage, GenerationSettings, Token

CancelFlag = Callable[[], bool]
Clock = Callable[[], float]
"""Monotonic seconds; sleep and clock jumps do not move it (``app.pipeline.clock``)."""


class SearchPort(Protocol):
    def submit(
        self,
        query: str,
        collection_ids: Sequence[str],
        strategy: Strategy,
        filters: SearchFilters,
        limit: int,
    ) -> Future[SearchResult]:
        """Queue a search on the thread that owns the read connection. The future raises index.errors."""
        ...

    def preload(self) -> Future[Any]:
        """Ends when the index is open and the embedder loaded; budgets count from then on. Raises index.errors, models.errors."""
        ...

    def embed(self, texts: Sequence[str], *, asking: bool = False) -> npt.NDArray[np.float32]:
        """Unit vectors of short texts (``asking``: of questions), shape (n, d); blocks until the owning thread has made them."""
        ...

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """A vector for each token of each text; blocks until the owning thread has made them."""
        ...

    def version(self, collection_ids: Sequence[str]) -> str:
        """Changes whenever anything in one of the collections changes; keys the passage cache. Answers at once, whatever the reading
        thread does. Raises index.errors."""
        ...


class AttachmentPort(Protocol):
    """Documents that belong to a conversation alone, in memory."""

    def search(self, attachments: Sequence[str], query: str, tokens: int) -> Future[tuple[Hit, ...]]:
        """Passages of these attachments within so many tokens, the most relevant first: the whole where it fits. The future raises
        index.errors, models.errors."""
        ...

    def preview(self, attachments: Sequence[str], characters: int) -> str:
        """The beginning of the first one's text, for judging what the question is about."""
        ...


class FactsPort(Protocol):
    def about(self, question: str, language: str, collection_ids: Sequence[str]) -> FactsFound:
        """The pinned facts of these collections whose label the question names. Raises FactsUnread when they cannot be had in time."""
        ...


class NoFacts:
    """Where nothing is pinned."""

    def about(self, question: str, language: str, collection_ids: Sequence[str]) -> FactsFound:  # noqa: ARG002
        return FactsFound()


class TokenStream(Protocol):
    def next(self, timeout_s: float) -> Token | None:
        """The next token, None at the end. Raises TimeoutError when none came in time, models.errors otherwise."""
        ...

    def cancel(self) -> None:
        """Ask the model thread to stop; returns at once."""
        ...


class ModelPort(Protocol):
    @property
    def model_id(self) -> str: ...

    @property
    def context_tokens(self) -> int: ...

    @property
    def prefill_tokens_per_second(self) -> float: ...

    def count_tokens(self, messages: Sequence[ChatMessage]) -> int: ...

    def start(self, messages: Sequence[ChatMessage], settings: GenerationSettings) -> TokenStream:
        """Queue a generation on the model's own thread."""
        ...


class ModelProvider(Protocol):
    def get(self, role: str, stop: CancelFlag = ...) -> ModelPort:
        """The loaded model for ``answers`` or ``fallback``. Loads it when needed. Raises models.errors; Cancelled when ``stop`` says so
        while it loads."""
        ...
