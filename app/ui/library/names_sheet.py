"""Asks by which other names questions call a collection, and whether it is the one that they go to which name none."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from app.ui.widgets.labels import Label
from app.ui.widgets.sheet import Sheet
from app.viewmodels.library import CollectionRow


class NamesSheet(Sheet):
    given = Signal(str, list, bool)
    """Id of the collection, its other names, whether it is the default one"""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, self.tr("Names in questions"), self.tr("Keep"))
        text = self.tr(
            "A question that names the collection is asked in it, whatever is chosen. Other names, with commas between them:"
        )
        self.body.addWidget(Label(text, look="muted", wrap=True))
        self.names = QLineEdit()
        self.names.setAccessibleName(self.tr("Other names of the collection"))
        self.body.addWidget(self.names)
        self.default = QCheckBox(self.tr("Questions that name none go here"))
        self.default.setAccessibleName(self.default.text())
        self.body.addWidget(self.default)
        self._id = ""
        self.confirmed.connect(self._give)

    def ask(self, row: CollectionRow) -> None:
        if row.id is None:
            return
        self._id = row.id
        self.title.setText(self.tr("“{collection}” in questions").format(collection=row.name))
        self.names.setText(", ".join(row.aliases))
        self.default.setChecked(row.is_default)
        self.open(self.names)

    def _give(self) -> None:
        names = [name.strip() for name in self.names.text().split(",")]
        self.given.emit(self._id, [name for name in names if name], self.default.isChecked())
