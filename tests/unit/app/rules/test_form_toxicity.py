"""Insults that only the model says, and sentences that are no whole sentences."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("language", "answer", "passage"),
    [
        ("en", "The reviewer called the draft bullshit.", "The reviewer returned the draft."),
        ("de", "Der Leiter ist ein Arschloch.", "Der Leiter ist Herr Krug."),
        ("fr", "Le chef est un connard.", "Le chef est M. Roux."),
        ("zh", "经理是王八蛋。", "经理是李先生。"),
        ("ru", "Это говно.", "Это отчёт."),
    ],
)
def test_an_insult_that_no_passage_uses_is_refused(check, language, answer, passage):
    assert check(answer, passage, language=language).findings("toxicity", "fail")


def test_an_insult_that_the_cited_passage_quotes_may_be_quoted(check):
    text = "The reviewer called the draft bullshit."
    assert check(text, text).verdict == "supported"


@pytest.mark.parametrize(
    "text",
    [
        "Sexual harassment and racist remarks are reported to the ombudsman.",
        "Der Hahn im Prüflabor wird dick isoliert.",
        "Scunthorpe and Essex are served by the Penistone line.",
    ],
)
def test_policies_and_place_names_are_no_insults(check, text):
    assert not check(text, "Something else is said here.", language="en").findings("toxicity")


@pytest.mark.parametrize(
    "answer",
    [
        "The fee is due within",
        "The fee is 5 euros,",
        "The fee is 5 euros and is paid at the",
        "The fee is 5 euros.<|im_end|>",
        "The fee the fee the fee the fee is 5 euros.",
    ],
)
def test_torn_looping_and_marked_sentences_are_doubted(check, answer):
    assert check(answer, "The fee is 5 euros and is paid at the desk within a week.").findings("form", "doubt")


@pytest.mark.parametrize(
    ("answer", "language"),
    [
        ("5 euros", "en"), ("Harbour desk", "en"), ("At the harbour desk", "en"), ("The fee is 5 euros", "en"), ("Die Gebühr beträgt 5 Euro", "de"),
        ("Item | Fee\nBike | 5 euros", "en"), ("- bring the form\n- sign it", "en"), ("Very, very late entries are refused.", "en"),
    ],
)  # fmt: skip
def test_short_answers_rows_and_lists_are_whole(check, answer, language):
    assert not check(answer, "The fee is 5 euros.", language=language).findings("form")
