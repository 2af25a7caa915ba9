"""The middle: the turns above, the question box below."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from app.ui.ask.match_list import MatchList
from app.ui.ask.question_box import QuestionBox
from app.ui.ask.turn_view import TurnView
from app.ui.ask.waiting_list import WaitingList
from app.ui.first_start.start_page import StartPage
from app.ui.theme.theme import theme
from app.ui.theme.tokens import READING_WIDTH, XL, XXL, L, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import Flowing, LinkButton
from app.ui.widgets.header import PaneHeader
from app.viewmodels.conversation import Conversation
from app.viewmodels.matches import Matches
from app.viewmodels.turn import Turn

KEPT = 24
"""Questions whose views exist; benchmark in tests/benchmarks/README.md."""


class AskPanel(QWidget):
    opened = Signal(object)
    """EvidenceTarget"""
    asked = Signal(str, bool)
    documents_wanted = Signal()
    """The list of files instead of the questions"""
    again_wanted = Signal(str, bool, bool)
    """The question; thoroughly; searched all the same"""
    pin_wanted = Signal(object)
    """Turn"""
    signed = Signal(object, int, object)
    """Turn, index of a sentence, "signed_off", "disputed" or None"""
    turn_shown = Signal(object)
    """Turn whose passages belong on the right"""

    def __init__(self, conversation: Conversation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("middle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Questions and answers"))
        self._conversation = conversation
        self._stick = True
        self.header = PaneHeader("")
        self.fresh = IconButton("square-pen", self.tr("New conversation (Ctrl+N)"))
        self.fresh.clicked.connect(conversation.clear)
        documents = IconButton("files", self.tr("All documents of the collection (Ctrl+D)"))
        documents.clicked.connect(self.documents_wanted)
        self.header.add_button(documents)
        self.header.add_button(self.fresh)
        self.empty = StartPage()
        self.empty.chosen.connect(self._take_up)
        self.turns = QVBoxLayout()
        self.turns.setContentsMargins(XL, XL, XL, XL)
        self.turns.setSpacing(XXL)
        self.earlier = LinkButton(self.tr("Earlier questions"))
        self.earlier.clicked.connect(self._unfold)
        self.earlier.hide()
        self.turns.addWidget(self.earlier)
        self.turns.addStretch()
        self.area = self._make_scroll()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.area)
        self.box = QuestionBox()
        self.box.asked.connect(self.asked)
        self.box.stopped.connect(conversation.stop)
        self.matches = Matches(self)
        self.match_list = MatchList(self.matches, self.box.text)
        self.match_list.opened.connect(self.opened)
        self.waiting = WaitingList(conversation)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.stack, 1)
        column.addLayout(_centred(self.match_list, XL, S))
        column.addLayout(_centred(self.waiting, XL, S))
        column.addLayout(_centred(self.box, XL, L))
        conversation.turn_added.connect(self._add)
        conversation.cleared.connect(self._clear)
        conversation.opened.connect(self._show_opened)
        conversation.busy_changed.connect(self._busy)

    def views(self) -> list[TurnView]:
        items = [self.turns.itemAt(i) for i in range(self.turns.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [w for w in widgets if isinstance(w, TurnView)]

    def _make_scroll(self) -> QScrollArea:
        column = QWidget()
        column.setObjectName("turns")
        column.setLayout(self.turns)
        column.setMaximumWidth(theme().px(READING_WIDTH) + 2 * XL)
        holder = Flowing()
        holder.setObjectName("turns")
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 0, 0)
        line.addStretch(1)
        line.addWidget(column, 100)
        line.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName(self.tr("Answers"))
        scroll.setWidget(holder)
        bar = scroll.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.actionTriggered.connect(self._scrolled_by_hand)
        return scroll

    @Slot(object)
    def _add(self, turn: Turn) -> None:
        self.turns.insertWidget(self.turns.count() - 1, self._make_view(turn))
        self._fold()
        self.stack.setCurrentWidget(self.area)
        self._stick = True
        self.turn_shown.emit(turn)

    def _make_view(self, turn: Turn) -> TurnView:
        view = TurnView(turn)
        view.opened.connect(self.opened)
        view.asked_again.connect(self._ask_again)
        view.signed.connect(self.signed)
        view.edit_wanted.connect(self._take_up)
        view.again_wanted.connect(self.again_wanted)
        view.pin_wanted.connect(self.pin_wanted)
        return view

    @Slot()
    def _show_opened(self) -> None:
        """The latest of a conversation that is shown anew."""
        turns = self._conversation.turns
        for turn in turns[-KEPT:]:
            self.turns.insertWidget(self.turns.count() - 1, self._make_view(turn))
        self._show_earlier()
        self.stack.setCurrentWidget(self.area)
        self._stick = True
        self.turn_shown.emit(turns[-1])

    def _fold(self) -> None:
        """Answers are rich text with pictures, a megabyte each: only the latest stand there, the earlier ones come back by a press."""
        for view in self.views()[:-KEPT]:
            self._take_out(view)
        self._show_earlier()

    @Slot()
    def _unfold(self) -> None:
        """As many again of those before the first that is shown."""
        self._stick = False
        shown = len(self.views())
        before = self._conversation.turns[:-shown] if shown else self._conversation.turns
        for at, turn in enumerate(before[-KEPT:], start=1):
            self.turns.insertWidget(at, self._make_view(turn))
        self._show_earlier()

    def _take_out(self, view: TurnView) -> None:
        """Hidden at once: until it is deleted it would be painted where it was."""
        self.turns.removeWidget(view)
        view.hide()
        view.deleteLater()

    def _show_earlier(self) -> None:
        hidden = len(self._conversation.turns) - len(self.views())
        self.earlier.set_text(self.tr("%Ln earlier question(s)", "", hidden))
        self.earlier.setVisible(hidden > 0)

    @Slot()
    def _clear(self) -> None:
        for view in self.views():
            self._take_out(view)
        self.earlier.hide()
        self.stack.setCurrentWidget(self.empty)
        self.box.setFocus()

    @Slot(bool)
    def _busy(self, busy: bool) -> None:
        self.box.set_busy(busy)

    @Slot(str)
    def _take_up(self, text: str) -> None:
        """Into the box, not asked at once: the person sees what they ask and may change it."""
        self.box.set_text(text)
        self.box.setFocus()

    @Slot(str)
    def give_back(self, text: str) -> None:
        """Into the box, below what is typed there already."""
        typed = self.box.text.toPlainText().rstrip()
        self._take_up(f"{typed}\n{text}" if typed else text)

    @Slot(str)
    def _ask_again(self, text: str) -> None:
        self.asked.emit(text, self.box.thorough.isChecked())

    @Slot(int, int)
    def _range_changed(self, minimum: int, maximum: int) -> None:  # noqa: ARG002
        """New text is followed, unless the person has scrolled up to read."""
        if self._stick:
            self.area.verticalScrollBar().setValue(maximum)

    @Slot(int)
    def _scrolled_by_hand(self, action: int) -> None:  # noqa: ARG002
        QTimer.singleShot(0, self, self._look_where)

    @Slot()
    def _look_where(self) -> None:
        bar = self.area.verticalScrollBar()
        self._stick = bar.value() >= bar.maximum() - 4


def _centred(widget: QWidget, side: int, below: int) -> QHBoxLayout:
    """``widget`` in the middle, at most as wide as running text."""
    widget.setMaximumWidth(theme().px(READING_WIDTH))
    widget.setSizePolicy(QSizePolicy.Policy.Expanding, widget.sizePolicy().verticalPolicy())
    line = QHBoxLayout()
    line.setContentsMargins(side, 0, side, below)
    line.addStretch(1)
    line.addWidget(widget, 100)
    line.addStretch(1)
    return line
