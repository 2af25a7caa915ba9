"""Thorough: intent, plan, grounding with one refined round, and answers one sub-question at a time (contract, section 7)."""

from __future__ import annotations

from dataclasses import dataclass

from app.messages.retrieval import MAX_QUERY_CHARACTERS, Passage, RetrievalResponse
from app.pipeline.grounding import GroundingResult
from app.pipeline.intent import Intent, intent_by_rules
from app.pipeline.planner import MAX_SUB_QUERIES, compared_sides, sub_questions
from app.pipeline.prompt import fence, unmarked
from app.pipeline.query import QueryInvalid, clean_query
from app.pipeline.run import Run, Stages
from app.pipeline.searching import Searching
from app.pipeline.structured import (
    GROUNDING_GRAMMAR,
    INTENT_GRAMMAR,
    PLAN_GRAMMAR,
    GroundingJudgement,
    IntentResult,
    PlanResult,
    Structured,
    Task,
    ThoroughTemplate,
)
from app.settings.schema import Settings

FAST_PASSAGES = 3
FAST_RELEVANCE = 0.6
"""What 0.6 means stands in ``index.search.calibration``."""
SHOWN_PASSAGES = 5
SHOWN_CHARACTERS = 200
PREVIEW_CHARACTERS = 400
"""Of an attachment (contract, section 7)"""


@dataclass(frozen=True)
class Plan:
    """``queries``: what is searched, the whole question first. ``steps``: questions that are put to the model one at a time; empty where
    there are none, or more than the generations that are left."""

    intent: Intent
    queries: tuple[str, ...]
    steps: tuple[str, ...] = ()


class Thorough:
    def __init__(
        self, stages: Stages, settings: Settings, searching: Searching, templates: dict[str, ThoroughTemplate]
    ) -> None:
        self._stages = stages
        self._settings = settings
        self._searching = searching
        self._templates = templates
        self._model = Structured(stages, settings.budgets)

    def plan(self, run: Run) -> Plan:
        """Never fails: the default is the question itself. Raises Cancelled."""
        intent = self._intent(run)
        with run.trace.step("query_planning") as step:
            plan = self._planned(run, intent) if intent.requires_decomposition else Plan(intent, (run.asked,))
            step["intent"] = intent.type
            step["sub_queries"] = len(plan.queries)
            step["steps"] = len(plan.steps)
            step.say("sub_queries", plan.queries)
            step.say("steps", plan.steps)
        return plan

    def _intent(self, run: Run) -> Intent:
        intent = intent_by_rules(run.asked, run.language)
        if intent.sure:
            return intent
        with run.trace.step("intent_analysis") as step:
            prompt = self._template(run).intent.format(question=self._with_preview(run))
            given = self._model.ask(run, Task(prompt, INTENT_GRAMMAR, IntentResult))
            step["by"] = "model" if given is not None else "default"
            if given is not None:
                intent = Intent(given.type, "model")
            step["intent"] = intent.type
        return intent

    def _with_preview(self, run: Run) -> str:
        """The question, with the beginning of what is attached: that is often what it is about."""
        preview = self._stages.attachments.preview(run.question.attachments, PREVIEW_CHARACTERS)
        asked = unmarked(run.asked)
        return f"{asked}\n\n{self._template(run).attached.format(text=fence(preview))}" if preview else asked

    def _planned(self, run: Run, intent: Intent) -> Plan:
        """The rules' parts where a person joined whole questions; for everything else the model's sub-questions."""
        parts = sub_questions(run.asked, run.language)
        if not parts:
            prompt = self._template(run).plan.format(question=unmarked(run.asked))
            given = self._model.ask(run, Task(prompt, PLAN_GRAMMAR, PlanResult))
            parts = _usable(given.sub_queries, run.asked) if given is not None else ()
        searched = parts or compared_sides(run.asked, run.language)
        queries = tuple(dict.fromkeys((run.asked, *searched)))[: MAX_SUB_QUERIES + 1]
        return Plan(intent, queries, parts if 1 < len(parts) <= run.generations_left else ())

    def ground(self, run: Run, responses: list[RetrievalResponse]) -> tuple[GroundingResult, list[RetrievalResponse]]:
        """The rules decide whether the passages answer; where they say no, the model may name other words for one more search.

        The model cannot overrule a refusal of the rules: of near misses it says too easily that they answer.
        """
        with run.trace.step("grounding_check") as step:
            result = self._rules(run)
            fast = _fast(run.response.documents)
            step["by"] = "fast_path" if fast else "rules"
            refined = None
            if not result.sufficient and not fast and run.response.documents:
                refined = self._refined(run)
                step["by"] = "model" if refined is not None else "not_checked"
            step["sufficient"] = result.sufficient
            step["confidence"] = round(result.confidence, 3)
            step["reason"] = result.reason
            if refined:
                step.say("refined_query", [refined])
        if not refined:
            return result, responses
        responses = self._searching.more(run, [refined], responses)
        with run.trace.step("grounding_check") as step:
            result = self._rules(run)
            step["by"] = "rules"
            step["sufficient"] = result.sufficient
            step["confidence"] = round(result.confidence, 3)
            step["reason"] = result.reason
        return result, responses

    def _rules(self, run: Run) -> GroundingResult:
        return self._stages.grounding.check(run.asked, run.response.documents, run.language, run.subject)

    def _refined(self, run: Run) -> str | None:
        """Other words for the question; "" when the model has none, None when it could not be asked."""
        shown = "\n\n".join(fence(p.content[:SHOWN_CHARACTERS]) for p in run.response.documents[:SHOWN_PASSAGES])
        prompt = self._template(run).grounding.format(question=unmarked(run.asked), excerpts=shown)
        given = self._model.ask(run, Task(prompt, GROUNDING_GRAMMAR, GroundingJudgement))
        if given is None:
            return None
        return next(iter(_usable((given.refined_query or "",), run.asked)), "")

    def _template(self, run: Run) -> ThoroughTemplate:
        return self._templates.get(run.language, self._templates["en"])


def _fast(documents: tuple[Passage, ...]) -> bool:
    """Many relevant passages: asking the model whether they do would only cost time."""
    scores = [p.relevance_score for p in documents]
    return len(scores) >= FAST_PASSAGES and sum(scores) / len(scores) > FAST_RELEVANCE


def _usable(queries: tuple[str, ...], question: str) -> tuple[str, ...]:
    """The model's queries, cleaned like a person's; what cannot be asked or only repeats the question is left out."""
    kept: dict[str, None] = {}
    for query in queries:
        try:
            cleaned = clean_query(query[:MAX_QUERY_CHARACTERS])
        except QueryInvalid:
            continue
        if cleaned.casefold().rstrip("?. ") != question.casefold().rstrip("?. "):
            kept.setdefault(cleaned)
    return tuple(kept)
