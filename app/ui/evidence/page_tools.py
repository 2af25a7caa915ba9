"""The line below the pages: page number, marks, zoom."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import CONTROL_HEIGHT, XS, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import row
from app.ui.widgets.flow import FlowLayout
from app.ui.widgets.labels import Label


class PageTools(QFrame):
    page_wanted = Signal(int)
    page_stepped = Signal(int)
    mark_stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readerFoot")
        self._labels: Mapping[int, str] = {}
        self._pages = 0
        line = FlowLayout(self, spacing=XS)
        line.setContentsMargins(S, XS, S, XS)
        for group in (self._make_pages(), self._make_marks(), self._make_zoom()):
            line.addWidget(group)
        self._fit()
        theme().changed.connect(self._fit)

    def _make_pages(self) -> QWidget:
        self.before = IconButton("chevron-left", self.tr("Page before"))
        self.before.clicked.connect(self._before)
        self.after = IconButton("chevron-right", self.tr("Page after"))
        self.after.clicked.connect(self._after)
        self.field = PageField()
        self.field.setAccessibleName(self.tr("Page"))
        self.field.setToolTip(self.tr("Type a page number or the page's label, then Enter"))
        self.field.returnPressed.connect(self._wanted)
        self.count = Label("", look="caption")
        return _group(self.before, self.field, self.count, self.after)

    def _make_marks(self) -> QWidget:
        self.mark_before = IconButton("chevron-up", self.tr("Mark before"))
        self.mark_before.clicked.connect(self._mark_before)
        self.mark_after = IconButton("chevron-down", self.tr("Next mark"))
        self.mark_after.clicked.connect(self._mark_after)
        self.marks = Label("", look="caption")
        self._marks = _group(self.marks, self.mark_before, self.mark_after)
        self._marks.hide()
        return self._marks

    def _make_zoom(self) -> QWidget:
        self.smaller = IconButton("zoom-out", self.tr("Smaller (Ctrl+−)"))
        self.larger = IconButton("zoom-in", self.tr("Larger (Ctrl++)"))
        self.fit = IconButton("move-horizontal", self.tr("Fit the width (Ctrl+0)"))
        self.fit.setCheckable(True)
        self.fit_text = IconButton("scan-text", self.tr("Fit the text (Ctrl+9)"))
        self.fit_text.setCheckable(True)
        self.whole = IconButton("file", self.tr("Whole page"))
        self.zoom = Label("", look="caption")
        return _group(self.smaller, self.zoom, self.larger, self.fit, self.fit_text, self.whole)

    def set_pages(self, pages: int, labels: Mapping[int, str]) -> None:
        self._pages, self._labels = pages, labels
        self.set_page(1)

    def set_page(self, page: int) -> None:
        """The label stands in the field where the page has one, its number behind."""
        label = self._labels.get(page)
        self.field.show_text(label or str(page))
        words = self.tr("({number} of {pages})") if label else self.tr("of {pages}")
        self.count.setText(words.format(number=page, pages=self._pages))
        self.before.setEnabled(page > 1)
        self.after.setEnabled(page < self._pages)

    def set_marks(self, current: int, count: int, *, reading: bool) -> None:
        """``reading``: text recognition still looks for them."""
        self._marks.setVisible(count > 1 or (reading and not count))
        for button in (self.mark_before, self.mark_after):
            button.setVisible(count > 1)
        if count:
            self.marks.setText(self.tr("Mark {number} of {count}").format(number=current + 1, count=count))
        else:
            self.marks.setText(self.tr("Looking for the words on the picture …") if reading else "")

    def set_zoom(self, share: float, fits: str) -> None:
        """``share`` of the size on paper, 1 = as large as printed; ``fits``: what a person chose, see ``page_area.Fit``."""
        self.zoom.setText(f"{round(share * 100)} %")
        self.fit.setChecked(fits == "width")
        self.fit_text.setChecked(fits == "text")

    @Slot()
    def _fit(self) -> None:
        self.field.setFixedWidth(theme().metrics().horizontalAdvance("00000") + 24)
        self.zoom.setMinimumWidth(theme().metrics("caption").horizontalAdvance("000 %"))

    @Slot()
    def _wanted(self) -> None:
        """A label is looked for first: page "12" of a book is often not its twelfth sheet."""
        text = self.field.text().strip()
        page = next((p for p, label in self._labels.items() if label.casefold() == text.casefold()), None)
        if page is None and text.isdecimal() and 1 <= int(text) <= self._pages:
            page = int(text)
        if page is None:
            self.field.selectAll()
        else:
            self.page_wanted.emit(page)

    @Slot()
    def _before(self) -> None:
        self.page_stepped.emit(-1)

    @Slot()
    def _after(self) -> None:
        self.page_stepped.emit(1)

    @Slot()
    def _mark_before(self) -> None:
        self.mark_stepped.emit(-1)

    @Slot()
    def _mark_after(self) -> None:
        self.mark_stepped.emit(1)


class PageField(QLineEdit):
    """Keeps what a person types until they are done; Esc puts the page in sight back."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = ""
        self.returnPressed.connect(self.clearFocus)

    def show_text(self, text: str) -> None:
        self._shown = text
        if not self.hasFocus():
            self.setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.text() == "\x1b" and self.text() != self._shown:
            self.setText(self._shown)
            self.selectAll()
        else:
            super().keyPressEvent(event)


def _group(*widgets: QWidget) -> QWidget:
    """What stays on one line."""
    group = QWidget()
    line = row(*widgets, spacing=XS)
    line.addStrut(theme().px(CONTROL_HEIGHT))
    line.addSpacing(S)
    group.setLayout(line)
    return group
