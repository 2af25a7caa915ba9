"""One sentence of the answer with all that the rules look at, and the shape of a rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.messages.validation import Finding, RuleName
from app.rules.attribution import Attribution, ClaimTerms
from app.rules.evidence import Evidence, EvidenceSentence
from app.rules.proper_names import Name
from app.rules.quantities import Quantity
from app.rules.question import Question
from app.rules.support import Support
from app.rules.wording import say
from app.rules.words import Token
from index.document import Span

Outcome = Literal["pass", "doubt", "fail", "not_applicable"]


@dataclass(frozen=True)
class Claim:
    """``start`` is the sentence's offset in the whole answer; all other offsets are relative to ``text``."""

    text: str
    start: int
    language: str
    words: tuple[Token, ...]
    quantities: tuple[Quantity, ...]
    names: tuple[Name, ...]
    terms: ClaimTerms
    question: Question
    evidence: Evidence
    attribution: Attribution
    answer: str
    """The whole answer, for rules that look beyond the sentence."""
    support: Support
    vectors: Callable[[Sequence[str]], Sequence[npt.NDArray[np.float32]] | None] | None = None
    """Unit vectors of short texts, for rules that compare in meaning; None without an embedder, or (as a result) when there was no time."""
    asked_similarity: float | None = None
    """How near in meaning the cited sentences are to the question, 0–1 (``app.rules.similarity``); None when not embedded."""

    @property
    def sources(self) -> tuple[EvidenceSentence, ...]:
        return self.attribution.sources

    def given_quantities(self) -> tuple[Quantity, ...]:
        """Quantities of the cited sentences."""
        return tuple(q for s in self.sources for q in s.quantities)

    def context_quantities(self) -> tuple[Quantity, ...]:
        """Quantities of the cited passages' titles and headings."""
        return tuple(q for p in self.attribution.passages for q in self.evidence.context_quantities[p])

    def finding(
        self, rule: str, outcome: Outcome, message: str, span: tuple[int, int] | None = None, **facts: object
    ) -> Finding:
        """A finding in plain words; ``span`` is relative to the sentence and moved to the whole answer here."""
        moved = Span(start=self.start + span[0], end=self.start + span[1]) if span else None
        return Finding(rule=rule, outcome=outcome, message=say(message, **facts), span=moved)


@dataclass(frozen=True)
class Rule:
    """A rule a person can read: its name, the contract's group that switches it, and the check itself.

    ``check`` gives no finding where the rule has nothing to say. ``decisive`` rules forbid the verdict "supported" when they fail.
    """

    name: str
    group: RuleName
    check: Callable[[Claim], list[Finding]]
    languages: str
