"""Shows a document at the cited place: its pages, its cells or its text, and what one does with it."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.engine.pages import PagePictures
from app.ui.evidence.document_view import DocumentView
from app.ui.evidence.find_bar import FindBar
from app.ui.evidence.page_view import PageView
from app.ui.evidence.reader_head import AttachmentBar, NoteBar, ReaderHead
from app.ui.evidence.sheet_view import SheetView
from app.ui.outside import Outside
from app.viewmodels.citing import cited_text
from app.viewmodels.evidence import EvidenceTarget, of_file
from app.viewmodels.failure_wording import failure_text, what_happened
from app.viewmodels.places import file_name, place_text
from app.viewmodels.reading import KeptText, Known, look_up, read_text
from app.workers.background import Background
from app.workers.failures import Failure
from app.workers.ports import LibraryLike
from index.document import Place
from index.ingest.rows import FileRow
from index.parsers.cells import column_name


class Reader(QWidget):
    left = Signal()
    """Back to the list."""
    stepped = Signal(int)
    """The next passage (1) or the one before (-1) is wanted"""
    pin_wanted = Signal(object, str, object)
    """As ``EvidencePanel.pin_wanted``"""
    shown = Signal()
    """The document is on screen, as pages, cells or text, or the note says why not."""

    def __init__(self, background: Background, pages: PagePictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Document"))
        self._background = background
        self._library: LibraryLike | None = None
        self._target: EvidenceTarget | None = None
        self._way: list[EvidenceTarget] = []
        """The mails through which an attachment was opened"""
        self._kept: KeptText | None = None
        self._reading: Future[KeptText | None] | None = None
        self.page = PageView(background, pages)
        self.sheet = SheetView(background, pages)
        self.text = DocumentView(background)
        self.stack = QStackedWidget()
        for view in (self.page, self.sheet, self.text):
            self.stack.addWidget(view)
        self.header = ReaderHead()
        self.note = NoteBar()
        self.attachments = AttachmentBar()
        self.find_bar = FindBar()
        self._outside = Outside(background, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.header, self.note, self.attachments, self.find_bar):
            column.addWidget(widget)
        column.addWidget(self.stack, 1)
        self._connect()

    def use(self, library: LibraryLike) -> None:
        self._library = library

    def document(self) -> str | None:
        """Id of the file that is open."""
        return self._target.file_id if self._target is not None else None

    def open(self, target: EvidenceTarget) -> None:
        self._way = []
        self._open(target)

    def leave(self) -> None:
        """Nothing of the document is fetched any more."""
        self.page.leave()
        self.sheet.leave()
        if self._reading is not None:
            self._reading.cancel()
        self._reading = None

    def go_back(self) -> None:
        """To the mail from which an attachment was opened, else to the list."""
        if self._way:
            self._open(self._way.pop())
        else:
            self.leave()
            self.left.emit()

    @property
    def target(self) -> EvidenceTarget | None:
        return self._target

    # --- opening

    def _open(self, target: EvidenceTarget) -> None:
        self.leave()
        self._target, self._kept = target, None
        self.note.say(self.tr("The file has changed since it was indexed; the mark may not fit.") if target.changed else "")
        self.attachments.show_files(())
        self.header.set_target(target)
        if target.shape == "text":
            self._show_text()
        else:
            self._show_original()
        library = self._library
        if library is not None:
            self._background.run(lambda: look_up(library, target), lambda known: self._know(target, known))
        self._read_kept()

    def _show_original(self) -> None:
        target = self._target
        if target is None:
            return
        if target.shape == "pages":
            page = target.place.page or 1
            quotes = self._kept.quotes if self._kept is not None else {page: target.quotes}
            self._show(self.page)
            self.page.open(target.source, target.kind, page, quotes)
        else:
            self._show(self.sheet)
            if self._kept is not None or self._library is None:
                self._open_sheet()

    def _open_sheet(self) -> None:
        target, kept = self._target, self._kept
        if target is not None:
            sheet, cells = (kept.sheet, kept.cells) if kept is not None else (target.place.sheet, ())
            self.sheet.open(target.source, target.kind, sheet, cells)

    def _show_text(self) -> None:
        self._show(self.text)
        if self._kept is not None:
            self.text.show_excerpts(self._kept.excerpts)
            self.shown.emit()
        elif self._reading is None:
            self._read_kept()

    def _show(self, view: QWidget) -> None:
        self.stack.setCurrentWidget(view)
        self.header.set_view(self._target, as_text=view is self.text)
        if isinstance(view, PageView | SheetView | DocumentView):
            self.find_bar.use(view)
        self._set_texts()

    def _read_kept(self) -> None:
        """The text that the index keeps: what is shown where there is no picture, and where exactly the cited words stand."""
        target, library = self._target, self._library
        if target is None or library is None or self._reading is not None:
            return
        self._reading = self._background.run(
            lambda: read_text(library, target), lambda kept: self._take(target, kept), lambda f: self._cannot_read(target, f)
        )

    def _take(self, target: EvidenceTarget, kept: KeptText | None) -> None:
        if target is not self._target:
            return
        self._reading, self._kept = None, kept
        view = self.stack.currentWidget()
        if view is self.sheet:
            self._open_sheet()
        elif view is self.page:
            if kept is not None and kept.quotes:
                self.page.store.set_quotes(kept.quotes)
        elif kept is None:
            self.text.forget()
            self.note.say(self.tr("The text of this document is not in the library any more. Import it again."))
            self.shown.emit()
        else:
            self._show_text()

    def _know(self, target: EvidenceTarget, known: Known) -> None:
        if target is not self._target:
            return
        if known.state == "gone" and target.shape == "text":
            self.note.say(self.tr("The file is not where it was. What the index kept of its text is shown."))
        elif known.state == "changed" and not self.note.text():
            self.note.say(self.tr("The file has changed since it was indexed; the mark may not fit."))
        self.attachments.show_files(known.attachments)

    def _cannot_read(self, target: EvidenceTarget, failure: Failure) -> None:
        if target is self._target:
            self._reading = None
            self.note.say(failure_text(failure))
            self.shown.emit()

    @Slot(object)
    def _original_failed(self, failure: Failure) -> None:
        """The text is kept with the library, so it can be shown even when the file is gone or cannot be drawn."""
        if self.stack.currentWidget() is not self.text:
            self.note.say(self.tr("{problem} The indexed text is shown instead.").format(problem=what_happened(failure)))
            self._show_text()

    # --- doing

    def _connect(self) -> None:
        for original in (self.page, self.sheet):
            original.shown.connect(self.shown)
            original.failed.connect(self._original_failed)
        for view in (self.page, self.sheet, self.text):
            view.copy_wanted.connect(self._copy)
            view.pin_wanted.connect(self._pin)
            view.found_changed.connect(self.find_bar.refresh)
        self.page.page_changed.connect(self._set_texts)
        head = self.header
        head.back.clicked.connect(self.go_back)
        head.find_wanted.connect(self.open_find)
        head.switched.connect(self._toggle)
        head.outside_wanted.connect(self._open_outside)
        head.folder_wanted.connect(self._show_folder)
        head.citation_wanted.connect(self._copy_citation)
        head.pin_wanted.connect(self._pin)
        head.stepped.connect(self.stepped)
        self.attachments.opened.connect(self._open_attachment)
        self.find_bar.left.connect(self._focus_view)
        self._outside.said.connect(self.note.say)

    @Slot()
    def open_find(self) -> None:
        view = self.stack.currentWidget()
        if isinstance(view, PageView | SheetView | DocumentView):
            if not view.can_find:
                # A picture has no words of its own; its recognised text has.
                self._show_text()
                view = self.text
            self.find_bar.open(view, view.selected_text())

    @Slot()
    def _toggle(self) -> None:
        if self.stack.currentWidget() is self.text:
            self._show_original()
        else:
            self._show_text()

    @Slot(object)
    def _open_attachment(self, row: FileRow) -> None:
        if self._target is not None:
            self._way.append(self._target)
            self._open(of_file(row))
            self._focus_view()

    @Slot()
    def _open_outside(self) -> None:
        if self._target is not None:
            self._outside.open(self._target.source)

    @Slot()
    def _show_folder(self) -> None:
        if self._target is not None:
            self._outside.show_folder(self._target.source)

    @Slot()
    def _copy_citation(self) -> None:
        self._copy(True)

    @Slot(bool)
    def _copy(self, cited: bool) -> None:
        """What is selected; with its source, or the citation of the marked words where nothing is selected."""
        view, target = self.stack.currentWidget(), self._target
        if target is None or not isinstance(view, PageView | SheetView | DocumentView):
            return
        words = view.selected_text()
        if cited:
            place = self._place_in_sight() if words else target.place
            words = cited_text(words or " … ".join(target.quotes), target.source, place)
        if words:
            QGuiApplication.clipboard().setText(words)

    @Slot()
    def _pin(self) -> None:
        """What is selected, else the marked words. What was attached belongs to no collection."""
        view, target = self.stack.currentWidget(), self._target
        if target is None or target.attached or not isinstance(view, PageView | SheetView | DocumentView):
            return
        words = view.selected_text()
        if words.strip():
            self.pin_wanted.emit(target, words, view.whereabouts())
        elif target.spans:
            self.pin_wanted.emit(target, "", None)
        else:
            self.note.say(self.tr("Select the sentence that you want to pin."))

    def _place_in_sight(self) -> Place:
        target = self._target
        assert target is not None
        if self.stack.currentWidget() is self.page:
            number, label = self.page.page, self.page.place_of_page()
            return Place(kind="page", page=number, page_label=label if label != str(number) else None)
        if self.stack.currentWidget() is self.sheet and self.sheet.model.outline is not None:
            at = self.sheet.table.currentIndex()
            cell = f"{column_name(at.column())}{at.row() + 1}" if at.isValid() else None
            return Place(kind="sheet", sheet=self.sheet.model.outline.name, cells=cell)
        return target.place

    @Slot()
    def _set_texts(self) -> None:
        target = self._target
        if target is None:
            return
        place = place_text(target.place)
        if self.stack.currentWidget() is self.page and self.page.store.outline is not None:
            place = place_text(self._place_in_sight())
        self.header.set_texts(file_name(target.source), place)

    @Slot()
    def _focus_view(self) -> None:
        view = self.stack.currentWidget()
        focus = self.page.area if view is self.page else self.sheet.table if view is self.sheet else self.text
        focus.setFocus()

    def focus(self) -> None:
        """The keyboard goes to what is read."""
        self._focus_view()

    def _step_mark(self, by: int) -> None:
        view = self.stack.currentWidget()
        if view is self.page:
            self.page.area.go_to_mark(self.page.area.mark + by)
        elif isinstance(view, SheetView | DocumentView):
            view.step_mark(by)

    # --- keys

    def event(self, event: QEvent) -> bool:
        # The window's own Esc leaves the reader; first it closes what is open in it.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_own(event):
            event.accept()
            return True
        return super().event(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            return self.find_bar.isVisible() or bool(self._way)
        return event.matches(QKeySequence.StandardKey.Find) or event.key() == Qt.Key.Key_F3 or is_pin(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        key, alt = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Escape:
            if self.find_bar.isVisible():
                self.find_bar.close_bar()
            else:
                self.go_back()
        elif event.matches(QKeySequence.StandardKey.Find):
            self.open_find()
        elif key == Qt.Key.Key_F3:
            if self.find_bar.isVisible():
                self.find_bar.step_back() if shift else self.find_bar.step_on()
            else:
                self.open_find()
        elif alt and key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._step_mark(1 if key == Qt.Key.Key_Down else -1)
        elif is_pin(event):
            self._pin()
        elif alt and key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.stepped.emit(1 if key == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)


def is_pin(event: QKeyEvent) -> bool:
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    return event.key() == Qt.Key.Key_P and event.modifiers() == modifiers
