"""Negation, duty and limits in the languages of the router."""

from __future__ import annotations

import pytest

from app.rules.cues import direction, is_negated, modalities
from app.rules.relative_dates import relative_dates
from app.rules.words import flatten


@pytest.mark.parametrize(
    ("text", "language", "denied"),
    [
        ("I cani non sono ammessi.", "it", True),
        ("Honden zijn niet toegestaan.", "nl", True),
        ("Psy nie są dozwolone.", "pl", True),
        ("Cães não são permitidos.", "pt", True),
        ("Собаки не допускаются.", "ru", True),
        ("不允许带狗。", "zh", True),
        ("犬は入れません。", "ja", True),
        ("لا يسمح بالكلاب.", "ar", True),
        ("Die Frist endet am 15. Mai.", "de", False),
        ("Pague no balcão no prazo.", "pt", False),
        ("Wymagane jest nie więcej niż 5 osób.", "pl", False),
        ("Требуется не менее 5 дней.", "ru", False),
        ("5日以内に届け出なければならない。", "ja", False),
        ("يجب دفع ما لا يقل عن 5 يورو.", "ar", False),
    ],
)
def test_denials_are_told_from_limits_duties_and_false_friends(text, language, denied):
    assert is_negated(text, language) is denied


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Il modulo deve essere firmato.", "must"), ("Het formulier moet ondertekend zijn.", "must"), ("Formularz musi być podpisany.", "must"),
        ("O formulário deve ser assinado.", "must"), ("Форма должна быть подписана.", "must"), ("表格必须签字。", "must"), ("署名しなければならない。", "must"),
        ("يجب توقيع النموذج.", "must"), ("Il modulo può essere inviato.", "may"), ("Można wysłać.", None), ("Может быть отправлено.", "may"),
        ("يجوز إرسال النموذج.", "may"), ("送ることができる。", "may"), ("Formularz powinien być podpisany.", "should"), ("Следует подписать.", "should"),
    ],
)  # fmt: skip
def test_duty_permission_and_advice_are_told_apart(text, expected):
    assert modalities(text) == (frozenset({expected}) if expected else frozenset())


@pytest.mark.parametrize(
    ("text", "figure", "way"),
    [
        ("almeno 5 giorni", "5 giorni", "up"), ("al massimo 5 giorni", "5 giorni", "down"), ("minimaal 5 dagen", "5 dagen", "up"),
        ("co najmniej 5 dni", "5 dni", "up"), ("nie więcej niż 5 dni", "5 dni", "down"), ("no máximo 5 dias", "5 dias", "down"),
        ("не менее 5 дней", "5 дней", "up"), ("не более 5 дней", "5 дней", "down"), ("5日以内", "5日", "down"), ("5人以上", "5人", "up"),
        ("ما لا يقل عن 5 أيام", "5 أيام", "up"), ("لا يتجاوز 5 أيام", "5 أيام", "down"),
    ],
)  # fmt: skip
def test_limits_point_up_or_down(text, figure, way):
    start = text.index(figure)
    found = direction(text, start, start + len(figure), is_time=True)
    assert found is not None
    assert found.way == way


@pytest.mark.parametrize(
    ("text", "language", "meanings"),
    [
        ("Die Anmeldung beginnt morgen und endet nächste Woche.", "de", ["tomorrow", "next week"]),
        ("Jeden Morgen um acht, am Morgen des Festes.", "de", []),
        ("Abierto por la mañana; cierra mañana.", "es", ["tomorrow"]),
        ("La semaine prochaine.", "fr", ["next week"]),
        ("Zapisy jutro.", "pl", ["tomorrow"]),
        ("Приём завтра, на следующей неделе.", "ru", ["tomorrow", "next week"]),
        ("明天开始，下周结束。", "zh", ["tomorrow", "next week"]),
        ("来週までに。", "ja", ["next week"]),
        ("Register tomorrow.", "it", ["tomorrow"]),
    ],
)
def test_relative_dates_are_found_with_their_meaning(text, language, meanings):
    assert [meaning for meaning, _, _ in relative_dates(flatten(text), language)] == meanings
