"""XLSX: each row as "header: value" with its sheet and cells, values as the sheet shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from index.document import ParsedDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.cells import parse_reference, shown
from index.parsers.office_package import Element, OfficePackage, child, descendants, strip_namespaces
from index.parsers.sheet_rows import Row, add_rows

PARSER = "excel/1"
_MAX_MERGED = 20_000
_PRINTED = frozenset(["oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"])


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    with OfficePackage(source, options) as package:
        builder = DocumentBuilder("xlsx", PARSER)
        workbook = _Workbook(package)
        for name, part in workbook.sheets():
            builder.reset_headings()
            builder.set_place("sheet", sheet=name)
            builder.heading(1, name)
            add_rows(builder, workbook.rows(part))
            for note in workbook.notes(part):
                builder.add("note", note)
        core = package.core_properties()
        return builder.build(title=core.get("title"), author=core.get("creator"), modified=core.get("modified"))


class _Workbook:
    def __init__(self, package: OfficePackage) -> None:
        self._package = package
        self._part = package.main_part("xl/workbook.xml")
        self._related = package.related(self._part)
        root = package.xml(self._part)
        self._root = root if root is not None else ElementTree.Element("workbook")
        properties = child(self._root, "workbookPr")
        self._epoch_1904 = properties is not None and properties.get("date1904") in {"1", "true"}
        self._trailers: dict[str, tuple[dict[tuple[int, int], int], list[Element]]] = {}
        self._strings = self._read_strings()
        self._formats = self._read_formats()

    def sheets(self) -> Iterator[tuple[str, str]]:
        """(name, part) of each worksheet in the order of the tabs, hidden ones too."""
        for element in self._root.iter("sheet"):
            word, part = self._related.get(element.get("r:id", ""), ("", ""))
            if word == "worksheet" and self._package.has(part):
                yield element.get("name", ""), part

    def rows(self, part: str) -> Iterator[Row]:
        """(row number from 0, column → shown value) of rows that hold anything; merged cells repeat downwards."""
        merged, _ = self._trailer(part)
        above: dict[int, tuple[int, str]] = {}
        next_row = 0
        for row in self._row_elements(part):
            number = int(row.get("r", next_row + 1)) - 1
            next_row = number + 1
            values: dict[int, str] = {c: text for c, (last, text) in above.items() if number <= last and text}
            column = -1
            for cell in row.iter("c"):
                reference = parse_reference(cell.get("r", ""))
                column = reference[1] if reference else column + 1
                text = " ".join(self._value(cell).split())
                if text:
                    values[column] = text
                    if (number, column) in merged:
                        above[column] = (merged[number, column], text)
            if values:
                yield number, values

    def notes(self, part: str) -> list[str]:
        """Comments, texts in drawings, and the printed header and footer of a sheet."""
        found: list[str] = []
        for word, target in self._related_to(part):
            if word in {"comments", "threadedComment"}:
                root = self._package.xml(target)
                for comment in root.iter() if root is not None else ():
                    if comment.tag in {"comment", "threadedComment"}:
                        text = " ".join("".join(t.text or "" for t in comment.iter() if t.tag in {"t", "text"}).split())
                        if text:
                            found.append(f"Comment on {comment.get('ref', '')}: {text}")
            elif word == "drawing":
                found += self._drawing_texts(target)
        for element in self._trailer(part)[1]:
            text = _without_codes(element.text or "")
            if text:
                found.append(f"{'Header' if 'Header' in element.tag else 'Footer'}: {text}")
        return list(dict.fromkeys(found))

    def _related_to(self, part: str) -> list[tuple[str, str]]:
        return [(word, target) for word, target in self._package.related(part).values() if self._package.has(target)]

    def _drawing_texts(self, part: str) -> list[str]:
        root = self._package.xml(part)
        bodies = descendants(root, "txBody") if root is not None else ()
        texts = (" ".join("".join(t.text or "" for t in p.iter("t")) for p in body.iter("p")).strip() for body in bodies)
        return [text for text in texts if text]

    def _row_elements(self, part: str) -> Iterator[Element]:
        with self._package.open(part) as file:
            for _, element in ElementTree.iterparse(file):
                strip_namespaces(element)
                if element.tag == "row":
                    yield element
                    element.clear()

    def _trailer(self, part: str) -> tuple[dict[tuple[int, int], int], list[Element]]:
        """Upper left cell of each merge that spans rows → its last row; and the elements of printed headers and footers."""
        if part not in self._trailers:
            merged: dict[tuple[int, int], int] = {}
            printed: list[Element] = []
            with self._package.open(part) as file:
                for _, element in ElementTree.iterparse(file):
                    strip_namespaces(element)
                    if element.tag == "mergeCell" and len(merged) < _MAX_MERGED:
                        first, _, last = element.get("ref", "").partition(":")
                        start, end = parse_reference(first), parse_reference(last)
                        if start and end and end[0] > start[0]:
                            merged[start] = end[0]
                    elif element.tag in _PRINTED:
                        printed.append(element)
                    elif element.tag == "row":
                        element.clear()
            self._trailers[part] = merged, printed
        return self._trailers[part]

    def _value(self, cell: Element) -> str:
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return "".join(t.text or "" for t in descendants(cell, "t", ("rPh",)))
        stored = child(cell, "v")
        text = (stored.text or "") if stored is not None else ""
        if kind == "s":
            return self._strings[int(text)] if text.isdigit() and int(text) < len(self._strings) else ""
        if kind == "b":
            return "TRUE" if text == "1" else "FALSE"
        if kind != "n" or not text:
            return text
        style = cell.get("s", "0")
        number_format = self._formats[int(style)] if style.isdigit() and int(style) < len(self._formats) else None
        return shown(text, number_format, epoch_1904=self._epoch_1904)

    def _read_strings(self) -> list[str]:
        part = next((t for w, t in self._related.values() if w == "sharedStrings"), "xl/sharedStrings.xml")
        root = self._package.xml(part)
        if root is None:
            return []
        return ["".join(t.text or "" for t in descendants(item, "t", ("rPh",))) for item in root.iter("si")]

    def _read_formats(self) -> list[str | int]:
        """Number format of each cell style: a code, or the number of a built-in one."""
        part = next((t for w, t in self._related.values() if w == "styles"), "xl/styles.xml")
        root = self._package.xml(part)
        codes = {e.get("numFmtId", ""): e.get("formatCode", "") for e in root.iter("numFmt")} if root is not None else {}
        formats: list[str | int] = []
        for style in child(root, "cellXfs") or ():
            number = style.get("numFmtId", "0")
            formats.append(codes.get(number) or (int(number) if number.isdigit() else 0))
        return formats


def _without_codes(text: str) -> str:
    """Header text without its layout codes (&L, &C, &"Arial,Bold", &P …)."""
    text = re.sub(r'&"[^"]*"|&K[0-9A-Fa-f]{6}|&\d+|&[LCR]', " ", text)
    return " ".join(re.sub(r"&[A-Za-z]", "", text).replace("&&", "&").split())
