"""The running import, and for a moment what it did."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from app.ui.theme.tokens import M, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import Card, row
from app.ui.widgets.labels import ElidedLabel, IconLabel, Label
from app.viewmodels import progress as wording
from app.workers.failures import Failure
from app.workers.imports import ImportRequest
from index.ingest.progress import ImportProgress, ImportSummary


class ImportCard(QWidget):
    cancelled = Signal()
    paused = Signal(bool)
    """True: rest; False: go on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Import"))
        self.card = Card(margin=M, spacing=S - 2)
        self.icon = IconLabel("hourglass", size=16)
        self.title = ElidedLabel("", look="strong")
        self.stop = IconButton("x", self.tr("Stop the import"))
        self.stop.clicked.connect(self._press)
        self.rest = IconButton("pause", self.tr("Pause the import"))
        self.rest.clicked.connect(self._pause)
        head = row(self.icon, self.title, self.rest, self.stop)
        head.setStretch(1, 1)
        self.card.column.addLayout(head)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the import"))
        self.card.column.addWidget(self.bar)
        self.counts = Label("", wrap=True)
        self.card.column.addWidget(self.counts)
        self.speed = Label("", look="caption", wrap=True)
        self.card.column.addWidget(self.speed)
        self.file = ElidedLabel("", look="caption", mode=Qt.TextElideMode.ElideMiddle)
        self.card.column.addWidget(self.file)
        column = QVBoxLayout(self)
        column.setContentsMargins(M, M, M, M)
        column.addWidget(self.card)
        self._running = False
        self._resting = False
        self.hide()

    @Slot(object)
    def show_started(self, request: ImportRequest) -> None:
        self._running = True
        self._show_resting(False)
        self.rest.show()
        self.icon.set_icon("hourglass", "muted")
        self.title.setText(self.tr("Adding to {collection}").format(collection=request.collection))
        self.stop.set_label(self.tr("Stop the import"))
        self.stop.setEnabled(True)
        self.bar.setRange(0, 0)
        self.bar.show()
        self.counts.setText(self.tr("Looking for files …"))
        self.speed.hide()
        self.file.hide()
        self.show()

    @Slot(object)
    def show_progress(self, progress: ImportProgress) -> None:
        if not self._running:
            return
        done = wording.per_mille(progress)
        self.bar.setRange(0, 0 if done is None else 1000)
        self.bar.setValue(done or 0)
        self.counts.setText(wording.progress_text(progress))
        self._set(self.speed, self.tr("Paused") if self._resting else wording.speed_text(progress))
        self._set(self.file, wording.current_file_text(progress))

    @Slot(object)
    def show_ended(self, outcome: ImportSummary | Failure) -> None:
        self._running = False
        self.rest.hide()
        self.bar.hide()
        self.file.hide()
        self.speed.hide()
        self.stop.setEnabled(True)
        self.stop.set_label(self.tr("Close"))
        if isinstance(outcome, Failure):
            self.icon.set_icon("triangle-alert", "unsupported", self.tr("Failed"))
            self.title.setText(self.tr("The import could not be done"))
            self.counts.setText(f"{outcome.message} {outcome.next_step}".strip())
            return
        trouble = bool(outcome.failed or outcome.missing)
        self.icon.set_icon("circle-alert" if trouble else "circle-check", "partly" if trouble else "supported")
        self.title.setText(self.tr("Import stopped") if outcome.cancelled else self.tr("Import finished"))
        self.counts.setText(wording.outcome_text(outcome))

    def _set(self, label: Label, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _show_resting(self, resting: bool) -> None:
        self._resting = resting
        self.rest.set_icon("play" if resting else "pause")
        self.rest.set_label(self.tr("Go on with the import") if resting else self.tr("Pause the import"))

    @Slot()
    def _pause(self) -> None:
        self._show_resting(not self._resting)
        self._set(self.speed, self.tr("Paused") if self._resting else "")
        self.paused.emit(self._resting)

    @Slot()
    def _press(self) -> None:
        if self._running:
            self.stop.setEnabled(False)
            self.counts.setText(self.tr("Stopping …"))
            self.cancelled.emit()
        else:
            self.hide()
