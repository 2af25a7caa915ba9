"""Dates and times as a spreadsheet shows them: serial numbers under the date codes of Excel (ECMA-376 part 1, 18.8.31)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import lru_cache

_LAST_DAY = 2_958_466
"""Day after 9999-12-31, the last that Excel knows."""
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|[_*](?P<filler>.)|\[(?P<elapsed>h+|m+|s+)\]|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<half>AM/PM|A/P)|(?P<date>y+|m+|d+|h+|s+|e+|g+|b+)|(?P<fraction>\.0+)|(?P<other>.)",
    re.DOTALL | re.IGNORECASE,
)
_BARE = re.compile(r'"[^"]*"?|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]|AM/PM', re.IGNORECASE)
_MONTHS = {
    0x07: ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"),
    0x09: ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"),
    0x0A: ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
    0x0C: ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"),
    0x10: ("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"),
}  # fmt: skip
"""By primary language of the format's locale (MS-LCID); others are shown in English."""
_DAYS = {
    0x07: ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
    0x09: ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    0x0A: ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    0x0C: ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    0x10: ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"),
}  # fmt: skip


@lru_cache(maxsize=2048)
def is_date_code(section: str) -> bool:
    """Does the section of a format show a date or time?"""
    bare = _BARE.sub("", section).lower()
    return "general" not in bare and bool(re.search(r"[ymdhs]", bare)) and not re.search(r"[#?]", bare)


@lru_cache(maxsize=2048)
def _tokens(section: str) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for match in _TOKEN.finditer(section):
        kind = match.lastgroup or ""
        text = match.group(kind)
        if kind in {"quoted", "escaped"} or (kind == "other" and text not in "@;,"):
            found.append(("literal", text))
        elif kind == "bracket":
            if text.startswith("$"):
                found.append(("locale", text.rsplit("-", 1)[-1]))
        elif kind == "other":
            found.append(("literal", text if text == "," else ""))
        elif kind != "filler":
            found.append((kind, text.lower()))
    return tuple(found)


def date_text(number: float, section: str, *, epoch_1904: bool = False) -> str:
    """Serial ``number`` as the section shows it; numbers that are no date come as they are."""
    if not 0 <= number < _LAST_DAY:
        return f"{number:.10g}"
    tokens = _tokens(section)
    digits = max((len(text) - 1 for kind, text in tokens if kind == "fraction"), default=0)
    step = 10**-digits
    seconds = round(number * 86400 / step) * step
    if not epoch_1904 and seconds < 60 * 86400:
        seconds += 86400  # Excel counts a 29 February 1900 that never was
    base = datetime(1904, 1, 1) if epoch_1904 else datetime(1899, 12, 30)
    moment = base + timedelta(microseconds=round(seconds * 1_000_000))
    total = round(number * 86400)
    twelve = any(kind == "half" for kind, _ in tokens)
    language = next((_language(text) for kind, text in tokens if kind == "locale"), 0x09)
    out: list[str] = []
    for index, (kind, text) in enumerate(tokens):
        if kind == "literal":
            out.append(text)
        elif kind == "elapsed":
            out.append(str(total // {"h": 3600, "m": 60, "s": 1}[text[0]]).rjust(len(text), "0"))
        elif kind == "half":
            out.append(("AM" if moment.hour < 12 else "PM")[: 2 if "m" in text else 1])
        elif kind == "fraction":
            out.append(f".{moment.microsecond:06d}"[: len(text)])
        elif kind == "date":
            out.append(_part(text, moment, _is_minute(tokens, index), twelve, language))
    return " ".join("".join(out).split())


def _language(locale: str) -> int:
    try:
        language = int(locale, 16) & 0x3FF
    except ValueError:
        return 0x09
    return language if language in _MONTHS else 0x09


def _is_minute(tokens: tuple[tuple[str, str], ...], index: int) -> bool:
    """An "m" behind hours or before seconds means minutes."""
    if tokens[index][1][0] != "m" or len(tokens[index][1]) > 2:
        return False
    before = next((t for k, t in reversed(tokens[:index]) if k in {"date", "elapsed"}), "")
    after = next((t for k, t in tokens[index + 1 :] if k in {"date", "elapsed"}), "")
    return before.startswith("h") or after.startswith("s")


def _part(token: str, moment: datetime, minute: bool, twelve: bool, language: int) -> str:
    letter, width = token[0], len(token)
    if letter == "y" or letter == "e":
        return f"{moment.year % 100:02d}" if letter == "y" and width <= 2 else f"{moment.year:04d}"
    if letter == "m" and not minute and width >= 3:
        name = _MONTHS[language][moment.month - 1]
        return name[:3] if width == 3 else name[:1] if width == 5 else name
    if letter == "d" and width >= 3:
        name = _DAYS[language][moment.weekday()]
        return name[: 3 if language == 0x09 else 2] if width == 3 else name
    hour = (moment.hour % 12 or 12) if twelve else moment.hour
    values = {"m": moment.minute if minute else moment.month, "d": moment.day, "h": hour, "s": moment.second}
    if letter not in values:
        return ""
    return f"{values[letter]:02d}" if width >= 2 else str(values[letter])
