"""The facts of the collection in the middle: suggestions first, then what is pinned, each with its state and source."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.facts.fact import ListedFact
from app.ui.theme.theme import theme
from app.ui.theme.tokens import READING_WIDTH, XL, L, M, S
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card, row, scrolling
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.header import PaneHeader
from app.ui.widgets.labels import IconLabel, Label
from app.viewmodels.evidence import EvidenceTarget
from app.viewmodels.fact_wording import figure_of, note_of, source_of, state_of
from app.viewmodels.facts import Facts
from app.viewmodels.failure_wording import failure_text
from app.workers.failures import Failure
from index.document import Span


class FactsPanel(QWidget):
    left = Signal()
    opened = Signal(object)
    """EvidenceTarget"""
    change_wanted = Signal(object)
    """ListedFact"""

    def __init__(self, facts: Facts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("middle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Pinned facts"))
        self._facts = facts
        self._shown: tuple[tuple[ListedFact, ...], tuple[ListedFact, ...]] | None = None
        self.header = PaneHeader(self.tr("Pinned facts"))
        self.back = IconButton("arrow-left", self.tr("Back to the questions (Esc)"))
        self.back.clicked.connect(self.left)
        self.header.add_button_before(self.back)
        self.note = Label("", look="bad", wrap=True)
        self.note.hide()
        self._list = QVBoxLayout()
        self._list.setContentsMargins(XL, L, XL, L)
        self._list.setSpacing(M)
        holder = QWidget()
        holder.setLayout(self._list)
        holder.setMaximumWidth(theme().px(READING_WIDTH) + 2 * XL)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.note)
        column.addWidget(scrolling(holder, self.tr("Pinned facts")), 1)
        facts.changed.connect(self.show_facts)
        facts.failed.connect(self._say)
        self.show_facts()

    def cards(self) -> list[FactCard]:
        items = [self._list.itemAt(i) for i in range(self._list.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [w for w in widgets if isinstance(w, FactCard)]

    @Slot()
    def show_facts(self) -> None:
        now = (tuple(self._facts.pinned), tuple(self._facts.suggested))
        if now == self._shown:
            return
        self._shown = now
        focused = QApplication.focusWidget()
        if focused is not None and any(card.isAncestorOf(focused) for card in self.cards()):
            self.back.setFocus()  # the card goes: the keyboard stays in this pane
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        pinned, suggested = self._facts.pinned, self._facts.suggested
        self.header.set_texts(self.tr("Pinned facts"), self.tr("%Ln fact(s)", "", len(pinned)) if pinned else "")
        if suggested:
            self._list.addWidget(
                Label(self.tr("Found in the documents. Pin what you want answers to rest on."), look="section", wrap=True)
            )
            for found in suggested:
                self._add(found)
        if pinned:
            self._list.addWidget(Label(self.tr("Pinned"), look="section"))
            for found in pinned:
                self._add(found)
        if not pinned and not suggested:
            self._list.addWidget(
                EmptyState(
                    "pin",
                    self.tr("Nothing is pinned yet"),
                    self.tr(
                        "Pin a sentence of an answer: a fee, a deadline, a contact. Answers then rest on it first, as long as it stands in "
                        "its document."
                    ),
                )
            )
        self._list.addStretch()

    def _add(self, item: ListedFact) -> None:
        card = FactCard(item)
        card.opened.connect(self.opened)
        card.change_wanted.connect(self.change_wanted)
        card.confirmed.connect(self._facts.confirm)
        card.dismissed.connect(self._facts.dismiss)
        card.unpinned.connect(self._facts.unpin)
        self._list.addWidget(card)

    @Slot(object)
    def _say(self, failure: Failure) -> None:
        self.note.setText(failure_text(failure))
        self.note.show()


class FactCard(Card):
    opened = Signal(object)
    change_wanted = Signal(object)
    confirmed = Signal(str)
    dismissed = Signal(str)
    unpinned = Signal(str)

    def __init__(self, item: ListedFact, parent: QWidget | None = None) -> None:
        super().__init__(parent, look="card", margin=L, spacing=S)
        self.item = item
        fact = item.fact
        waiting = fact.status == "suggested"
        words, icon, colour = state_of(item.state)
        label = Label(fact.label, look="muted", wrap=True)
        head = row(label)
        head.setStretch(0, 1)
        if not waiting or item.state == "conflict":
            head.addWidget(IconLabel(icon, words, colour=colour, size=16))
            head.addWidget(Label(words, look="caption"))
        self.column.addLayout(head)
        self.column.addWidget(Label(figure_of(fact), look="strong", wrap=True))
        if fact.quote:
            self.column.addWidget(Label(f"“{' '.join(fact.quote.split())}”", wrap=True))
        self.column.addWidget(Label(source_of(fact), look="caption", wrap=True))
        note = note_of(item)
        if note:
            self.column.addWidget(Label(note, look="warn", wrap=True))
        self.setAccessibleName(f"{fact.label}: {figure_of(fact)}. {'' if waiting else words} {note}".strip())
        self.column.addLayout(self._buttons(waiting))

    def _buttons(self, waiting: bool) -> QVBoxLayout:
        source = IconButton("book-open", self.tr("Show it in its document"))
        source.clicked.connect(self._open)
        change = IconButton("pencil", self.tr("Change its words"))
        change.clicked.connect(self._change)
        if waiting:
            self.pin = TextButton(self.tr("Pin"), icon_name="pin")
            self.pin.clicked.connect(self._confirm)
            self.dismiss = TextButton(self.tr("Not needed"))
            self.dismiss.clicked.connect(self._dismiss)
            line = row(self.pin, self.dismiss, change, source)
        else:
            self.unpin = IconButton("trash-2", self.tr("Take the fact away; the document stays"))
            self.unpin.clicked.connect(self._unpin)
            line = row(source, change, self.unpin)
        line.addStretch()
        column = QVBoxLayout()
        column.addLayout(line)
        return column

    @Slot()
    def _open(self) -> None:
        fact = self.item.fact
        self.opened.emit(
            EvidenceTarget(
                file_id=fact.file_id, source=fact.source, kind=fact.source_type, title=fact.title, place=fact.place,
                spans=(Span(start=fact.start, end=fact.end),), quotes=(fact.quote,),
            )
        )  # fmt: skip

    @Slot()
    def _change(self) -> None:
        self.change_wanted.emit(self.item)

    @Slot()
    def _confirm(self) -> None:
        self.confirmed.emit(self.item.fact.id)

    @Slot()
    def _dismiss(self) -> None:
        self.dismissed.emit(self.item.fact.id)

    @Slot()
    def _unpin(self) -> None:
        self.unpinned.emit(self.item.fact.id)
