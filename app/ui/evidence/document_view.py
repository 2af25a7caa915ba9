"""The clean text of a document with the cited words marked, written as one reads on, in both directions."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QResizeEvent, QTextBlock, QTextCharFormat, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QTextEdit, QWidget

from app.facts.locating import Whereabouts
from app.ui.evidence.document_writer import OFFSET, DocumentWriter, margins
from app.ui.theme.theme import theme
from app.ui.theme.tokens import READING_WIDTH
from app.ui.widgets.keys import key_text
from app.ui.widgets.text_browser import OWN_SCHEME, SafeTextBrowser
from app.viewmodels.excerpt import Excerpt, Excerpts
from app.viewmodels.text_find import TextFind
from app.workers.background import Background

STEP, SMALLEST, LARGEST = 1.15, 0.7, 2.5
"""Size of the text against the system's."""
MOST_CHARACTERS = 400_000
"""On the screen at once; reading on beyond begins anew around where one is."""


class DocumentView(SafeTextBrowser):
    found_changed = Signal()
    copy_wanted = Signal(bool)
    pin_wanted = Signal()

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setObjectName("reader")
        self.setAccessibleName(self.tr("Text of the document"))
        self._excerpts: Excerpts | None = None
        self._shown: Excerpt | None = None
        self._marks: list[QTextCursor] = []
        self._open_folds: set[int] = set()
        self._factor = 1.0
        self._mark = 0
        self.finding = TextFind(background, self)
        self.finding.changed.connect(self._show_hits)
        self.finding.moved.connect(self._go_to_hit)
        self.anchorClicked.connect(self._fold)
        self.verticalScrollBar().valueChanged.connect(self._read_on)
        theme().changed.connect(self._redraw)

    def show_excerpts(self, excerpts: Excerpts) -> None:
        """Around the marked words, which are scrolled into sight."""
        self._excerpts = excerpts
        self._open_folds = set()
        self.finding.use(excerpts.text)
        self._write(excerpts.first())
        # The layout is known after the view was laid out once.
        QTimer.singleShot(0, self, self.scroll_to_mark)

    def forget(self) -> None:
        self._excerpts = self._shown = None
        self._marks = []
        self.finding.use("")
        self.clear()

    def marked_text(self) -> str:
        """The words that are drawn as marked."""
        return "\n".join(mark.selectedText() for mark in self._marks).replace("\u2028", "\n")

    def selected_text(self) -> str:
        return self.textCursor().selection().toPlainText()

    def whereabouts(self) -> Whereabouts:
        """Of what is selected."""
        return Whereabouts(near=self._offset_after(self.document().findBlock(self.textCursor().selectionStart())))

    @Slot()
    def scroll_to_mark(self) -> None:
        """The first marked word a third below the top."""
        if self._marks:
            self._bring(self._marks[0])
        else:
            self.verticalScrollBar().setValue(0)

    def step_mark(self, by: int) -> None:
        if self._marks:
            self._mark = (self._mark + by) % len(self._marks)
            self._bring(self._marks[self._mark])

    # --- finding

    @property
    def can_find(self) -> bool:
        return True

    def find_words(self, words: str) -> None:
        """In the whole document, also where it is not written yet."""
        self.finding.search(words, self._offset_in_sight())

    def step(self, by: int) -> None:
        self.finding.step(by)

    def stop_finding(self) -> None:
        self.finding.search("", 0)

    def found(self) -> tuple[int, int, bool]:
        current = self.finding.current
        return (0 if current is None else current + 1), len(self.finding.hits), self.finding.running

    @Slot()
    def _show_hits(self) -> None:
        selections = []
        shown = self._shown
        hits = self.finding.between(shown.start, shown.end) if shown is not None else []
        places = self._cursors([hit for _, hit in hits])
        for (number, _), cursor in zip(hits, places, strict=True):
            if cursor is None:
                continue
            selection = QTextEdit.ExtraSelection()
            form = QTextCharFormat()
            current = number == self.finding.current
            form.setBackground(theme().colour("accent" if current else "accent_soft"))
            form.setForeground(theme().colour("on_accent" if current else "text"))
            selection.cursor, selection.format = cursor, form
            selections.append(selection)
        self.setExtraSelections(selections)
        self.found_changed.emit()

    @Slot()
    def _go_to_hit(self) -> None:
        hit, shown, excerpts = self.finding.hit(), self._shown, self._excerpts
        if hit is None or shown is None or excerpts is None:
            return
        if not shown.start <= hit[0] < shown.end:
            self._write(excerpts.around(hit[0]))
        elif self._cursors([hit])[0] is None:
            # In a folded part of a mail.
            self._open_folds |= {b.start for b in shown.blocks if b.kind == "quote"}
            self._write(shown)
        self._show_hits()
        cursor = self._cursors([hit])[0]
        if cursor is not None:
            self._bring(cursor)

    def _cursors(self, ranges: list[tuple[int, int]]) -> list[QTextCursor | None]:
        """For each half-open range of the document's text, by ascending start, where it is written."""
        found: list[QTextCursor | None] = [None] * len(ranges)
        if not ranges:
            return found
        block = self.document().begin()
        at = 0
        while block.isValid() and at < len(ranges):
            fragments = block.begin()
            while not fragments.atEnd() and at < len(ranges):
                fragment = fragments.fragment()
                offset = fragment.charFormat().property(OFFSET)
                if offset is not None:
                    text = fragment.text()
                    while at < len(ranges) and ranges[at][0] < offset + len(text):
                        start, end = ranges[at]
                        if start >= offset:
                            cursor = QTextCursor(self.document())
                            cursor.setPosition(fragment.position() + _units(text[: start - offset]))
                            length = _units(self._excerpts.text[start:end]) if self._excerpts is not None else end - start
                            cursor.setPosition(cursor.position() + length, QTextCursor.MoveMode.KeepAnchor)
                            found[at] = cursor
                        at += 1
                fragments += 1
            block = block.next()
        return found

    def _offset_in_sight(self) -> int:
        """Of the document's text, at the top of the view."""
        return self._offset_after(self.cursorForPosition(self.viewport().rect().topLeft()).block())

    @staticmethod
    def _offset_after(block: QTextBlock) -> int:
        while block.isValid():
            fragments = block.begin()
            while not fragments.atEnd():
                offset = fragments.fragment().charFormat().property(OFFSET)
                if offset is not None:
                    return int(offset)
                fragments += 1
            block = block.next()
        return 0

    # --- writing

    @Slot()
    def _redraw(self) -> None:
        """In the theme's new colours and sizes, at the same place."""
        excerpts = self._excerpts
        if excerpts is not None and self._shown is not None:
            offset = self._offset_in_sight()
            self._write(excerpts.between(self._shown.start, self._shown.end))
            self._bring_offset(offset)
            self._show_hits()

    def _write(self, excerpt: Excerpt) -> None:
        self._shown = None  # nothing is to be read on meanwhile
        self.clear()
        self.document().setDefaultFont(theme().font("reading"))
        writer = DocumentWriter(self.document(), self._open_folds, self._factor)
        writer.append(excerpt)
        self._marks, self._mark = writer.marks, 0
        self._set_margins()
        self._shown = excerpt

    @Slot()
    def _read_on(self) -> None:
        """More where the end of what is written comes into sight."""
        bar, shown, excerpts = self.verticalScrollBar(), self._shown, self._excerpts
        if shown is None or excerpts is None or not self.isVisible():
            return
        near = 2 * self.viewport().height()
        if shown.after and bar.value() > bar.maximum() - near:
            self._extend(shown, excerpts.later(shown), down=True)
        elif shown.before and bar.value() < near // 2:
            self._extend(shown, excerpts.earlier(shown), down=False)

    def _extend(self, shown: Excerpt, more: Excerpt, *, down: bool) -> None:
        excerpts = self._excerpts
        assert excerpts is not None
        self._shown = None
        if shown.end - shown.start > MOST_CHARACTERS:
            offset = self._offset_in_sight()
            self._write(excerpts.around(offset))
            self._bring_offset(offset)
            return
        writer = DocumentWriter(self.document(), self._open_folds, self._factor)
        bar = self.verticalScrollBar()
        if down:
            writer.append(more)
            self._marks = [*self._marks, *writer.marks]
            self._shown = Excerpt((*shown.blocks, *more.blocks), shown.start, more.end, shown.before, more.after)
        else:
            height = self.document().size().height()
            writer.prepend(more)
            bar.setValue(bar.value() + round(self.document().size().height() - height))
            self._marks = [*writer.marks, *self._marks]
            self._shown = Excerpt((*more.blocks, *shown.blocks), more.start, shown.end, more.before, shown.after)
        if self.finding.hits:
            self._show_hits()

    def _bring(self, cursor: QTextCursor) -> None:
        start = QTextCursor(cursor)
        start.setPosition(cursor.selectionStart())
        top = self.cursorRect(start).top() + self.verticalScrollBar().value()
        self.verticalScrollBar().setValue(top - self.viewport().height() // 3)

    def _bring_offset(self, offset: int) -> None:
        found = self._cursors([(offset, offset + 1)])[0]
        if found is not None:
            found.setPosition(found.selectionStart())
            self.verticalScrollBar().setValue(self.cursorRect(found).top() + self.verticalScrollBar().value())

    @Slot(QUrl)
    def _fold(self, url: QUrl) -> None:
        action, _, offset = url.path().partition("/")
        if url.scheme() == OWN_SCHEME and action == "fold" and offset.isdecimal() and self._shown is not None:
            self._open_folds ^= {int(offset)}
            value = self.verticalScrollBar().value()
            self._write(self._shown)
            self.verticalScrollBar().setValue(value)

    def _set_margins(self) -> None:
        wide = theme().px(READING_WIDTH) if self._factor <= 1 else round(theme().px(READING_WIDTH) * self._factor)
        self.document().rootFrame().setFrameFormat(margins(self.viewport().width(), wide))

    def _set_factor(self, factor: float) -> None:
        self._factor = min(max(factor, SMALLEST), LARGEST)
        self._redraw()

    # --- Qt

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        menu = self.createStandardContextMenu(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSeparator()
        menu.addAction(self.tr("Pin as a fact …") + "\t" + key_text("Ctrl+Shift+P"), self.pin_wanted.emit)
        menu.popup(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._set_margins()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._set_factor(self._factor * (STEP if event.angleDelta().y() > 0 else 1 / STEP))
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self._set_factor(self._factor * STEP)
        elif control and event.key() == Qt.Key.Key_Minus:
            self._set_factor(self._factor / STEP)
        elif control and event.key() == Qt.Key.Key_0:
            self._set_factor(1.0)
        elif control and event.key() == Qt.Key.Key_C and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.copy_wanted.emit(True)
        else:
            super().keyPressEvent(event)


def _units(text: str) -> int:
    """Length as Qt counts: a character beyond the basic plane has two."""
    return len(text) + sum(char > "\uffff" for char in text)
