"""The clean text of a document with the cited words marked. Text goes in as text; nothing in it is ever read as markup."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QFont, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import XL, L, M, S
from app.ui.widgets.text_browser import SafeTextBrowser
from app.viewmodels.excerpt import Excerpt, ExcerptBlock


class DocumentView(SafeTextBrowser):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setObjectName("reader")
        self.setAccessibleName(self.tr("Text of the document"))
        self.document().setDocumentMargin(XL)
        self._excerpt: Excerpt | None = None
        self._first_mark: int | None = None
        theme().changed.connect(self._redraw)

    def show_excerpt(self, excerpt: Excerpt) -> None:
        self._excerpt = excerpt
        self._redraw()
        # The layout is known after the view was laid out once.
        QTimer.singleShot(0, self, self.scroll_to_mark)

    def marked_text(self) -> str:
        """The words that are drawn as marked."""
        found = []
        block = self.document().begin()
        while block.isValid():
            fragments = block.begin()
            while not fragments.atEnd():
                fragment = fragments.fragment()
                if fragment.charFormat().background().color() == theme().colour("mark"):
                    found.append(fragment.text())
                fragments += 1
            block = block.next()
        return "\n".join(found).replace("\u2028", "\n")

    @Slot()
    def scroll_to_mark(self) -> None:
        """The first marked word a third below the top."""
        if self._first_mark is None:
            self.verticalScrollBar().setValue(0)
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._first_mark)
        top = self.cursorRect(cursor).top() + self.verticalScrollBar().value()
        self.verticalScrollBar().setValue(top - self.viewport().height() // 3)

    @Slot()
    def _redraw(self) -> None:
        excerpt = self._excerpt
        if excerpt is None:
            return
        self.clear()
        self.document().setDefaultFont(theme().font("reading"))
        self._first_mark = None
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        if excerpt.before:
            self._insert_note(cursor, self.tr("Earlier text is not shown."))
        for number, block in enumerate(excerpt.blocks):
            self._insert_block(cursor, block, first=number == 0 and not excerpt.before)
        if excerpt.after:
            cursor.insertBlock(_block_format("paragraph"))
            self._insert_note(cursor, self.tr("Later text is not shown."))
        cursor.endEditBlock()

    def _insert_note(self, cursor: QTextCursor, text: str) -> None:
        note = QTextCharFormat()
        note.setForeground(theme().colour("muted"))
        note.setFont(theme().font("caption"))
        cursor.insertText(text, note)

    def _insert_block(self, cursor: QTextCursor, block: ExcerptBlock, *, first: bool) -> None:
        form = _block_format(block.kind)
        if first:
            cursor.setBlockFormat(form)
        else:
            cursor.insertBlock(form)
        plain = _char_format(block)
        marked = QTextCharFormat(plain)
        marked.setBackground(theme().colour("mark"))
        marked.setForeground(theme().colour("mark_text"))
        if block.kind == "list_item":
            cursor.insertText("•  ", plain)
        position = 0
        for mark in block.marks:
            cursor.insertText(_lines(block.text[position : mark.start]), plain)
            if self._first_mark is None:
                self._first_mark = cursor.position()
            cursor.insertText(_lines(block.text[mark.start : mark.end]), marked)
            position = mark.end
        cursor.insertText(_lines(block.text[position:]), plain)


def _lines(text: str) -> str:
    """A line break inside a block stays one block (U+2028 is Qt's soft break)."""
    return text.replace("\r\n", "\n").replace("\n", "\u2028")


def _block_format(kind: str) -> QTextBlockFormat:
    form = QTextBlockFormat()
    form.setLineHeight(145, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    form.setBottomMargin(S if kind in ("list_item", "table_row") else M)
    if kind == "heading":
        form.setTopMargin(L)
    if kind in ("list_item", "quote"):
        form.setLeftMargin(L)
    if kind == "list_item":
        form.setTextIndent(-M)
    return form


def _char_format(block: ExcerptBlock) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setForeground(theme().colour("muted" if block.kind in ("note", "quote") else "text"))
    if block.kind == "heading":
        form.setFont(theme().font("title" if block.level <= 2 else "reading", strong=True))
    elif block.kind == "code":
        fixed = QFont("monospace")
        fixed.setStyleHint(QFont.StyleHint.Monospace)
        fixed.setPointSizeF(theme().font("body").pointSizeF())
        form.setFont(fixed)
    return form
