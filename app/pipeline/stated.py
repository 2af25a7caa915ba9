"""A second opinion on an answer that the rules let stand: does what it rests on state the very thing that was asked?

Near misses ("the price of the inspection", where the price of the device stands) share their words with the passage and are copied from it
word for word, so rules on the answer find nothing against them. The model is asked, over the cited sentences alone, for nothing but how
much likelier "yes" is than "no"; that counts together with what the rules know (``app.rules.asked.Likeness``). It costs the reading of some
150 tokens. Without an opinion (no vectors, no model, no time) the rules alone have decided.
"""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from app.pipeline.cancelling import Cancelled
from app.pipeline.compose import Outcome, computes, stands
from app.pipeline.prompt import fence, unmarked
from app.pipeline.run import Run, Stages
from app.pipeline.structured import Structured
from app.rules.asked import LEAST, Likeness, likeness
from app.rules.question import expected_answer
from app.settings.schema import StageBudgets
from models.errors import ModelError
from models.runtimes.base import ChatMessage


class StatedTemplate(BaseModel):
    """One for all languages: documents in German were judged as well by an English prompt."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    system: str
    question: str
    choices: tuple[str, str]


def load_stated(folder: Path) -> StatedTemplate:
    with (folder / "stated.toml").open("rb") as file:
        return StatedTemplate.model_validate(tomllib.load(file))


class Stated:
    def __init__(self, stages: Stages, budgets: StageBudgets) -> None:
        self._stages = stages
        self._structured = Structured(stages, budgets)

    def denied(self, run: Run, question: str, outcome: Outcome) -> bool:
        """Is the answer about something else than the question? A person's stop leaves the answer as it is."""
        template = self._stages.stated
        found = self._likeness(run, question, outcome) if template is not None and not run.over() else None
        if template is None or found is None:
            return False
        prompt = template.question.format(excerpt=fence(found.excerpt), question=unmarked(question))
        messages = (ChatMessage("system", template.system), ChatMessage("user", prompt))
        with run.trace.step("grounding_check") as step:
            odds = None
            with suppress(Cancelled):
                odds = self._structured.log_odds(run, messages, template.choices)
            step["by"] = "model"
            step["log_odds"] = None if odds is None else round(odds, 2)
            # What the rules doubt already needs a yes.
            doubted = outcome.report is not None and not stands(outcome.report)
            denied = odds is not None and (found.answered(odds) < LEAST or (doubted and odds < 0))
            step["sufficient"] = not denied
        return denied

    def _likeness(self, run: Run, question: str, outcome: Outcome) -> Likeness | None:
        """None where there is nothing to ask: no citation, a fact or an attachment that the person has pointed at, what the program has
        calculated or set side by side, and questions for yes or no, which a rule answers without stating it."""
        report = outcome.report
        if outcome.status != "answered" or report is None or report.verdict == "unvalidated":
            return None
        cited = [c for s in report.sentences for c in s.citations]
        if (
            not cited
            or computes(report)
            or any(c.provenance != "documents" for c in cited)
            or expected_answer(question) == "yes_no"
        ):
            return None
        try:
            return likeness(question, cited, run.response.documents, self._stages.search.embed, run.language)
        except ModelError:
            return None
