"""The right side: the passages of the question, and the reader that opens one of them in its document."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app.engine.pages import PagePictures
from app.ui.evidence.reader import Reader
from app.ui.theme.tokens import L, S
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.header import PaneHeader
from app.ui.widgets.passage_card import PassageCard
from app.viewmodels.evidence import EvidenceTarget
from app.viewmodels.turn import Turn
from app.workers.background import Background
from app.workers.ports import LibraryLike


class EvidencePanel(QWidget):
    reader_shown = Signal(bool)

    def __init__(self, background: Background, pages: PagePictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("evidence")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Evidence"))
        self._turn: Turn | None = None
        self.stack = QStackedWidget()
        self.reader = Reader(background, pages)
        self.reader.left.connect(self.show_list)
        self.stack.addWidget(self._make_list())
        self.stack.addWidget(self.reader)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)

    def use(self, library: LibraryLike) -> None:
        self.reader.use(library)

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
        self.reader.open(target)
        self.stack.setCurrentWidget(self.reader)
        self.reader_shown.emit(True)

    @Slot()
    def show_list(self) -> None:
        self.stack.setCurrentIndex(0)
        self.reader_shown.emit(False)

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
        holder = QWidget()
        holder.setObjectName("flat")
        holder.setLayout(self._cards)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.tr("Passages"))
        area.setWidget(holder)
        self._empty = EmptyState(
            "book-open",
            self.tr("The passages found stand here"),
            self.tr("They come before the answer does. Press one to see it in its document."),
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
            card = PassageCard(target, passage)
            card.opened.connect(self.open)
            self._cards.insertWidget(self._cards.count() - 1, card)
        self._list.setCurrentIndex(1 if passages else 0)
        closest = turn is not None and turn.answer is not None and turn.answer.status == "not_found"
        title = self.tr("Closest matches") if closest else self.tr("Evidence")
        self.header.set_texts(title, self.tr("%Ln passage(s)", "", len(passages)) if passages else "")
