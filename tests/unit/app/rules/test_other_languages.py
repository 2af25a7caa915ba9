"""Words of order, limit, duty, period and refusal are read in the router's languages; so are elided articles and counted people."""

from __future__ import annotations

import pytest

from app.rules.cues import gives_a_cause
from app.rules.quantities import read_quantities
from app.rules.senses import senses
from app.rules.words import tokens

CHANGED = [
    ("es", "La tarifa subió de 20 a 30 euros en mayo.", "En mayo la tarifa bajó de 20 a 30 euros."),
    ("it", "Le finestre si chiudono prima delle vacanze.", "Le finestre si chiudono dopo le vacanze."),
    ("nl", "De prijs van de kaart is gestegen van 4 naar 5 euro.", "De prijs van de kaart is gedaald van 4 naar 5 euro."),
    ("nl", "Fietsen in de gang is verboden.", "Fietsen in de gang is toegestaan."),
    ("pl", "Opłata za garaż wzrosła w kwietniu.", "Opłata za garaż spadła w kwietniu."),
    ("pt", "A reunião do conselho é na terça-feira.", "A reunião do conselho é na quarta-feira."),
    ("ru", "Ключи сдают до отъезда.", "Ключи сдают после отъезда."),
    ("ru", "Собрание жильцов прошло в среду.", "Собрание жильцов прошло в пятницу."),
    ("zh", "会费从每年200元提高到240元。", "会费从每年200元降低到240元。"),
    ("ja", "会議は木曜日に開かれます。", "会議は金曜日に開かれます。"),
    ("de", "Der Antrag auf einen neuen Zaun wurde abgelehnt.", "Der Antrag auf einen neuen Zaun wurde angenommen."),
    ("de", "Besucher dürfen den Turm nicht betreten.", "Besuchern ist erlaubt, den Turm zu betreten."),
    ("en", "The motion for a new fence was turned down.", "The motion for a new fence was agreed to."),
    ("en", "The fee rises from £41 to £44 per household.", "The fee per household is £41 instead of £44."),
]


@pytest.mark.parametrize(("language", "passage", "changed"), CHANGED)
def test_one_word_of_another_sense_is_not_supported(check, language, passage, changed):
    assert check(passage, passage, language=language).verdict == "supported"
    assert check(changed, passage, language=language).verdict != "supported"


@pytest.mark.parametrize(
    ("language", "passage", "said"),
    [
        ("en", "The motion for a new fence was turned down.", "The motion for a new fence was not accepted."),
        ("de", "Besucher dürfen den Turm nicht betreten.", "Besuchern ist es verboten, den Turm zu betreten."),
        ("de", "Kopfschmerzen treten nach der Impfung häufig auf.", "Nach der Impfung kommen Kopfschmerzen häufig vor."),
        ("de", "Die Karte gilt für bis zu fünf Personen.", "Die Karte gilt für höchstens fünf Personen."),
        ("en", "The fee rises from £41 to £44 per household.", "The fee per household is £44 instead of £41."),
        ("en", "Talks with the chain ended without an agreement in June.", "The talks with the chain ended in June."),
        ("en", "Hedge cutting may begin in July.", "Hedges may be cut from July."),
    ],
)
def test_the_same_in_other_words_is_not_doubted_for_them(check, language, passage, said):
    result = check(said, passage, language=language)
    for rule in ("negation", "opposites", "comparison"):
        assert result.findings(rule, "fail") == [] == result.findings(rule, "doubt"), rule


def test_an_elided_article_is_no_part_of_the_word():
    assert [t.text for t in tokens("L'appareil d'Anna aujourd'hui", "fr")] == ["appareil", "Anna", "aujourd'hui"]
    assert [t.text for t in tokens("dell'acqua sull'auto", "it")] == ["acqua", "auto"]


@pytest.mark.parametrize(
    ("language", "text", "value", "unit"),
    [("it", "2 per cento", 2, "percent"), ("es", "15 por ciento", 15, "percent"), ("de", "50 mg", 50, "mg"), ("zh", "十五人参加", 15, None),
     ("ja", "九人が参加", 9, None)],
)  # fmt: skip
def test_shares_of_two_words_small_masses_and_counted_people_are_quantities(language, text, value, unit):
    found = read_quantities(text, language)
    assert [(q.values, q.unit, q.weak) for q in found] == [((value,), unit, False)]


def test_the_full_stop_of_the_sentence_is_no_part_of_its_date():
    assert [q.text for q in read_quantities("It starts on 20 July.", "en")] == ["20 July"]


def test_since_is_a_cause_without_a_perfect_tense_or_a_date():
    causes = ("He was chosen since he speaks Danish.", "The fee fell since the roof was paid for.")
    times = (
        "The fee has been lower since the roof was paid for.",
        "It stands empty since 2019.",
        "Nothing was sold since May.",
    )
    assert all(gives_a_cause(text, text.index("since")) for text in causes)
    assert not any(gives_a_cause(text, text.index("since")) for text in times)
    assert not any("since" in s.text for s in senses(causes[0], "en"))


def test_since_as_a_cause_is_not_doubted_as_an_order_in_time(check):
    passage = "The roof was repaired because the rain came in."
    assert check("The roof was repaired since the rain came in.", passage).findings("comparison") == []
