"""Asks with which embedding model a collection is to be searched, and says before what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.ui.widgets.combo import ComboBox
from app.ui.widgets.labels import Label
from app.ui.widgets.sheet import Sheet
from app.viewmodels.library import CollectionRow
from app.viewmodels.progress import number
from index.ingest.estimate import SECONDS_PER_PASSAGE


class RebuildSheet(Sheet):
    begin_wanted = Signal(str, str)
    """Id of the collection, id of the model"""
    give_up_wanted = Signal(str)
    """Id of the collection"""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, self.tr("Another embedding model"), self.tr("Prepare the search"))
        self.installed = Label("", look="muted", wrap=True)
        self.body.addWidget(self.installed)
        self.models = ComboBox(self.tr("Embedding model"))
        self.models.setEditable(False)
        self.models.currentIndexChanged.connect(self._tell)
        self.body.addWidget(self.models)
        self.text = Label("", look="muted", wrap=True)
        self.body.addWidget(self.text)
        self._row = CollectionRow(None, "", None)
        self.confirmed.connect(self._give)

    def ask(self, row: CollectionRow, models: Sequence[str]) -> None:
        """``models``: ids of those that are installed."""
        if row.id is None:
            return
        self._row = row
        self.title.setText(self.tr("Search “{collection}” with another embedding model").format(collection=row.name))
        self.setAccessibleName(self.title.text())
        said = self.tr("Now: {model}. Installed: {models}.").format(model=row.embedder, models=", ".join(models))
        if not set(models) - {row.embedder}:
            said += " " + self.tr("“dossier models setup” sets up others.")
        self.installed.setText(said)
        self.models.blockSignals(True)
        self.models.clear()
        self.models.addItems(list(dict.fromkeys((row.embedder, *models))))
        if row.rebuild is not None:
            self.models.setCurrentText(row.rebuild.embedder_id)
        self.models.blockSignals(False)
        self._tell()
        self.open(self.models)

    @property
    def _gives_up(self) -> bool:
        return self.models.currentText() == self._row.embedder

    @Slot()
    def _tell(self) -> None:
        row, chosen = self._row, self.models.currentText()
        begun = row.rebuild.embedder_id if row.rebuild is not None else None
        passages = row.summary.passages if row.summary is not None else 0
        dropped = self.tr("What is prepared for {model} is deleted.").format(model=begun) if begun is not None else ""
        if self._gives_up:
            stays = self.tr("{model} answers as before.") if begun is not None else self.tr("{model} answers already.")
            self.text.setText(f"{dropped} {stays.format(model=chosen)}".strip())
        elif row.rebuild is not None and chosen == begun:
            said = self.tr("It is being prepared: {done} of %Ln passage(s). {present} answers until it is ready.", "", passages)
            self.text.setText(said.format(done=number(row.rebuild.passages), present=row.embedder))
        else:
            minutes = max(1, round(passages * SECONDS_PER_PASSAGE / 60))
            begins = self.tr("{model} prepares %Ln passage(s) after all imports;", "", passages).format(model=chosen)
            takes = self.tr("that takes about %Ln minute(s).", "", minutes)
            until = self.tr("{present} answers until then. Should Dossier be closed before, it goes on after the next start.")
            self.text.setText(" ".join(filter(None, (begins, takes, until.format(present=row.embedder), dropped))))
        self.confirm.set_text(self.tr("Give it up") if self._gives_up and begun is not None else self.tr("Prepare the search"))
        self.confirm.setEnabled(begun is not None if self._gives_up else chosen != begun)
        if self.isVisible():
            self.fit()

    @Slot()
    def _give(self) -> None:
        if self._row.id is None:
            return
        if self._gives_up:
            self.give_up_wanted.emit(self._row.id)
        else:
            self.begin_wanted.emit(self._row.id, self.models.currentText())
