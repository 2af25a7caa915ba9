"""A right sentence with one thing changed is not supported; the right sentence is. Families beside those of tests/benchmarks/planted.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

EN = (
    "Anna Keller leads the laboratory and Tom Brandt leads the archive. The membership fee is 1,250 euros a year. "
    "Visitors may book the hall for at least three hours. All members have access to the sauna. "
    "The committee meets every Tuesday at 18:00. Applications must be filed before 14 March 2024. "
    "The interest rate rose by 2 percentage points. Staff may work from home if their manager agrees. "
    "The spare part carries the number KX-40718. Chapter IV describes the appeal. "
    "The store keeps goods between 4 and 9 degrees. The tenant pays the landlord a deposit of 800 euros. "
    "It is not permitted to smoke in the courtyard. Deliveries weigh up to 30 kilograms."
)
DE = (
    "Anna Keller leitet das Labor und Tom Brandt leitet das Archiv. Der Mitgliedsbeitrag beträgt 1.250 Euro im Jahr. "
    "Besucher dürfen den Saal für mindestens drei Stunden buchen. Alle Mitglieder haben Zugang zur Sauna. "
    "Der Ausschuss tagt jeden Dienstag um 18:00 Uhr. Anträge müssen vor dem 14. März 2024 eingereicht werden. "
    "Der Zinssatz stieg um 2 Prozentpunkte. Beschäftigte dürfen zu Hause arbeiten, wenn ihre Führungskraft zustimmt. "
    "Das Ersatzteil trägt die Nummer KX-40718. Kapitel IV beschreibt den Widerspruch. "
    "Das Lager hält Waren zwischen 4 und 9 Grad. Der Mieter zahlt dem Vermieter eine Kaution von 800 Euro. "
    "Es ist nicht gestattet, im Hof zu rauchen. Lieferungen wiegen bis zu 30 Kilogramm."
)
FR = (
    "Anna Keller dirige le laboratoire et Tom Brandt dirige les archives. La cotisation est de 1 250 euros par an. "
    "Les visiteurs peuvent réserver la salle pour au moins trois heures. Tous les membres ont accès au sauna. "
    "Le comité se réunit chaque mardi à 18h00. Les demandes doivent être déposées avant le 14 mars 2024. "
    "Le taux d'intérêt a augmenté de 2 points de pourcentage. Le personnel peut travailler à domicile si son responsable accepte. "
    "La pièce de rechange porte le numéro KX-40718. Le chapitre IV décrit le recours. "
    "Le dépôt garde les produits entre 4 et 9 degrés. Le locataire verse au propriétaire une caution de 800 euros. "
    "Il n'est pas permis de fumer dans la cour. Les livraisons pèsent jusqu'à 30 kilogrammes."
)
TEXTS = {"en": EN, "de": DE, "fr": FR}

WRONG = {
    "names swapped": {
        "en": "Tom Brandt leads the laboratory and Anna Keller leads the archive.",
        "de": "Tom Brandt leitet das Labor und Anna Keller leitet das Archiv.",
        "fr": "Tom Brandt dirige le laboratoire et Anna Keller dirige les archives.",
    },
    "another person's post": {
        "en": "Tom Brandt leads the laboratory.",
        "de": "Tom Brandt leitet das Labor.",
        "fr": "Tom Brandt dirige le laboratoire.",
    },
    "thousands": {
        "en": "The membership fee is 12,50 euros a year.",
        "de": "Der Mitgliedsbeitrag beträgt 12,50 Euro im Jahr.",
        "fr": "La cotisation est de 12,50 euros par an.",
    },
    "period": {
        "en": "The membership fee is 1,250 euros a month.",
        "de": "Der Mitgliedsbeitrag beträgt 1.250 Euro im Monat.",
        "fr": "La cotisation est de 1 250 euros par mois.",
    },
    "at most": {
        "en": "Visitors may book the hall for at most three hours.",
        "de": "Besucher dürfen den Saal für höchstens drei Stunden buchen.",
        "fr": "Les visiteurs peuvent réserver la salle pour au plus trois heures.",
    },
    "unit": {
        "en": "Visitors may book the hall for at least three days.",
        "de": "Besucher dürfen den Saal für mindestens drei Tage buchen.",
        "fr": "Les visiteurs peuvent réserver la salle pour au moins trois jours.",
    },
    "some for all": {
        "en": "Some members have access to the sauna.",
        "de": "Einige Mitglieder haben Zugang zur Sauna.",
        "fr": "Certains membres ont accès au sauna.",
    },
    "weekday": {
        "en": "The committee meets every Thursday at 18:00.",
        "de": "Der Ausschuss tagt jeden Donnerstag um 18:00 Uhr.",
        "fr": "Le comité se réunit chaque jeudi à 18h00.",
    },
    "time of day": {
        "en": "The committee meets every Tuesday at 19:00.",
        "de": "Der Ausschuss tagt jeden Dienstag um 19:00 Uhr.",
        "fr": "Le comité se réunit chaque mardi à 19h00.",
    },
    "after for before": {
        "en": "Applications must be filed after 14 March 2024.",
        "de": "Anträge müssen nach dem 14. März 2024 eingereicht werden.",
        "fr": "Les demandes doivent être déposées après le 14 mars 2024.",
    },
    "month": {
        "en": "Applications must be filed before 14 May 2024.",
        "de": "Anträge müssen vor dem 14. Mai 2024 eingereicht werden.",
        "fr": "Les demandes doivent être déposées avant le 14 mai 2024.",
    },
    "percent for percentage points": {
        "en": "The interest rate rose by 2 percent.",
        "de": "Der Zinssatz stieg um 2 Prozent.",
        "fr": "Le taux d'intérêt a augmenté de 2 pour cent.",
    },
    "fell for rose": {
        "en": "The interest rate fell by 2 percentage points.",
        "de": "Der Zinssatz sank um 2 Prozentpunkte.",
        "fr": "Le taux d'intérêt a baissé de 2 points de pourcentage.",
    },
    "must for may": {
        "en": "Staff must work from home if their manager agrees.",
        "de": "Beschäftigte müssen zu Hause arbeiten, wenn ihre Führungskraft zustimmt.",
        "fr": "Le personnel doit travailler à domicile si son responsable accepte.",
    },
    "condition dropped": {
        "en": "Staff may always work from home.",
        "de": "Beschäftigte dürfen immer zu Hause arbeiten.",
        "fr": "Le personnel peut toujours travailler à domicile.",
    },
    "unless for if": {
        "en": "Staff may work from home unless their manager agrees.",
        "de": "Beschäftigte dürfen zu Hause arbeiten, es sei denn, ihre Führungskraft stimmt zu.",
        "fr": "Le personnel peut travailler à domicile sauf si son responsable accepte.",
    },
    "a digit of a part number": {
        "en": "The spare part carries the number KX-40778.",
        "de": "Das Ersatzteil trägt die Nummer KX-40778.",
        "fr": "La pièce de rechange porte le numéro KX-40778.",
    },
    "Roman numeral": {
        "en": "Chapter VI describes the appeal.",
        "de": "Kapitel VI beschreibt den Widerspruch.",
        "fr": "Le chapitre VI décrit le recours.",
    },
    "range narrowed": {
        "en": "The store keeps goods between 4 and 7 degrees.",
        "de": "Das Lager hält Waren zwischen 4 und 7 Grad.",
        "fr": "Le dépôt garde les produits entre 4 et 7 degrés.",
    },
    "roles swapped": {
        "en": "The landlord pays the tenant a deposit of 800 euros.",
        "de": "Der Vermieter zahlt dem Mieter eine Kaution von 800 Euro.",
        "fr": "Le propriétaire verse au locataire une caution de 800 euros.",
    },
    "denial dropped": {
        "en": "It is permitted to smoke in the courtyard.",
        "de": "Es ist gestattet, im Hof zu rauchen.",
        "fr": "Il est permis de fumer dans la cour.",
    },
    "denied twice": {
        "en": "It is not forbidden to smoke in the courtyard.",
        "de": "Es ist nicht verboten, im Hof zu rauchen.",
        "fr": "Il n'est pas interdit de fumer dans la cour.",
    },
    "from for up to": {
        "en": "Deliveries weigh more than 30 kilograms.",
        "de": "Lieferungen wiegen mehr als 30 Kilogramm.",
        "fr": "Les livraisons pèsent plus de 30 kilogrammes.",
    },
}
CASES = [(family, language) for family, texts in WRONG.items() for language in texts]


@pytest.mark.parametrize(("family", "language"), CASES, ids=[f"{f}, {c}" for f, c in CASES])
def test_a_sentence_with_one_thing_changed_is_not_supported(check: Callable[..., object], family: str, language: str) -> None:
    assert check(WRONG[family][language], TEXTS[language], language=language).verdict != "supported"  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", TEXTS)
def test_every_sentence_of_the_passage_is_supported_by_it(check: Callable[..., object], language: str) -> None:
    report = check(TEXTS[language], TEXTS[language], language=language).report  # type: ignore[attr-defined]
    assert [s.text for s in report.sentences if s.verdict != "supported"] == []
