"""Styles and automatic numbers of a Word document: heading levels, and the "1.2.3" that stands in no text run."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from index.parsers.office_package import Element, OfficePackage, child, is_on, value, whole_number

_HEADING_NAME = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|nagłówek|заголовок|标题|見出し)\s*(\d)", re.IGNORECASE
)
_PLACEHOLDER = re.compile(r"%(\d)")
MARKS = ("vanish", "strike", "dstrike")
"""Properties of characters that are hidden or struck out."""


def heading_level_of_name(name: str) -> int | None:
    """1 to 9 by the name of a paragraph style in the languages of Word, 1 for "Title", None for others."""
    match = _HEADING_NAME.fullmatch(name.strip())
    if match:
        return int(match.group(1)) or 1
    return 1 if name.strip().lower() == "title" else None


@dataclass
class Style:
    name: str
    based_on: str | None
    outline: int | None
    number: tuple[str | None, str | None]
    marks: dict[str, bool] = field(default_factory=dict)
    """What the style says of ``MARKS``."""


@dataclass
class ListLevel:
    """``text`` has ``%1`` … for the counters of the levels, ``format`` is named as OOXML does."""

    format: str = "decimal"
    text: str = ""
    start: int = 1


@dataclass
class Styles:
    """Styles of paragraphs and characters by id."""

    by_id: dict[str, Style] = field(default_factory=dict)

    @classmethod
    def read(cls, package: OfficePackage, part: str) -> Styles:
        styles = cls()
        root = package.optional_xml(part)
        for element in root.iter("style") if root is not None else ():
            number = child(element, "pPr", "numPr")
            outline = value(element, "pPr", "outlineLvl")
            styles.by_id[element.get("styleId", "")] = Style(
                name=value(element, "name") or "",
                based_on=value(element, "basedOn"),
                outline=int(outline) if outline and outline.isdigit() else None,
                number=(value(number, "numId"), value(number, "ilvl")),
                marks={mark: is_on(own) for mark in MARKS if (own := child(element, "rPr", mark)) is not None},
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
            level = heading_level_of_name(style.name)
            if level is not None:
                return level
            if style.outline is not None:
                return style.outline + 1 if style.outline < 9 else None
        return None

    def is_marked(self, style_id: str | None, mark: str) -> bool:
        """Are characters of this style hidden or struck out (one of ``MARKS``)?"""
        return next((style.marks[mark] for style in self.chain(style_id) if mark in style.marks), False)

    def numbering(self, style_id: str | None) -> tuple[str | None, str | None]:
        for style in self.chain(style_id):
            if style.number[0] is not None:
                return style.number
        return None, None


class Numbering:
    """Counts automatic numbers in document order."""

    def __init__(self) -> None:
        self._abstract: dict[str, dict[int, ListLevel]] = {}
        self._instances: dict[str, str] = {}
        self._counters: dict[str, dict[int, int]] = {}

    def define(self, abstract: str, levels: dict[int, ListLevel]) -> None:
        """A list by its own id; ``use`` gives it the id that paragraphs name."""
        self._abstract[abstract] = levels

    def use(self, number_id: str, abstract: str) -> None:
        self._instances[number_id] = abstract

    def read(self, root: Element | None) -> None:
        """Take the lists of a ``numbering`` part."""
        linked: dict[str, str] = {}
        links: dict[str, str] = {}
        for element in root if root is not None else ():
            if element.tag == "abstractNum":
                own = element.get("abstractNumId", "")
                self.define(own, {whole_number(lvl.get("ilvl"), 0, high=8): _level(lvl) for lvl in element.iter("lvl")})
                linked[value(element, "styleLink") or ""] = own
                links[own] = value(element, "numStyleLink") or ""
            elif element.tag == "num":
                self._read_use(element)
        for number_id, abstract in self._instances.items():
            # A list that only names a list style has its levels where that style is defined.
            if links.get(abstract):
                self._instances[number_id] = linked.get(links[abstract], abstract)

    def _read_use(self, element: Element) -> None:
        number_id, abstract = element.get("numId", ""), value(element, "abstractNumId") or ""
        starts = {
            whole_number(change.get("ilvl"), 0, high=8): whole_number(value(change, "startOverride"), 1)
            for change in element.iter("lvlOverride")
            if value(change, "startOverride") is not None
        }
        if starts:
            # A list that begins anew counts for itself.
            levels = {
                number: replace(level, start=starts.get(number, level.start))
                for number, level in self._abstract.get(abstract, {}).items()
            }
            abstract = f"{abstract} of {number_id}"
            self.define(abstract, levels)
        self.use(number_id, abstract)

    def label(self, number_id: str | None, level_text: str | None) -> str | None:
        """Label of the next paragraph in this list: "3.2", "a)", "-" for bullets, None when it is in no list."""
        if number_id is None or number_id == "0" or number_id not in self._instances:
            return None
        level = int(level_text) if level_text and level_text.isdigit() else 0
        abstract = self._instances[number_id]
        levels = self._abstract.get(abstract, {})
        definition = levels.get(level, ListLevel())
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
            other = levels.get(index, ListLevel())
            return formatted(counters.get(index, other.start), other.format)

        return _PLACEHOLDER.sub(number, definition.text).strip() or None


def _level(element: Element) -> ListLevel:
    start = value(element, "start") or "1"
    return ListLevel(
        value(element, "numFmt") or "decimal", value(element, "lvlText") or "", int(start) if start.isdigit() else 1
    )


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
