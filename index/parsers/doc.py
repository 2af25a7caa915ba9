"""DOC (Word 97-2003): headings, lists, tables, notes, comments, headers and footers, text boxes; deletions left out.

Own reader instead of kreuzberg for this format: kreuzberg gives the text run together, with field codes and deleted text in it and
without tables, notes and headings. It still reads files of Word 6 and 95.
"""

from __future__ import annotations

import struct

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers import converted
from index.parsers.base import ParseOptions, Source
from index.parsers.doc_container import DocContainer, OlderWord
from index.parsers.doc_properties import DocProperties, Paragraph
from index.parsers.flow_blocks import FlowBlocks
from index.parsers.office_password import opened_old_office
from index.parsers.ole_properties import ole_properties

PARSER = "doc/3"
_MARKS = {"\x0b": "\n", "\x0e": "\n", "\x1e": "-", "\x1f": "", "\xa0": " ", "\t": " ", "\x01": "", "\x08": "", "\x02": "", "\x05": "", "\x03": "",
          "\x04": ""}  # fmt: skip
_FIELD, _SEPARATOR, _FIELD_END = "\x13", "\x14", "\x15"
_STORIES = ("Header", "Header", "Footer", "Footer", "Header", "Footer")
_SEPARATOR_STORIES = 6


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises PasswordNeeded and UnreadableDocument."""
    source = opened_old_office(source, options)
    try:
        reader = _DocReader(DocContainer(source))
        return reader.read()
    except OlderWord:
        return converted.parse(source, options)
    except (struct.error, IndexError) as error:
        raise UnreadableDocument("The document is damaged: its tables do not fit its text.") from error


class _DocReader:
    def __init__(self, container: DocContainer) -> None:
        self._container = container
        self._properties = DocProperties(container)
        self._blocks = FlowBlocks("doc", PARSER)
        self._fields: list[bool] = []
        self._notes: dict[int, tuple[str, str, int, int]] = {}

    def read(self) -> ParsedDocument:
        spans = self._container.spans
        self._read_notes("Footnote", "footnotes", 2, 3)
        self._read_notes("Endnote", "endnotes", 46, 47)
        self._read_comments()
        self._headers(spans["headers"], {"Header"})
        self._text(*spans["main"])
        self._text(*spans["boxes"])
        self._headers(spans["headers"], {"Footer"})
        found = ole_properties(self._container.data)
        return self._blocks.build(title=found.title, author=found.author, modified=found.modified)

    # --- notes -----------------------------------------------------------------------------------------------------

    def _read_notes(self, name: str, part: str, references: int, texts: int) -> None:
        start, end = self._container.spans[part]
        at = self._container.positions(references, 2)
        bounds = self._container.positions(texts, 0)
        for number, reference in enumerate(at[:-1]):
            if number + 1 < len(bounds):
                self._notes[reference] = (name, "", start + bounds[number], min(start + bounds[number + 1], end))

    def _read_comments(self) -> None:
        start, end = self._container.spans["comments"]
        references = self._container.positions(4, 30)
        bounds = self._container.positions(5, 0)
        data = self._container.pointer(4)
        owners = self._owners()
        for number, reference in enumerate(references[:-1]):
            at = 4 * len(references) + 30 * number + 20
            owner = struct.unpack_from("<H", data, at)[0] if at + 2 <= len(data) else len(owners)
            author = owners[owner] if owner < len(owners) else ""
            if number + 1 < len(bounds):
                self._notes[reference] = ("Comment", author, start + bounds[number], min(start + bounds[number + 1], end))

    def _owners(self) -> list[str]:
        data, at, found = self._container.pointer(36), 0, []
        while at + 2 <= len(data):
            length = struct.unpack_from("<H", data, at)[0]
            found.append(data[at + 2 : at + 2 + 2 * length].decode("utf-16-le", errors="replace"))
            at += 2 + 2 * length
        return found

    def _headers(self, span: tuple[int, int], wanted: set[str]) -> None:
        start, end = span
        bounds = self._container.positions(11, 0)
        for number in range(_SEPARATOR_STORIES, len(bounds) - 1):
            name = _STORIES[number % 6]
            if name in wanted and bounds[number] < bounds[number + 1]:
                self._part(name, "", start + bounds[number], min(start + bounds[number + 1], end))

    def _part(self, name: str, author: str, start: int, end: int) -> None:
        fields, self._fields = self._fields, []
        self._blocks.begin_part()
        for _, offset, text in self._container.runs(start, end):
            self._characters(start, offset, text)
        self._blocks.end_part(name, author)
        self._fields = fields

    # --- text ------------------------------------------------------------------------------------------------------

    def _text(self, start: int, end: int) -> None:
        for position, offset, text in self._container.runs(start, end):
            self._characters(position, offset, text)
        self._blocks.code("pard", None)
        self._blocks.code("par", None)
        self._fields = []

    def _characters(self, position: int, offset: int, text: str) -> None:
        width = 2 if self._container.is_wide(position) else 1
        marked = self._properties.marked(offset, offset + width * len(text))
        shown: list[str] = []
        struck: list[str] = []
        for index, character in enumerate(text):
            here = offset + width * index
            mark = next((mark for first, last, mark in marked if first <= here < last), None)
            if character in "\r\x07\x0c":
                self._emit(shown, struck)
                if mark in {None, "struck"} or character != "\r":
                    self._end_paragraph(character, self._properties.paragraph(here))
            elif character in "\x13\x14\x15":
                self._field(character)
            elif mark and all(self._fields):
                if mark == "struck" and character >= " ":
                    struck.append(character)
                elif mark == "hidden":
                    self._blocks.hidden(character)
            elif all(self._fields):
                note = (
                    self._notes.pop(position + index, None)
                    if character in "\x02\x05\x28" or position + index in self._notes
                    else None
                )
                if note is not None:
                    self._emit(shown, struck)
                    self._part(*note)
                if character >= " " and character != "\xa0":
                    shown.append(character)
                else:
                    shown.append(_MARKS.get(character, ""))
        self._emit(shown, struck)

    def _emit(self, shown: list[str], struck: list[str]) -> None:
        for characters, add in ((shown, self._blocks.text), (struck, self._blocks.struck)):
            if characters:
                # Surrogates were kept apart for the sake of positions.
                add("".join(characters).encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace"))
                characters.clear()

    def _field(self, mark: str) -> None:
        """Only a field's result is shown, not its code."""
        if mark == _FIELD:
            self._fields.append(False)
        elif self._fields and mark == _SEPARATOR:
            self._fields[-1] = True
        elif self._fields and mark == _FIELD_END:
            self._fields.pop()

    def _end_paragraph(self, mark: str, paragraph: Paragraph) -> None:
        blocks = self._blocks
        if paragraph.ends_row and mark == "\x07":
            blocks.code("trowd", None)
            if paragraph.is_header:
                blocks.code("trhdr", None)
            for across, down, edge in paragraph.cells:
                if across:
                    blocks.code("clmrg", None)
                if down:
                    blocks.code("clvmrg", None)
                blocks.code("cellx", edge)
            blocks.code("row", None)
        elif paragraph.ends_inner_row:
            blocks.code("nestrow", None)
        elif mark == "\x07" or paragraph.ends_inner_cell:
            blocks.code("nestcell" if paragraph.depth > 1 else "cell", None)
        elif self._properties.is_contents(paragraph):
            blocks.drop_paragraph()
        else:
            blocks.code("pard", None)
            if paragraph.depth:
                blocks.code("intbl", None)
            level = self._properties.heading_level(paragraph)
            if level is not None:
                blocks.code("outlinelevel", level - 1)
            if paragraph.list_id and blocks.has_text:
                blocks.label = self._properties.numbering.label(str(paragraph.list_id), str(paragraph.list_level)) or ""
            blocks.code("par", None)
