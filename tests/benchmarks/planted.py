"""Changes one thing in a right sentence: a number, date, name, negation, direction or unit. Deterministic by seed."""

from __future__ import annotations

import random
import re
from decimal import Decimal

from app.rules.proper_names import find_names
from app.rules.quantities import Quantity, read_quantities

FAMILIES = ("number", "number_of_passage", "date", "name", "negation", "direction", "unit")
_NUMBER_WORDS = {
    "en": ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"],
    "de": ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn"],
}
_MONTHS = {
    "en": [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    "de": [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
}
_NAMES = ("Hartwell", "Okonkwo", "Lindqvist", "Marchetti", "Takahara", "Weissenfels")
_UNITS = {
    "en": [("hours", "days"), ("days", "weeks"), ("months", "weeks"), ("hour", "day"), ("%", " hours"), ("$", "€"), ("years", "months"), ("minutes", "hours"), ("weeks", "months")],
    "de": [("Stunden", "Tage"), ("Werktage", "Wochen"), ("Wochen", "Monate"), ("Monate", "Wochen"), ("Monaten", "Wochen"), ("Prozent", "Euro"), ("Minuten", "Stunden"), ("Personen", "Prozent")],
}  # fmt: skip
_DIRECTIONS = {
    "en": [("at least", "at most"), ("at most", "at least"), ("up to", "at least"), ("more than", "less than"), ("less than", "more than"), ("before", "after"), ("after", "before"), ("within", "after"), ("higher", "lower"), ("minimum", "maximum"), ("until", "since"), ("over", "under")],
    "de": [("mindestens", "höchstens"), ("höchstens", "mindestens"), ("spätestens", "frühestens"), ("mehr als", "weniger als"), ("vor", "nach"), ("nach", "vor"), ("bis zu", "mindestens"), ("innerhalb", "nach")],
}  # fmt: skip


def plant(sentence: str, language: str, family: str, passages: str, rng: random.Random) -> str | None:
    """The sentence with one planted error of the family, or None where it has nothing to change."""
    change = {
        "number": _number, "number_of_passage": _other_number, "date": _date, "name": _name, "negation": _negation,
        "direction": _direction, "unit": _unit,
    }[family]  # fmt: skip
    changed = change(sentence, language, passages, rng)
    return changed if changed and changed != sentence else None


def _figures(sentence: str, language: str) -> list[Quantity]:
    plain = ("number", "percent", "money", "duration", "measure")
    return [q for q in read_quantities(sentence, language) if q.kind in plain and not q.weak]


def _number(sentence: str, language: str, passages: str, rng: random.Random) -> str | None:
    figures = _figures(sentence, language)
    if not figures:
        return None
    figure = rng.choice(figures)
    given = {v for q in read_quantities(passages, language) for v in q.values}
    digits = re.search(r"\d+", figure.text)
    if digits:
        old = digits.group()
        options = [str(int(old) + d) for d in (1, 2, 3, 5, 10, 20, 100)] + [str(int(old) * 2), str(max(1, int(old) - 1))]
        options = [o for o in options if Decimal(o) not in given and o != old]
        if not options:
            return None
        start = figure.start + digits.start()
        return sentence[:start] + rng.choice(options) + sentence[start + len(old) :]
    words = _NUMBER_WORDS.get(language, [])
    found = next((w for w in words if re.search(rf"\b{w}\b", figure.text, re.IGNORECASE)), None)
    options = [w for i, w in enumerate(words, 2) if w != found and Decimal(i) not in given]
    if found is None or not options:
        return None
    return (
        sentence[: figure.start]
        + re.sub(rf"\b{found}\b", rng.choice(options), figure.text, flags=re.IGNORECASE)
        + sentence[figure.end :]
    )


def _other_number(sentence: str, language: str, passages: str, rng: random.Random) -> str | None:
    """A figure of the same unit that stands in the passages, but for something else: what small models do."""
    # "six (6) hours" is one figure said twice: to change one half makes no sentence that anyone would write.
    doubled = re.compile(r"[ \u00a0]?\(\d+\)|\)")
    figures = [f for f in _figures(sentence, language) if len(f.values) == 1 and not doubled.match(sentence, f.end)]
    figures = [f for f in figures if sentence[: f.start].rstrip()[-1:] != "("]
    if not figures:
        return None
    figure = rng.choice(figures)
    own = {v for q in _figures(sentence, language) for v in q.values}
    others = [
        q for q in _figures(passages, language) if q.unit == figure.unit and len(q.values) == 1 and q.values[0] not in own
    ]
    return sentence[: figure.start] + rng.choice(others).text + sentence[figure.end :] if others else None


def _date(sentence: str, language: str, passages: str, rng: random.Random) -> str | None:
    dates = [q for q in read_quantities(sentence, language) if q.kind == "date"]
    if not dates:
        return None
    date = rng.choice(dates)
    text = date.text
    year = re.search(r"\d{4}", text)
    month = next((m for m in _MONTHS.get(language, ()) if m in text), None)
    months = [m for m in _MONTHS.get(language, ()) if m != month and m not in passages]
    years = [y for d in (-3, -2, -1, 1, 2, 3, 4) if year and (y := str(int(year.group()) + d)) not in passages]
    if month and months and (not years or rng.random() < 0.5):
        text = text.replace(month, rng.choice(months))
    elif year and years:
        text = text.replace(year.group(), rng.choice(years))
    else:
        return None
    return sentence[: date.start] + text + sentence[date.end :]


def _name(sentence: str, language: str, passages: str, rng: random.Random) -> str | None:
    names = [n for n in find_names(sentence, language) if n.sure]
    if not names:
        return None
    name = rng.choice(names)
    parts = name.text.split()
    changed = " ".join([*parts[:-1], rng.choice(_NAMES)])
    return sentence[: name.start] + changed + sentence[name.end :]


def _negation(sentence: str, language: str, passages: str, rng: random.Random) -> str | None:
    if language == "en":
        without = re.sub(
            r"\b(is|are|was|were|do|does|did|must|may|can|will|should|has|have|had) not\b", r"\1", sentence, count=1
        )
        if without != sentence:
            return re.sub(r"^No\b", "Yes", without)
        return re.sub(
            r"\b(is|are|was|were|must|may|can|will|should|has been|have been|had been)\b(?! not)", r"\1 not", sentence, count=1
        )
    without = re.sub(r"\bnicht (?!mehr|weniger|länger)", "", sentence, count=1)
    if without != sentence:
        return without
    without = re.sub(r"\bkein(\w*)\b", r"ein\1", sentence, count=1)
    if without != sentence:
        return without
    return re.sub(r"\b(ist|sind|muss|müssen|darf|dürfen|kann|können|wird|werden)\b", r"\1 nicht", sentence, count=1)


def _swap(sentence: str, pairs: list[tuple[str, str]], rng: random.Random) -> str | None:
    usable = [(a, b) for a, b in pairs if re.search(rf"(?<!\w){re.escape(a)}(?!\w)", sentence, re.IGNORECASE)]
    if not usable:
        return None
    old, new = rng.choice(usable)

    def put(match: re.Match[str]) -> str:
        return new[0].upper() + new[1:] if match.group()[0].isupper() and match.start() == 0 else new

    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", put, sentence, count=1, flags=re.IGNORECASE)


def _direction(sentence: str, language: str, passages: str, rng: random.Random) -> str | None:
    return _swap(sentence, _DIRECTIONS.get(language, []), rng)


def _unit(sentence: str, language: str, passages: str, rng: random.Random) -> str | None:
    figures = " ".join(q.text for q in _figures(sentence, language) if q.unit)
    usable = [(a, b) for a, b in _UNITS.get(language, []) if a in figures]
    if not usable:
        return None
    old, new = rng.choice(usable)
    return re.sub(rf"(?<![^\W\d_]){re.escape(old)}(?![^\W\d_])", new, sentence, count=1)
