"""A model is missing: which, and what to do about it on a machine without a network."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import XL, M, S
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.card import Card, row, scrolling
from app.ui.widgets.flow import FlowLayout
from app.ui.widgets.labels import IconLabel, Label
from app.viewmodels.failure_wording import failure_text
from app.viewmodels.progress import number
from app.workers.failures import Failure
from app.workers.models_setup import MissingModels
from models.progress import SetupProgress

WIDTH = 620


class ModelsPage(QWidget):
    file_wanted = Signal()
    """The person wants to choose a GGUF file."""
    folder_wanted = Signal()
    """The folder of the models is to be shown in the system's program."""
    again_wanted = Signal()
    without_wanted = Signal()
    """Go on without a model that writes answers: passages are found all the same."""
    stop_wanted = Signal()

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Models"))
        self._folder = folder
        self._search_missing = False
        card = Card(look="sheet", margin=XL, spacing=M)
        card.setMaximumWidth(theme().px(WIDTH))
        card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.title = Label("", look="title", wrap=True)
        head = row(IconLabel("cpu", colour="accent", size=24), self.title, spacing=M)
        head.setStretch(1, 1)
        card.column.addLayout(head)
        self.what = Label("", wrap=True)
        self.how = Label("", wrap=True)
        self.command = Label("", look="command", wrap=True)
        self.command.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.problem = Label("", look="bad", wrap=True)
        for label in (self.what, self.how, self.command, self.problem):
            card.column.addWidget(label)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the copy"))
        self.copying = Label("", look="caption", wrap=True)
        card.column.addWidget(self.bar)
        card.column.addWidget(self.copying)
        card.column.addSpacing(S)
        card.column.addLayout(self._make_buttons())
        across = QHBoxLayout()
        across.setContentsMargins(XL, XL, XL, XL)
        across.addStretch(1)
        across.addWidget(card, 100)
        across.addStretch(1)
        inner = QWidget()
        middle = QVBoxLayout(inner)
        middle.addStretch(1)
        middle.addLayout(across)
        middle.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scrolling(inner, self.tr("Models")))
        self._end_copy("")

    def show_missing(self, missing: MissingModels) -> None:
        self.title.setText(self.tr("One more file is needed"))
        if missing.search is not None:
            self.what.setText(
                self.tr("The model that finds passages is not on this computer: {model}.").format(model=missing.search)
            )
            self.how.setText(
                self.tr(
                    "Without a network: copy its folder from another computer with Dossier into {folder}, then look again. With a "
                    "network, once, in a terminal:"
                ).format(folder=self._folder)
            )
        else:
            self.what.setText(
                self.tr("The model that writes answers is not on this computer: {model}.").format(model=missing.answers)
            )
            self.how.setText(
                self.tr(
                    "Without a network: drop a model file (GGUF) on this window, or choose one. It is copied into Dossier's own folder and "
                    "checked. With a network, once, in a terminal:"
                )
            )
        self.command.setText("dossier models setup")
        self._search_missing = missing.search is not None
        self.folder.setVisible(missing.search is not None)
        self.without.setVisible(missing.search is None)
        self._end_copy("")

    @Slot()
    def show_started(self) -> None:
        self.problem.hide()
        self.bar.setRange(0, 0)
        self.copying.setText(self.tr("Copying the model …"))
        for widget in (self.bar, self.copying, self.stop):
            widget.show()
        for button in (self.file, self.again):
            button.hide()

    @Slot(object)
    def show_progress(self, progress: SetupProgress) -> None:
        if progress.total_bytes:
            self.bar.setRange(0, 1000)
            self.bar.setValue(round(1000 * progress.done_bytes / progress.total_bytes))
            done, total = (number(round(b / 1e6)) for b in (progress.done_bytes, progress.total_bytes))
            self.copying.setText(self.tr("{done} of {total} MB").format(done=done, total=total))

    @Slot(object)
    def show_failure(self, failure: Failure) -> None:
        self._end_copy(failure_text(failure) if failure.code != "cancelled" else "")

    def _end_copy(self, problem: str) -> None:
        for widget in (self.bar, self.copying, self.stop):
            widget.hide()
        self.file.setVisible(not self._search_missing)
        self.again.show()
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _make_buttons(self) -> FlowLayout:
        self.file = TextButton(self.tr("Choose a model file …"), icon_name="file-plus", look="primary")
        self.file.clicked.connect(self.file_wanted)
        self.folder = TextButton(self.tr("Show the folder"), icon_name="folder-open", look="primary")
        self.folder.clicked.connect(self.folder_wanted)
        self.again = TextButton(self.tr("Look again"), icon_name="rotate-ccw")
        self.again.clicked.connect(self.again_wanted)
        self.without = TextButton(self.tr("Go on without answers"))
        self.without.setToolTip(self.tr("Documents can be added and searched; answers are not written until there is a model."))
        self.without.clicked.connect(self.without_wanted)
        self.stop = TextButton(self.tr("Stop the copy"), icon_name="x")
        self.stop.clicked.connect(self.stop_wanted)
        flow = FlowLayout(spacing=S)
        for button in (self.file, self.folder, self.again, self.without, self.stop):
            flow.addWidget(button)
        return flow
