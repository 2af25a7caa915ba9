"""A sentence in other words than its passage is supported; with one word of limit, order, trend, amount, duty, period or denial changed it is not."""

from __future__ import annotations

import pytest

CASES = [
    # language, passage, right answer, what is changed in it
    ("en", "Guests may stay in the visitor flat for up to twelve nights a year.", "A guest can stay up to twelve nights a year in the visitor flat.",
     ["up to twelve nights a year|from twelve nights a year", "a year|a month", "up to|exactly", "up to twelve|twelve"]),
    ("en", "A deposit of at least 300 euros is due before the keys are handed over. After five years the rate rises.",
     "Before the keys are handed over, a deposit of at least 300 euros is due.", ["Before|After", "at least|at most", "of at least|of"]),
    ("en", "The subsidy covers 60 percent of the fee, up to a maximum of 45 euros per month.", "The subsidy pays 60 percent of the fee and at most 45 euros per month.",
     ["per month|per year", "60 percent|60 percentage points", "at most|at least"]),
    ("en", "The water temperature fell from 21 degrees to 17 degrees between August and October.",
     "Between August and October the water temperature fell from 21 degrees to 17 degrees.",
     ["August|May", "fell|rose", "from 21 degrees to 17 degrees|from 17 degrees to 21 degrees"]),
    ("en", "Parcels heavier than 20 kg are not delivered to the upper floors.", "Parcels of more than 20 kg are not delivered to the upper floors.",
     ["more than|less than", "20 kg|20 g", "upper|lower"]),
    ("en", "The pool may be used without supervision from the age of 16.", "From the age of 16 the pool may be used without supervision.",
     ["From the age|Until the age", "may be|may not be", "may be|must be"]),
    ("en", "Membership fees were raised by 8 percent in 2023 and lowered by 3 percent in 2025.",
     "In 2023 the membership fees were raised by 8 percent; in 2025 they were lowered by 3 percent.", ["lowered|raised", "raised|lowered"]),
    ("en", "The main entrance is on the north side of the building.", "The building's main entrance is on its north side.", ["north|south"]),
    ("en", "All volunteers receive a safety briefing before their first shift.", "Before their first shift all volunteers receive a safety briefing.",
     ["all|some", "Before|After", "first|last"]),
    ("en", "The workshop sold 1,480 chairs in 2022.", "In 2022 the workshop sold 1,480 chairs.", ["1,480|1,48", "sold|bought"]),
    ("en", "During the disinfection nobody may enter the hall.", "Nobody may enter the hall during the disinfection.", ["may|may not"]),
    ("en", "The fee is paid by the tenant.", "The tenant is the one by whom the fee is paid.", ["paid|unpaid"]),
    ("de", "Gäste dürfen die Wohnung bis zu zwölf Nächte im Jahr nutzen.", "Die Wohnung darf von Gästen bis zu zwölf Nächte im Jahr genutzt werden.",
     ["bis zu|ab", "im Jahr|im Monat", "bis zu|genau"]),
    ("de", "Nach fünf Jahren steigt die Kündigungsfrist auf zwei Monate.", "Die Kündigungsfrist steigt nach fünf Jahren auf zwei Monate.",
     ["nach|vor", "steigt|sinkt"]),
    ("de", "Beträge unter 50 Euro werden ohne Beleg erstattet.", "Ohne Beleg werden Beträge unter 50 Euro erstattet.",
     ["unter|über", "Ohne|Mit", "werden|werden nicht"]),
    ("de", "Sondermüll wird am zweiten Donnerstag im Monat abgeholt.", "Am zweiten Donnerstag im Monat wird Sondermüll abgeholt.",
     ["Donnerstag|Dienstag", "zweiten|dritten"]),
    ("de", "Der Ausschuss tagt zweimal im Jahr, im April und im Oktober.", "Zweimal im Jahr tagt der Ausschuss: im April und im Oktober.",
     ["Zweimal|Dreimal", "April|Mai", "im Jahr|im Monat"]),
    ("de", "Alle Freiwilligen erhalten vor ihrem ersten Einsatz eine Unterweisung.", "Vor dem ersten Einsatz erhalten alle Freiwilligen eine Unterweisung.",
     ["alle|einige", "ersten|letzten", "Vor|Nach"]),
    ("de", "Der Vertrag endet am 31. März 2027.", "Am 31. März 2027 endet der Vertrag mit dem Verein.", ["endet|beginnt"]),
    ("fr", "Les invités peuvent utiliser l'appartement jusqu'à douze nuits par an.", "L'appartement peut être utilisé par les invités jusqu'à douze nuits par an.",
     ["par an|par mois", "peut|doit"]),
    ("fr", "Les cotisations ont augmenté de 8 pour cent en 2023.", "En 2023, les cotisations ont augmenté de 8 pour cent.", ["augmenté|baissé"]),
    ("fr", "L'accès est interdit aux visiteurs pendant la désinfection.", "Pendant la désinfection, l'accès est interdit aux visiteurs.",
     ["interdit|autorisé", "est|n'est pas"]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "passage", "right", "wrongs"), CASES)
