"""Text generation with llama.cpp, which ``llama_library`` beside this module loads when a model is loaded, not before.

One ``Llama``, one owner thread (two callers on one context hang: abetlen/llama-cpp-python#1995). The prompt is fed in slices
with the cancel flag read between them, and only behind the longest prefix that the previous prompt shares with it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from models.errors import ModelDamaged, ModelMissing, ModelTooLarge, PromptTooLong, RuntimeFailed
from models.gguf_file import NotGguf, read_gguf
from models.hardware import Probe, judge_fit, physical_cores, run_probe, thread_budget
from models.runtimes import llama_library as library
from models.runtimes.base import CancelFlag, ChatMessage, GenerationSettings, GenerationStats, Token
from models.runtimes.text_stream import TextStream

if TYPE_CHECKING:
    from models.runtimes.chat_template import ChatTemplate

DEFAULT_CONTEXT = 4096
SLICE_TOKENS = 64
"""Tokens evaluated between two looks at the cancel flag. Measured with the 1.5B on two cores, 854-token prompt: slices of 512
tokens 12.5 s (longest slice 7.2 s), 128 12.1 s (1.9 s), 64 12.5 s (1.1 s), 32 13.4 s (0.6 s): 64 is the shortest without a cost."""
_RATE_WARM_UP = 16
_RATE_TOKENS = 64
_RATE_MEMORY = 0.7
"""Weight of the old prefill rate when a real prompt gives a new one."""

Finish = Literal["stop", "length", "cancelled"]


def probe_library(model: Path | None = None) -> Probe:
    """Whether llama.cpp runs on this processor, tried in a process of its own, with a model if one is given."""
    return run_probe(library.touch, model)


class LlamaCppRuntime:
    """A GGUF model. ``context_tokens`` is bounded by what the model was trained for; ``threads`` None means the budget of
    ``models.hardware``. ``check_fit`` False loads a model although the estimate says that memory will not do."""

    def __init__(
        self,
        model_id: str,
        path: Path,
        *,
        context_tokens: int = DEFAULT_CONTEXT,
        threads: int | None = None,
        slice_tokens: int = SLICE_TOKENS,
        check_fit: bool = True,
    ) -> None:
        self.model_id = model_id
        self.path = path
        self.threads = threads
        self.slice_tokens = slice_tokens
        self.check_fit = check_fit
        self._wanted_context = context_tokens
        self._llama: Any = None
        self._template: ChatTemplate | None = None
        self._owner: int | None = None
        self._rate = 0.0

    # ---- life ------------------------------------------------------------------------------------------------------

    def warm_up(self) -> None:
        """Load the model and measure how fast it reads a prompt; a second call does nothing.

        Raises ModelMissing, ModelDamaged (also for an architecture that this llama.cpp does not know), ModelTooLarge.
        """
        if self._llama is not None:
            self._check_owner()
            return
        if not self.path.is_file():
            raise ModelMissing(f"The file of the model {self.model_id} is not there.")
        try:
            facts = read_gguf(self.path)
        except NotGguf as error:
            raise ModelDamaged(error.message) from error
        context = min(self._wanted_context, facts.context_tokens or self._wanted_context)
        if self.check_fit:
            fit = judge_fit(self.path.stat().st_size, context, facts)
            if fit.verdict == "too large":
                raise ModelTooLarge(fit.reason)
        self._owner = threading.get_ident()
        threads = self.threads or thread_budget(physical_cores()).generation
        try:
            self._llama = library.load(self.path, context=context, batch=self.slice_tokens, threads=threads)
        except (ValueError, RuntimeError) as error:
            said = library.last_error()
            raise ModelDamaged(
                f"llama.cpp cannot load the model {self.model_id}: {said or error}",
                next_step="Choose another model, or set this one up again.",
            ) from error
        bos, eos = library.mark_texts(self._llama)
        from models.runtimes.chat_template import ChatTemplate  # jinja2: not needed before a model is

        self._template = ChatTemplate(self._llama.metadata.get("tokenizer.chat_template"), bos, eos)
        self._rate = self._measure_rate()

    def close(self) -> None:
        """Free native memory, on the owner thread; safe to call twice. A later ``warm_up`` may be on another thread."""
        if self._llama is None:
            return
        self._check_owner()
        self._llama.close()
        self._llama = None
        self._template = None
        self._owner = None

    def _check_owner(self) -> Any:
        if self._llama is None:
            raise RuntimeFailed(f"The model {self.model_id} is used before it is loaded.")
        if threading.get_ident() != self._owner:
            raise RuntimeFailed(f"The model {self.model_id} is used by a thread that does not own it.")
        return self._llama

    @property
    def context_tokens(self) -> int:
        """Tokens of prompt and answer together."""
        return int(self._llama.n_ctx()) if self._llama is not None else self._wanted_context

    @property
    def prefill_tokens_per_second(self) -> float:
        """Measured at load, then kept up to date by every prompt of at least 64 new tokens; 0 before the model is loaded."""
        return self._rate

    def _measure_rate(self) -> float:
        """Read a few tokens for the page faults, then one slice against the clock."""
        llama = self._llama
        tokens = self._read(" Memory of a measuring text that says nothing." * 24, trusted=False)
        count = min(_RATE_TOKENS, self.slice_tokens)
        self._eval(tokens[:_RATE_WARM_UP])
        started = time.perf_counter()
        self._eval(tokens[_RATE_WARM_UP : _RATE_WARM_UP + count])
        rate = count / max(time.perf_counter() - started, 1e-6)
        llama.reset()
        return rate

    # ---- prompts ---------------------------------------------------------------------------------------------------

    def count_tokens(self, messages: Sequence[ChatMessage]) -> int:
        """Tokens of the rendered prompt with the opening of the answer."""
        self._check_owner()
        return len(self._prompt(messages, add_generation_prompt=True))

    def _prompt(self, messages: Sequence[ChatMessage], *, add_generation_prompt: bool) -> list[int]:
        assert self._template is not None
        tokens: list[int] = []
        for segment in self._template.render(messages, add_generation_prompt=add_generation_prompt):
            tokens += self._read(segment.text, trusted=segment.trusted)
        first = library.leading_token(self._llama)
        if first is not None and tokens[:1] != [first]:
            tokens.insert(0, first)
        return tokens

    def _read(self, text: str, *, trusted: bool) -> list[int]:
        """Tokens of a text; control marks are read as such in trusted text only, so that a document cannot speak as the
        system (traps: text in a document may address the model)."""
        data = text.encode("utf-8", errors="replace")
        tokens: list[int] = self._llama.tokenize(data, add_bos=False, special=trusted) if data else []
        return tokens

    def _eval(self, tokens: Sequence[int]) -> None:
        try:
            self._llama.eval(tokens)
        except RuntimeError as error:
            self._llama.reset()
            raise RuntimeFailed(f"llama.cpp failed on the prompt: {error}") from error

    def _feed(self, tokens: list[int], cancelled: CancelFlag) -> tuple[int, int, bool]:
        """(tokens reused, tokens evaluated, finished). Leaves the context at the end of what was evaluated."""
        llama = self._llama
        shared = library.shared_prefix(llama, tokens)
        # At least the last token is read anew, because its scores are what the answer starts from.
        shared = library.cut_back(llama, min(shared, len(tokens) - 1))
        started, evaluated = time.perf_counter(), 0
        for at in range(shared, len(tokens), self.slice_tokens):
            if cancelled():
                return shared, evaluated, False
            part = tokens[at : at + self.slice_tokens]
            self._eval(part)
            evaluated += len(part)
        if evaluated >= _RATE_TOKENS:
            rate = evaluated / max(time.perf_counter() - started, 1e-6)
            self._rate = _RATE_MEMORY * self._rate + (1 - _RATE_MEMORY) * rate
        return shared, evaluated, True

    def prefill(self, messages: Sequence[ChatMessage], cancelled: CancelFlag) -> int:
        """Read ahead what the next prompt will begin with. Returns the tokens evaluated; raises PromptTooLong, RuntimeFailed."""
        self._check_owner()
        tokens = self._prompt(messages, add_generation_prompt=False)
        if len(tokens) >= self.context_tokens:
            raise PromptTooLong(f"The passages have {len(tokens)} tokens; the model reads {self.context_tokens}.")
        return self._feed(tokens, cancelled)[1]

    # ---- answers ---------------------------------------------------------------------------------------------------

    def generate(self, messages: Sequence[ChatMessage], settings: GenerationSettings, cancelled: CancelFlag) -> Iterator[Token]:
        """Stream an answer; the last Token carries the figures.

        PromptTooLong comes before anything is evaluated, when prompt and ``settings.max_tokens`` together exceed the context.
        RuntimeFailed: native code reported an error, or the grammar cannot be read.
        """
        started = time.perf_counter()
        llama = self._check_owner()
        tokens = self._prompt(messages, add_generation_prompt=True)
        if len(tokens) + settings.max_tokens > self.context_tokens:
            raise PromptTooLong(
                f"The prompt has {len(tokens)} tokens and the answer may have {settings.max_tokens}; "
                f"the model reads {self.context_tokens} in all."
            )
        grammar = library.grammar(llama, settings.grammar)
        return self._stream(tokens, settings, grammar, cancelled, started)

    def _stream(
        self, tokens: list[int], settings: GenerationSettings, grammar: Any, cancelled: CancelFlag, started: float
    ) -> Iterator[Token]:
        llama = self._check_owner()
        reused, _, read = self._feed(tokens, cancelled)
        stream = TextStream(settings.stop)
        finish: Finish = "length" if read else "cancelled"
        count, first, last = 0, 0.0, 0.0
        choices: tuple[float, ...] = ()
        if read and settings.choices:
            first = time.perf_counter()
            choices = tuple(library.choice_scores(llama, settings.choices))
            yield Token(settings.choices[choices.index(max(choices))])
        elif read:
            with closing(library.sample(llama, tokens, settings, grammar)) as samples:
                for token in samples:
                    self._check_owner()
                    last = time.perf_counter()
                    first = first or last
                    if library.ends_answer(llama, token):
                        finish = "stop"
                        break
                    count += 1
                    text = stream.feed(library.token_bytes(llama, token))
                    if text:
                        yield Token(text)
                    if stream.stopped:
                        finish = "stop"
                        break
                    if count >= settings.max_tokens:
                        break
                    if cancelled():
                        finish = "cancelled"
                        break
        spent = last - first
        yield Token(
            stream.finish(),
            GenerationStats(
                prompt_tokens=len(tokens),
                reused_tokens=reused,
                completion_tokens=count,
                time_to_first_token_ms=1000 * ((first or time.perf_counter()) - started),
                tokens_per_second=(count - 1) / spent if count > 1 and spent > 0 else 0.0,
                finish_reason=finish,
                choices=choices,
            ),
        )
