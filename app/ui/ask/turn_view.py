"""One question with its answer."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.messages.answer import Answer
from app.ui.ask.answer_browser import AnswerBrowser
from app.ui.ask.busy_line import BusyLine
from app.ui.ask.review import ReviewList, signs_text
from app.ui.ask.turn_offers import add_pin, banner_of, offers, own_words
from app.ui.ask.verdict_line import VerdictLine
from app.ui.theme.tokens import L, M, S
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card, row
from app.ui.widgets.labels import IconLabel, Label
from app.ui.widgets.passage_card import PassageCard
from app.viewmodels.copying import as_text
from app.viewmodels.error_wording import error_text
from app.viewmodels.failure_wording import failure_text
from app.viewmodels.turn import Turn
from app.viewmodels.warning_wording import warning_texts

CLOSEST_SHOWN = 3


class TurnView(QWidget):
    opened = Signal(object)
    """EvidenceTarget"""
    asked_again = Signal(str)
    signed = Signal(object, int, object)
    """Turn, index of a sentence, its sign or None"""
    edit_wanted = Signal(str)
    """The question, to be changed and asked anew"""
    again_wanted = Signal(str, bool, bool)
    """The question; thoroughly; searched all the same, whatever it looks like"""
    pin_wanted = Signal(object)
    """Turn of which a sentence is to be pinned"""
    grew = Signal()
    """Its height may have changed: the view below may want to scroll."""

    def __init__(self, turn: Turn, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = turn
        self.setAccessibleName(turn.question)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(M)
        self.question = Label(turn.question, look="question", wrap=True)
        self.edit = IconButton("pencil", self.tr("Edit the question"), size=16)
        self.edit.clicked.connect(self._edit)
        keeps_room = self.edit.sizePolicy()
        keeps_room.setRetainSizeWhenHidden(True)  # else the question would break anew when its answer is there
        self.edit.setSizePolicy(keeps_room)
        self.edit.hide()
        head = row(self.question, self.edit)
        head.setStretch(0, 1)
        head.setAlignment(self.edit, Qt.AlignmentFlag.AlignTop)
        self.column.addLayout(head)
        self.busy = BusyLine()
        self.column.addWidget(self.busy)
        self.answer = AnswerBrowser()
        self.answer.hide()
        self.answer.opened.connect(self.opened)
        self.column.addWidget(self.answer)
        self.verdict: VerdictLine | None = None
        self.review: ReviewList | None = None
        turn.phase_changed.connect(self._phase)
        turn.text_added.connect(self._text)
        turn.text_cleared.connect(self._clear)
        turn.finished.connect(self._finish)
        turn.layout_changed.connect(self._draw_anew)
        self._phase()
        if turn.phase == "done":
            self._finish()
        elif turn.text:
            self._text(turn.text)

    @Slot()
    def _draw_anew(self) -> None:
        if self.turn.layout is not None:
            self.answer.show_checked(self.turn.layout)

    @Slot()
    def _phase(self) -> None:
        self.busy.setVisible(self.turn.phase != "done")
        self.busy.set_text(self.turn.phase_text())

    @Slot(str)
    def _text(self, text: str) -> None:
        self.answer.show()
        self.answer.add_text(text)
        self.grew.emit()

    @Slot()
    def _clear(self) -> None:
        self.answer.clear_text()
        self.answer.hide()

    @Slot()
    def _edit(self) -> None:
        self.edit_wanted.emit(self.turn.question)

    @Slot()
    def _finish(self) -> None:
        self.edit.show()
        answer = self.turn.answer
        if self.turn.unfinished:
            self._show_unfinished()
        elif answer is None:
            self._show_failure()
        elif answer.error is not None:
            self._show_error(error_text(answer.error), retryable=answer.error.details.retryable)
        elif answer.status == "not_found":
            self._show_not_found(answer)
        else:
            self._show_answer()
        self.grew.emit()

    def _show_answer(self) -> None:
        answer, layout = self.turn.answer, self.turn.layout
        if answer is None or layout is None:
            return
        self.answer.show()
        if layout.sentences or layout.table is not None:
            self.answer.show_checked(layout)
        else:
            self.answer.show_plain(own_words(answer))
            if (banner := banner_of(answer)) is not None:
                self.column.insertWidget(self.column.indexOf(self.answer), banner)
        if answer.status == "cancelled" and answer.task is not None:
            self.column.addWidget(self._note("square", self.tr("Stopped. What stands above holds; the rest was not read.")))
        elif answer.status == "cancelled":
            self.column.addWidget(self._note("square", self.tr("Stopped. The text above is unfinished and was not checked.")))
        elif answer.report is not None:
            self.verdict = VerdictLine(layout)
            self.column.addSpacing(S)
            self.column.addWidget(self.verdict)
        for widget in offers(self):
            self.column.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
        for choice in answer.choices:
            button = TextButton(choice, icon_name="text-search")
            button.clicked.connect(self._choose)
            self.column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self._show_warnings(answer)
        self._add_tools()

    def _show_warnings(self, answer: Answer) -> None:
        for warning in warning_texts(answer.metadata):
            self.column.addWidget(self._note("triangle-alert", warning))

    def _show_not_found(self, answer: Answer) -> None:
        self.answer.hide()
        self._clear()
        card = Card(look="card", margin=L, spacing=S)
        line = row(IconLabel("text-search", size=20), Label(answer.text, look="strong", wrap=True))
        line.setStretch(1, 1)
        card.column.addLayout(line)
        hint = self.tr("Nothing was added from elsewhere. You can ask in other words, or add more documents.")
        card.column.addWidget(Label(hint, look="muted", wrap=True))
        self.column.addWidget(card)
        self._show_warnings(answer)
        targets, passages = self.turn.targets(), self.turn.shown_passages()
        if targets:
            self.column.addWidget(Label(self.tr("Closest matches"), look="section"))
        for target, passage in list(zip(targets, passages, strict=True))[:CLOSEST_SHOWN]:
            found = PassageCard(target, passage)
            found.opened.connect(self.opened)
            self.column.addWidget(found)

    def _show_unfinished(self) -> None:
        """What was written when the program ended."""
        if self.turn.text:
            self.answer.show()
            self.answer.show_plain(self.turn.text)
        said = self.tr("Unfinished: Dossier was closed before the answer was complete. Nothing of it was checked.")
        self.column.addWidget(self._note("square", said))
        again = TextButton(self.tr("Ask again"), icon_name="rotate-ccw")
        again.clicked.connect(self._again)
        line = row(again)
        line.addStretch()
        self.column.addLayout(line)

    def _show_failure(self) -> None:
        failure = self.turn.failure
        if failure is None:
            self._show_error(self.tr("Stopped because the program is closing."), retryable=False)
        else:
            self._show_error(failure_text(failure), retryable=failure.family != "user_fixable")

    def _show_error(self, text: str, retryable: bool) -> None:
        self._clear()
        card = Card(look="bad-box", margin=L, spacing=M)
        line = row(IconLabel("triangle-alert", self.tr("Error"), colour="unsupported", size=20), Label(text, wrap=True))
        line.setStretch(1, 1)
        card.column.addLayout(line)
        if retryable:
            again = TextButton(self.tr("Try again"), icon_name="rotate-ccw")
            again.clicked.connect(self._again)
            buttons = row(again)
            buttons.addStretch()
            card.column.addLayout(buttons)
        self.column.addWidget(card)

    def _add_tools(self) -> None:
        copy = IconButton("copy", self.tr("Copy with sources"))
        copy.clicked.connect(self._copy)
        again = IconButton("rotate-ccw", self.tr("Ask again"))
        again.clicked.connect(self._again)
        line = row(copy, again, spacing=4)
        add_pin(self, line)
        if self.turn.layout is not None and self.turn.layout.claims:
            line.addWidget(self._make_review_button())
        line.addStretch()
        self.column.addLayout(line)

    def _make_review_button(self) -> IconButton:
        button = self.review_button = IconButton("badge-check", self.tr("Sign sentences off or dispute them"))
        button.setCheckable(True)
        button.clicked.connect(self._toggle_review)
        self.turn.signs_changed.connect(self._show_signs)
        self._show_signs()
        return button

    @Slot()
    def _toggle_review(self) -> None:
        if self.review is None:
            self.review = ReviewList(self.turn)
            self.review.signed.connect(self.signed)
            self.column.addWidget(self.review)
        self.review.setVisible(self.review_button.isChecked())
        self.grew.emit()

    @Slot()
    def _show_signs(self) -> None:
        self.review_button.set_words(signs_text(self.turn))

    def _note(self, icon: str, text: str) -> QWidget:
        holder = QWidget()
        line = row(IconLabel(icon, size=16), Label(text, look="caption", wrap=True))
        line.setStretch(1, 1)
        holder.setLayout(line)
        return holder

    @Slot()
    def _copy(self) -> None:
        if self.turn.answer is not None and self.turn.layout is not None:
            QGuiApplication.clipboard().setText(as_text(self.turn.layout))

    @Slot()
    def _choose(self) -> None:
        chosen = self.sender()
        if isinstance(chosen, TextButton):
            self.asked_again.emit(f"{self.turn.question} – {chosen.text()}")

    @Slot()
    def _again(self) -> None:
        self.asked_again.emit(self.turn.question)
