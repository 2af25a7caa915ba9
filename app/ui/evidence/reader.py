"""Shows a document at the cited place: the page's picture where there is one, else its text."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.engine.pages import PagePictures, file_of
from app.ui.evidence.document_view import DocumentView
from app.ui.evidence.page_view import PageView
from app.ui.theme.tokens import L, M
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import Card, row
from app.ui.widgets.header import PaneHeader
from app.ui.widgets.labels import IconLabel, Label
from app.viewmodels.evidence import EvidenceTarget
from app.viewmodels.excerpt import Excerpt, excerpt
from app.viewmodels.failure_wording import failure_text, what_happened
from app.viewmodels.places import file_name, place_text
from app.workers.background import Background
from app.workers.failures import Failure
from app.workers.ports import LibraryLike


class Reader(QWidget):
    left = Signal()
    """Back to the list."""
    shown = Signal()
    """The document is on screen, as a page or as text, or the note says why not."""

    def __init__(self, background: Background, pages: PagePictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Document"))
        self._background = background
        self._library: LibraryLike | None = None
        self._target: EvidenceTarget | None = None
        self.page = PageView(background, pages)
        self.page.shown.connect(self.shown)
        self.page.failed.connect(self._page_failed)
        self.page.page_changed.connect(self._set_texts)
        self.text = DocumentView()
        self.note, self._note_text = self._make_note()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.page)
        self.stack.addWidget(self.text)
        self.header = PaneHeader("")
        self._make_buttons()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.note)
        column.addWidget(self.stack, 1)

    def use(self, library: LibraryLike) -> None:
        self._library = library

    def document(self) -> str | None:
        """Id of the file that is open."""
        return self._target.file_id if self._target is not None else None

    def open(self, target: EvidenceTarget) -> None:
        self._target = target
        self._say(self.tr("The file has changed since it was indexed; the mark may not fit.") if target.changed else "")
        self._switch.setVisible(target.has_pages)
        if target.has_pages:
            self._show_page()
        else:
            self._show_text()

    def _make_buttons(self) -> None:
        back = IconButton("arrow-left", self.tr("Back to the passages (Esc)"))
        back.clicked.connect(self.left)
        self.header.line.setContentsMargins(L // 2, 0, L // 2, 0)
        self.header.add_button_before(back)
        self._switch = IconButton("text-search", self.tr("Show as text"))
        self._switch.clicked.connect(self._toggle)
        self.header.add_button(self._switch)
        outside = IconButton("external-link", self.tr("Open in the system's program"))
        outside.clicked.connect(self._open_outside)
        self.header.add_button(outside)

    def _make_note(self) -> tuple[QWidget, Label]:
        holder = QWidget()
        around = QVBoxLayout(holder)
        around.setContentsMargins(M, M, M, M)
        card = Card(look="warn-box")
        around.addWidget(card)
        label = Label("", wrap=True)
        line = row(IconLabel("triangle-alert", colour="partly", size=16), label)
        line.setStretch(1, 1)
        card.column.addLayout(line)
        holder.hide()
        return holder, label

    def _say(self, text: str) -> None:
        self._note_text.setText(text)
        self.note.setVisible(bool(text))

    def _show_page(self) -> None:
        if self._target is not None:
            self.stack.setCurrentWidget(self.page)
            self._switch.set_label(self.tr("Show as text"))
            self.page.open(self._target)
            self._set_texts()

    def _show_text(self) -> None:
        target, library = self._target, self._library
        if target is None or library is None:
            return
        self.stack.setCurrentWidget(self.text)
        self._switch.set_label(self.tr("Show the page"))
        self._set_texts()

        def read() -> Excerpt | None:
            document = library.document(target.file_id)
            return excerpt(document, target.spans) if document is not None else None

        self._background.run(read, lambda found: self._show_excerpt(target, found), lambda f: self._cannot_read(target, f))

    def _show_excerpt(self, target: EvidenceTarget, found: Excerpt | None) -> None:
        if target is not self._target:
            return
        if found is None:
            self.text.clear()
            self._say(self.tr("The text of this document is not in the library any more. Import it again."))
        else:
            self.text.show_excerpt(found)
        self.shown.emit()

    def _cannot_read(self, target: EvidenceTarget, failure: Failure) -> None:
        if target is self._target:
            self._say(failure_text(failure))
            self.shown.emit()

    @Slot(object)
    def _page_failed(self, failure: Failure) -> None:
        """The text is kept with the library, so it can be shown even when the file is gone or cannot be drawn."""
        self._say(self.tr("{problem} The indexed text is shown instead.").format(problem=what_happened(failure)))
        self._show_text()

    @Slot()
    def _set_texts(self) -> None:
        target = self._target
        if target is None:
            return
        place = place_text(target.place)
        if self.stack.currentWidget() is self.page and self.page.page != target.place.page:
            place = self.tr("page {number}").format(number=self.page.page)
        self.header.set_texts(file_name(target.source), place)

    @Slot()
    def _toggle(self) -> None:
        if self.stack.currentWidget() is self.page:
            self._show_text()
        else:
            self._show_page()

    @Slot()
    def _open_outside(self) -> None:
        target = self._target
        if target is not None:
            # A part of a mail or an archive: its program opens the whole.
            self._background.run(lambda: file_of(target.source), self._open_if)

    def _open_if(self, path: str) -> None:
        if not Path(path).exists():
            self._say(self.tr("The file is not where it was. Check the folder, then import again."))
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            self._say(self.tr("No program on this computer opens this kind of file."))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
