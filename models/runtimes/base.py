"""The protocol of a text-generating model on this machine. One object, one owner thread (see ``app.engine``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

CancelFlag = Callable[[], bool]
"""Returns True when the work should stop; called between prompt slices and between tokens, must be cheap."""


@dataclass(frozen=True)
class ChatMessage:
    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class GenerationSettings:
    """``temperature`` 0 is greedy. ``grammar`` is GBNF text or None. ``seed`` fixes sampling; scores still
    differ in their last digits with how much of the prompt was in the context already, so a draw may change with it.

    With ``choices`` (single words) nothing is written: the only token is the likeliest of them, and ``GenerationStats.choices`` says how
    likely each is as the first word of the answer."""

    max_tokens: int = 400
    temperature: float = 0.0
    top_p: float = 0.95
    repeat_penalty: float = 1.0
    stop: tuple[str, ...] = ()
    grammar: str | None = None
    seed: int = 1
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class GenerationStats:
    """``choices``: log probability of each of the settings' choices among them."""

    prompt_tokens: int
    reused_tokens: int
    completion_tokens: int
    time_to_first_token_ms: float
    tokens_per_second: float
    finish_reason: Literal["stop", "length", "cancelled"]
    choices: tuple[float, ...] = ()


@dataclass(frozen=True)
class Token:
    """A piece of text as it arrives (never half a UTF-8 character). The last one has ``stats`` and may have empty text."""

    text: str
    stats: GenerationStats | None = None


class Runtime(Protocol):
    """Light constructor; ``warm_up`` loads, ``close`` frees; both and all else are called on one owner thread."""

    model_id: str

    def warm_up(self) -> None:
        """Load the model. Raises ModelMissing, ModelDamaged, ModelTooLarge, RuntimeFailed."""
        ...

    def close(self) -> None:
        """Free native memory; safe to call twice."""
        ...

    @property
    def context_tokens(self) -> int: ...

    @property
    def prefill_tokens_per_second(self) -> float:
        """Measured at load; the first-token budget is calculated from it."""
        ...

    def count_tokens(self, messages: Sequence[ChatMessage]) -> int:
        """Tokens of the rendered chat prompt, template included."""
        ...

    def prefill(self, messages: Sequence[ChatMessage], cancelled: CancelFlag) -> int:
        """Read the prompt's stable prefix ahead (while a person is typing). Returns tokens evaluated; stops early when cancelled."""
        ...

    def generate(self, messages: Sequence[ChatMessage], settings: GenerationSettings, cancelled: CancelFlag) -> Iterator[Token]:
        """Stream an answer. Raises PromptTooLong before anything is evaluated, RuntimeFailed from native code. A cancelled
        generation ends with a last Token whose ``finish_reason`` is "cancelled"; cancel also works inside the prompt."""
        ...
