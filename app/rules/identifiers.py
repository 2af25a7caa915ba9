"""Names made of characters and digits: part numbers, statute references, versions, e-mails, addresses, telephone numbers.

They are compared as a whole and never read as plain numbers.
"""

from __future__ import annotations

import re
from decimal import Decimal

from app.rules.function_words import word_set
from app.rules.quantity import Quantity
from app.rules.units import MULTIPLIERS, UNITS

_URL = re.compile(r"\b(?:https?://|www\.)[^\s<>\"')\]]+[^\s<>\"')\].,;:!?]|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|gov|net|de|eu|fr|ch|at|uk|io|edu|int)(?:/[^\s<>\"')\]]*)?\b", re.IGNORECASE)  # fmt: skip
_PHONE = re.compile(r"(?<![\w.])(?:\+\d{1,3}[ \u00a0./-]?)(?:\(?\d{1,5}\)?[ \u00a0./-]?){2,5}\d{2,}\b|\(\d{3}\)[ \u00a0]?\d{3}[-. ]\d{4}\b|(?<![\w-])\d{3}[-.]\d{3}[-.]\d{4}\b|(?<![\w-])0\d{2,5}[/-]\d{4,9}\b")  # fmt: skip
_STATUTE = re.compile(
    r"§§?[ \u00a0]?\d+[a-z]?\b(?:[ \u00a0]?(?:Abs(?:\.|atz)?|Satz|S\.|Nr\.|Nummer|lit\.|Buchst\.|Halbs\.)[ \u00a0]?(?:\d+[a-z]?|[a-z])\b)*"
    r"|§[ \u00a0]?\d+(?:\.\d+)+(?:\([a-z0-9]+\))*",
)
_LABELS = {
    "art": "art", "artikel": "art", "article": "art", "artículo": "art", "articolo": "art", "section": "sec", "sec": "sec",
    "abschnitt": "sec", "sección": "sec", "chapter": "chap", "kapitel": "chap", "chapitre": "chap", "capítulo": "chap",
    "table": "tab", "tabelle": "tab", "figure": "fig", "fig": "fig", "abbildung": "fig", "abb": "fig", "version": "v", "ver": "v",
    "rev": "rev", "revision": "rev", "appendix": "app", "annex": "app", "anhang": "app", "anlage": "app", "annexe": "app",
    "level": "level", "stufe": "level", "niveau": "level", "nivel": "level", "grade": "grade", "step": "step", "schritt": "step",
    "phase": "phase", "tier": "tier", "class": "class", "klasse": "class", "classe": "class", "room": "room", "raum": "room",
    "zimmer": "room", "abs": "abs", "absatz": "abs", "absätz": "abs", "alinéa": "abs", "subsection": "subsec", "paragraph": "para", "paragraf": "para", "clause": "clause", "rule": "rule",
    "part": "part", "teil": "part", "partie": "part", "volume": "vol", "band": "vol", "page": "page", "seite": "page", "satz": "satz", "sätz": "satz",
    "nr": "no", "nummer": "no", "number": "no", "no": "no", "ziffer": "no", "line": "line", "zeile": "line", "item": "item",
    "gruppe": "group", "group": "group", "block": "block", "building": "building", "gebäude": "building", "pillar": "pillar",
    "category": "cat", "kategorie": "cat", "option": "option", "form": "form", "release": "rel", "model": "model", "modell": "model",
}  # fmt: skip
_LABELLED = re.compile(
    rf"\b(?P<label>{'|'.join(sorted(_LABELS, key=len, reverse=True))})(?P<ending>e?s|en?|n)?\.?[ \u00a0](?P<id>\d+(?:[.-]\d+)*[a-z]?(?:\([a-z0-9]{{1,3}}\))*)"
    r"(?![\w%€$])(?![.,]\d)",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"(?:,[ \u00a0]|[ \u00a0]?(?:-|–)[ \u00a0]?|[ \u00a0](?:und|oder|bis|and|or|to|through|et|ou|à|y|o|e)[ \u00a0])(?P<id>\d+[a-z]?)(?![\w%€$])(?![.,]\d)"
)
"""The further numbers behind a label in the plural: "Absätze 2 und 3", "sections 4 to 6"."""
_ACRONYM = re.compile(
    r"\b[A-Z][A-Z&/]*[A-Z](?:[ \u00a0-][A-Z]{1,4})*(?:-|[ \u00a0](?=\d+[-.]\d))\d+(?:[-.]\d+)*[A-Za-z]?\b|\bv\.?\d+(?:\.\d+)+\b"
)
_MIXED = re.compile(r"\b(?=[\w./-]*\d)(?=[\w./-]*[A-Za-z])[^\W_]+(?:[-./_][^\W_]+)*\b")
_NUMBER_FIRST = re.compile(r"\d+(?:[.,]\d+)*(?P<rest>[A-Za-zÀ-ÿ]+|-[A-Za-zÀ-ÿ]+(?:-[A-Za-zÀ-ÿ]+)*)")
_SCHEDULE = re.compile(r"(?<!\d[.,])\b\d{3,}(?:-\d+)+\b(?![.,]\d)|\b\d+(?:\.\d+){2,}\b")
_SUFFIXES = word_set("st nd rd th er e ème eme º ª x k m bn h d s p pm am jährige jährigen jähriger jähriges")
_LONG_RANGE = re.compile(r"\d{4}-\d{4}|\d+-\d+")
_ORDINAL_FIRST = re.compile(r"\d+(?:st|nd|rd|th)(?:-[A-Za-z]+)+")
"""15th-century, 9th-grade."""
_BEFORE_CHRIST = re.compile(r"[ \u00a0](?:BCE?\b|v\. ?Chr|av\. J)")
_CURRENCY_CODES = word_set("EUR USD GBP CHF JPY CNY INR PLN RUB CAD AUD")


