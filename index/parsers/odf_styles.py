"""Styles of an OpenDocument text: which paragraphs are headings, and the numbers of lists and chapters."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from index.parsers.word_numbering import formatted
from index.parsers.zip_package import Element, child, whole_number

_HEADING_NAME = re.compile(r"(?:heading|überschrift|titre|título|titolo|kop|nagłówek|заголовок)[ _](\d+)", re.IGNORECASE)
_FORMATS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_MAX_CHAIN = 12


@dataclass
class _Style:
    name: str
    parent: str | None
    outline: int | None
    list_style: str | None
    hidden_table: bool
    is_hidden: bool | None
    is_struck: bool | None
    """What it says of its characters, None for nothing."""


@dataclass(frozen=True)
class Look:
    """Whether characters are hidden or struck out."""

    hidden: bool = False
    struck: bool = False


@dataclass
class _Level:
    bullet: bool = False
    format: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int = 1
    shown: int = 1


@dataclass
class OdfStyles:
    """Styles by name, from content, styles and a flat file alike."""

    by_name: dict[str, _Style] = field(default_factory=dict)
    lists: dict[str, dict[int, _Level]] = field(default_factory=dict)
    outline: dict[int, _Level] = field(default_factory=dict)

    def add(self, root: Element | None) -> None:
        for group in root if root is not None else ():
            if group.tag not in {"automatic-styles", "styles"}:
                continue
            for element in group:
                name = element.get("name", "")
                if element.tag == "style":
                    self.by_name[name] = _style(element)
                elif element.tag == "list-style":
                    self.lists[name] = _levels(element)
                elif element.tag == "outline-style":
                    self.outline = _levels(element)

    def _chain(self, name: str | None) -> list[_Style]:
        found: list[_Style] = []
        while name in self.by_name and len(found) < _MAX_CHAIN:
            found.append(self.by_name[name])
            name = found[-1].parent
        return found

    def heading_level(self, name: str | None) -> int | None:
        """Level of a paragraph's style, 1 to 9; the style "Title" counts as level 1, None for ordinary text."""
        for style in self._chain(name):
            shown = style.name.replace("_20_", " ")
            match = _HEADING_NAME.fullmatch(shown)
            if match:
                return min(max(int(match.group(1)), 1), 9)
            if shown.lower() == "title":
                return 1
            if style.outline:
                return style.outline
        return None

    def is_quote(self, name: str | None) -> bool:
        return any("quot" in style.name.lower() for style in self._chain(name))

    def is_contents(self, name: str | None) -> bool:
        return any(style.name.startswith("Contents_20_") for style in self._chain(name))

    def look(self, name: str | None, around: Look) -> Look:
        """How characters of a style look within others."""
        chain = self._chain(name)
        return Look(
            next((style.is_hidden for style in chain if style.is_hidden is not None), around.hidden),
            next((style.is_struck for style in chain if style.is_struck is not None), around.struck),
        )

    def is_hidden_table(self, name: str | None) -> bool:
        return any(style.hidden_table for style in self._chain(name))


def _style(element: Element) -> _Style:
    properties, text = child(element, "table-properties"), child(element, "text-properties")
    shown = text.get("display") if text is not None else None
    line = text.get("text-line-through-style", text.get("text-line-through-type")) if text is not None else None
    return _Style(
        name=element.get("display-name") or element.get("name") or "",
        parent=element.get("parent-style-name"),
        outline=whole_number(element.get("default-outline-level"), 0, high=9) or None,
        list_style=element.get("list-style-name"),
        hidden_table=properties is not None and properties.get("display") == "false",
        is_hidden=shown == "none" if shown else None,
        is_struck=line != "none" if line else None,
    )


def _levels(element: Element) -> dict[int, _Level]:
    levels: dict[int, _Level] = {}
    for item in element:
        number = whole_number(item.get("level"), 1, low=1, high=10)
        levels[number] = _Level(
            bullet=item.tag in {"list-level-style-bullet", "list-level-style-image"},
            format=_FORMATS.get(item.get("num-format", ""), ""),
            prefix=item.get("num-prefix", ""),
            suffix=item.get("num-suffix", ""),
            start=whole_number(item.get("start-value"), 1),
            shown=whole_number(item.get("display-levels"), 1, low=1, high=10),
        )
    return levels


class OdfNumbers:
    """Counts list items and chapters in document order."""

    def __init__(self, styles: OdfStyles) -> None:
        self._styles = styles
        self._chapters: dict[int, int] = {}
        self._last: dict[tuple[str, int], int] = {}
        self._path: dict[int, int] = {}

    def chapter(self, level: int) -> str | None:
        """Number of the next heading of this level, None when its level has none."""
        levels = self._styles.outline
        self._chapters[level] = self._chapters.get(level, levels.get(level, _Level()).start - 1) + 1
        for deeper in [number for number in self._chapters if number > level]:
            del self._chapters[deeper]
        return _label(levels, level, self._chapters)

    def begin_list(self, style: str, depth: int, *, continued: bool) -> None:
        start = self._styles.lists.get(style, {}).get(depth, _Level()).start
        self._path[depth] = self._last.get((style, depth), start - 1) if continued else start - 1

    def item(self, style: str, depth: int, start: str | None) -> str:
        """Label of the next item: "2.", "a)", "-" for bullets."""
        self._path[depth] = whole_number(start, 1) if start else self._path.get(depth, 0) + 1
        self._last[style, depth] = self._path[depth]
        levels = self._styles.lists.get(style, {})
        level = levels.get(depth)
        if level is None or level.bullet or not level.format:
            return "-"
        return _label(levels, depth, self._path) or "-"


def _label(levels: dict[int, _Level], depth: int, counts: dict[int, int]) -> str | None:
    level = levels.get(depth)
    if level is None or not level.format:
        return None
    numbers = [
        formatted(counts.get(number, 1), levels[number].format)
        for number in range(max(depth - level.shown + 1, 1), depth + 1)
        if number in levels and levels[number].format
    ]
    return f"{level.prefix}{'.'.join(numbers)}{level.suffix}".strip() or None
