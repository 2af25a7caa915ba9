"""The right side: the passages of the question, and the reader that opens one of them in its document."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app.engine.pages import PagePictures
from app.ui.evidence.reader import Reader
from app.ui.theme.tokens import L, S
from app.ui.widgets.card import Flowing
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.header import PaneHeader
from app.ui.widgets.passage_card import PassageCard
from app.viewmodels.evidence import EvidenceTarget
from app.viewmodels.reading import FileNote, file_notes
from app.viewmodels.turn import Turn
from app.workers.background import Background
from app.workers.ports import LibraryLike


class EvidencePanel(QWidget):
    reader_shown = Signal(bool)
    pin_wanted = Signal(object, str, object)
    """EvidenceTarget; words that were chosen in it, empty for those that are marked; Whereabouts of the words or None"""

    def __init__(self, background: Background, pages: PagePictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("evidence")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Evidence"))
        self._turn: Turn | None = None
        self.stack = QStackedWidget()
        self.reader = Reader(background, pages)
        self.reader.left.connect(self.show_list)
        self.reader.stepped.connect(self._step)
        self.reader.pin_wanted.connect(self.pin_wanted)
        self._background = background
        self._library: LibraryLike | None = None
        self.stack.addWidget(self._make_list())
        self.stack.addWidget(self.reader)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)

    def use(self, library: LibraryLike) -> None:
        self._library = library
        self.reader.use(library)
        self._look_up()

    def cards(self) -> list[PassageCard]:
        items = [self._cards.itemAt(i) for i in range(self._cards.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [w for w in widgets if isinstance(w, PassageCard)]

    @Slot(object)
    def follow(self, turn: Turn) -> None:
        """Show the passages of this turn, now and when they change."""
        if self._turn is not None:
            self._turn.passages_changed.disconnect(self._refresh)
        self._turn = turn
        turn.passages_changed.connect(self._refresh)
        self.show_list()
        self._refresh()

    @Slot()
    def clear(self) -> None:
        if self._turn is not None:
            self._turn.passages_changed.disconnect(self._refresh)
            self._turn = None
        self.show_list()
        self._refresh()

    @Slot(object)
    def open(self, target: EvidenceTarget) -> None:
        had_focus = self._has_focus()
        self.reader.open(target)
        self.stack.setCurrentWidget(self.reader)
        self.reader_shown.emit(True)
        if had_focus:
            self.reader.focus()

    @Slot()
    def show_list(self) -> None:
        had_focus = self.reading and self._has_focus()
        target = self.reader.target
        self.reader.leave()
        self.stack.setCurrentIndex(0)
        self.reader_shown.emit(False)
        if had_focus:
            # Where one came from, so that the arrows go on from there.
            at = self._place_of(target)
            cards = self.cards()
            if cards:
                cards[at if at is not None else 0].setFocus()

    def _has_focus(self) -> bool:
        focus = self.window().focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def _place_of(self, target: EvidenceTarget | None) -> int | None:
        """Number of the card of a passage, from 0."""
        if target is None:
            return None
        return next((n for n, card in enumerate(self.cards()) if card.target.number == target.number), None)

    @Slot(object)
    def _pin_card(self, target: EvidenceTarget) -> None:
        self.pin_wanted.emit(target, "", None)

    @Slot(int)
    def _step(self, by: int) -> None:
        """The next passage of the list in the reader."""
        cards = self.cards()
        if cards:
            at = self._place_of(self.reader.target)
            self.open(cards[(at + by) % len(cards) if at is not None else 0].target)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Arrows go through the cards; Enter on a card opens it."""
        cards = self.cards()
        focus = self.window().focusWidget()
        at = next((n for n, card in enumerate(cards) if card is focus), None)
        moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Home: -len(cards), Qt.Key.Key_End: len(cards)}
        by = moves.get(Qt.Key(event.key()))
        if self.reading or at is None or by is None:
            super().keyPressEvent(event)
            return
        card = cards[min(max(at + by, 0), len(cards) - 1)]
        card.setFocus()
        self._area.ensureWidgetVisible(card)

    @Slot()
    def focus(self) -> None:
        """The keyboard goes to what is shown here: the reader, or the first passage."""
        cards = self.cards()
        if self.reading:
            self.reader.focus()
        elif cards:
            cards[0].setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._area.ensureWidgetVisible(cards[0])

    @property
    def reading(self) -> bool:
        return self.stack.currentWidget() is self.reader

    def document(self) -> str | None:
        """Id of the file that is open beside the questions: what "this document" means."""
        return self.reader.document() if self.reading else None

    def _make_list(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.header = PaneHeader(self.tr("Evidence"))
        column.addWidget(self.header)
        self._cards = QVBoxLayout()
        self._cards.setContentsMargins(L, L, L, L)
        self._cards.setSpacing(S)
        self._cards.addStretch()
        holder = Flowing()
        holder.setObjectName("flat")
        holder.setLayout(self._cards)
        area = self._area = CardArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.tr("Passages"))
        area.setWidget(holder)
        self._empty = EmptyState(
            "book-open",
            self.tr("Passages appear here"),
            self.tr("They are found before the answer is written. Press one to read it in its document."),
        )
        self._list = QStackedWidget()
        self._list.addWidget(self._empty)
        self._list.addWidget(area)
        column.addWidget(self._list, 1)
        return page

    @Slot()
    def _refresh(self) -> None:
        for card in self.cards():
            self._cards.removeWidget(card)
            card.deleteLater()
        turn = self._turn
        targets = turn.targets() if turn is not None else ()
        passages = list(turn.shown_passages()) if turn is not None else []
        # Targets beyond the passages are citations outside of them: the reader opens them, the list has no text for them.
        for target, passage in zip(targets, passages, strict=False):
            card = PassageCard(target, passage, pinned_from=True)
            card.opened.connect(self.open)
            card.pin_wanted.connect(self._pin_card)
            self._cards.insertWidget(self._cards.count() - 1, card)
        self._look_up()
        self._list.setCurrentIndex(1 if passages else 0)
        closest = turn is not None and turn.answer is not None and turn.answer.status == "not_found"
        title = self.tr("Closest matches") if closest else self.tr("Evidence")
        self.header.set_texts(title, self.tr("%Ln passage(s)", "", len(passages)) if passages else "")

    def _look_up(self) -> None:
        """Dates of the files, and whether they are still what was indexed, once the cards are there."""
        library, cards = self._library, self.cards()
        if library is None or not cards:
            return
        wanted = tuple(dict.fromkeys(card.target.file_id for card in cards))
        self._background.run(lambda: file_notes(library, wanted), self._show_notes)

    def _show_notes(self, notes: dict[str, FileNote]) -> None:
        if self._turn is not None:
            self._turn.note_changed([file_id for file_id, note in notes.items() if note.state == "changed"])
        for card in self.cards():
            note = notes.get(card.target.file_id)
            if note is not None:
                card.set_known(note.date, "changed" if card.target.changed and note.state == "as_indexed" else note.state)


class CardArea(QScrollArea):
    """Leaves the arrow keys to the panel, which goes from card to card with them."""

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End):
            event.ignore()
        else:
            super().keyPressEvent(event)
