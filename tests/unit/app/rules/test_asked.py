"""Near misses: a passage that speaks of something very like the thing asked for, and of another thing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from app.rules.asked import asks_for_another, things_covered
from app.rules.evidence import Evidence
from app.rules.question import Question

from .conftest import make_passage


class Near:
    """An embedder for which question and sentences have the given cosine."""

    def __init__(self, cosine: float) -> None:
        self._cosine = cosine

    def __call__(self, texts: Sequence[str], /, *, asking: bool = False) -> npt.NDArray[np.float32]:
        vector = [1.0, 0.0] if asking else [self._cosine, (1 - self._cosine**2) ** 0.5]
        return np.array([vector] * len(texts), dtype=np.float32)


def covered(question: str, text: str, language: str = "en", context: str = "") -> float | None:
    evidence = Evidence([make_passage(text, context=context)], language)
    return things_covered(Question.read(question, language), evidence, evidence.sentences[:1])


@pytest.mark.parametrize(
    ("language", "text", "answered", "missed"),
    [
        ("en", "Backups of the file server are kept for 60 days.", "How long are backups of the file server kept?",
         "How long are backups of phones kept?"),
        ("en", "The club pays 0.40 euros a mile for a motorbike.", "What does the club pay a mile for a motorbike?",
         "What does the club pay a mile for a canoe?"),
        ("de", "Die Anmeldung zum Segelkurs kostet 80 Euro.", "Was kostet die Anmeldung zum Segelkurs?", "Was kostet die Umbuchung der Yacht?"),
        ("de", "Der Urlaub beträgt mindestens 26 Werktage.", "Wie viele Werktage beträgt der Urlaub?", "Wie viele Tage Bildungsurlaub gibt es?"),
        ("de", "Die Erprobung dauert vier Monate.", "Wie viele Monate dauert die Erprobung?", "Wie hoch ist das Monatsgehalt?"),
        ("de", "Die Hütte hat zwölf Schlafplätze.", "Wie viele Schlafplätze hat die Hütte?", "Welche Telefonnummer hat der Wirt?"),
    ],
)  # fmt: skip
def test_the_noun_that_makes_the_difference_weighs_most(language: str, text: str, answered: str, missed: str) -> None:
    right, wrong = covered(answered, text, language), covered(missed, text, language)
    assert right is not None
    assert wrong is not None
    assert right >= 0.9
    assert wrong < 0.5


def test_verbs_and_general_words_may_be_other_ones() -> None:
    assert (
        covered(
            "Within how much time must the office be told about a burglary?",
            "Report a burglary to the office within two hours.",
        )
        == 1.0
    )


def test_a_question_that_ends_a_story_is_left_to_other_rules() -> None:
    assert covered("My neighbour has a goat. How much is the fine for a dog?", "The fee for a garden is 30 euros.") is None


def test_a_heading_speaks_of_the_thing_too() -> None:
    assert covered("How much is the deposit for a locker?", "It is 5 euros.", context="Lockers › Deposit") == 1.0


def test_a_compound_of_the_thing_is_the_thing() -> None:
    assert covered("Wie lang ist die Pause?", "Die Mittagspause dauert 30 Minuten.", "de") == pytest.approx(0.7)


def test_nothing_is_said_in_languages_whose_nouns_cannot_be_told() -> None:
    assert covered("Combien coûte une carte ?", "La carte coûte 5 euros.", "fr") is None


BACKUPS = make_passage("Backups of the file server are kept for 60 days.")


def another(question: str, embed: Near | None) -> bool:
    evidence = Evidence([BACKUPS], "en")
    return asks_for_another(question, [evidence.citation(evidence.sentences[0])], [BACKUPS], embed, "en")


def test_what_is_near_in_meaning_may_say_the_thing_in_other_words() -> None:
    assert another("How long are copies of phones kept?", Near(0.84))
    assert not another("How long are copies of phones kept?", Near(0.92))


def test_what_speaks_of_the_thing_may_be_far_in_meaning() -> None:
    assert not another("How long are backups of the file server kept?", Near(0.5))


def test_without_vectors_nothing_is_refused() -> None:
    assert not another("How long are copies of phones kept?", None)


def test_a_comparison_is_left_to_its_own_rules() -> None:
    assert not another("What is the difference between copies of phones and of laptops?", Near(0.5))


def test_a_question_for_a_conflict_is_not_judged_by_one_of_its_sides():
    cover = make_passage("Version 2.0 September 10, 2024", 0)
    cited = [Evidence([cover], "en").citation(Evidence([cover], "en").sentences[0])]
    asked = "Which date conflicts within the harbour review requirements for version 2.0?"
    assert not asks_for_another(asked, cited, [cover], Near(0.8), "en")
    assert asks_for_another("Which date has the harbour review requirements version 2.0?", cited, [cover], Near(0.8), "en")


def test_words_of_another_language_do_not_tell_a_near_miss() -> None:
    passage = make_passage("The backups of the file server are kept for ninety days and then they are deleted.", 0)
    evidence = Evidence([passage], "de")
    cited = [evidence.citation(evidence.sentences[0])]
    assert not asks_for_another("Wie lange werden Sicherungen des Dateiservers aufbewahrt?", cited, [passage], Near(0.8), "de")
