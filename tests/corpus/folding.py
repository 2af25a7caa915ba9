"""Text as tokens that can be compared: one spelling for every way to write a number, an amount, a date or a time.

"3,328", "3 328" and (in German) "3.328" are one number; "$80", "USD 80" and "80 dollars" one amount; "June 2, 2025" and
"2 June 2025" one date; "6–8", "6 to 8" and "six to eight" one range. Numbers are whole: "36" is neither in "136" nor in "3.6".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal

from amounts import join_ranges, read_measures, read_number_words
from vocabulary import MONTH, Token

_month = "|".join(sorted(MONTH, key=len, reverse=True))
# Only capitalised months, so that "may 15 people attend" is no date.
_MONTH_RE = rf"(?-i:(?=[A-ZÄ]))(?P<month>{_month})\b\.?"
_SCAN = [
    (
        "date",
        re.compile(rf"{_MONTH_RE}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?![\w:]|[.,]\d)(?:,?\s+(?P<year>\d{{4}})\b)?", re.I),
    ),
    ("date", re.compile(rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH_RE}(?:,?\s+(?P<year>\d{{4}})\b)?", re.I)),
    ("date", re.compile(rf"{_MONTH_RE},?\s+(?P<year>\d{{4}})\b", re.I)),
    ("date", re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?!\d)")),
    ("date", re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})(?!\d)")),
    ("us_date", re.compile(r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})(?!\d)")),
    ("time", re.compile(r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?!\d)(?:\s*(?P<half>[ap])\.?m\b\.?|\s*Uhr\b)?", re.I)),
    ("time", re.compile(r"(?P<hour>\d{1,2})(?:\.(?P<minute>\d\d))?\s*(?:(?P<half>[ap])\.?m\b\.?|Uhr\b|o'clock\b)", re.I)),
    ("ordinal", re.compile(r"\d+(?:st|nd|rd|th)\b", re.I)),
    ("label", re.compile(r"\d+[a-f]\b")),
    ("number", re.compile(r"\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?(?![\d.,]*\d)|\d+(?:[.,]\d+)*")),
    ("word", re.compile(r"[^\W\d_]\w*(?:'(?!s\b)\w+)*")),
    ("sign", re.compile(r"(?:US)?\$|[%€£§\-/]", re.I)),
]


def fold_characters(text: str) -> str:
    """Fold spaces, dashes, quotes, ligatures and Markdown emphasis; superscripts (foot notes, m²) become a space."""
    out: list[str] = []
    for char in unicodedata.normalize("NFC", text):
        if char in "½¼¾":
            half = {"½": "5", "¼": "25", "¾": "75"}[char]
            out.append(("." if out and out[-1].isdigit() else "0.") + half)
        elif char in "\u00ad\u200b\u200c\u200d\ufeff":
            continue
        elif unicodedata.decomposition(char).startswith(("<super>", "<sub>")):
            out.append(" ")
        elif char in "‘’ʼ´`":
            out.append("'")
        elif char in "‐‑‒–−":
            out.append("-" if char != "–" else "–")
        elif char in "—―":
            out.append(" — ")
        else:
            out.append(unicodedata.normalize("NFKC", char))
    folded = "".join(out)
    # An en dash joins numbers or words; between a word and a number it is a pause ("Dulles–80 dollars").
    folded = re.sub(r"(?<=\d)\s?–\s?(?=[\d$€])|(?<=[^\W\d])–(?=[^\W\d])", "-", folded).replace("–", " — ")
    folded = re.sub(r"\*\*|__", "", folded)
    folded = re.sub(r"\b(can)not\b|\b(ca)n't\b", "can not", folded, flags=re.I)
    folded = re.sub(r"n't\b", " not", folded, flags=re.I)
    return re.sub(r"[ \t\u3000]+", " ", folded)


def parse_number(text: str, language: str) -> Decimal:
    """Read digits with separators in the notation of ``language`` ("de" or anything else for English).

    A lone separator before exactly three digits is read by the language, except "10.000" and "10,000", which nobody writes for ten.
    """
    text = text.replace(" ", "").replace("'", "")
    marks = [c for c in text if c in ".,"]
    if not marks:
        return Decimal(text)
    last = marks[-1]
    decimal_mark = "," if language == "de" else "."
    groups_fit = re.fullmatch(rf"\d{{1,3}}(?:\{last}\d{{3}})+", text) is not None
    if len(set(marks)) == 2:
        other = "," if last == "." else "."
        return Decimal(text.replace(other, "").replace(last, "."))
    if groups_fit and (len(marks) > 1 or last != decimal_mark or text.endswith("000")):
        return Decimal(text.replace(last, ""))
    if len(marks) > 1:
        raise ValueError(f"not a number: {text}")
    return Decimal(text.replace(last, "."))


def tokens(text: str, language: str) -> list[Token]:
    """All tokens of ``text`` in order; punctuation that carries nothing is left out."""
    raw = list(_scan(fold_characters(text), language))
    return join_ranges(read_measures(read_number_words(raw, language)))


def _scan(text: str, language: str) -> Iterator[Token]:
    position = 0
    previous = ""  # what stands directly before, to tell GS-15 from 6-15 and "§ 6" from "6"
    while position < len(text):
        for kind, pattern in _SCAN:
            match = pattern.match(text, position)
            token = _token(kind, match, text, previous, language) if match else None
            if match and token is not None:
                yield token
                previous = text[max(0, match.end() - 9) : match.end()]
                position = match.end()
                break
        else:
            position += 1


def _token(kind: str, match: re.Match[str], text: str, previous: str, language: str) -> Token | None:
    start, found = match.start(), match[0]
    if kind in ("date", "us_date"):
        return None if kind == "us_date" and language == "de" else _date(match)
    if kind == "time":
        return _time(match)
    if kind in ("ordinal", "label"):
        return Token(label=found.lower())
    if kind == "number":
        reference = re.search(r"(?:[^\W\d_]-|§ ?|\bAbs(?:\.|atz) ?)$", text[max(0, start - 10) : start])
        if reference:
            return Token(label=found)
        try:
            return Token(values=frozenset({parse_number(found, language)}))
        except ValueError:
            return Token(label=found)
    if kind == "word":
        return Token(words=frozenset({found.lower()}))
    if found in "-/":
        # A hyphen counts between numbers only; elsewhere it just parts the words of a compound.
        around = text[start - 1 : start + 2] if start else ""
        spaced = re.match(r"[\d%] ?- ?[$€£]?\d", text[max(0, start - 2) : start + 4].lstrip())
        joined = found == "-" and (re.fullmatch(r"[\d%]-[\d$€£]", around) or spaced)
        return Token(is_range=True) if joined else Token()
    return Token(words=frozenset({found.lower()}))


def _date(match: re.Match[str]) -> Token | None:
    parts = match.groupdict()
    month_text = parts["month"].lower()
    month = MONTH.get(month_text) or (int(month_text) if month_text.isdecimal() else 0)
    day = int(parts["day"]) if parts.get("day") else None
    year = int(parts["year"]) if parts.get("year") else None
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
        return None
    return Token(words=frozenset({month_text}), date=(year, month, day))


def _time(match: re.Match[str]) -> Token | None:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if hour > 24 or minute > 59:
        return None
    half = (match["half"] or "").lower()
    hour24 = hour % 12 + (12 if half == "p" else 0) if half else hour
    # "17 Uhr" also says the number 17; "12:45" does not say 12.
    return Token(minutes=hour24 * 60 + minute, values=frozenset({Decimal(hour)}) if minute == 0 else frozenset())
