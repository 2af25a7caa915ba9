"""Copies of a passage's sentence in which one word that carries its sense was changed."""

from __future__ import annotations

import pytest

PAIRS = [
    ("en", "The war lasted until 1279 and ended with a treaty.", "The war lasted since 1279 and ended with a treaty."),
    ("en", "They scored in the final three minutes of the game.", "They scored in the final three hours of the game."),
    (
        "en",
        "A private car may be used where no connection exists.",
        "A private car may not be used where no connection exists.",
    ),
    ("en", "The event is cancelled within 48 hours of the notice.", "The event is cancelled after 48 hours of the notice."),
    ("en", "He declined because he did not want to leave the band.", "He declined because he did want to leave the band."),
    ("en", "The rate of loss was much higher than in earlier years.", "The rate of loss was much lower than in earlier years."),
    (
        "de",
        "Der Antrag muss vor dem Beginn der Reise gestellt werden.",
        "Der Antrag muss nach dem Beginn der Reise gestellt werden.",
    ),
    (
        "de",
        "Die Proben werden im Haus zwölf Monate lang aufbewahrt.",
        "Die Proben werden im Haus zwölf Wochen lang aufbewahrt.",
    ),
]


@pytest.mark.parametrize(("language", "passage", "changed"), PAIRS)
def test_one_changed_word_that_carries_the_sense_is_found(check, language, passage, changed):
    assert check(passage, passage, language=language).findings("altered") == []
    result = check(changed, passage, language=language)
    assert any(result.findings(rule, "fail") for rule in ("altered", "comparison"))
    assert result.verdict != "supported"


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("The form must reach the desk by 5 May at the latest.", "The form must reach the desk before 5 May at the latest."),
        ("No, the detail must end at 120 days.", "If it was a promotion, the detail must end at 120 days."),
        ("The greenhouse seats sixty people and has a stage.", "The greenhouse seats 60 people and has a stage."),
        (
            "Guests may use the sauna and the gym on Sundays.",
            "Guests may use the sauna and the gym on Sundays, but not the pool.",
        ),
    ],
)
def test_other_words_for_the_same_are_no_change(check, answer, passage):
    assert check(answer, passage).findings("altered") == []


def test_the_sentence_that_is_copied_counts_and_not_one_like_it(check):
    passage = "Level 4 ratings bring up to 44 hours of time off. Level 5 ratings bring up to 80 hours of time off."
    assert check("Level 5 ratings bring up to 80 hours of time off.", passage).findings("altered") == []


def test_an_unknown_name_in_the_place_of_another_is_doubted_in_german_too(check):
    passage = "Die drei Sender hatten 90 Prozent der Zuschauer in den USA für sich."
    result = check("Die drei Sender hatten 90 Prozent der Zuschauer in den Marchetti für sich.", passage, language="de")
    assert [f.message for f in result.findings("altered", "doubt")] == ["Marchetti is in no cited passage."]
