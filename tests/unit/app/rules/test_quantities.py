"""What is read as which quantity, and which two say the same."""

from __future__ import annotations

from decimal import Decimal

import pytest

from app.rules.quantities import read_quantities, same, same_anywhere


def one(text: str, language: str = "en"):
    found = [q for q in read_quantities(text, language) if not q.weak]
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("1,234.5 points", "en", "1234.5"),
        ("1.234,5 Punkte", "de", "1234.5"),
        ("1 234,5 unités", "fr", "1234.5"),
        ("1\u00a0234,5 unités", "fr", "1234.5"),
        ("30\u202f000 Exemplare", "de", "30000"),
        ("30\u00a0000 copies", "en", "30000"),
        ("1'250 Stück", "de", "1250"),
        ("2.5 million copies", "en", "2500000"),
        ("2,5 Mio. Exemplare", "de", "2500000"),
        ("0.75 points", "en", "0.75"),
        ("twenty-five chairs", "en", "25"),
        ("two and a half cups", "en", "2.5"),
        ("dreizehn Stühle", "de", "13"),
        ("einundzwanzig Stühle", "de", "21"),
        ("zweihundertfünfzig Stühle", "de", "250"),
        ("ein Drittel der Fläche", "de", str(Decimal(1) / 3)),
        ("two thirds of the area", "en", str(Decimal(2) * (Decimal(1) / 3))),
        ("soixante-dix chaises", "fr", "70"),
        ("treinta y cinco sillas", "es", "35"),
    ],
)
def test_a_number_has_one_value_in_every_notation(text, language, value):
    assert one(text, language).values == (Decimal(value),)


@pytest.mark.parametrize(
    ("text", "language", "unit", "values"),
    [
        ("40 %", "en", "percent", "40"),
        ("40\u00a0%", "de", "percent", "40"),
        ("40 Prozent", "de", "percent", "40"),
        ("forty percent", "en", "percent", "40"),
        ("20 percentage points", "en", "percentage_point", "20"),
        ("$5", "en", "USD", "5"),
        ("5 USD", "en", "USD", "5"),
        ("80 €", "de", "EUR", "80"),
        ("EUR 80", "en", "EUR", "80"),
        ("1.250,50 Euro", "de", "EUR", "1250.50"),
        ("6-8 months", "en", "month", "6 8"),
        ("6 bis 8 Monate", "de", "month", "6 8"),
        ("sechs bis acht Monate", "de", "month", "6 8"),
        ("14–18 hours", "en", "hour", "14 18"),
        ("a 30-day trial", "en", "day", "30"),
        ("achteinhalb Stunden", "de", "hour", "8.5"),
        ("nach sechsmonatiger Probezeit", "de", "month", "6"),
        ("32 Wochenstunden", "de", "hour", "32"),
        ("24 Werktage", "de", "workday", "24"),
        ("10 working days", "en", "workday", "10"),
        ("14 calendar days", "en", "day", "14"),
        ("one hour", "en", "hour", "1"),
        ("eine Stunde", "de", "hour", "1"),
        ("30天内", "zh", "day", "30"),
        ("12 ans", "fr", "year", "12"),
    ],
)
def test_a_unit_has_one_name_in_every_spelling(text, language, unit, values):
    quantity = one(text, language)
    assert (quantity.unit, quantity.values) == (unit, tuple(map(Decimal, values.split())))


@pytest.mark.parametrize(
    ("text", "language", "date"),
    [
        ("June 2, 2031", "en", (2031, 6, 2)),
        ("2 June 2031", "en", (2031, 6, 2)),
        ("June 2nd, 2031", "en", (2031, 6, 2)),
        ("02.06.2031", "de", (2031, 6, 2)),
        ("2. Juni 2031", "de", (2031, 6, 2)),
        ("2.\u00a0Juni 2031", "de", (2031, 6, 2)),
        ("2031-06-02", "en", (2031, 6, 2)),
        ("Sept. 2031", "en", (2031, 9, 0)),
        ("im März 2031", "de", (2031, 3, 0)),
        ("le 2 juin 2031", "fr", (2031, 6, 2)),
        ("2 de junio de 2031", "es", (2031, 6, 2)),
        ("2 giugno 2031", "it", (2031, 6, 2)),
        ("2 czerwca 2031", "pl", (2031, 6, 2)),
        ("2 июня 2031", "ru", (2031, 6, 2)),
        ("2031年6月2日", "zh", (2031, 6, 2)),
        ("since 1987", "en", (1987, 0, 0)),
        ("zum 31.12.", "de", (0, 12, 31)),
    ],
)
def test_a_date_is_the_same_in_every_notation(text, language, date):
    quantity = one(text, language)
    assert (quantity.kind, tuple(map(int, quantity.values))) == ("date", date)


