"""The token that texts are compared by, and the words that are known: months, units of time, currencies, articles."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

_MONTHS = [
    "january januar jan jän jänner",
    "february februar feb",
    "march märz mar mär",
    "april apr",
    "may mai",
    "june juni jun",
    "july juli jul",
    "august aug",
    "september sept sep",
    "october oktober oct okt",
    "november nov",
    "december dezember dec dez",
]
MONTH = {name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()}
_UNIT_FORMS = [
    "hour hours hr hrs",
    "day days",
    "week weeks",
    "month months",
    "year years",
    "minute minutes mins",
    "stunde stunden std stündig stündige stündigen stündiger stündiges stündigem",
    "tag tage tagen tages tägig tägige tägigen tägiger tägiges tägigem",
    "woche wochen wöchig wöchige wöchigen wöchiger wöchiges wöchigem",
    "monat monate monaten monats monates monatig monatige monatigen monatiger monatiges monatigem",
    "jahr jahre jahren jahres jährig jährige jährigen jähriger jähriges jährigem",
    "minute minuten",
]
UNIT = {form: forms.split()[0] for forms in _UNIT_FORMS for form in forms.split()}
_MEASURES = {
    "%": "% percent prozent",
    "USD": "$ us$ usd dollar dollars",
    "EUR": "€ eur euro euros",
    "GBP": "£ gbp",
    "CHF": "chf franken francs",
}
MEASURE = {form: code for code, forms in _MEASURES.items() for form in forms.split()}
ARTICLES = {"en": {"a", "an"}, "de": {"ein", "eine", "einen", "einem", "einer", "eines"}}


_german = (
    "ab auf bei bekomme bis darf das dem den der des die ein eine einem einen einer es für gibt hoch ich im ist kann kein keine lange "
    "man mir mit muss nach nicht oder pro sind um und unser unsere viel viele von wann welche welchen welcher welches wer wie wir wird "
    "wo zu zum zur"
)
_english = (
    "a and any are as at be by can do does for from has have how if is long many may much must my not of on or should than that the "
    "their they to what when where which who will with within you your"
)
# Small words that tell the two languages apart; words of both ("was", "in", "an") are left out.
GERMAN_SMALL, ENGLISH_SMALL = frozenset(_german.split()), frozenset(_english.split())


@dataclass(frozen=True)
class Token:
    """One word, number, date, time, range sign or reference number. ``values`` holds every reading as a number."""

    words: frozenset[str] = frozenset()
    values: frozenset[Decimal] = frozenset()
    measure: str | None = None
    date: tuple[int | None, int, int | None] | None = None
    minutes: int | None = None
    is_range: bool = False
    label: str = ""
