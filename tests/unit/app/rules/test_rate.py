import pytest

from app.rules.question import Question
from app.rules.rate import stated_product


@pytest.mark.parametrize(
    ("question", "sentence", "language", "formula"),
    [
        ("How much is parking for 3 hours?", "The fee is 2.50 euros per hour.", "en", "3 hours × 2.50 euros = 7.50 euros"),
        ("How many days of leave do I have after 8 months?", "Staff earn 2.5 days of leave per month.", "en", "8 months × 2.5 days of leave = 20 days of leave"),
        ("Wie viel bekomme ich für 120 km?", "Die Erstattung beträgt 0,30 Euro je Kilometer.", "de", "120 km × 0,30 Euro = 36 Euro"),
        ("Nach 12 Jahren gehe ich. Wie viele Monatsgehälter sind das?", "Es gibt 0,5 Monatsverdienste für jedes Jahr.", "de", "12 Jahren × 0,5 Monatsverdienste = 6 Monatsverdienste"),
        ("Was kostet das für 5 Personen?", "Die Führung kostet 20 Euro je Person.", "de", "5 Personen × 20 Euro = 100 Euro"),
        ("Combien coûte le parking pour 3 heures ?", "Le tarif est de 2,25 euros par heure.", "fr", "3 heures × 2,25 euros = 6,75 euros"),
    ],
)  # fmt: skip
def test_an_amount_is_the_rate_times_the_count_of_the_question(question, sentence, language, formula):
    assert stated_product(Question.read(question, language), sentence) == formula


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How much is parking for 3 hours?", "The fee is 2.50 euros per hour, at most 6 euros."),
        ("How much is parking for 3 hours?", "The fee is 2.50 euros per day."),
        ("How much is parking?", "The fee is 2.50 euros per hour."),
        ("How much do 3 hours on 2 days cost, 4 hours each?", "The fee is 2.50 euros per hour."),
        ("Who pays for 3 hours?", "The fee is 2.50 euros per hour."),
        ("How much is parking for 3 hours?", "The fee is 2.50 euros. Each hour counts."),
    ],
)
def test_nothing_is_multiplied_where_it_is_not_plain_what_is_meant(question, sentence):
    assert stated_product(Question.read(question, "en"), sentence) is None