def test_both_days_of_a_span_of_days_are_read():
    days = [int(q.values[2]) for q in read_quantities("from 5 to 7 March 2031", "en")]
    assert days == [5, 7]


def test_an_american_and_a_british_reading_of_slashes_are_both_kept():
    quantity = one("03/04/2031", "en")
    assert len(quantity.readings) == 2


def test_may_and_march_as_verbs_are_no_months():
    assert [q.kind for q in read_quantities("You may 5 times march 3 abreast", "en")] == ["number", "number"]


@pytest.mark.parametrize(
    ("text", "minutes"), [("3 pm", 900), ("12:45 PM", 765), ("14.30 Uhr", 870), ("14:30", 870), ("9 a.m.", 540)]
)
def test_a_time_of_day_is_minutes_after_midnight(text, minutes):
    assert one(text, "de" if "Uhr" in text else "en").values == (Decimal(minutes),)


@pytest.mark.parametrize(
    "text",
    [
        "ISO 9001-2", "QX-40", "v2.1", "Version 2.0", "Rev. 4", "§ 12 Abs. 3", "Art. 6", "Section 508", "anna@example.org",
        "https://example.org/a/7", "+49 30 1234567", "FY31", "1.2.3", "Level 5",
    ],
)  # fmt: skip
def test_identifiers_are_not_read_as_plain_numbers(text):
    assert {q.kind for q in read_quantities(f"see {text} there", "en")} == {"identifier"}


def test_citation_marks_and_list_numbers_are_no_quantities():
    assert read_quantities("1. The lamp is blue [2].", "en") == ()


def test_a_number_in_words_and_in_digits_beside_it_share_the_unit():
    assert [(q.values, q.unit) for q in read_quantities("within six (6) hours", "en")] == [((6,), "hour"), ((6,), "hour")]


@pytest.mark.parametrize(
    ("claimed", "given", "equal"),
    [
        ("40", "40 %", True),
        ("40 hours", "40 %", False),
        ("six weeks", "6 weeks", True),
        ("two weeks", "14 days", False),
        ("$5", "5 USD", True),
        ("$5", "5 €", False),
        ("6-8 months", "6 to 8 months", True),
        ("8 months", "6-8 months", True),
        ("7 months", "6-8 months", False),
        ("June 2031", "June 2, 2031", True),
        ("June 2, 2031", "June 2031", False),
        ("2031", "June 2, 2031", True),
        ("Level 5", "Level 4", False),
        ("Rev. 4", "Revision 4", True),
        ("20 persons", "20 %", False),
        ("3rd", "third", True),
    ],
)
def test_two_quantities_are_the_same_when_value_and_unit_agree(claimed, given, equal):
    left = [q for q in read_quantities(claimed, "en")][0]
    assert same(left, read_quantities(given, "en")[-1]) is equal


def test_english_and_german_notation_of_thousands_agree():
    assert same(one("3,328 items"), one("3.328 Stück", "de"))


def test_a_range_is_stated_by_its_two_ends():
    assert same_anywhere(one("6 to 8 months"), read_quantities("at first 6 months, at last 8 months", "en"))