def identifier_key(text: str) -> str:
    """Normal form for comparison: case folded, no separators."""
    return re.sub(r"[\s\u00a0.\-–_/()]+", "", text.casefold())


def find_identifiers(flat: str) -> list[Quantity]:
    """Identifiers of a flattened text; overlaps are possible, earlier kinds come first."""
    found = [_whole(m) for pattern in (_URL, _PHONE) for m in pattern.finditer(flat)]
    found += [_statute(m) for m in _STATUTE.finditer(flat)]
    for match in _LABELLED.finditer(flat):
        found += _labelled(match, flat)
    found += [_whole(m) for m in _ACRONYM.finditer(flat) if re.split(r"[ \u00a0-]", m.group())[0] not in _CURRENCY_CODES]
    found += [_whole(m) for m in _MIXED.finditer(flat) if _is_mixed(m.group())]
    found += [
        _whole(m) for m in _SCHEDULE.finditer(flat) if not _ascending(m.group()) and not _BEFORE_CHRIST.match(flat, m.end())
    ]
    return found


def _whole(match: re.Match[str]) -> Quantity:
    text = match.group()
    return Quantity("identifier", (), match.start(), match.end(), text, key=identifier_key(text))


def _statute(match: re.Match[str]) -> Quantity:
    text = match.group().casefold().replace("absatz", "abs").replace("nummer", "nr").replace("§§", "§")
    text = re.sub(r"\bs\.", "satz", text)
    return Quantity("identifier", (), match.start(), match.end(), match.group(), key=identifier_key(text))


def _labelled(match: re.Match[str], flat: str) -> list[Quantity]:
    label = match["label"].casefold()
    if label in ("no", "form", "option", "model", "line", "part", "number") and match["label"].islower() and label != "number":
        return []  # "no 5", "form 3 groups": words before a count
    found = [_numbered(label, match["id"], match.start(), match.end(), match.group())]
    while match["ending"] and (further := _LISTED.match(flat, found[-1].end)) is not None:
        found.append(_numbered(label, further["id"], *further.span("id"), further["id"]))
    return found


def _numbered(label: str, number: str, start: int, end: int, text: str) -> Quantity:
    values = (Decimal(number),) if number.isdigit() else ()
    return Quantity("identifier", values, start, end, text, key=_LABELS[label] + identifier_key(number))


def _is_mixed(text: str) -> bool:
    """Letters and digits in one, but not a number with its unit or ending ("5kg", "3rd", "30-day")."""
    if text.casefold() in UNITS:
        return False  # "20 m2"
    match = _NUMBER_FIRST.fullmatch(text)
    if match is None:
        return not _LONG_RANGE.fullmatch(text) and not _ORDINAL_FIRST.fullmatch(text)
    rest = match["rest"].lstrip("-").casefold()
    if match["rest"].startswith("-"):
        return False  # "30-day", "6-person": a count with its noun
    return not (rest in _SUFFIXES or rest in UNITS or rest in MULTIPLIERS or rest.startswith(("jähr", "tägig", "stünd")))


def _ascending(text: str) -> bool:
    """ "2019-2024" is a range, "800-63" is not."""
    parts = re.split(r"[-.]", text)
    return "-" in text and len(parts) == 2 and int(parts[0]) < int(parts[1])
