"""The rules' own order of the sentences judges which one an answer rests on, and multiplies rates."""

from __future__ import annotations

import numpy as np
import pytest

from app.messages.base import new_correlation_id
from app.messages.validation import GenerationMetadata, ValidationRequest
from app.pipeline.compose import Composer
from app.pipeline.draft import Draft
from app.pipeline.passages import to_passage
from app.rules.check import validate
from models.errors import RuntimeFailed

from .pipeline_bench import hit

_META = GenerationMetadata(
    model="none", temperature=0, prompt_tokens=0, completion_tokens=0, time_to_first_token_ms=0, tokens_per_second=0
)
REST = to_passage(
    hit("At least 15 Sundays a year must be free of work. Every second Sunday should be free, two a month must be.", number=0)
)
SHIFTS = "Our bakery works on Sundays as well. How many Sundays a year must be free?"


class Search:
    """``near``: words that put a sentence next to every question."""

    def __init__(self, *near):
        self.near = near

    def embed(self, texts, *, asking=False):
        close = [asking or any(word in text for word in self.near) for text in texts]
        return np.array([[1.0, 0.0] if c else [0.8, 0.6] for c in close], dtype=np.float32)


class DeadSearch:
    def embed(self, texts, *, asking=False):
        raise RuntimeFailed("the embedder is gone")


def answered(question, draft, passages, search, language="en"):
    def check(text, against):
        request = ValidationRequest(
            correlation_id=new_correlation_id(), question=question, response_text=text, passages=against,
            source_documents=tuple(p.doc_id for p in against), generation_metadata=_META,
        )  # fmt: skip
        return validate(request, None, language, lambda: False)

    return Composer(search).answered(question, draft, passages, language, check)


def doubts(outcome):
    return [f.message for s in outcome.report.sentences for f in s.findings if f.outcome == "doubt"]


WRONG = Draft(
    ("Every second Sunday should be free, two a month must be.",), "Every second Sunday should be free, two a month must be."
)


def test_the_figure_of_a_sentence_that_is_far_nearer_to_the_question_stands_below():
    outcome = answered(SHIFTS, WRONG, (REST,), Search("15 Sundays"))
    assert "Another passage says: “At least 15 Sundays a year must be free of work.”" in outcome.text
    assert outcome.report.verdict == "partly_supported"
    assert any("At least 15 Sundays" in message for message in doubts(outcome))
    assert outcome.report.sentences[-1].citations[0].quote == "At least 15 Sundays a year must be free of work."


@pytest.mark.parametrize("search", [Search("Sunday"), DeadSearch()])
def test_an_answer_from_one_of_the_nearest_sentences_stands_alone(search):
    right = Draft(("At least 15 Sundays a year must be free of work.",), "At least 15 Sundays a year must be free of work.")
    outcome = answered(SHIFTS, right, (REST,), search)
    assert outcome.text == right.answer
    assert outcome.report.verdict == "supported"


PARKING = to_passage(hit("Parking costs 2.50 euros per hour. Bicycles park free. The garage closes at 10 pm.", number=0))


@pytest.mark.parametrize("answer", ["Parking costs 2.50 euros per hour.", "Parking costs 3 euros."])
def test_an_amount_is_calculated_from_a_rate_by_the_program(answer):
    outcome = answered("How much does parking cost for 3 hours?", Draft((), answer), (PARKING,), Search("Parking costs"))
    assert outcome.text == "Parking costs 2.50 euros per hour.\n3 hours × 2.50 euros = 7.50 euros"
    assert outcome.report.verdict == "supported"


def test_the_models_own_words_stand_where_they_give_the_calculated_amount():
    said = "Parking for 3 hours costs 7.50 euros (3 × 2.50 euros)."
    outcome = answered("How much does parking cost for 3 hours?", Draft((), said), (PARKING,), Search("Parking costs"))
    assert outcome.text == said


def test_an_answer_is_judged_by_the_sentence_of_its_figure_whatever_else_it_cites():
    mixed = Draft((), "Two Sundays a year must be free of work.")
    outcome = answered(SHIFTS, mixed, (REST,), Search("15 Sundays"))
    assert outcome.status == "not_found" or outcome.report.verdict != "supported"


def test_other_passages_with_the_same_figures_do_not_speak_against_a_calculation():
    other = to_passage(hit("Parking is free for up to 3 hours on Sundays. Cranes cost more than 7.50 euros.", number=1))
    asked = "How much does parking cost for 3 hours?"
    outcome = answered(asked, Draft((), "Parking costs 3 euros."), (PARKING, other), Search("Parking costs"))
    assert outcome.text == "Parking costs 2.50 euros per hour.\n3 hours × 2.50 euros = 7.50 euros"


WIFI = "To obtain the password of the guest network, type guest wifi into any room."


def test_a_name_that_stands_in_another_passage_does_not_make_the_quoted_one_speak_of_it():
    wifi = to_passage(hit(WIFI, number=0))
    other = to_passage(hit("The ZVKL laboratory tests cards.", number=1))
    draft = Draft((WIFI,), "The guest network of the ZVKL laboratory has the password guest wifi.")
    asked = "Which password does the guest network of the ZVKL laboratory have?"
    assert answered(asked, draft, (wifi, other), Search("password")).status == "not_found"
    here = to_passage(hit(f"The ZVKL laboratory has rules. {WIFI}", number=0))
    assert answered(asked, draft, (here, other), Search("password")).status == "answered"


HOURS = to_passage(
    hit("The gym opens at 9 am. Lockers are cleaned once a month. The gym for children opens at 7 am.", number=0)
)


def test_what_was_not_quoted_and_is_far_from_the_question_gives_way_to_the_nearest_figure():
    beside = Draft(("Lockers are cleaned once a month.",), "The gym for children opens at 7 am.")
    outcome = answered("When does the gym open?", beside, (HOURS,), Search("opens at 9 am"))
    assert outcome.text == "The gym opens at 9 am."
    assert outcome.report.verdict == "partly_supported"
