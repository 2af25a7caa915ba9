"""Generator: one answer from the model, streamed, within calibrated budgets; one retry, then the fallback model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.messages.validation import GenerationMetadata
from app.pipeline.draft import Draft, DraftReader
from app.pipeline.ports import CancelFlag, Clock, ModelPort, TokenStream
from app.pipeline.prompt import AssembledPrompt
from app.pipeline.resilience import backoff_s
from app.settings.schema import GenerationSettings as GenerationConfig
from app.settings.schema import StageBudgets
from models.errors import GenerationStalled
from models.runtimes.base import GenerationSettings, GenerationStats, Token

# How often the cancel flag is read while no token comes.
POLL_S = 0.05


@dataclass(frozen=True)
class Generated:
    draft: Draft
    metadata: GenerationMetadata
    cancelled: bool


class Generator:
    def __init__(
        self,
        config: GenerationConfig,
        budgets: StageBudgets,
        clock: Clock,
        sleep: Callable[[float], None],
    ) -> None:
        self._config = config
        self._budgets = budgets
        self._clock = clock
        self._sleep = sleep

    def first_token_budget_s(self, model: ModelPort, prompt_tokens: int) -> float:
        """1500 ms + prompt tokens ÷ measured prefill rate × 1.5 (contract, section 1)."""
        return self._budgets.first_token_ms(prompt_tokens, model.prefill_tokens_per_second) / 1000

    def generate(
        self, model: ModelPort, prompt: AssembledPrompt, show: Callable[[str], None], cancelled: CancelFlag
    ) -> Generated:
        """Raises GenerationStalled when the retry stalled too, other models.errors at once."""
        policy = self._budgets.generation_retry
        for attempt in range(policy.retries + 1):
            try:
                return self._once(model, prompt, show, cancelled)
            except GenerationStalled:
                if attempt == policy.retries:
                    raise
                self._sleep(backoff_s(policy, attempt))
        raise AssertionError("the loop returns or raises")

    def _once(self, model: ModelPort, prompt: AssembledPrompt, show: Callable[[str], None], cancelled: CancelFlag) -> Generated:
        reader = DraftReader(prompt.template, self._config.max_characters)
        settings = GenerationSettings(
            max_tokens=self._config.max_tokens, temperature=self._config.temperature, grammar=prompt.grammar
        )
        wait = _Wait(model.start(prompt.messages, settings), cancelled, self._clock)
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
        return Generated(reader.finish(), self._metadata(model, prompt, stats), wait.stopped)

    def _metadata(self, model: ModelPort, prompt: AssembledPrompt, stats: GenerationStats | None) -> GenerationMetadata:
        return GenerationMetadata(
            model=model.model_id,
            temperature=self._config.temperature,
            prompt_tokens=stats.prompt_tokens if stats else prompt.tokens,
            completion_tokens=stats.completion_tokens if stats else 0,
            time_to_first_token_ms=stats.time_to_first_token_ms if stats else 0.0,
            tokens_per_second=stats.tokens_per_second if stats else 0.0,
        )


class _Wait:
    """Waits for tokens with the cancel flag in view; ``stopped`` says that the person, not the program, ended the stream."""

    def __init__(self, stream: TokenStream, cancelled: CancelFlag, clock: Clock) -> None:
        self.stream = stream
        self.stopped = False
        self._cancelled = cancelled
        self._clock = clock

    def next(self, budget_s: float) -> Token | None:
        """Raises GenerationStalled when no token comes within ``budget_s`` seconds."""
        deadline = self._clock() + budget_s
        while True:
            if not self.stopped and self._cancelled():
                self.stopped = True
                self.stream.cancel()
            try:
                return self.stream.next(POLL_S)
            except TimeoutError:
                if self._clock() >= deadline:
                    self.stream.cancel()
                    raise GenerationStalled("the model did not answer within its budget") from None