def test_the_right_sentence_in_other_words_is_supported(check, language, passage, right, wrongs):
    assert check(right, passage, language=language).verdict == "supported"


@pytest.mark.parametrize(
    ("language", "passage", "right", "change"), [(*case[:3], change) for case in CASES for change in case[3]]
)
def test_with_one_such_word_changed_it_is_not(check, language, passage, right, change):
    old, new = change.split("|")
    assert old in right
    assert check(right.replace(old, new, 1), passage, language=language).verdict != "supported"


@pytest.mark.parametrize(
    ("passage", "answer"),
    [
        ("Das Labor ist montags geschlossen und öffnet sonst um 9:30 Uhr.", "Montags ist das Labor geschlossen, sonst öffnet es um 9:30 Uhr."),
        ("Die Werkstatt verkaufte 2022 insgesamt 1.480 Stühle.", "2022 verkaufte die Werkstatt 1.480 Stühle."),
        ("Die Schatzmeisterin Marta Olsen unterschreibt alle Zahlungen.", "Alle Zahlungen unterschreibt die Schatzmeisterin Marta Olsen."),
    ],
)  # fmt: skip
def test_german_may_begin_with_any_part_of_the_sentence(check, passage, answer):
    assert check(answer, passage, language="de").verdict == "supported"


def test_another_persons_post_is_not_hers(check):
    passage = "The treasurer, Marta Olsen, signs all payments above 2,000 euros."
    other = "Dr. Helen Farrow succeeded Peter Nolan as director in June 2019."
    assert check("Payments above 2,000 euros are signed by Marta Olsen.", passage, other).verdict == "supported"
    assert check("Payments above 2,000 euros are signed by Peter Nolan.", passage, other).verdict != "supported"


def test_a_figure_of_a_table_has_the_currency_that_is_said_beside_it(check):
    passage = "All amounts are in euros per sample.\n\nHeavy metals | 128.00\n\nNitrate | 64.00"
    assert check("Heavy metals cost 128.00 euros per sample.", passage).verdict == "supported"
    assert check("Heavy metals cost 128.00 dollars per sample.", passage).verdict != "supported"
    assert check("The sauna costs 5 dollars.", "The sauna costs $5.").verdict == "supported"


def test_no_before_what_the_passage_denies_does_not_make_it_right(check):
    passage = "Credit hours are not available with a compressed schedule."
    question = "Are credit hours available with a compressed schedule?"
    assert (
        check("No, credit hours are not available with a compressed schedule.", passage, question=question).verdict
        == "supported"
    )
    assert (
        check("No, credit hours are available with a compressed schedule.", passage, question=question).verdict != "supported"
    )


def test_a_difference_of_percentages_may_be_in_percentage_points(check):
    passage = "The target is 40% for six reports. The target is 60% for four reports."
    question = "What is the difference between the targets for six and for four reports?"
    assert (
        check(
            "The target is 40% for six reports and 60% for four reports: 20 percentage points.", passage, question=question
        ).findings("numbers", "fail")
        == []
    )
    assert check(
        "The target is 40% for six reports and 60% for four reports: 30 percentage points.", passage, question=question
    ).findings("numbers", "fail")


def test_centuries_and_school_years_are_no_part_numbers(check):
    assert (
        check("It was built in the fifteenth century.", "The 15th-century house was built of brick in that century.").findings(
            "numbers", "fail"
        )
        == []
    )
    assert check("It began between 3,800-3,700 BC.", "The period began in 3800-3700 BC.").findings("numbers", "fail") == []
