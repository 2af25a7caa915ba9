"""Makes blocks of a stream of text and codes (RTF, and DOC in the same words): paragraphs, lists, table rows, notes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from index.document import ParsedDocument
from index.parsers.builder import HIDDEN_TEXT, DocumentBuilder, current_text
from index.parsers.cell_edges import FlowCell, FlowRow, laid_out
from index.parsers.tables import spread, table_lines
from index.parsers.word_numbering import heading_level_of_name

_MAX_HEADING = 300
_BREAKS = frozenset(["par", "sect", "page", "column"])


@dataclass
class _Table:
    rows: list[FlowRow] = field(default_factory=list)
    inner: list[FlowRow] = field(default_factory=list)


@dataclass
class _Part:
    """Text of a note, a comment, a header or footer, while the paragraph around it waits."""

    text: list[str]
    cells: list[str]
    in_table: bool
    name: str


class FlowBlocks:
    """Takes text and codes in order. ``label`` is the list label that stands before the next paragraph."""

    def __init__(self, kind: str, parser: str) -> None:
        self.label = ""
        self.part_name = ""
        self._builder = DocumentBuilder(kind, parser)
        self._first_title: str | None = None
        self._text: list[str] = []
        self._struck: list[str] = []
        self._cells: list[str] = []
        self._inner_cells: list[str] = []
        self._marks: list[FlowCell] = []
        self._mark = FlowCell("")
        self._table = _Table()
        self._header_row = False
        self._in_table = False
        self._depth = 1
        self._style = 0
        self._outline: int | None = None
        self._styles: dict[int, int] = {}
        self._parts: list[_Part] = []
        self._notes: list[str] = []
        self._seen: set[str] = set()

    @property
    def has_text(self) -> bool:
        """Does the paragraph that is being read hold any text yet?"""
        return any(part.strip() for part in (*self._text, *self._struck))

    def add_style(self, number: int, outline: int | None, name: str) -> None:
        level = heading_level_of_name(name.split(";")[0].strip())
        if level is None and outline is not None and 0 <= outline < 9:
            level = outline + 1
        if level is not None:
            self._styles[number] = level

    def text(self, text: str) -> None:
        self._text.append(text)

    def struck(self, text: str) -> None:
        """Text that is struck out."""
        self._struck.append(text)

    def hidden(self, text: str) -> None:
        """Text that is hidden: left out, and said so."""
        if text.strip():
            self._builder.warn(HIDDEN_TEXT)

    def drop_paragraph(self) -> None:
        """Forget the text since the last paragraph: a table of contents repeats the headings."""
        self._text, self._struck, self.label = [], [], ""

    def code(self, word: str, number: int | None) -> None:
        """A control word that shapes paragraphs or tables; others are passed over."""
        if word in _BREAKS:
            self._paragraph()
        elif word == "pard":
            self._in_table, self._style, self._outline, self._depth = False, 0, None, 1
        elif word == "s":
            self._style = number or 0
        elif word == "outlinelevel":
            self._outline = number
        elif word == "intbl":
            self._in_table = True
        elif word == "itap":
            self._depth = 1 if number is None else number
            self._in_table = self._depth > 0
        else:
            self._table_code(word, number)

    def _table_code(self, word: str, number: int | None) -> None:
        if word == "cell":
            self._cells.append(self._taken())
        elif word == "nestcell":
            self._inner_cells.append(self._taken())
        elif word == "nestrow":
            self._table.inner.append(FlowRow(tuple(FlowCell(text) for text in self._inner_cells)))
            self._inner_cells = []
        elif word == "row":
            self._row()
        elif word == "trowd":
            self._marks, self._mark, self._header_row = [], FlowCell(""), False
        elif word == "trhdr":
            self._header_row = True
        elif word == "clmrg":
            self._mark = replace(self._mark, across=True)
        elif word == "clvmrg":
            self._mark = replace(self._mark, down=True)
        elif word == "cellx":
            self._marks.append(replace(self._mark, edge=number))
            self._mark = FlowCell("")

    # --- parts beside the text ---------------------------------------------------------------------------------------

    def begin_part(self) -> None:
        self._parts.append(_Part(self._text, self._cells, self._in_table, self.part_name))
        self._text, self._cells, self._in_table, self.part_name = [], [], False, ""

    def end_part(self, name: str, author: str) -> None:
        words = " ".join(" ".join([*self._cells, "".join(self._text)]).split())
        part = self._parts.pop()
        own_name = self.part_name or name
        self._text, self._cells, self._in_table, self.part_name = part.text, part.cells, part.in_table, part.name
        if not words or words.isdigit():
            return
        note = f"{own_name} by {author.strip()}: {words}" if author.strip() else f"{own_name}: {words}"
        if name in {"Header", "Footer"}:
            if note in self._seen:
                return
            self._seen.add(note)
        self._notes.append(note)
        if not self._text and not self._cells:
            self._add_notes()

    # --- blocks ------------------------------------------------------------------------------------------------------

    def _taken_words(self) -> str:
        words = current_text("".join(self._text), "".join(self._struck))
        self._text, self._struck = [], []
        return words

    def _taken(self) -> str:
        text = " ".join(self._taken_words().split())
        label, self.label = self.label, ""
        return f"{label} {text}" if label and text and any(c.isalnum() for c in label) else text

    def _paragraph(self) -> None:
        if self._parts or self._in_table:
            self._text.append(" ")
            return
        self._end_table()
        text = self._taken_words().strip()
        label, self.label = self.label, ""
        level = self._outline + 1 if self._outline is not None and 0 <= self._outline < 9 else self._styles.get(self._style)
        if text:
            numbered = any(c.isalnum() for c in label)
            full = f"{label} {text}" if numbered else text
            if level is not None and len(full) <= _MAX_HEADING:
                self._builder.heading(level, full)
                self._first_title = self._first_title or full
            elif label:
                self._builder.add("list_item", full if numbered else f"- {text}")
            else:
                self._builder.add("paragraph", full)
        self._add_notes()

    def _add_notes(self) -> None:
        notes, self._notes = self._notes, []
        for note in notes:
            self._builder.add("note", note)

    def _row(self) -> None:
        rest = self._taken()
        texts = [*self._cells, rest] if rest else self._cells
        self._cells = []
        defined = [replace(mark, text=text) for mark, text in zip(self._marks, texts, strict=False)]
        cells = (*defined, *(FlowCell(text) for text in texts[len(defined) :]))
        if cells:
            self._table.rows.append(FlowRow(cells, self._header_row))

    def _end_table(self) -> None:
        table, self._table = self._table, _Table()
        for rows in (table.rows, table.inner):
            if rows and max(len(row.cells) for row in rows) == 1:
                for row in rows:
                    self._builder.add("paragraph", row.cells[0].text)
            elif rows:
                grid, header_rows = spread(laid_out(rows))
                for line in table_lines(grid, header_rows):
                    self._builder.add("table_row", line)

    def build(self, *, title: str | None, author: str | None, modified: str | None) -> ParsedDocument:
        while self._parts:
            self.end_part("Footnote", "")
        if self._cells:
            self._row()
        self._in_table = False
        self._paragraph()
        if title and not title.strip("? "):
            title = None  # what a writer makes of characters that its code page does not have
        return self._builder.build(title=title or self._first_title, author=author, modified=modified)
