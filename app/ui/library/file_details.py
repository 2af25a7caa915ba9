"""Below the table: the chosen file with its whole reason, what can be done, and what is known of it."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import QDate, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.ui.library.file_table import ICONS
from app.ui.theme.tokens import L, M, S
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.card import row
from app.ui.widgets.flow import FlowLayout
from app.ui.widgets.labels import ElidedLabel, IconLabel, Label
from app.viewmodels.dates import day_text
from app.viewmodels.file_wording import amount_text, file_state, state_text, todo_text, why_text
from app.viewmodels.places import file_name
from index.ingest.rows import FileRow


class FileDetails(QFrame):
    retry_wanted = Signal()
    forget_wanted = Signal()
    password_wanted = Signal(object)
    """FileRow"""
    folder_wanted = Signal(object)
    """FileRow"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("The chosen file"))
        self._row: FileRow | None = None
        self.icon = IconLabel("file", size=16)
        self.name = ElidedLabel("", look="strong", mode=Qt.TextElideMode.ElideMiddle)
        head = row(self.icon, self.name)
        head.setStretch(1, 1)
        self.folder = ElidedLabel("", look="caption", mode=Qt.TextElideMode.ElideMiddle)
        self.why = Label("", wrap=True)
        self.todo = Label("", look="muted", wrap=True)
        self.facts = Label("", look="caption", wrap=True)
        self.password = TextButton(self.tr("Give password …"), icon_name="key-round", look="primary")
        self.password.clicked.connect(self._ask_password)
        self.retry = TextButton(self.tr("Try again"), icon_name="rotate-ccw")
        self.retry.clicked.connect(self.retry_wanted)
        self.show_folder = TextButton(self.tr("Show in folder"), icon_name="folder-open")
        self.show_folder.clicked.connect(self._show_folder)
        self.forget = TextButton(self.tr("Forget"), icon_name="trash-2")
        self.forget.setToolTip(self.tr("Take it out of the library; the file itself stays"))
        self.forget.clicked.connect(self.forget_wanted)
        buttons = FlowLayout(spacing=S)
        for button in (self.password, self.retry, self.show_folder, self.forget):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(L, M, L, L)
        column.setSpacing(S // 2)
        column.addLayout(head)
        # What can be done stands before what is only known: at large text the rest has to be scrolled to.
        for label in (self.why, self.todo):
            column.addWidget(label)
        column.addSpacing(S // 2)
        column.addLayout(buttons)
        column.addSpacing(S // 2)
        for label in (self.folder, self.facts):
            column.addWidget(label)
        self.hide()

    def show_rows(self, rows: Sequence[FileRow]) -> None:
        """Nothing chosen: hidden; several: what can be done with all of them."""
        self.setVisible(bool(rows))
        if not rows:
            return
        one = rows[0] if len(rows) == 1 else None
        self._row = one
        self.retry.setVisible(one is None or file_state(one) not in ("waiting",))
        self.password.setVisible(one is not None and one.reason_code == "password_needed")
        self.show_folder.setVisible(one is not None)
        self.forget.setVisible(one is None or one.reason_code != "excluded")
        if one is None:
            self.icon.set_icon("files", "muted")
            self.name.setText(self.tr("%Ln file(s) chosen", "", len(rows)))
            for label in (self.folder, self.why, self.todo, self.facts):
                label.hide()
            return
        state = file_state(one)
        self.icon.set_icon(*ICONS[state], state_text(state))
        self.name.setText(file_name(one.path))
        self._say(self.folder, os.path.dirname(one.path))
        self.why.setProperty("look", "bad" if state == "failed" else "")
        self.why.style().polish(self.why)
        self._say(self.why, why_text(one))
        self._say(self.todo, todo_text(one))
        self._say(self.facts, self._facts(one))

    def _facts(self, one: FileRow) -> str:
        parts = [amount_text(one)] if one.status == "indexed" else []
        if one.indexed_at is not None:
            local = one.indexed_at.astimezone()
            day = day_text(QDate(local.year, local.month, local.day))
            parts.append(self.tr("read on {day}").format(day=day))
        if one.parser:
            parts.append(self.tr("by {parser}").format(parser=one.parser))
        return " · ".join(parts)

    @staticmethod
    def _say(label: Label, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    @Slot()
    def _ask_password(self) -> None:
        if self._row is not None:
            self.password_wanted.emit(self._row)

    @Slot()
    def _show_folder(self) -> None:
        if self._row is not None:
            self.folder_wanted.emit(self._row)
