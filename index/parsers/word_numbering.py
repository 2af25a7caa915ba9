"""Styles and automatic numbers of a Word document: heading levels, and the "1.2.3" that stands in no text run."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from index.parsers.office_package import Element, OfficePackage, child, value

_HEADING_NAME = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|nagłówek|заголовок|标题|見出し)\s*(\d)", re.IGNORECASE
)
_PLACEHOLDER = re.compile(r"%(\d)")


@dataclass
class Style:
    name: str
    based_on: str | None
    outline: int | None
    number: tuple[str | None, str | None]


@dataclass
class _Level:
    format: str = "decimal"
    text: str = ""
    start: int = 1


@dataclass
class Styles:
    """Paragraph styles by id."""

    by_id: dict[str, Style] = field(default_factory=dict)

    @classmethod
    def read(cls, package: OfficePackage, part: str) -> Styles:
        styles = cls()
        root = package.xml(part)
        for element in root.iter("style") if root is not None else ():
            number = child(element, "pPr", "numPr")
            outline = value(element, "pPr", "outlineLvl")
            styles.by_id[element.get("styleId", "")] = Style(
                name=value(element, "name") or "",
                based_on=value(element, "basedOn"),
                outline=int(outline) if outline and outline.isdigit() else None,
                number=(value(number, "numId"), value(number, "ilvl")),
            )
        return styles

    def chain(self, style_id: str | None) -> list[Style]:
        found: list[Style] = []
        while style_id in self.by_id and len(found) < 12:
            style = self.by_id[style_id]
            found.append(style)
            style_id = style.based_on
        return found

    def heading_level(self, style_id: str | None) -> int | None:
        """1 to 9, None for a style that is no heading. The style "Title" counts as level 1."""
        for style in self.chain(style_id):
            match = _HEADING_NAME.fullmatch(style.name.strip())
            if match:
                return int(match.group(1)) or 1
            if style.name.lower() == "title":
                return 1
            if style.outline is not None:
                return style.outline + 1 if style.outline < 9 else None
        return None

    def numbering(self, style_id: str | None) -> tuple[str | None, str | None]:
        for style in self.chain(style_id):
            if style.number[0] is not None:
                return style.number
        return None, None


class Numbering:
    """Counts automatic numbers in document order."""

    def __init__(self, package: OfficePackage, part: str) -> None:
        self._abstract: dict[str, dict[int, _Level]] = {}
        self._instances: dict[str, str] = {}
        self._counters: dict[str, dict[int, int]] = {}
        root = package.xml(part)
        for element in root if root is not None else ():
            if element.tag == "abstractNum":
                self._abstract[element.get("abstractNumId", "")] = {
                    int(level.get("ilvl", "0")): _level(level) for level in element.iter("lvl")
                }
            elif element.tag == "num":
                self._instances[element.get("numId", "")] = value(element, "abstractNumId") or ""

    def label(self, number_id: str | None, level_text: str | None) -> str | None:
        """Label of the next paragraph in this list: "3.2", "a)", "-" for bullets, None when it is in no list."""
        if number_id is None or number_id == "0" or number_id not in self._instances:
            return None
        level = int(level_text) if level_text and level_text.isdigit() else 0
        abstract = self._instances[number_id]
        levels = self._abstract.get(abstract, {})
        definition = levels.get(level, _Level())
        counters = self._counters.setdefault(abstract, {})
        counters[level] = counters.get(level, definition.start - 1) + 1
        for deeper in [number for number in counters if number > level]:
            del counters[deeper]
        if definition.format == "bullet":
            return "-"
        if definition.format == "none":
            return None

        def number(match: re.Match[str]) -> str:
            index = int(match.group(1)) - 1
            other = levels.get(index, _Level())
            return formatted(counters.get(index, other.start), other.format)

        return _PLACEHOLDER.sub(number, definition.text).strip() or None


def _level(element: Element) -> _Level:
    start = value(element, "start") or "1"
    return _Level(value(element, "numFmt") or "decimal", value(element, "lvlText") or "", int(start) if start.isdigit() else 1)


def formatted(number: int, style: str) -> str:
    """A counter in one of Word's number formats; unknown ones as digits."""
    if style in {"lowerLetter", "upperLetter"}:
        letter = chr(97 + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letter.upper() if style == "upperLetter" else letter
    if style in {"lowerRoman", "upperRoman"}:
        roman = _roman(number)
        return roman if style == "upperRoman" else roman.lower()
    return f"{number:02d}" if style == "decimalZero" else str(number)


def _roman(number: int) -> str:
    parts: list[str] = []
    numerals = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"))
    for amount, numeral in (*numerals, (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        count, number = divmod(number, amount)
        parts.append(numeral * count)
    return "".join(parts)
