"""Two sentences that the program puts together: a period with its extensions, and places that contradict each other as was asked."""

from pathlib import Path

import pytest

from app.pipeline.passages import to_passage
from app.rules.conflicting import conflicting_pair
from app.rules.extended import longest_extended
from index.document import Place
from index.search.hit import Hit

LOAN = "The tools must be back after the 30-day period ends. A member may ask for up to two 10-day extensions."


def passages(*texts, document=None):
    return [
        to_passage(
            Hit(
                chunk_id=f"c{n}", file_id=document or f"f{n}", collection_id="c", source_path=str(Path("d") / f"{document or n}.md"),
                title=None, kind="md", chunk_index=n, content=text, context="", start=0, end=len(text), place=Place(), cosine=0.9, bm25=1.0,
                fused=0.1, relevance=0.9 - n / 10,
            )
        )
        for n, text in enumerate(texts)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "question", "text", "formula"),
    [
        ("en", "For how many days at most may tools be kept with every extension?", LOAN, "30 + 2 × 10 = 50 days"),
        (
            "en",
            "How long can the permit run in total if it is renewed as often as possible?",
            "The permit has a term of 12 months. It can be renewed twice for 6 months each.",
            "12 + 2 × 6 = 24",
        ),
        (
            "de",
            "Wie viele Tage darf man ein Buch mit allen Verlängerungen höchstens behalten?",
            "Die Leihfrist beträgt 30 Tage. Sie kann zweimal um je 15 Tage verlängert werden.",
            "30 + 2 × 15 = 60 Tage",
        ),
        (
            "fr",
            "Combien de jours au maximum, avec toutes les prolongations ?",
            "Le délai est de 20 jours. Il peut être prolongé deux fois de 5 jours.",
            "20 + 2 × 5 = 30 jours",
        ),
    ],
)
def test_the_longest_time_with_all_extensions_is_calculated(language, question, text, formula):
    found = longest_extended(question, passages(text), language)
    assert found.formula == formula
    assert all(quote in text for quote in found.quotes)


@pytest.mark.parametrize(
    "text",
    [
        "The tools must be back after the 30-day period ends.",
        LOAN + " For boats the loan period is 7 days.",
        LOAN + " Boats get one 3-day extension.",
        "The loan period is four weeks. A member may ask for up to two 10-day extensions.",
        "A member may ask for up to two 10-day extensions.",
    ],
)
def test_nothing_is_calculated_where_the_passages_do_not_say_it_plainly(text):
    assert longest_extended("For how many days at most may tools be kept with every extension?", passages(text), "en") is None


def test_nothing_is_calculated_that_was_not_asked():
    assert longest_extended("How long is one extension?", passages(LOAN), "en") is None
    assert longest_extended("Who grants every extension?", passages(LOAN), "en") is None


COVER, HISTORY = (
    "Version 2.0 September 10, 2024",
    "Version: 1.0 | Date: May 1, 2020\nVersion: 2.0 | Date: September 10, 2023 | New table",
)


@pytest.mark.parametrize(
    ("language", "question", "texts"),
    [
        ("en", "Which date conflicts within the guide for version 2.0?", (HISTORY, COVER)),
        ("en", "Which figures for form 12 contradict each other?", ("Form 12 costs 30 euros.", "For form 12 pay 35 euros.")),
        (
            "de",
            "Welche Angaben zum Formular 12 widersprechen sich?",
            ("Das Formular 12 kostet 30 Euro.", "Für Formular 12 zahlt man 35 Euro."),
        ),
    ],
)
def test_both_places_of_a_contradiction_that_is_asked_for_are_found(language, question, texts):
    pair = conflicting_pair(question, passages(*texts, document="guide"), language)
    assert pair is not None
    assert all(quote in text for quote, text in zip(pair, texts, strict=True))


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("What is the date of version 2.0?", (HISTORY, COVER)),
        ("Which date conflicts within the guide for version 2.0?", ("Version 2.0 is of September 10, 2024.", COVER)),
        ("Which date conflicts within the guide for version 2.0?", ("Version 2.0.1 of May 3, 2021", COVER)),
        ("Which date conflicts within the guide?", (HISTORY, COVER)),
    ],
)
def test_no_contradiction_is_made_of_what_agrees_or_was_not_asked(question, texts):
    assert conflicting_pair(question, passages(*texts, document="guide"), "en") is None


def test_a_contradiction_within_one_document_comes_before_one_between_two():
    other = passages("Version 2.0 May 5, 2001", document="other")
    ours = passages(HISTORY, COVER, document="guide")
    pair = conflicting_pair("Which date conflicts for version 2.0?", [ours[0], *other, ours[1]], "en")
    assert pair == (HISTORY.splitlines()[1], COVER)
