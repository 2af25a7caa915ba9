"""Calls to the model whose result is data (Thorough): a grammar makes it well-formed JSON, and on any failure the caller's default counts."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.pipeline.cancelling import Cancelled
from app.pipeline.generator import TokenWait
from app.pipeline.resilience import BreakerOpen
from app.pipeline.run import Run, Stages
from app.pipeline.templates import Template
from app.settings.schema import StageBudgets
from models.errors import ModelError
from models.runtimes.base import ChatMessage, GenerationSettings, Token

MAX_TOKENS = 300
TEMPERATURE = 0.1
_STRING = r"""string ::= "\"" char{1,160} "\""
char ::= [^"\\\x00-\x1f]
flag ::= "true" | "false"
"""
INTENT_GRAMMAR = (
    r"""root ::= "{\"type\": \"" ("simple_qa" | "compare" | "multi_hop" | "ambiguous") "\", \"reason\": " string """
    r"""", \"requires_decomposition\": " flag "}"
""" + _STRING
)
PLAN_GRAMMAR = (
    r"""root ::= "{\"sub_queries\": [" string ", " string (", " string){0,2} "]}"
"""
    + _STRING
)
GROUNDING_GRAMMAR = (
    r"""root ::= "{\"sufficient\": " flag ", \"confidence\": " ("0." [0-9] | "1.0") ", \"reason\": " string """
    r"""", \"refined_query\": " (string | "null") "}"
""" + _STRING
)


class Result(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class IntentResult(Result):
    type: Literal["simple_qa", "compare", "multi_hop", "ambiguous"]
    reason: str
    requires_decomposition: bool


class PlanResult(Result):
    sub_queries: tuple[str, ...] = Field(min_length=2, max_length=4)


class GroundingJudgement(Result):
    sufficient: bool
    confidence: float = Field(ge=0.0, le=1.0)
    reason: str
    refined_query: str | None = None


class ThoroughTemplate(Template):
    """What Thorough asks the model beside answers."""

    intent: str
    attached: str
    plan: str
    grounding: str


T = TypeVar("T", bound=Result)


@dataclass(frozen=True)
class Task(Generic[T]):
    """What is asked for: the prompt, the grammar of its answer, and the message that reads it."""

    prompt: str
    grammar: str
    result: type[T]


class Structured:
    def __init__(self, stages: Stages, budgets: StageBudgets) -> None:
        self._stages = stages
        self._budgets = budgets

    def ask(self, run: Run, task: Task[T]) -> T | None:
        """None when the model failed, took too long, or wrote no such data. Raises Cancelled."""
        try:
            return task.result.model_validate_json(self.text(run, (ChatMessage("user", task.prompt),), task.grammar))
        except ValidationError:
            return None

    def text(self, run: Run, messages: Sequence[ChatMessage], grammar: str | None, max_tokens: int = MAX_TOKENS) -> str:
        """What the model writes within its slot and its budgets, "" when it failed. Raises Cancelled."""
        settings = GenerationSettings(max_tokens=max_tokens, temperature=TEMPERATURE, grammar=grammar)
        return "".join(token.text for token in self._tokens(run, messages, settings))

    def log_odds(self, run: Run, messages: Sequence[ChatMessage], choices: tuple[str, str]) -> float | None:
        """How much likelier the model answers with the first choice than with the second, as a natural logarithm; None when it failed.
        Raises Cancelled."""
        tokens = self._tokens(run, messages, GenerationSettings(max_tokens=1, choices=choices))
        found = tokens[-1].stats.choices if tokens and tokens[-1].stats is not None else ()
        return found[0] - found[1] if found else None

    def _tokens(self, run: Run, messages: Sequence[ChatMessage], settings: GenerationSettings) -> list[Token]:
        """None of them when the model failed. Raises Cancelled."""
        began = run.clock()
        tokens: list[Token] = []
        with self._stages.slot.held(run.cancelled, run.queued):
            run.waited(run.clock() - began)
            with suppress(BreakerOpen, ModelError), self._stages.breakers["answers"].judged():
                tokens = self._called(run, messages, settings)
        if run.cancelled():
            raise Cancelled
        return tokens

    def _called(self, run: Run, messages: Sequence[ChatMessage], settings: GenerationSettings) -> list[Token]:
        model = self._stages.models.get("answers", run.stop)
        run.model_id = model.model_id
        first_s = self._budgets.first_token_ms(model.count_tokens(messages), model.prefill_tokens_per_second) / 1000
        end = run.clock() + first_s + self._budgets.model_call_ms / 1000
        wait = TokenWait(model.start(messages, settings), lambda: run.stop() or run.clock() >= end, run.clock)
        tokens: list[Token] = []
        budget_s = first_s
        while (token := wait.next(budget_s)) is not None:
            tokens.append(token)
            budget_s = self._budgets.token_stall_ms / 1000
        return tokens
