"""Charts and SmartArt of Office files as tables and lists of their texts."""

from __future__ import annotations

from index.parsers.builder import DocumentBuilder
from index.parsers.cells import shown
from index.parsers.office_package import Element, OfficePackage, child, descendants
from index.parsers.tables import table_lines

_MAX_POINTS = 5000


def add_graphics(builder: DocumentBuilder, package: OfficePackage, frame: Element, related: dict[str, tuple[str, str]]) -> None:
    """What the relationships named below ``frame`` lead to: charts and diagrams."""
    for element in frame.iter():
        for identifier in (element.get("r:id"), element.get("r:dm")):
            word, target = related.get(identifier or "", ("", ""))
            if word in {"chart", "chartEx"}:
                add_chart(builder, package, target)
            elif word == "diagramData":
                add_diagram(builder, package, target)


def add_chart(builder: DocumentBuilder, package: OfficePackage, part: str) -> None:
    """A chart as its titles and a table: one row a category, one column a series. Several plots are several tables."""
    root = package.optional_xml(part)
    if root is None:
        return
    title = child(root, "chart", "title")
    if title is not None:
        builder.add("paragraph", _words(title))
    for axis in root.iter():
        if axis.tag in {"catAx", "valAx", "dateAx", "serAx"} and child(axis, "title") is not None:
            builder.add("paragraph", f"Axis: {_words(axis.find('title'))}")
    series = list(root.iter("ser"))
    if not series:
        for data in root.iter("strDim"):
            builder.add("list_item", ", ".join(t.text or "" for t in data.iter("pt")))
        return
    names = [" ".join(_points(child(s, "tx"))[1]) or f"Series {n}" for n, s in enumerate(series, start=1)]
    categories: dict[int, str] = {}
    columns: list[dict[int, str]] = []
    for one in series:
        heads = child(one, "cat") if child(one, "cat") is not None else child(one, "xVal")
        values = child(one, "val") if child(one, "val") is not None else child(one, "yVal")
        for index, text in _by_index(heads).items():
            categories.setdefault(index, text)
        columns.append(_by_index(values))
    indexes = sorted({*categories, *(index for column in columns for index in column)})[:_MAX_POINTS]
    rows = [[categories.get(i, str(i + 1)), *[column.get(i, "") for column in columns]] for i in indexes]
    for line in table_lines([["", *names], *rows], 1):
        builder.add("table_row", line)


def add_diagram(builder: DocumentBuilder, package: OfficePackage, part: str) -> None:
    """The texts of a SmartArt graphic, each once, in stored order."""
    root = package.optional_xml(part)
    for point in root.iter("pt") if root is not None else ():
        body = child(point, "t")
        for paragraph in descendants(body, "p") if body is not None else ():
            builder.add("list_item", _words(paragraph))


def _words(element: Element | None) -> str:
    if element is None:
        return ""
    texts = (e.text or "" for e in element.iter() if e.tag in {"t", "v"})
    return " ".join("".join(texts).split())


def _points(element: Element | None) -> tuple[list[int], list[str]]:
    found = _by_index(element)
    return list(found), list(found.values())


def _by_index(element: Element | None) -> dict[int, str]:
    """Index → text as shown of the cached points; several levels of categories are joined."""
    found: dict[int, str] = {}
    if element is None:
        return found
    code = next((e.text for e in element.iter("formatCode")), None)
    for point in element.iter("pt"):
        index = point.get("idx", "")
        raw = next((v.text for v in point.iter("v")), None)
        if raw is None or not index.isdigit():
            continue
        text = shown(raw, code) if code and code != "General" else raw
        number = int(index)
        found[number] = f"{text} / {found[number]}" if number in found else text
    if not found:
        plain = next((v.text for v in element.iter("v") if v.text), None)
        return {0: plain} if plain else {}
    return found
