"""Generator: one try at an answer from a loaded model, streamed, within calibrated budgets. ``writing`` decides about further tries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.messages.validation import GenerationMetadata
from app.pipeline.draft import Draft, DraftReader
from app.pipeline.ports import CancelFlag, Clock, ModelPort, TokenStream
from app.pipeline.prompt import AssembledPrompt
from app.settings.schema import GenerationSettings as GenerationConfig
from app.settings.schema import StageBudgets
from models.errors import GenerationStalled
from models.runtimes.base import GenerationSettings, GenerationStats, Token

# How often the cancel flag is read while no token comes.
POLL_S = 0.05
REGENERATION_SEED = 2


@dataclass(frozen=True)
class Generated:
    """``stopped``: the caller's flag, not the model, ended it."""

    draft: Draft
    metadata: GenerationMetadata
    stopped: bool


class Generator:
    def __init__(self, config: GenerationConfig, budgets: StageBudgets, clock: Clock) -> None:
        self._config = config
        self._budgets = budgets
        self._clock = clock

    def first_token_budget_s(self, model: ModelPort, prompt_tokens: int) -> float:
        """1500 ms + prompt tokens ÷ measured prefill rate × 1.5 (contract, section 1)."""
        return self._budgets.first_token_ms(prompt_tokens, model.prefill_tokens_per_second) / 1000

    def generate(
        self,
        model: ModelPort,
        prompt: AssembledPrompt,
        show: Callable[[str], None],
        stop: CancelFlag,
        *,
        regenerate: bool = False,
    ) -> Generated:
        """``regenerate``: other words are wanted than the first time. Raises GenerationStalled and other models.errors."""
        reader = DraftReader(prompt.template, self._config.max_characters)
        temperature = self._config.regeneration_temperature if regenerate else self._config.temperature
        settings = GenerationSettings(
            max_tokens=self._config.max_tokens,
            temperature=temperature,
            grammar=prompt.grammar,
            seed=REGENERATION_SEED if regenerate else GenerationSettings.seed,
        )
        wait = TokenWait(model.start(prompt.messages, settings), stop, self._clock)
        stats: GenerationStats | None = None
        budget_s = self.first_token_budget_s(model, prompt.tokens)
        while (token := wait.next(budget_s)) is not None:
            budget_s = self._budgets.token_stall_ms / 1000
            stats = token.stats or stats
            visible = "" if wait.stopped else reader.feed(token.text)
            if visible:
                show(visible)
            if reader.done:
                wait.stream.cancel()
        return Generated(reader.finish(), self._metadata(model, prompt, stats, temperature), wait.stopped)

    def _metadata(
        self, model: ModelPort, prompt: AssembledPrompt, stats: GenerationStats | None, temperature: float
    ) -> GenerationMetadata:
        return GenerationMetadata(
            model=model.model_id,
            temperature=temperature,
            prompt_tokens=stats.prompt_tokens if stats else prompt.tokens,
            completion_tokens=stats.completion_tokens if stats else 0,
            time_to_first_token_ms=stats.time_to_first_token_ms if stats else 0.0,
            tokens_per_second=stats.tokens_per_second if stats else 0.0,
        )


class TokenWait:
    """Waits for tokens with the stop flag in view; ``stopped`` says that the flag, not the program's own cut, ended the stream."""

    def __init__(self, stream: TokenStream, stop: CancelFlag, clock: Clock) -> None:
        self.stream = stream
        self.stopped = False
        self._stop = stop
        self._clock = clock

    def next(self, budget_s: float) -> Token | None:
        """None at the end, and at once after a stop: the model's thread ends by itself. Raises GenerationStalled when no token comes
        within ``budget_s`` seconds."""
        deadline = self._clock() + budget_s
        while True:
            if not self.stopped and self._stop():
                self.stopped = True
                self.stream.cancel()
            if self.stopped:
                return None
            try:
                return self.stream.next(POLL_S)
            except TimeoutError:
                if self._clock() >= deadline:
                    self.stream.cancel()
                    raise GenerationStalled("the model did not answer within its budget") from None
