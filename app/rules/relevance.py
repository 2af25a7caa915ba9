"""Rule: the answer addresses the question, and its sources speak of what was asked.

Why: the near miss. A passage on the replacement fee for one thing is no answer about another; every figure of the answer is then cited
and still wrong. Four checks: the expected kind of answer (how many, when, who, how long …) is there; names, identifiers and years of the
question stand in a cited passage or its heading; enough of the question's words stand around the cited sentences; no other sentence of
the passages speaks of far more of what was asked than the cited ones.
Example: "What is the fee in Munich?" answered from passages that never speak of Munich → fail. Languages: question words of en, de, fr, es, zh.
Source of the thresholds: set by hand, judged on the development questions.
"""

from __future__ import annotations

from app.messages.validation import Finding, ValidationReport
from app.rules.claim import Claim, Outcome, Rule
from app.rules.evidence import Evidence, EvidenceSentence, content_words
from app.rules.proper_names import find_names
from app.rules.quantities import Quantity, read_quantities
from app.rules.question import AnswerType, Question
from app.rules.topic import closer_sentence, missing_subjects, topic_coverage
from app.rules.wording import say

BESIDE_THE_POINT, HARDLY_TO_THE_POINT = 0.75, 0.95
"""Of topic coverage (0–1) plus similarity of question and cited sentences (0–1): people ask in other words than a law is written in, so
either may be low, but not both. Development questions: right answers 0.83 to 2.0, sentences beside the point 0.48 to 0.91."""
_SHOWN = 120
UNKNOWN = 0.75
"""Assumed likeness where no vector was made (no embedder, or no time): so that only a lack of shared words raises a doubt."""
_KINDS: dict[AnswerType, tuple[str, ...]] = {
    "number": ("number", "percent", "money", "duration", "measure", "ordinal", "identifier", "date"),
    "percent": ("percent", "number"),
    "money": ("money", "number"),
    "duration": ("duration", "number", "date", "time"),
    "date": ("date", "time", "duration", "ordinal", "number"),
}
_PLAIN_KINDS = ("money", "percent")
_ASKED: dict[AnswerType, str] = {
    "number": "a number", "percent": "a percentage", "money": "an amount", "duration": "a length of time", "date": "a date", "person": "a name",
}  # fmt: skip


def check(claim: Claim) -> list[Finding]:
    if not claim.question.text.strip() or not claim.sources:
        return []
    found = _missing_type(claim)
    missing = missing_subjects(claim.question, claim.evidence, range(len(claim.evidence.passages)))
    if missing:
        found.append(claim.finding("relevance", "fail", "relevance.missing", what=", ".join(missing[:3])))
    elif _is_first(claim) and not all(claim.evidence.foreign(s) for s in claim.sources):
        near = UNKNOWN if claim.asked_similarity is None else claim.asked_similarity
        spoken = topic_coverage(claim.question, claim.evidence, list(claim.sources)) + near
        if spoken < BESIDE_THE_POINT:
            found.append(claim.finding("relevance", "fail", "relevance.topic"))
        elif spoken < HARDLY_TO_THE_POINT:
            found.append(claim.finding("relevance", "doubt", "relevance.topic"))
        else:
            found += _closer(claim)
    return found


def _closer(claim: Claim) -> list[Finding]:
    closer = closer_sentence(claim.question, claim.evidence, claim.sources)
    if closer is None:
        return []
    what, place = beginning_and_place(closer, claim.evidence)
    return [claim.finding("relevance", "doubt", "relevance.closer", what=what, place=place)]


def beginning_and_place(closer: EvidenceSentence, evidence: Evidence) -> tuple[str, str]:
    """What "relevance.closer" says of the sentence."""
    words = " ".join(closer.text.split())
    what = words if len(words) <= _SHOWN else f"{words[:_SHOWN].rsplit(' ', 1)[0]} …"
    return what, evidence.place_name(closer)


def _is_first(claim: Claim) -> bool:
    """The first sentence of an answer has to address the question; what follows may explain it."""
    return not claim.answer[: claim.start].strip(" *#>-\n")


def _missing_type(claim: Claim) -> list[Finding]:
    """Looked at for the whole answer, reported once, on its first sentence."""
    expected = claim.question.expects
    if expected not in _ASKED or not _is_first(claim):
        return []
    if expected == "person":
        return [] if _names_somebody(claim) else [claim.finding("relevance", "doubt", "relevance.type", what=_ASKED[expected])]
    given = [q for q in _figures(claim) if not q.weak and not _numbers_an_item(claim.answer, q)]
    if any(_fits(q, expected) for q in given):
        return []
    # An amount that is asked for and not given is no answer; with other figures it may be one in another form.
    outcome: Outcome = "fail" if expected in _PLAIN_KINDS or not given else "doubt"
    return [claim.finding("relevance", outcome, "relevance.type", what=_ASKED[expected])]


def beside_the_point(report: ValidationReport, question: Question) -> bool:
    """Has the rule found that the answer, however true, is not one to what was asked?

    How many of the question's words are spoken of decides nothing where a story leads up to it, told in the person's own words, and where a
    document is cited that was attached to be asked about.
    """
    forgiven = {say("relevance.topic")} if question.aside or _cites_attached(report) else set()
    failed = (f.message for s in report.sentences for f in s.findings if f.rule == "relevance" and f.outcome == "fail")
    return any(message not in forgiven for message in failed)


def _cites_attached(report: ValidationReport) -> bool:
    return any(c.provenance == "attachment" for s in report.sentences for c in s.citations)


def _figures(claim: Claim) -> tuple[Quantity, ...]:
    return read_quantities(claim.answer, claim.language)


def _numbers_an_item(text: str, quantity: Quantity) -> bool:
    """Is it the number of a paragraph or an item, "(1)" or "2." at the beginning of a line?"""
    before, after = text[: quantity.start].rpartition("\n")[2].strip(" \t*•-"), text[quantity.end : quantity.end + 1]
    return before in ("", "(") and after in (")", ".") and len(quantity.text) <= 2


def _names_somebody(claim: Claim) -> bool:
    """A name of letters alone ("Room B 1.05" is a place), or a role: two words that are neither in the question nor part of a place."""
    asked = {n.casefold() for n in claim.question.names}
    figures = [q.start for q in _figures(claim) if not q.weak]
    names = find_names(claim.answer, claim.language)
    places = [n for n in names if any(0 <= start - n.end <= 1 or n.start <= start < n.end for start in figures)]
    if any(n.text.casefold() not in asked and n not in places for n in names):
        return True
    new = [w for w in content_words(claim.answer, claim.language) if w.stem not in claim.question.terms]
    return sum(not any(p.start <= w.start < p.end for p in places) for w in new) >= 2


def _fits(quantity: Quantity, expected: AnswerType) -> bool:
    return quantity.kind in _KINDS[expected]


RULE = Rule("relevance", "relevance", check, "en, de, fr, es, zh question words; names in all")
