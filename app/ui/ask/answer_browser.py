"""The answer as text: it streams in, and after the check it has marks, chips and underlined doubtful words."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent, QRect, QSizeF, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QMouseEvent,
    QTextCursor,
    QWheelEvent,
)  # fmt: skip
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from app.messages.validation import SentenceReport, SentenceVerdict
from app.ui.ask import answer_document, chip_pictures
from app.ui.ask.table_document import write_table
from app.ui.theme.theme import theme
from app.ui.widgets.popover import Popover
from app.ui.widgets.text_browser import SafeTextBrowser
from app.viewmodels.answer_layout import AnswerLayout, ChipPiece, doubt
from app.viewmodels.evidence import EvidenceTarget, SourceSign
from app.viewmodels.finding_wording import finding_text, verdict_text
from app.viewmodels.places import signed_source, source_text
from app.viewmodels.table_layout import CellChip, as_markdown


class AnswerBrowser(SafeTextBrowser):
    """As high as its text. ``opened`` tells which source is wanted."""

    opened = Signal(object)
    """EvidenceTarget"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Answer"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDefaultFont(theme().font("reading"))
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(self._clicked)
        self.highlighted.connect(self._hovered)
        self._layout: AnswerLayout | None = None
        self._streamed = ""
        self._popover: Popover | None = None
        theme().changed.connect(self._redraw)

    def add_text(self, text: str) -> None:
        """More of the unchecked answer."""
        self._streamed += text
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if cursor.atStart():
            cursor.setBlockFormat(answer_document.block_format())
        cursor.insertText(text, answer_document.text_format())

    def clear_text(self) -> None:
        self._streamed = ""
        self.clear()

    def show_plain(self, text: str) -> None:
        """An answer without a report."""
        self.clear_text()
        self.add_text(text)

    def show_checked(self, layout: AnswerLayout) -> None:
        self._layout = layout
        self._redraw()

    def popover_text(self) -> str:
        """What the popover says, empty while it is hidden."""
        return self._popover.text() if self._popover is not None and self._popover.isVisible() else ""

    def own_resource(self, kind: int, name: QUrl) -> object:
        what, _, value = name.path().partition("/")
        ratio = max(2.0, self.devicePixelRatioF())
        if what == "chip-picture":
            number, verdict, sign = value.split("/")
            mark = cast(SentenceVerdict, verdict) if verdict else None
            return chip_pictures.chip(int(number), mark, ratio, cast(SourceSign, sign))
        if what == "mark-picture":
            return chip_pictures.mark(cast(SentenceVerdict, value), ratio)
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        super().mouseMoveEvent(event)
        if not self.anchorAt(event.position().toPoint()):
            self.hide_popover()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        super().leaveEvent(event)
        self.hide_popover()

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802
        """Tab goes from chip to chip; what the mouse would say there is said too."""
        moved = super().focusNextPrevChild(forward)
        cursor = self.textCursor()
        href = cursor.charFormat().anchorHref()
        if self.hasFocus() and cursor.hasSelection() and href:
            self._hovered(QUrl(href))
        else:
            self.hide_popover()
        return moved

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusOutEvent(event)
        self.hide_popover()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        event.ignore()

    def hide_popover(self) -> None:
        if self._popover is not None:
            self._popover.hide()

    @Slot()
    def _redraw(self) -> None:
        layout = self._layout
        if layout is None:
            streamed = self._streamed
            self.clear_text()
            if streamed:
                self.add_text(streamed)
            return
        self.clear()
        # As one edit: laid out anew after each of its cells, a table of three hundred rows holds the window up for minutes.
        edit = QTextCursor(self.document())
        edit.beginEditBlock()
        answer_document.write(self.document(), layout)
        if layout.table is not None:
            write_table(self.document(), layout.table)
        edit.endEditBlock()
        self.setAccessibleDescription(_in_words(layout))

    @Slot(QUrl)
    def _clicked(self, url: QUrl) -> None:
        what, _, value = url.path().partition("/")
        if self._layout is not None and what == "cite":
            piece = self._layout.pieces[int(value)]
            if isinstance(piece, ChipPiece):
                self.hide_popover()
                self.opened.emit(piece.target)
        elif what == "cell" and (chip := self._cell_chip(value)) is not None:
            self.hide_popover()
            self.opened.emit(chip.target)

    def _cell_chip(self, value: str) -> CellChip | None:
        """Of the table: ``value`` is "ROW/COLUMN/CHIP"."""
        if self._layout is None or self._layout.table is None:
            return None
        row, column, index = (int(part) for part in value.split("/"))
        return self._layout.table.rows[row].cells[column].chips[index]

    @Slot(QUrl)
    def _hovered(self, url: QUrl) -> None:
        """By the mouse and by the Tab key alike."""
        what, _, rest = url.path().partition("/")
        if what == "cell" and (chip := self._cell_chip(rest)) is not None:
            quotes = [" ".join(q.split()) for q in chip.target.quotes[:2]]
            self._show_popover(url.toString(), _source_of(chip.target), quotes)
            return
        if self._layout is None or what not in ("mark", "doubt", "cite"):
            self.hide_popover()
            return
        if what == "cite":
            piece = self._layout.pieces[int(rest)]
            if isinstance(piece, ChipPiece):
                quotes = [" ".join(q.split()) for q in piece.target.quotes[:2]]
                self._show_sentence(url, piece.sentence, None, [_source_of(piece.target), *quotes])
            return
        number, _, chosen = rest.partition("/")
        self._show_sentence(url, int(number), [int(i) for i in chosen.split("-")] if chosen else None, [])

    def _show_sentence(self, url: QUrl, index: int, chosen: list[int] | None, more: list[str]) -> None:
        """The verdict, what the check found (all of it without ``chosen``), and ``more``."""
        sentence = self._layout.sentences[index] if self._layout is not None else None
        if sentence is None:
            return
        findings = [f for i, f in enumerate(sentence.findings) if chosen is None or i in chosen]
        lines = [finding_text(f) for f in findings if doubt(f)]
        self._show_popover(url.toString(), verdict_text(sentence.verdict), [*lines, *more])

    def _show_popover(self, href: str, title: str, lines: list[str]) -> None:
        if self._popover is None:
            self._popover = Popover(self)
        self._popover.show_lines(title, lines, self._anchor_rect(href))

    def _anchor_rect(self, href: str) -> QRect:
        """Where the words or the picture of this anchor begin, in global coordinates; the first line where they are broken."""
        start, end = answer_document.anchor_range(self.document(), href)
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        area = self.cursorRect(cursor)
        cursor.setPosition(end)
        after = self.cursorRect(cursor)
        if after.top() == area.top():
            area = area.united(after)
        return QRect(self.viewport().mapToGlobal(area.topLeft()), area.size())

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        self.hide_popover()

    @Slot(QSizeF)
    def _fit(self, size: QSizeF) -> None:
        self.setFixedHeight(round(size.height()) + 2)


def _source_of(target: EvidenceTarget) -> str:
    return signed_source(source_text(target.source, target.place), target.sign)


def _in_words(layout: AnswerLayout) -> str:
    """For screen readers: each sentence with its verdict and the numbers of its sources, then the table row by row."""
    sentences = " ".join(_sentence_in_words(i, s, layout) for i, s in enumerate(layout.sentences))
    return f"{sentences}\n{as_markdown(layout.table)}".strip() if layout.table is not None else sentences


def _sentence_in_words(index: int, sentence: SentenceReport, layout: AnswerLayout) -> str:
    numbers = ", ".join(signed_source(str(c.number), c.target.sign) for c in layout.chips() if c.sentence == index)
    findings = " ".join(finding_text(f) for f in sentence.findings if doubt(f))
    verdict = verdict_text(sentence.verdict)
    return f"{sentence.text} [{verdict}{': ' + numbers if numbers else ''}] {findings}".rstrip()
