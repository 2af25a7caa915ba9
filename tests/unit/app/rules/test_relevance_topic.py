"""What is beside the point is no answer, although it stands in a passage word for word."""

import numpy as np
import pytest

from app.messages.base import new_correlation_id
from app.messages.validation import ValidationRequest
from app.rules.check import validate

from .conftest import _META, make_passage

PASSAGES = (
    make_passage("The reading room closes at 9 pm on weekdays. Bags stay in the lockers.", 0, "Library › Hours"),
    make_passage("The late fee for a book is 20 cents a day.", 1, "Library › Fees"),
)


def report(question, answer, similarity, passages=PASSAGES):
    """Validated with vectors that put every sentence as near to the question as ``similarity`` (a cosine)."""

    def embed(texts):
        vectors = [[1.0, 0.0] if t == question else [similarity, float(np.sqrt(1 - similarity**2))] for t in texts]
        return np.array(vectors, dtype=np.float32)

    request = ValidationRequest(
        correlation_id=new_correlation_id(), question=question, response_text=answer, passages=passages,
        source_documents=("d0", "d1"), generation_metadata=_META,
    )  # fmt: skip
    return validate(request, embed, "en", lambda: False)


def relevance(found):
    return [f.outcome for s in found.sentences for f in s.findings if f.rule == "relevance"]


def test_a_true_sentence_about_something_else_is_refuted():
    found = report("How large is the car park of the museum?", "The reading room closes at 9 pm on weekdays.", 0.78)
    assert relevance(found) == ["fail"]
    assert found.verdict != "supported"


def test_other_words_for_the_same_matter_are_to_the_point():
    found = report("Until when may visitors study there in the evening?", "The reading room closes at 9 pm on weekdays.", 0.92)
    assert relevance(found) == []


def test_the_same_words_are_to_the_point_without_any_likeness_of_meaning():
    found = report("What is the late fee for a book?", "The late fee for a book is 20 cents a day.", 0.78)
    assert relevance(found) == []
    assert found.verdict == "supported"


@pytest.mark.parametrize("tail", ["Bags stay in the lockers.", "The late fee for a book is 20 cents a day."])
def test_only_the_first_sentence_has_to_address_the_question(tail):
    question = "When does the reading room close on weekdays?"
    found = report(question, f"The reading room closes at 9 pm on weekdays. {tail}", 0.85)
    assert relevance(found) == []


def test_a_version_of_another_year_is_doubted(check):
    question = "What is paid for a night in 2025?"
    old = ("Policy 2023.docx › Hotels", "Up to 95 euros are paid for a night.")
    new = ("Policy 2025.pdf › Hotels", "Up to 120 euros are paid for a night.")
    wrong = check("Up to 95 euros are paid for a night.", old, new, question=question)
    right = check("Up to 120 euros are paid for a night.", old, new, question=question)
    assert [f.message for f in wrong.findings("contamination", "doubt")] == [
        "The cited passage is about 2023, the question about 2025."
    ]
    assert right.findings("contamination") == []


def test_a_place_is_no_answer_to_who(check):
    row = ("Devices", "Device: Fridge | Room: C 2.11 | Responsible: Ines Adler")
    question = "Who is responsible for the fridge?"
    place = check("The fridge is responsible for Room C 2.11.", row, question=question)
    person = check("Ines Adler is responsible for the fridge.", row, question=question)
    assert place.findings("relevance", "doubt")
    assert person.findings("relevance") == []


def test_an_article_is_no_amount(check):
    passage = "Führungen werden mindestens zehn Tage vorher angemeldet."
    result = check(
        "Eine Führung kostet mindestens zehn Tage vorher.", passage, question="Was kostet eine Führung?", language="de"
    )
    messages = [f.message for f in result.findings("relevance", "fail")]
    assert "The question asks for an amount, which the sentence does not give." in messages


def test_yes_to_what_a_passage_allows_only_under_a_condition_is_doubted(check):
    passage = "Kinder unter 14 Jahren dürfen die Halle nur in Begleitung betreten."
    question = "Darf ein zehnjähriges Kind allein in die Halle?"
    answer = "Ja, ein zehnjähriges Kind darf allein in die Halle, aber nur in Begleitung."
    result = check(answer, passage, question=question, language="de")
    assert result.marked("negation", answer) == ["Ja"]
    no = check("Nein, Kinder unter 14 Jahren nur in Begleitung.", passage, question=question, language="de")
    assert no.findings("negation", "doubt", "fail") == []


DETAIL = (
    make_passage("A detail may exceed 240 days if an agreement says so.", 0, "Details › Length"),
    make_passage("After a promotion to a higher level the detail must end at 120 days.", 1, "Details › Promotion"),
)


def test_a_sentence_that_speaks_far_more_of_what_was_asked_is_named():
    question = "After a promotion to a higher level, is the detail prolonged?"
    found = report(question, "A detail may exceed 240 days if an agreement says so.", 0.92, DETAIL)
    closer = [f for s in found.sentences for f in s.findings if f.rule == "relevance" and "120 days" in f.message]
    assert [f.outcome for f in closer] == ["doubt"]
    assert found.verdict == "partly_supported"


def test_the_sentence_that_speaks_most_of_it_is_not_doubted():
    question = "When must the detail end after a promotion to a higher level?"
    found = report(question, "After a promotion to a higher level the detail must end at 120 days.", 0.92, DETAIL)
    assert relevance(found) == []


@pytest.mark.parametrize("mark", ["(1) ", "2. ", "- (3) "])
def test_the_number_of_a_paragraph_is_not_the_number_that_was_asked_for(mark):
    given = (make_passage(f"{mark}Staff on a trip get a daily allowance.", 0, "Travel"),)
    found = report(
        "How much is the daily allowance of staff on a trip?", f"{mark}Staff on a trip get a daily allowance.", 0.92, given
    )
    assert relevance(found) == ["fail"]
