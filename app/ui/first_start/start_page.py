"""The empty middle: how to begin while there are no documents, and questions to begin with once there are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import XL, L, M, S
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.card import CardButton, scrolling
from app.ui.widgets.labels import IconLabel, Label

WIDTH = 640


class StartPage(QWidget):
    folder_wanted = Signal()
    files_wanted = Signal()
    samples_wanted = Signal()
    chosen = Signal(str)
    """A suggested question"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Begin"))
        self.picture = IconLabel("text-search", size=40, colour="border_strong")
        self.title = Label("", look="display", wrap=True)
        self.text = Label("", look="muted", wrap=True)
        for label in (self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.folder = TextButton(self.tr("Choose a folder …"), icon_name="folder-plus", look="primary")
        self.folder.clicked.connect(self.folder_wanted)
        self.files = TextButton(self.tr("Choose files …"), icon_name="file-plus")
        self.files.clicked.connect(self.files_wanted)
        self.samples = TextButton(self.tr("Try the samples"), icon_name="book-open")
        self.samples.setToolTip(self.tr("Ten short documents that come with Dossier, in a collection of their own"))
        self.samples.clicked.connect(self.samples_wanted)
        self.buttons = QWidget()
        self.buttons.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        buttons = QVBoxLayout(self.buttons)
        buttons.setContentsMargins(0, M, 0, 0)
        buttons.setSpacing(S)
        for button in (self.folder, self.files, self.samples):
            buttons.addWidget(button)
        self.heading = Label(self.tr("Questions to begin with"), look="section")
        self.questions = QWidget()
        self._list = QVBoxLayout(self.questions)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(S)
        inner = QWidget()
        inner.setMaximumWidth(theme().px(WIDTH))
        column = QVBoxLayout(inner)
        column.setContentsMargins(XL, XL, XL, XL)
        column.setSpacing(S)
        column.addStretch(2)
        column.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(S)
        column.addWidget(self.title)
        column.addWidget(self.text)
        column.addWidget(self.buttons, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(L)
        column.addWidget(self.heading)
        column.addWidget(self.questions)
        column.addStretch(3)
        holder = QWidget()
        across = QHBoxLayout(holder)
        across.setContentsMargins(0, 0, 0, 0)
        across.addStretch(1)
        across.addWidget(inner, 100)
        across.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolling(holder, self.tr("Begin")))
        self._suggestions: tuple[str, ...] = ()
        self.show_documents(there=False)

    def show_documents(self, *, there: bool, coming: bool = False) -> None:
        """Whether the collection has documents to be asked, or an import is about to bring the first."""
        self.picture.set_icon("text-search" if there else "hourglass" if coming else "folder-plus", "border_strong")
        if there:
            self.title.setText(self.tr("Ask your documents"))
            self.text.setText(
                self.tr("Every sentence of the answer is checked against them, and shows the place that it rests on.")
            )
        elif coming:
            self.title.setText(self.tr("Your documents are being read"))
            self.text.setText(self.tr("You can ask as soon as the first of them are there. The window stays free meanwhile."))
        else:
            self.title.setText(self.tr("Begin with a folder"))
            self.text.setText(
                self.tr(
                    "Drop it anywhere on this window. Your files stay where they are and are only read; nothing leaves this computer."
                )
            )
        self.buttons.setVisible(not there and not coming)
        self._there = there
        self._show_list(there)

    @Slot(tuple)
    def show_suggestions(self, questions: Sequence[str]) -> None:
        self._suggestions = tuple(questions)
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for question in self._suggestions:
            suggestion = _Suggestion(question)
            suggestion.chosen.connect(self.chosen)
            self._list.addWidget(suggestion)
        self._show_list(self._there)

    def suggestions(self) -> list[CardButton]:
        items = [self._list.itemAt(i) for i in range(self._list.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [w for w in widgets if isinstance(w, CardButton)]

    def _show_list(self, there: bool) -> None:
        shown = there and bool(self._suggestions)
        self.heading.setVisible(shown)
        self.questions.setVisible(shown)


class _Suggestion(CardButton):
    chosen = Signal(str)

    def __init__(self, question: str) -> None:
        super().__init__(question)
        self._question = question
        self.column.addWidget(Label(question, wrap=True))
        self.clicked.connect(self._press)

    @Slot()
    def _press(self) -> None:
        self.chosen.emit(self._question)
