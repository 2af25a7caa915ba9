"""The running import, and for a moment what it did."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from app.ui.theme.tokens import M, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import Card, LinkButton, row
from app.ui.widgets.labels import ElidedLabel, IconLabel, Label
from app.viewmodels import progress as wording
from app.viewmodels.failure_wording import failure_text
from app.workers.failures import Failure
from app.workers.imports import ImportRequest
from index.ingest.progress import ImportProgress, ImportSummary


class ImportCard(QWidget):
    cancelled = Signal()
    paused = Signal(bool)
    """True: rest; False: go on."""
    give_up_wanted = Signal()
    """Of a rebuild: not at once, what it made goes with it."""
    files_wanted = Signal()
    """The person wants to see what was skipped and what failed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Import"))
        self.card = Card(margin=M, spacing=S // 2)
        self.icon = IconLabel("hourglass", size=16)
        self.title = Label("", look="strong", wrap=True)
        self.stop = IconButton("x", self.tr("Stop the import"), size=16)
        self.stop.clicked.connect(self._press)
        self.rest = IconButton("pause", self.tr("Pause the import"), size=16)
        self.rest.clicked.connect(self._pause)
        head = row(self.icon, self.title, self.rest, self.stop, spacing=2)
        head.insertSpacing(1, S - 2)
        head.setStretch(2, 1)
        self.card.column.addLayout(head)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the import"))
        self.card.column.addWidget(self.bar)
        self.card.column.addSpacing(S // 2)
        self.counts = Label("", wrap=True)
        self.waiting = Label("", look="warn", wrap=True)
        self.stage = Label("", look="caption", wrap=True)
        self.speed = Label("", look="caption", wrap=True)
        self.left = Label("", look="caption", wrap=True)
        self.file = ElidedLabel("", look="caption", mode=Qt.TextElideMode.ElideMiddle)
        for label in (self.counts, self.waiting, self.stage, self.left, self.speed, self.file):
            self.card.column.addWidget(label)
        self.trouble = LinkButton(self.tr("Show the files"))
        self.trouble.clicked.connect(self.files_wanted)
        line = row(self.trouble)
        line.setContentsMargins(-2, 0, 0, 0)
        self.card.column.addLayout(line)
        column = QVBoxLayout(self)
        column.setContentsMargins(M, M, M, M)
        column.addWidget(self.card)
        self._running = False
        self._resting = False
        self._rebuilding = False
        self.hide()

    @Slot(object)
    def show_started(self, request: ImportRequest) -> None:
        self._running = True
        self._rebuilding = False
        self._show_resting(False)
        self.rest.show()
        self.icon.set_icon("hourglass", "muted")
        self.title.setText(self.tr("Adding to {collection}").format(collection=request.collection))
        self.stop.set_label(self.tr("Stop the import"))
        self.stop.setEnabled(True)
        self.stop.show()
        self.bar.setRange(0, 0)
        self.bar.show()
        self.counts.setText(self.tr("Looking for files …"))
        self._hide_details()
        self.show()

    @Slot(bool)
    def show_background(self, resting: bool) -> None:
        """Nobody started it here, so it is neither paused nor stopped here, unless it is a rebuild."""
        self._running = True
        self._rebuilding = False
        self._show_resting(resting)
        self.rest.hide()
        self.stop.hide()
        self.icon.set_icon("hourglass", "muted")
        self.title.setText(self.tr("Reading changes"))
        self.bar.setRange(0, 0)
        self.bar.show()
        self.counts.setText("")
        self._hide_details()
        self.show()

    @Slot(object)
    def show_progress(self, progress: ImportProgress) -> None:
        if not self._running:
            return
        if (progress.rebuilding is not None) != self._rebuilding:
            self._show_kind(rebuilding=progress.rebuilding is not None)
        done = wording.per_mille(progress)
        self.bar.setRange(0, 0 if done is None else 1000)
        self.bar.setValue(done or 0)
        pages = wording.pages_text(progress)
        self.counts.setText(" · ".join(p for p in (wording.progress_text(progress), pages) if p))
        waiting = wording.waiting_text(progress)
        self._set(self.waiting, waiting)
        self.icon.set_icon(*(("triangle-alert", "partly") if waiting else ("pause" if self._resting else "hourglass", "muted")))
        calm = bool(waiting) or self._resting
        self._set(self.stage, self.tr("Paused") if self._resting else "" if waiting else wording.stage_text(progress))
        self._set(self.left, "" if calm else wording.time_left_text(progress))
        self._set(self.speed, "" if calm else wording.speed_text(progress))
        self._set(self.file, "" if calm else wording.current_file_text(progress))
        self._show_trouble(wording.failures_text(progress))

    @Slot(object)
    def show_ended(self, outcome: ImportSummary | Failure) -> None:
        self._running = False
        self.rest.hide()
        self.bar.hide()
        self._hide_details()
        self.stop.setEnabled(True)
        self.stop.show()
        self.stop.set_label(self.tr("Close"))
        self.show()
        if isinstance(outcome, Failure):
            self.icon.set_icon("triangle-alert", "unsupported", self.tr("Failed"))
            self.title.setText(self.tr("The import could not be done"))
            self.counts.setText(failure_text(outcome))
            return
        trouble = bool(outcome.failed or outcome.missing)
        self.icon.set_icon("circle-alert" if trouble else "circle-check", "partly" if trouble else "supported")
        if outcome.rebuilt is not None:
            self.title.setText(self.tr("Preparing the search was stopped") if outcome.cancelled else self.tr("Search prepared"))
        else:
            self.title.setText(self.tr("Import stopped") if outcome.cancelled else self.tr("Import finished"))
        self.counts.setText(wording.outcome_text(outcome))
        if outcome.failed or outcome.skipped:
            self._show_trouble(self.tr("Show the files"))

    def _hide_details(self) -> None:
        for widget in (self.waiting, self.stage, self.left, self.speed, self.file, self.trouble):
            widget.hide()

    def _show_trouble(self, text: str) -> None:
        self.trouble.set_text(text)
        self.trouble.setVisible(bool(text))

    def _set(self, label: Label, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _show_kind(self, *, rebuilding: bool) -> None:
        """Of what runs by itself: a rebuild can be paused and given up."""
        self._rebuilding = rebuilding
        self.title.setText(self.tr("Preparing the search") if rebuilding else self.tr("Reading changes"))
        self._show_resting(self._resting and rebuilding)
        self.stop.set_label(self.tr("Give up preparing the search …"))
        self.rest.setVisible(rebuilding)
        self.stop.setEnabled(True)
        self.stop.setVisible(rebuilding)

    def _show_resting(self, resting: bool) -> None:
        self._resting = resting
        self.rest.set_icon("play" if resting else "pause")
        if self._rebuilding:
            label = self.tr("Go on preparing the search") if resting else self.tr("Pause preparing the search")
        else:
            label = self.tr("Go on with the import") if resting else self.tr("Pause the import")
        self.rest.set_label(label)

    @Slot()
    def _pause(self) -> None:
        self._show_resting(not self._resting)
        self._hide_details()
        self._set(self.stage, self.tr("Paused") if self._resting else "")
        self.paused.emit(self._resting)

    @Slot()
    def _press(self) -> None:
        if self._running and self._rebuilding:
            self.give_up_wanted.emit()
        elif self._running:
            self.stop.setEnabled(False)
            self.counts.setText(self.tr("Stopping …"))
            self.cancelled.emit()
        else:
            self.hide()
