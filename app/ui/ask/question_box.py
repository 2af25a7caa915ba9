"""Where the question is typed: grows with its text, Enter asks, Esc stops."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QButtonGroup, QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from app.messages.retrieval import MAX_QUERY_CHARACTERS
from app.ui.ask.scope_bar import ScopeButton, ScopeChips
from app.ui.library.drop_overlay import local_paths
from app.ui.theme.theme import theme
from app.ui.theme.tokens import M, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import row
from app.ui.widgets.chip import ChoiceButton
from app.ui.widgets.labels import Label, repolish
from app.viewmodels.scope import Scope

MAX_LINES = 6


class QuestionBox(QFrame):
    asked = Signal(str, bool)
    """The question, and whether it is to be answered thoroughly."""
    stopped = Signal()
    attach_wanted = Signal()
    dropped = Signal(list)
    """Paths of files that are to be attached"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("question")
        self._ready = False
        self._busy = False
        self.text = QPlainTextEdit()
        self.text.setObjectName("questionText")
        self.text.setAccessibleName(self.tr("Your question"))
        self.text.setPlaceholderText(self.tr("Ask about your documents"))
        self.text.setTabChangesFocus(True)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setFont(theme().font("reading"))
        self.text.document().setDocumentMargin(2)
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.installEventFilter(self)
        # A file that is dropped is attached; the field alone would take its path for words.
        self.setAcceptDrops(True)
        self.text.setAcceptDrops(False)
        self.text.textChanged.connect(self._changed)
        self.scope = ScopeButton()
        self.chips = ScopeChips()
        self.counter = Label("", look="caption")
        self.counter.hide()
        self.quick = ChoiceButton(self.tr("Quick"), self.tr("One search, answered at once"))
        self.thorough = ChoiceButton(
            self.tr("Thorough"), self.tr("Search for each part of the question; more passages, slower")
        )
        self.quick.setChecked(True)
        depth = QButtonGroup(self)
        for button in (self.quick, self.thorough):
            depth.addButton(button)
        self.send = IconButton("arrow-up", self.tr("Ask"), colour="on_accent")
        self.send.setProperty("look", "send")
        self.send.clicked.connect(self._press)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(M, S, S, S)
        column.setSpacing(2)
        column.addWidget(self.chips)
        column.addWidget(self.text)
        self.clip = IconButton("paperclip", self.tr("Attach documents to this conversation (Ctrl+Shift+A)"))
        self.clip.clicked.connect(self.attach_wanted)
        line = row(self.clip, self.scope, self.counter, self.quick, self.thorough, self.send, spacing=4)
        line.insertStretch(2, 1)
        column.addLayout(line)
        self.setFocusProxy(self.text)
        self._changed()

    def use_scope(self, scope: Scope) -> None:
        self.scope.use(scope)
        self.chips.use(scope)

    def add_above(self, widget: QWidget) -> None:
        """Between the frame and the words."""
        self._column.insertWidget(0, widget)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        if local_paths(event.mimeData()):
            event.acceptProposedAction()
            self._mark_drop(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: ARG002, N802
        self._mark_drop(False)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        event.acceptProposedAction()
        self._mark_drop(False)
        self.dropped.emit(local_paths(event.mimeData()))
        self.text.setFocus()

    def _mark_drop(self, over: bool) -> None:
        self.setProperty("focused", over or self.text.hasFocus())
        repolish(self)
        self.text.setPlaceholderText(
            self.tr("Drop here to attach it to this conversation") if over else self.tr("Ask about your documents")
        )

    def set_ready(self, ready: bool) -> None:
        """Whether a question can be asked at all (consent, engine, documents)."""
        self._ready = ready
        self._changed()

    def set_busy(self, busy: bool) -> None:
        self._busy = busy
        self._changed()

    def set_text(self, text: str) -> None:
        self.text.setPlainText(text)
        cursor = self.text.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.text.setTextCursor(cursor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if watched is self.text:
            if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._is_enter(event):
                self._ask()
                return True
            if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._leaves_undo(event):
                return True
            if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
                self.setProperty("focused", event.type() == QEvent.Type.FocusIn)
                repolish(self)
            elif event.type() == QEvent.Type.Resize:
                self._fit()
        return super().eventFilter(watched, event)

    def _leaves_undo(self, event: QKeyEvent) -> bool:
        """Nothing was typed that could be undone: Ctrl+Z is left to the window."""
        if event.matches(QKeySequence.StandardKey.Undo) and not self.text.document().isUndoAvailable():
            event.ignore()
            return True
        return False

    @staticmethod
    def _is_enter(event: QKeyEvent) -> bool:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier

    @Slot()
    def _press(self) -> None:
        if self._stops:
            self.stopped.emit()
        else:
            self._ask()

    @property
    def _stops(self) -> bool:
        """While an answer is being written the button stops it, unless a next question is typed."""
        return self._busy and not self.text.toPlainText().strip()

    def _ask(self) -> None:
        text = self.text.toPlainText().strip()
        if self._ready and 0 < len(text) <= MAX_QUERY_CHARACTERS:
            self.text.clear()
            self.asked.emit(text, self.thorough.isChecked())

    @Slot()
    def _changed(self) -> None:
        length = len(self.text.toPlainText().strip())
        self.send.set_icon("stop" if self._stops else "arrow-up")
        self.send.set_label(
            self.tr("Stop (Esc)") if self._stops else self.tr("Ask next (Enter)") if self._busy else self.tr("Ask (Enter)")
        )
        self.send.setEnabled(self._stops or (self._ready and 0 < length <= MAX_QUERY_CHARACTERS))
        near = length > MAX_QUERY_CHARACTERS * 0.8
        self.counter.setVisible(near)
        if near:
            self.counter.setText(f"{length} / {MAX_QUERY_CHARACTERS}")
            self.counter.setProperty("look", "bad" if length > MAX_QUERY_CHARACTERS else "caption")
            repolish(self.counter)
        self._fit()

    def _fit(self) -> None:
        lines = max(1, min(MAX_LINES, int(self.text.document().size().height())))
        self.text.setFixedHeight(lines * self.text.fontMetrics().lineSpacing() + 10)
