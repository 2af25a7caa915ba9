"""Thorough is never worse than the whole question alone: when its parts are asked, and which answer is shown then."""

import pytest

from app.messages.base import new_correlation_id
from app.messages.validation import Citation, Finding, SentenceReport, ValidationReport
from app.pipeline.compose import Outcome
from app.pipeline.stepwise import better, complete, rests_on, with_half_marked
from index.document import Place, Span
from models.runtimes.fake import FakeRuntime

from .pipeline_bench import FakeSearch, hit

COMPARES = "Is a member card or a guest card dearer?"
ADDS = "What do a member card and a guest card cost together?"
OLD, NEW = "A trainee gets a book allowance of €40 a year.", "A trainee gets a book allowance of €55 a year."
PLAIN = "What does a guest card cost?"


def sentence(text, verdict="supported", place=0, *findings, quote="x"):
    cited = Citation(doc_id="d", chunk_id="c", source="fees.md", place=Place(), start=place, end=place + 9, quote=quote)
    return SentenceReport(
        span=Span(start=0, end=len(text)), text=text, verdict=verdict, score=0.9,
        citations=(cited,) if verdict != "no_claim" else (), findings=findings,
    )  # fmt: skip


def outcome(*sentences, status="answered"):
    claims = [s.verdict for s in sentences if s.verdict != "no_claim"]
    verdict = "supported" if set(claims) == {"supported"} else "partly_supported"
    report = ValidationReport(correlation_id=new_correlation_id(), verdict=verdict, sentences=sentences)
    return Outcome(status, " ".join(s.text for s in sentences), report)


GUEST, MEMBER = sentence("A guest card costs 25 euros."), sentence("A member card costs 60 euros.", place=50)
DOUBT = Finding(rule="relevance", outcome="doubt", message="A part is missing.")
COMPUTED = Finding(rule="computed", outcome="pass", message="60 − 25 = 35")
NOT_FOUND = Outcome("not_found", "This was not found in your documents.")
MISSING = sentence("What does a boat card cost? This was not found.", "no_claim")


@pytest.mark.parametrize(
    ("question", "answer", "whole"),
    [
        (PLAIN, outcome(GUEST), True),
        (COMPARES, outcome(GUEST), False),
        (COMPARES, outcome(GUEST, MEMBER), True),
        (COMPARES, outcome(sentence("35 euros more.", "supported", 0, COMPUTED)), True),
        (PLAIN, outcome(sentence("A guest card costs 25 euros.", "supported", 0, DOUBT)), False),
        (PLAIN, outcome(sentence("A guest card costs 25 euros.", "partly_supported")), False),
        (PLAIN, NOT_FOUND, False),
        (ADDS, outcome(GUEST, MEMBER), False),
        (ADDS, outcome(sentence("25 + 60 = 85 euros.", "supported", 0, COMPUTED)), True),
    ],
)
def test_parts_are_asked_only_where_the_whole_has_no_complete_answer(question, answer, whole):
    assert complete(question, answer) is whole


def test_the_answer_with_more_behind_it_is_shown():
    partly = outcome(sentence("A guest card costs 25 euros.", "partly_supported"))
    assert better(partly, outcome(GUEST, MEMBER)).text.startswith("A guest card costs 25 euros. A member")
    assert better(NOT_FOUND, outcome(GUEST, MISSING)).status == "answered"
    assert better(partly, NOT_FOUND) is partly
    assert better(outcome(GUEST), outcome(GUEST, MISSING)).text == GUEST.text
    # A part that was not found is worse than a doubt about the whole.
    assert better(partly, outcome(GUEST, MEMBER, MISSING)) is partly
    assert better(partly, None) is partly
    assert better(None, None) is None


def test_a_complete_answer_gives_way_where_it_cites_other_places_than_the_two_sides():
    sides = outcome(GUEST, MEMBER)
    assert rests_on(outcome(GUEST, MEMBER, sentence("A card is green.", place=99)), sides)
    assert not rests_on(outcome(GUEST, sentence("A boat card costs 90 euros.", place=99)), sides)


@pytest.mark.parametrize(
    ("question", "answer", "marked"),
    [
        (COMPARES, outcome(GUEST), True),
        (COMPARES, outcome(sentence("A member card is dearer than a guest card.")), True),
        (
            "What is the fee for a member card compared with a guest card?",
            outcome(sentence("A guest card costs 25 or 35 euros."), sentence("Guest card", place=70)),
            True,
        ),
        (COMPARES, outcome(sentence("A guest card costs 25 euros, a member card 60 euros.")), False),
        (COMPARES, outcome(GUEST, MEMBER), False),
        (COMPARES, outcome(sentence("35 euros more.", "supported", 0, COMPUTED)), False),
        (ADDS, outcome(sentence("A member card and a guest card cost 60 euros.")), True),
        (ADDS, outcome(sentence("They cost 85 euros.", quote="A member card and a guest card cost 85 euros together.")), False),
        (PLAIN, outcome(GUEST), False),
        (COMPARES, NOT_FOUND, False),
    ],
)
def test_an_answer_about_one_of_two_things_is_marked(question, answer, marked):
    shown = with_half_marked(question, answer, "en")
    assert (shown is not answer) is marked
    if marked:
        assert shown.report.verdict == "partly_supported"
        assert shown.text == answer.text


def test_quick_answers_a_comparison_read_by_half_with_the_programs_own_two_sentences(bench):
    both = (hit(OLD, number=1, name="Rules 2021.md"), hit(NEW, number=2, name="Rules 2024.md"))
    run = bench(answers=FakeRuntime(scripts=[f"Quote: {NEW}\nAnswer: {NEW}"]), search=FakeSearch(outcomes=[both], alike=True))
    answer = run.ask("How did the book allowance of a trainee change from 2021 to 2024?")
    assert answer.text.splitlines()[:2] == [OLD, NEW]
    assert answer.report.verdict == "supported"


def test_quick_marks_a_comparison_of_which_one_side_was_found(bench):
    one = (hit(NEW, number=2, name="Rules.md"),)
    run = bench(answers=FakeRuntime(scripts=[f"Quote: {NEW}\nAnswer: {NEW}"]), search=FakeSearch(outcomes=[one], alike=True))
    answer = run.ask("How does the book allowance of a trainee differ from that of an apprentice?")
    assert answer.text == NEW
    assert answer.report.verdict == "partly_supported"
