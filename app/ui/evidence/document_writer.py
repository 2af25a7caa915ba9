"""Writes a document's text into a text document: headings, lists and tables as such, the cited words marked.

Everything goes in by ``insertText``, so that nothing that a document says is read as markup. The only anchors are our own
``dossier:fold/OFFSET``. Each run of text carries the offset at which it stands in the document's text.
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTableFormat,
)  # fmt: skip

from app.ui.theme.theme import theme
from app.ui.theme.tokens import XL, XS, L, M, S
from app.ui.widgets.text_browser import OWN_SCHEME
from app.viewmodels.excerpt import Excerpt, ExcerptBlock
from app.viewmodels.places import place_text
from app.viewmodels.table_rows import TextTable, columns_of_numbers, run_of_rows, table_of
from index.document import Place

OFFSET = QTextFormat.Property.UserProperty.value
LINE_HEIGHT = 1.5
"""Of the font's height, fixed for each line, so that a mark's background is as high as the line's."""


class DocumentWriter:
    """``open_folds``: offsets of the quoted parts of a mail that are unfolded; ``factor``: size of the text, 1 = the system's."""

    def __init__(self, document: QTextDocument, open_folds: Collection[int] = (), factor: float = 1.0) -> None:
        self._document = document
        self._open_folds = open_folds
        self._factor = factor
        self._cursor = QTextCursor(document)
        self._fresh = True
        self.marks: list[QTextCursor] = []
        """The marked runs of what was written last, in their order"""

    def append(self, excerpt: Excerpt) -> None:
        self._cursor = QTextCursor(self._document)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._fresh = self._document.isEmpty()
        self._write(excerpt)

    def prepend(self, excerpt: Excerpt) -> None:
        """Before what is there; cursors that others hold move along."""
        self._cursor = QTextCursor(self._document)
        self._cursor.insertBlock(self._cursor.blockFormat(), self._cursor.blockCharFormat())
        self._cursor.movePosition(QTextCursor.MoveOperation.Start)
        self._fresh = True
        self._write(excerpt)

    def _write(self, excerpt: Excerpt) -> None:
        self.marks = []
        self._cursor.beginEditBlock()
        blocks = excerpt.blocks
        before: Place | None = None if excerpt.before else Place()
        at = 0
        while at < len(blocks):
            block = blocks[at]
            if before is not None or block.place.kind == "slide":
                self._divide(before, block)
            before = block.place
            if block.kind == "table_row":
                count = run_of_rows(blocks, at)
                self._add_rows(blocks[at : at + count])
            elif block.kind == "quote" and block.place.kind == "mail":
                count = next((n for n, b in enumerate(blocks[at:]) if b.kind != "quote"), len(blocks) - at)
                self._add_quoted(blocks[at : at + count])
            else:
                count = 1
                self._add(block)
            at += count
        self._cursor.endEditBlock()

    def _begin(self, form: QTextBlockFormat) -> None:
        if self._fresh:
            self._cursor.setBlockFormat(form)
            self._fresh = False
        else:
            self._cursor.insertBlock(form)

    def _divide(self, before: Place | None, block: ExcerptBlock) -> None:
        """A new page, slide or sheet begins."""
        place = block.place
        if before is not None and (place.page, place.slide, place.sheet) == (before.page, before.slide, before.sheet):
            return
        words = place_text(place.model_copy(update={"cells": None})) if place.page or place.slide or place.sheet else ""
        if not words or (place.sheet and block.kind == "heading"):
            return
        form = self._block_format("note")
        form.setTopMargin(L if not self._fresh else 0)
        form.setBottomMargin(S)
        self._begin(form)
        note = QTextCharFormat()
        note.setForeground(theme().colour("muted"))
        note.setFont(self._font("caption", strong=True))
        self._cursor.insertText(words[:1].upper() + words[1:], note)

    def _add(self, block: ExcerptBlock) -> None:
        form = self._block_format(block.kind)
        plain = self._char_format(block)
        if block.kind == "heading":
            form.setHeadingLevel(min(max(block.level, 1), 6))
        self._begin(form)
        if block.kind == "list_item":
            self._cursor.insertText("•  ", plain)
        if block.place.part == "fields":
            self._add_fields(block, plain)
        else:
            self._insert(block, 0, len(block.text), plain)

    def _add_fields(self, block: ExcerptBlock, plain: QTextCharFormat) -> None:
        """The head of a mail: names of the fields step back behind what stands in them."""
        name = QTextCharFormat(plain)
        name.setForeground(theme().colour("muted"))
        at = 0
        for line in block.text.split("\n"):
            head = line.find(": ") + 1
            self._insert(block, at, at + head, name)
            self._insert(block, at + head, min(at + len(line) + 1, len(block.text)), plain)
            at += len(line) + 1

    def _add_quoted(self, blocks: tuple[ExcerptBlock, ...]) -> None:
        """Earlier mails below a reply are folded until one wants to see them, or they are cited."""
        cited = any(block.marks for block in blocks)
        is_open = cited or blocks[0].start in self._open_folds
        if not cited:
            self._begin(self._block_format("paragraph"))
            link = QTextCharFormat()
            link.setAnchor(True)
            link.setAnchorHref(f"{OWN_SCHEME}:fold/{blocks[0].start}")
            link.setForeground(theme().colour("accent"))
            link.setFont(self._font("reading"))
            words = (
                QCoreApplication.translate("DocumentView", "Hide the quoted mail")
                if is_open
                else QCoreApplication.translate("DocumentView", "Show the quoted mail")
            )
            self._cursor.insertText(words, link)
        for block in blocks if is_open else ():
            self._add(block)

    def _add_rows(self, blocks: tuple[ExcerptBlock, ...]) -> None:
        table = table_of(blocks)
        if table is None:
            for block in blocks:
                self._add(block)
        else:
            self._add_table(blocks, table)

    def _add_table(self, blocks: tuple[ExcerptBlock, ...], table: TextTable) -> None:
        self._begin(self._block_format("note"))
        form = QTextTableFormat()
        form.setBorder(1)
        form.setBorderBrush(theme().colour("border"))
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderCollapse(True)
        form.setCellPadding(XS + 2)
        form.setCellSpacing(0)
        form.setTopMargin(S)
        form.setBottomMargin(M)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.setHeaderRowCount(1)
        # A header that is not in the text is written above all the same: the rows would mean nothing without it.
        extra = 0 if table.has_header else 1
        made = self._cursor.insertTable(len(blocks) + extra, len(table.names), form)
        head = QTextCharFormat()
        head.setFont(self._font("body", strong=True))
        head.setForeground(theme().colour("text"))
        plain = QTextCharFormat()
        plain.setFont(self._font("body"))
        plain.setForeground(theme().colour("text"))
        if extra:
            for column, name in enumerate(table.names):
                made.cellAt(0, column).firstCursorPosition().insertText(name, head)
        to_the_right = columns_of_numbers(blocks, table)
        right = QTextBlockFormat()
        right.setAlignment(Qt.AlignmentFlag.AlignRight)
        outer = self._cursor
        for number, (block, cells) in enumerate(zip(blocks, table.rows, strict=True)):
            of_header = number == 0 and table.has_header
            for column, cell in enumerate(cells):
                target = made.cellAt(number + extra, column)
                if of_header:
                    target.setFormat(_shaded())
                if cell is not None:
                    self._cursor = target.firstCursorPosition()
                    if column in to_the_right:
                        self._cursor.setBlockFormat(right)
                    self._insert(block, cell.start, cell.end, head if of_header else plain)
        if extra:
            for column in range(len(table.names)):
                made.cellAt(0, column).setFormat(_shaded())
        self._cursor = outer
        self._cursor.setPosition(made.lastPosition() + 1)
        self._fresh = True

    def _insert(self, block: ExcerptBlock, start: int, end: int, plain: QTextCharFormat) -> None:
        """A part of the block's text, its marks marked."""
        at = start
        for mark in block.marks:
            first, last = max(mark.start, start), min(mark.end, end)
            if first >= last:
                continue
            self._run(block, at, first, plain)
            marked = QTextCharFormat(plain)
            marked.setBackground(theme().colour("mark"))
            marked.setForeground(theme().colour("mark_text"))
            before = self._cursor.position()
            self._run(block, first, last, marked)
            found = QTextCursor(self._document)
            found.setPosition(before)
            found.setKeepPositionOnInsert(True)
            found.setPosition(self._cursor.position(), QTextCursor.MoveMode.KeepAnchor)
            self.marks.append(found)
            at = last
        self._run(block, at, end, plain)

    def _run(self, block: ExcerptBlock, start: int, end: int, form: QTextCharFormat) -> None:
        if start < end:
            placed = QTextCharFormat(form)
            placed.setProperty(OFFSET, block.start + start)
            # A line break inside a block stays one block (U+2028 is Qt's soft break); one character stays one.
            self._cursor.insertText(block.text[start:end].replace("\r", " ").replace("\n", "\u2028"), placed)

    def _font(self, role: str, *, strong: bool = False) -> QFont:
        font = theme().font(role, strong=strong)
        font.setPointSizeF(font.pointSizeF() * self._factor)
        return font

    def _block_format(self, kind: str) -> QTextBlockFormat:
        form = QTextBlockFormat()
        height = QFontMetrics(self._font("title" if kind == "heading" else "reading")).height() * LINE_HEIGHT
        # At least, not exactly: scripts with high letters need more.
        form.setLineHeight(height, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        form.setBottomMargin({"list_item": XS, "table_row": XS, "code": 0}.get(kind, M))
        if kind == "heading":
            form.setTopMargin(L)
            form.setBottomMargin(S)
        if kind in ("list_item", "quote", "code"):
            form.setLeftMargin(L)
        if kind == "list_item":
            form.setTextIndent(-M)
        return form

    def _char_format(self, block: ExcerptBlock) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setForeground(theme().colour("muted" if block.kind in ("note", "quote") else "text"))
        form.setFont(self._font("reading"))
        if block.kind == "heading":
            form.setFont(self._font("title" if block.level <= 2 else "reading", strong=True))
        elif block.kind == "code":
            fixed = QFont("monospace")
            fixed.setStyleHint(QFont.StyleHint.Monospace)
            fixed.setPointSizeF(self._font("body").pointSizeF())
            form.setFont(fixed)
        return form


def _shaded() -> QTextCharFormat:
    form = QTextCharFormat()
    form.setBackground(theme().colour("side"))
    return form


def margins(width: int, reading_width: int) -> QTextFrameFormat:
    """Of the whole document: running text is no wider than reads well."""
    form = QTextFrameFormat()
    beside = max(XL, (width - reading_width) / 2)
    form.setLeftMargin(beside)
    form.setRightMargin(beside)
    form.setTopMargin(XL)
    form.setBottomMargin(XL)
    return form
