"""Sheets that ask before something is taken out, and for a password."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from app.ui.widgets.labels import Label
from app.ui.widgets.sheet import Sheet


class ConfirmSheet(Sheet):
    """One for all questions of its window; ``ask`` says which."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, "", self.tr("Delete"), dangerous=True)
        self.text = Label("", look="muted", wrap=True)
        self.body.addWidget(self.text)
        self._then: Callable[[], None] | None = None
        self.confirmed.connect(self._do)

    def ask(self, title: str, text: str, confirm: str, then: Callable[[], None]) -> None:
        """``then`` is called when the person confirms. The focus is on the button that changes nothing."""
        self.setAccessibleName(title)
        self.title.setText(title)
        self.text.setText(text)
        self.confirm.set_text(confirm)
        self._then = then
        self.open(self.leave)

    @Slot()
    def _do(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()


class PasswordSheet(Sheet):
    given = Signal(str, str)
    """Id of the file, password"""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, self.tr("Password"), self.tr("Open the file"))
        self.text = Label("", look="muted", wrap=True)
        self.body.addWidget(self.text)
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(self.tr("Password of the file"))
        self.field.textChanged.connect(self._changed)
        self.body.addWidget(self.field)
        self._file_id = ""
        self.confirmed.connect(self._give)
        self.left.connect(self.field.clear)

    def ask(self, file_id: str, name: str) -> None:
        self._file_id = file_id
        self.title.setText(self.tr("Password for {file}").format(file=name))
        self.text.setText(
            self.tr(
                "It is kept in memory until Dossier is closed and stored nowhere. The text of the file goes into the library."
            )
        )
        self.field.clear()
        self.confirm.setEnabled(False)
        self.open(self.field)

    @Slot(str)
    def _changed(self, text: str) -> None:
        self.confirm.setEnabled(bool(text))

    @Slot()
    def _give(self) -> None:
        password = self.field.text()
        self.field.clear()
        self.given.emit(self._file_id, password)
