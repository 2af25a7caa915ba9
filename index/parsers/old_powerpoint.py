"""PPT (PowerPoint 97-2003): each slide with its number, title, texts, tables, notes and comments.

Own reader instead of kreuzberg for this format: kreuzberg gives all texts in one run, without slides and with tables cell by cell. It
still reads what this reader cannot make sense of.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from index.document import ParsedDocument
from index.parsers import converted
from index.parsers import ppt_records as ppt
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.office_password import opened_old_office
from index.parsers.ole_container import DAMAGED
from index.parsers.ole_properties import ole_properties
from index.parsers.powerpoint import DEFAULT_TITLES
from index.parsers.ppt_records import PptStream, Record
from index.parsers.tables import Cell, spread, table_lines

PARSER = "old_powerpoint/1"
_SLIDES, _NOTES = 0, 2
"""Instances of the lists of slides; 1 is that of the masters."""
_TITLE_TEXTS = frozenset([0, 6])
_TITLE_PLACES = frozenset([0x0D, 0x0F, 0x11])
_FURNITURE_PLACES = frozenset([0x07, 0x08, 0x09, 0x0A, 0x0B])
_HIDDEN = 0x0004
_HAS_FOOTER = 0x0020
_DESCRIPTION, _TABLE = 0x381, 0x39F
_MAX_GROUPS = 30


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises PasswordNeeded and UnreadableDocument."""
    source = opened_old_office(source, options)
    data = source.read()
    try:
        document = _Presentation(PptStream(data)).read()
        if not document.blocks:
            raise ValueError("the slides could not be found")
    except (*DAMAGED, struct.error):
        document = converted.parse(source, options)
        warning = "The presentation is damaged; its texts were found, but not on which slides they stand."
        return document.model_copy(update={"warnings": (*document.warnings, warning)})
    found = ole_properties(data)
    title = found.title if found.title and found.title.lower() not in DEFAULT_TITLES else document.title
    return document.model_copy(update={"title": title, "author": found.author, "modified": found.modified})


@dataclass(frozen=True)
class _Text:
    kind: int
    words: str

    @property
    def paragraphs(self) -> list[str]:
        lines = self.words.replace("\x0b", " ").split("\r")
        return [" ".join(line.split()) for line in lines if line.strip()]


