"""A scripted model for tests and fault injection: it answers what it is told to, as slowly and as badly as it is told to."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from models.errors import ModelError, PromptTooLong, RuntimeFailed
from models.runtimes.base import CancelFlag, ChatMessage, GenerationSettings, GenerationStats, Token

_PIECES = re.compile(r"\s*\S+")


@dataclass(frozen=True)
class Script:
    """One answer. Times are seconds.

    ``first_token_delay`` passes before the first token (cancel is looked at every 5 ms), ``token_delay`` between tokens.
    ``stall_after`` tokens the answer stops coming until it is cancelled or ``stall_seconds`` are over. ``error`` is raised after
    ``error_after`` tokens.
    """

    text: str = "The fake answers."
    first_token_delay: float = 0.0
    token_delay: float = 0.0
    stall_after: int | None = None
    stall_seconds: float = 60.0
    error: ModelError | None = None
    error_after: int = 0


Answerer = Callable[[Sequence[ChatMessage]], Script | str]


@dataclass
class FakeRuntime:
    """``scripts`` are used up one a call, then ``answer`` is asked (default: a fixed sentence). A token is a word with the
    space before it. ``choices`` answers every call that offers some, and ``judged`` keeps their messages; ``calls`` keeps those of every
    other call, ``settings`` what it was called with, and ``prefilled`` those of every pre-read. ``load_error`` is raised by ``warm_up``.
    """

    scripts: Sequence[Script | str] = ()
    answer: Answerer | None = None
    model_id: str = "fake"
    context: int = 4096
    rate: float = 1000.0
    load_error: ModelError | None = None
    calls: list[list[ChatMessage]] = field(default_factory=list)
    settings: list[GenerationSettings] = field(default_factory=list)
    choices: tuple[float, ...] = (-0.1, -2.4)
    judged: list[list[ChatMessage]] = field(default_factory=list)
    prefilled: list[list[ChatMessage]] = field(default_factory=list)
    loaded: bool = False
    closed: int = 0
    _queue: deque[Script | str] = field(init=False)

    def __post_init__(self) -> None:
        self._queue = deque(self.scripts)

    def warm_up(self) -> None:
        if self.load_error is not None:
            raise self.load_error
        self.loaded = True

    def close(self) -> None:
        self.loaded = False
        self.closed += 1

    @property
    def context_tokens(self) -> int:
        return self.context

    @property
    def prefill_tokens_per_second(self) -> float:
        return self.rate

    def count_tokens(self, messages: Sequence[ChatMessage]) -> int:
        """Words, and four tokens of layout a message."""
        return sum(len(_PIECES.findall(m.content)) + 4 for m in messages)

    def prefill(self, messages: Sequence[ChatMessage], cancelled: CancelFlag) -> int:
        self._check()
        if cancelled():
            return 0
        self.prefilled.append(list(messages))
        return self.count_tokens(messages)

    def generate(self, messages: Sequence[ChatMessage], settings: GenerationSettings, cancelled: CancelFlag) -> Iterator[Token]:
        self._check()
        prompt = self.count_tokens(messages)
        if settings.choices:
            self.judged.append(list(messages))
            return iter((Token(settings.choices[0]), Token("", GenerationStats(prompt, 0, 0, 0.0, 0.0, "stop", self.choices))))
        if prompt + settings.max_tokens > self.context:
            raise PromptTooLong(f"The prompt has {prompt} tokens and the answer may have {settings.max_tokens}.")
        self.calls.append(list(messages))
        self.settings.append(settings)
        script = self._next(messages)
        return self._stream(script, prompt, settings, cancelled)

    def _check(self) -> None:
        if not self.loaded:
            raise RuntimeFailed("The fake model is used before it is loaded.")

    def _next(self, messages: Sequence[ChatMessage]) -> Script:
        chosen: Script | str = Script()
        if self._queue:
            chosen = self._queue.popleft()
        elif self.answer is not None:
            chosen = self.answer(messages)
        return Script(chosen) if isinstance(chosen, str) else chosen

    def _stream(self, script: Script, prompt: int, settings: GenerationSettings, cancelled: CancelFlag) -> Iterator[Token]:
        started = time.perf_counter()
        first = 0.0
        count = 0
        pieces = _PIECES.findall(script.text)
        alive = _wait(script.first_token_delay, cancelled)
        for piece in pieces:
            if script.error is not None and count >= script.error_after:
                raise script.error
            if alive and script.stall_after == count:
                alive = _wait(script.stall_seconds, cancelled)
            if alive and count:
                alive = _wait(script.token_delay, cancelled)
            if not alive or count >= settings.max_tokens:
                break
            first = first or time.perf_counter()
            count += 1
            yield Token(piece)
        if alive and script.error is not None:
            raise script.error
        stats = GenerationStats(
            prompt_tokens=prompt,
            reused_tokens=0,
            completion_tokens=count,
            time_to_first_token_ms=1000 * ((first or time.perf_counter()) - started),
            tokens_per_second=count / max(time.perf_counter() - started, 1e-6),
            finish_reason="cancelled" if not alive else "stop" if count == len(pieces) else "length",
        )
        yield Token("", stats)


def _wait(seconds: float, cancelled: CancelFlag) -> bool:
    """Sleep in short steps. False when cancelled."""
    end = time.perf_counter() + seconds
    while not cancelled():
        left = end - time.perf_counter()
        if left <= 0:
            return True
        time.sleep(min(left, 0.005))
    return False