@pytest.mark.parametrize(
    ("text", "language", "unit", "values"),
    [
        ("entro 30 giorni lavorativi", "it", "workday", "30"),
        ("dans 30 jours ouvrables", "fr", "workday", "30"),
        ("w ciągu 30 dni roboczych", "pl", "workday", "30"),
        ("em 30 dias úteis", "pt", "workday", "30"),
        ("в течение 30 рабочих дней", "ru", "workday", "30"),
        ("30个工作日内", "zh", "workday", "30"),
        ("30営業日以内", "ja", "workday", "30"),
        ("dwadzieścia jeden dni", "pl", "day", "21"),
        ("pięciu miesięcy", "pl", "month", "5"),
        ("двадцать один день", "ru", "day", "21"),
        ("двух недель", "ru", "week", "2"),
        ("خمسة وعشرون يوما", "ar", "day", "25"),
        ("ثلاثة عشر يوما", "ar", "day", "13"),
        ("ساعتين", "ar", "hour", "2"),
        ("خلال ٣٠ يوم", "ar", "day", "30"),
        ("٢٫٥ ساعة", "ar", "hour", "2.5"),
        ("od 5 do 10 złotych", "pl", "PLN", "5 10"),
        ("от 5 до 10 рублей", "ru", "RUB", "5 10"),
        ("5 tot en met 10 weken", "nl", "week", "5 10"),
        ("5〜10円", "ja", "JPY", "5 10"),
        ("between 5 and 10 weeks", "en", "week", "5 10"),
        ("zwischen 5 und 10 Wochen", "de", "week", "5 10"),
        ("entre 5 y 10 semanas", "es", "week", "5 10"),
        ("百分之三十", "zh", "percent", "30"),
        ("1万円", "ja", "JPY", "10000"),
        ("20 m2", "en", "sqm", "20"),
        ("20 square metres", "en", "sqm", "20"),
        ("20 m²", "de", "sqm", "20"),
        ("50 km/h", "de", "km/h", "50"),
    ],
)
def test_units_ranges_and_number_words_are_read_in_the_languages_of_the_router(text, language, unit, values):
    found = one(text, language)
    assert (found.unit, " ".join(f"{v.normalize():f}" for v in found.values)) == (unit, values)


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [("trzeci", "pl", 3), ("третий", "ru", 3), ("пятой", "ru", 5), ("الثالثة", "ar", 3), ("第三", "zh", 3), ("第3", "ja", 3), ("2.º", "es", 2), ("5-й", "ru", 5), ("terceiro", "pt", 3)],
)  # fmt: skip
def test_ordinals_are_told_from_counts(text, language, value):
    found = one(text, language)
    assert (found.kind, found.values) == ("ordinal", (Decimal(value),))


@pytest.mark.parametrize(
    ("text", "language", "values"),
    [("6月2日", "ja", (0, 6, 2)), ("令和7年6月2日", "ja", (2025, 6, 2)), ("2 يونيو 2025", "ar", (2025, 6, 2)), ("2 czerwca 2025", "pl", (2025, 6, 2))],
)  # fmt: skip
def test_dates_of_further_calendars_and_months(text, language, values):
    assert one(text, language).values == tuple(map(Decimal, values))


@pytest.mark.parametrize(("text", "language", "minutes"), [("下午3点30分", "zh", 930), ("午後3時半", "ja", 930)])
def test_a_time_of_day_is_no_duration(text, language, minutes):
    found = one(text, language)
    assert (found.kind, found.values) == ("time", (Decimal(minutes),))


def test_a_comma_before_a_figure_is_no_decimal_point():
    assert [q.values for q in read_quantities("三天，5天", "zh")] == [(Decimal(3),), (Decimal(5),)]


@pytest.mark.parametrize(
    ("text", "language", "minutes"),
    [
        ("von 8 bis 16 Uhr", "de", [480, 960]),
        ("zwischen 20 und 6 Uhr", "de", [1200, 360]),
        ("8–16 Uhr", "de", [480, 960]),
        ("(2) from 9 to 17 o'clock", "en", [540, 1020]),
        ("3 people until 5 pm", "en", [1020]),
    ],
)
def test_both_hours_of_a_span_are_times(text, language, minutes):
    assert [q.values[0] for q in read_quantities(text, language) if q.kind == "time"] == minutes


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        ("in den Fällen des Absatzes 2 Nr. 2", "de", 2),
        ("nach den Absätzen 2, 3 und 5", "de", 3),
        ("gemäß der Nummern 2 bis 4", "de", 2),
        ("under sections 4 and 5", "en", 2),
        ("les articles 3 et 4", "fr", 2),
    ],
)
def test_the_numbers_of_a_laws_parts_are_no_amounts(text, language, count):
    assert [q.kind for q in read_quantities(text, language)] == ["identifier"] * count


def test_a_number_behind_one_label_and_its_list_may_still_be_an_amount():
    assert [q.kind for q in read_quantities("Phase 2 und 3 Tage", "de")] == ["identifier", "duration"]
