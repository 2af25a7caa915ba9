"""Names of units in several languages, each with its one canonical name. Spelling is converted, values never."""

from __future__ import annotations

from app.rules.function_words import word_set
from app.rules.quantity import QuantityKind

_DURATIONS = {
    "second": "second seconds sec secs sekunde sekunden sek seconde secondes segundo segundos secondo secondi",
    "minute": "minute minutes min mins minuten minuto minutos minuti минут минуты 分钟 分鐘 分",
    "hour": "hour hours hr hrs h stunde stunden std heure heures hora horas ora ore uur uren час часа часов 小时 时间 時間",
    "day": "day days tag tage tagen tages kalendertag kalendertage kalendertagen jour jours día días dia dias giorno giorni dag dagen"
    " день дня дней 天 日",
    "workday": "workday workdays weekday weekdays werktag werktage werktagen arbeitstag arbeitstage arbeitstagen",
    "week": "week weeks wk wks woche wochen semaine semaines semana semanas settimana settimane weken неделя недели недель 周 週間",
    "month": "month months monat monate monaten monats mois mes meses mese mesi maand maanden месяц месяца месяцев 个月 ヶ月",
    "quarter": "quarters quartale quartalen trimestre trimestres",
    "year": "year years yr yrs jahr jahre jahren jahres année années año años anno anni jaar jaren год года лет 年",
}
_MEASURES = {
    "km": "km kilometer kilometers kilometre kilometres kilometern",
    "m": "meter meters metre metres metern",
    "cm": "cm zentimeter centimeter centimeters",
    "mm": "mm millimeter millimeters",
    "mile": "mile miles meile meilen",
    "kg": "kg kilogramm kilogram kilograms",
    "g": "gramm gram grams",
    "t": "tonne tonnen tonnes tons",
    "l": "liter litern liters litre litres",
    "kwh": "kwh kilowattstunde kilowattstunden",
    "kw": "kw kilowatt",
    "bit": "bit bits",
    "kb": "kb kilobyte kilobytes",
    "mb": "mb megabyte megabytes",
    "gb": "gb gigabyte gigabytes",
    "tb": "tb terabyte terabytes",
    "ms": "ms millisecond milliseconds millisekunden",
    "sqm": "m² qm quadratmeter",
    "celsius": "°c celsius",
    "fahrenheit": "°f fahrenheit",
}
_PERCENT = {
    "percent": "% percent prozent pct porcento percento pourcent procent процент процентов процента ٪",
    "percentage_point": "prozentpunkt prozentpunkte prozentpunkten percentage",
    "permille": "‰ promille",
}
_MONEY = {
    "EUR": "€ eur euro euros",
    "USD": "$ usd us$",
    "dollar": "dollar dollars",
    "GBP": "£ gbp pound pounds",
    "CHF": "chf franken sfr",
    "JPY": "¥ jpy yen",
    "CNY": "cny yuan rmb 元",
    "cent": "¢ cent cents",
    "INR": "₹ inr rupees",
    "PLN": "zł pln złotych",
    "RUB": "₽ rub рублей рубля",
    "CAD": "cad c$",
    "AUD": "aud a$",
}


def _table() -> dict[str, tuple[QuantityKind, str]]:
    groups: list[tuple[QuantityKind, dict[str, str]]] = [
        ("duration", _DURATIONS),
        ("measure", _MEASURES),
        ("percent", _PERCENT),
        ("money", _MONEY),
    ]
    return {word: (kind, unit) for kind, names in groups for unit, words in names.items() for word in words.split()}


UNITS = _table()
"""Case-folded name or sign → (kind, canonical unit)."""
_ONE_LANGUAGE = {"an": "fr", "ans": "fr", "jahrig": "de"}
SIGNS = frozenset("€$£¥¢₹₽%‰٪")
MULTIPLIERS = {
    "thousand": 3, "tausend": 3, "tsd": 3, "mille": 3, "mil": 3, "million": 6, "millions": 6, "millionen": 6, "mio": 6, "mn": 6,
    "millones": 6, "millón": 6, "billion": 9, "billions": 9, "bn": 9, "milliarde": 9, "milliarden": 9, "mrd": 9, "milliard": 9,
    "milliards": 9, "trillion": 12, "万": 4, "亿": 8,
}  # fmt: skip
_GERMAN_HEADS = (
    ("arbeitstag", "workday"), ("werktag", "workday"), ("stunde", "hour"), ("minute", "minute"), ("woche", "week"),
    ("monat", "month"), ("jahr", "year"), ("tag", "day"),
)  # fmt: skip
_GERMAN_ENDINGS = ("", "n", "e", "en", "s", "es")
_ADJECTIVES = (
    ("stündig", "hour"), ("minütig", "minute"), ("tägig", "day"), ("wöchig", "week"), ("monatig", "month"), ("jährig", "year"),
)  # fmt: skip
_NOT_A_UNIT = word_set("feiertag sonntag montag dienstag donnerstag freitag samstag geburtstag vertrag antrag beitrag auftrag")


def unit_of(word: str, language: str) -> tuple[QuantityKind, str] | None:
    """Kind and canonical unit of a case-folded word, None when it is no unit.

    German compounds count by their head ("Wochenstunden" are hours, "Kalendertage" days); so do adjectives ("30-tägig").
    """
    if word in UNITS:
        return UNITS[word]
    if word in _ONE_LANGUAGE and _ONE_LANGUAGE[word] == language:
        return "duration", "year"
    if language == "de" and len(word) > 5:
        return _german_unit(word)
    return None


def _german_unit(word: str) -> tuple[QuantityKind, str] | None:
    for head, unit in _ADJECTIVES:
        at = word.rfind(head)
        if at >= 0 and len(word) - at - len(head) <= 2:
            return "duration", unit
    for head, unit in _GERMAN_HEADS:
        for ending in _GERMAN_ENDINGS:
            if word.endswith(head + ending):
                base = word.removesuffix(ending)
                return None if any(base.endswith(other) for other in _NOT_A_UNIT) else ("duration", unit)
    return None


def split_adjective(word: str) -> tuple[str, str] | None:
    """("sechs", "month") of the German adjective "sechsmonatigem"; None when the word is none."""
    for head, unit in _ADJECTIVES:
        at = word.rfind(head)
        if at > 1 and len(word) - at - len(head) <= 2:
            return word[:at], unit
    return None
