"""Words, names and the expected kind of answer."""

from __future__ import annotations

import pytest

from app.rules.proper_names import find_names
from app.rules.question import Question, expected_answer
from app.rules.words import flatten, related, tokens


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many chairs are there?", "number"),
        ("What percentage of the roof is paid?", "percent"),
        ("How long does delivery take?", "duration"),
        ("Within how many days must I reply?", "duration"),
        ("When does the hall open?", "date"),
        ("Who leads the workshop?", "person"),
        ("May guests use the sauna?", "yes_no"),
        ("Is the hall larger or the garden?", "other"),
        ("What is the entry fee?", "money"),
        ("Um wie viel Prozent steigt die Miete?", "percent"),
        ("Wie lange gilt der Ausweis?", "duration"),
        ("Wie viele Tage habe ich Zeit?", "duration"),
        ("Wann endet die Frist?", "date"),
        ("Wer leitet die Werkstatt?", "person"),
        ("Darf ich die Sauna nutzen?", "yes_no"),
        ("Ich bin neu hier. Wie viele Stühle gibt es?", "number"),
        ("Combien de chaises y a-t-il ?", "number"),
        ("¿Cuándo abre la sala?", "date"),
        ("押金是多少?", "number"),
    ],
)
def test_the_question_words_tell_the_kind_of_answer(question, expected):
    assert expected_answer(question) == expected


@pytest.mark.parametrize(
    ("text", "language", "names"),
    [
        ("The workshop is led by Maria Perez of the Harbour Trust.", "en", ["Maria Perez", "Harbour Trust"]),
        ("The board met in June on a Monday.", "en", []),
        ("You must NOT enter.", "en", []),
        ("Ask the HR desk.", "en", ["HR"]),
        ("Die Frist für den Antrag beim Amt endet im Juni.", "de", []),
        ("Die Werkstatt leitet Frau Krüger.", "de", ["Krüger"]),
        ("Das regelt die DSGVO.", "de", ["DSGVO"]),
    ],
)
def test_names_are_told_from_ordinary_words(text, language, names):
    assert [n.text for n in find_names(text, language) if n.sure] == names


def test_offsets_survive_flattening():
    text = "30\u00a0000\u202f€ – “it’s” ％"
    assert len(flatten(text)) == len(text)


def test_han_text_becomes_pairs_of_characters():
    assert [t.text for t in tokens("开放时间", "zh")] == ["开放", "放时", "时间"]


@pytest.mark.parametrize(("a", "b", "expected"), [("stund", "wochenstund", True), ("standardis", "standard", True), ("cat", "category", False), ("hall", "lamp", False)])  # fmt: skip
def test_forms_of_one_word_and_parts_of_compounds_are_related(a, b, expected):
    assert related(a, b) is expected


def test_what_describes_the_situation_weighs_less_than_what_is_asked():
    asked = Question.read("Our bakery works in shifts. How many Sundays must be free?", "en")
    assert asked.weight("sunday") == 1.0
    assert asked.weight("shift") < 1.0
    alone = Question.read("Our bakery works in shifts", "en")
    assert not alone.aside


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Nach wie vielen Monaten habe ich Urlaub?", "duration"),
        ("Ab wie vielen Leuten gilt das?", "number"),
        ("Um wie viel Prozent steigt es?", "percent"),
    ],
)
def test_the_kind_of_an_answer_is_read_from_inflected_question_words_too(question, kind):
    assert Question.read(question, "de").expects == kind


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A PACS vendor borrows cards.", "PACS"),
        ("A Berlin court decided.", "Berlin"),
        ("A. Miller came.", "A. Miller"),
        ("Y Madrid paga.", "Madrid"),
    ],
)
def test_an_article_at_the_beginning_is_no_part_of_a_name(text, name):
    language = "es" if text.startswith("Y") else "en"
    assert [n.text for n in find_names(text, language)] == [name]
