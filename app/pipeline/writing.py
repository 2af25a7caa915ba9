"""Writing: tries at an answer, down the ladder: the model, once more when it stalled, the fallback model, none.

At most three generations a question and never beyond its total ceiling (contract, section 1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.messages.events import StillWorking
from app.messages.retrieval import Passage
from app.pipeline.cancelling import Cancelled, sleep_unless
from app.pipeline.generator import Generated
from app.pipeline.ports import ModelPort
from app.pipeline.prompt import AssembledPrompt
from app.pipeline.resilience import BreakerOpen, CircuitBreaker, backoff_s
from app.pipeline.run import Run, Stages
from app.settings.schema import StageBudgets
from models import errors
from models.errors import GenerationStalled, ModelError

MakePrompt = Callable[[ModelPort], AssembledPrompt]
ROLES = ("answers", "fallback")


@dataclass(frozen=True)
class Written:
    """``passages``: what the model has seen."""

    generated: Generated
    passages: tuple[Passage, ...]


class Writer:
    def __init__(self, stages: Stages, budgets: StageBudgets, sleep: Callable[[float], None]) -> None:
        self._stages = stages
        self._budgets = budgets
        self._sleep = sleep

    def write(self, run: Run, make: MakePrompt, show: Callable[[str], None], *, regenerate: bool = False) -> Written | None:
        """None when no model could, or the time is over. Raises Cancelled only while nothing is written yet; a stop later gives what
        is written so far, with ``generated.stopped``."""
        began = run.clock()
        with self._stages.slot.held(run.cancelled, run.queued):
            run.waited(run.clock() - began)
            for role in ROLES:
                written = self._with(role, run, make, show, regenerate=regenerate)
                if written is not None:
                    return written
                if regenerate or run.over():
                    break
        if run.over():
            run.warn("The time for this question was over before an answer was written.")
            run.met("GENERATION_TIMEOUT")
        return None

    def _with(self, role: str, run: Run, make: MakePrompt, show: Callable[[str], None], *, regenerate: bool) -> Written | None:
        """One role's tries: two for the model (the second only when the first stalled), one for its fallback."""
        policy = self._budgets.generation_retry
        retries = policy.retries if role == ROLES[0] and not regenerate else 0
        for attempt in range(retries + 1):
            if run.generations_left < 1 or run.over():
                return None
            try:
                return self._guarded(role, run, make, show, regenerate=regenerate)
            except BreakerOpen:
                run.met("GENERATION_FAILED")
                run.warn(f"{_named(role)} failed several times and is left alone for a while.")
                return None
            except GenerationStalled as error:
                self._note(run, role, error)
                run.met("GENERATION_TIMEOUT")
                if attempt == retries or run.generations_left < 1:
                    return None
                run.listen(StillWorking(correlation_id=run.question.correlation_id, attempt=attempt + 2))
                sleep_unless(backoff_s(policy, attempt), run.cancelled, self._sleep)
            except errors.Cancelled:
                run.withdraw()
                if run.cancelled():
                    raise Cancelled from None
                return None
            except ModelError as error:
                self._note(run, role, error)
                run.met("GENERATION_FAILED")
                return None
        return None

    def _note(self, run: Run, role: str, error: ModelError) -> None:
        run.withdraw()
        if isinstance(error, GenerationStalled):
            run.warn(f"{_named(role)} did not answer in time.")
        else:
            run.warn(f"{_named(role)} could not answer: {error.message} {error.next_step}".rstrip())

    def _guarded(
        self, role: str, run: Run, make: MakePrompt, show: Callable[[str], None], *, regenerate: bool
    ) -> Written | None:
        """One try through the role's breaker; None when the time was over before it was done."""
        breaker: CircuitBreaker = self._stages.breakers[role]
        with breaker.judged() as attempt:
            written = self._once(role, run, make, show, regenerate=regenerate)
            attempt.stopped = written.generated.stopped
        if written.generated.stopped and not run.cancelled():
            run.withdraw()
            return None
        return written

    def _once(self, role: str, run: Run, make: MakePrompt, show: Callable[[str], None], *, regenerate: bool) -> Written:
        model = self._stages.models.get(role, run.stop)
        run.model_id = model.model_id
        with run.trace.step("prompt") as step:
            prompt = make(model)
            step["passages"] = len(prompt.passages)
            step["tokens"] = prompt.tokens
            step["history"] = prompt.history
            step["dropped"] = prompt.dropped
            if prompt.dropped:
                run.warn(
                    f"{prompt.dropped} of {prompt.dropped + len(prompt.passages)} passages did not fit the model's context and "
                    "were left out."
                )
        run.generations_left -= 1
        with run.trace.step("generating") as step:
            step["model"] = model.model_id
            generated = self._stages.generator.generate(model, prompt, show, run.stop, regenerate=regenerate)
            step["completion_tokens"] = generated.metadata.completion_tokens
            step["first_token_ms"] = round(generated.metadata.time_to_first_token_ms, 1)
            step["budget_ms"] = self._budgets.total_ms
        return Written(generated, prompt.passages)


def _named(role: str) -> str:
    return "The model" if role == ROLES[0] else "The fallback model"