class _Presentation:
    def __init__(self, stream: PptStream) -> None:
        self._stream = stream
        self._builder = DocumentBuilder("ppt", PARSER)
        self._lists = {child.instance: child for child in stream.document.all(ppt.SLIDE_LIST)}
        self._notes = self._read_notes()
        self._outline: list[_Text] = []
        self._footers: set[str] = set()

    def read(self) -> ParsedDocument:
        builder = self._builder
        first_title: str | None = None
        for number, (entry, outline) in enumerate(self._entries(_SLIDES), start=1):
            builder.reset_headings()
            builder.set_place("slide", slide=number)
            builder.begin_page(number)
            self._outline = outline
            slide = self._stream.saved(entry.number(0))
            if slide is None or slide.type != ppt.SLIDE:
                builder.warn(f"Slide {number} is damaged; only its outline was read.")
            else:
                self._add_slide(slide)
            for text in self._outline:  # what no shape refers to
                self._add_text(text)
            first_title = first_title or builder.last_heading
        return builder.build(title=first_title)

    def _entries(self, which: int) -> Iterator[tuple[Record, list[_Text]]]:
        """Each slide of a list with the texts of its outline."""
        entry: Record | None = None
        parts: list[Record] = []
        for child in self._lists.get(which, ()):
            if child.type == ppt.SLIDE_IN_LIST:
                if entry is not None:
                    yield entry, list(_texts(parts))
                entry, parts = child, []
            else:
                parts.append(child)
        if entry is not None:
            yield entry, list(_texts(parts))

    def _read_notes(self) -> dict[int, Record]:
        """Notes by their own number, to which their slide refers."""
        found: dict[int, Record] = {}
        for entry, _ in self._entries(_NOTES):
            page = self._stream.saved(entry.number(0))
            if page is not None and page.type == ppt.NOTES:
                found[entry.number(12)] = page
        return found

    def _add_slide(self, slide: Record) -> None:
        show, about = slide.first(ppt.SHOW_INFO), slide.first(ppt.SLIDE_ATOM)
        shapes = list(_shapes(slide.first(ppt.DRAWING)))
        title = next((shape for shape in shapes if self._is_title(shape)), None)
        if title is not None:
            self._builder.heading(1, " ".join(p for text in self._shape_texts(title) for p in text.paragraphs))
        if show is not None and show.number(10, "<H") & _HIDDEN:
            self._builder.add("note", "This slide is hidden.")
        used = set() if title is None else self._references(title)
        for shape in shapes:
            if shape is not title:
                used |= self._references(shape)
                self._add_shape(shape)
        self._outline = [text for index, text in enumerate(self._outline) if index not in used]
        self._add_footer(slide)
        notes = self._notes.get(about.number(16)) if about is not None else None
        if notes is not None:
            self._add_notes(notes)
        for comment in _comments(slide):
            self._builder.add("note", comment)

    def _add_shape(self, shape: Record) -> None:
        if shape.type == ppt.GROUP:
            self._add_table(shape)
        elif _placeholder(shape) not in _FURNITURE_PLACES:
            for text in self._shape_texts(shape):
                self._add_text(text)
            described = ppt.properties(shape).get(_DESCRIPTION)
            self._builder.add("note", f"Picture: {described}" if described else "")

    def _add_text(self, text: _Text) -> None:
        paragraphs = text.paragraphs
        for paragraph in paragraphs:
            self._builder.add("list_item" if len(paragraphs) > 1 else "paragraph", paragraph)

    def _add_table(self, table: Record) -> None:
        """Its cells are shapes that touch each other: their edges are the grid."""
        cells: list[tuple[int, int, int, int, str]] = []
        for shape in table.all(ppt.SHAPE):
            anchor = shape.first(ppt.CELL_ANCHOR)
            if anchor is not None:
                left, top, right, bottom = struct.unpack_from("<4i", anchor.data)
                words = " ".join(p for text in self._shape_texts(shape) for p in text.paragraphs)
                if right > left and bottom > top:  # borders are lines without width or height
                    cells.append((top, left, bottom, right, words))
        tops, lefts = sorted({cell[0] for cell in cells}), sorted({cell[1] for cell in cells})
        rows: list[list[Cell]] = [[] for _ in tops]
        for top, left, bottom, right, words in sorted(cells):
            columns, height = sum(left <= edge < right for edge in lefts), sum(top <= edge < bottom for edge in tops)
            rows[tops.index(top)].append(Cell(words, columns=columns, rows=height))
        grid, header_rows = spread(rows)
        for line in table_lines(grid, header_rows):
            self._builder.add("table_row", line)

    def _add_footer(self, slide: Record) -> None:
        for part in (slide.first(ppt.FOOTERS), self._stream.document.first(ppt.FOOTERS)):
            flags = part.first(ppt.FOOTERS_ATOM) if part is not None else None
            if part is None or flags is None or not flags.number(2, "<H") & _HAS_FOOTER:
                continue
            words = next((text.text.strip() for text in part.all(ppt.STRING) if text.instance == 2), "")
            if words and words not in self._footers:
                self._footers.add(words)
                self._builder.add("note", f"Footer: {words}")

    def _add_notes(self, notes: Record) -> None:
        for shape in _shapes(notes.first(ppt.DRAWING)):
            if shape.type == ppt.SHAPE and _placeholder(shape) not in _FURNITURE_PLACES:
                words = "\n".join(p for text in _texts(shape.first(ppt.TEXT_BOX) or ()) for p in text.paragraphs)
                self._builder.add("note", f"Notes: {words}" if words and words != "*" else "")

    def _is_title(self, shape: Record) -> bool:
        texts = self._shape_texts(shape) if shape.type == ppt.SHAPE else []
        if not any(text.paragraphs for text in texts):
            return False
        return _placeholder(shape) in _TITLE_PLACES or any(text.kind in _TITLE_TEXTS for text in texts)

    def _shape_texts(self, shape: Record) -> list[_Text]:
        """Written in the shape itself, or in the outline that it refers to."""
        own = list(_texts(shape.first(ppt.TEXT_BOX) or ()))
        return own + [self._outline[index] for index in sorted(self._references(shape))]

    def _references(self, shape: Record) -> set[int]:
        box = shape.first(ppt.TEXT_BOX)
        found = {reference.number(0) for reference in box.all(ppt.OUTLINE_REF)} if box is not None else set()
        return {index for index in found if index < len(self._outline)}


def _shapes(drawing: Record | None) -> Iterator[Record]:
    """Shapes in drawing order, groups opened; a table stays one group."""
    root = drawing.first(0xF002, ppt.GROUP) if drawing is not None else None
    if root is not None:
        yield from _inside(root, 0)


def _inside(group: Record, depth: int) -> Iterator[Record]:
    for child in group:
        if child.type == ppt.SHAPE:
            yield child
        elif child.type == ppt.GROUP:
            head = child.first(ppt.SHAPE)
            flags = ppt.properties(head).get(_TABLE, 0) if head is not None else 0
            if isinstance(flags, int) and flags & 1:
                yield child
            elif depth < _MAX_GROUPS:
                yield from _inside(child, depth + 1)


def _texts(box: Record | tuple[()] | list[Record]) -> Iterator[_Text]:
    """Each text of a box or outline with its kind. A text of nothing but a field ("*") is a page number or date."""
    kind = 4
    waiting = False
    for child in box:
        if child.type == ppt.TEXT_HEADER:
            if waiting:
                yield _Text(kind, "")
            kind, waiting = child.number(0), True
        elif child.type in {ppt.CHARS, ppt.BYTES}:
            yield _Text(kind, "" if child.text.strip() == "*" else child.text)
            waiting = False
    if waiting:
        yield _Text(kind, "")


def _placeholder(shape: Record) -> int | None:
    data = shape.first(0xF011, ppt.PLACEHOLDER)
    return data.number(4, "<B") if data is not None else None


def _comments(slide: Record) -> Iterator[str]:
    waiting = list(slide)
    while waiting:
        record = waiting.pop(0)
        if record.type == ppt.COMMENT:
            parts = {text.instance: text.text.strip() for text in record.all(ppt.STRING)}
            by = f" by {parts[0]}" if parts.get(0) else ""
            yield f"Comment{by}: {parts[1]}" if parts.get(1) else ""
        elif record.type == ppt.COMMENT_BLOB:
            waiting += ppt.records(record.data)
        elif record.is_container and record.type != ppt.DRAWING:
            waiting += record
