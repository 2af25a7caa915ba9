"""The switch between documents only and open, and strict mode; shut where policy has decided."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.ui.widgets.buttons import IconButton
from app.viewmodels.switches import Switches


class ModeButton(IconButton):
    def __init__(self, switches: Switches, parent: QWidget | None = None) -> None:
        super().__init__("shield-check", "", parent)
        self._switches = switches
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        group = QActionGroup(menu)
        self.documents = self._choice(
            menu, self.tr("Documents only: what they do not support is not said"), switches.mode_locked
        )
        self.open = self._choice(
            menu, self.tr("Open: the model may answer without documents, under a banner"), switches.mode_locked
        )
        for action in (self.documents, self.open):
            group.addAction(action)
        menu.addSeparator()
        self.strict = self._choice(menu, self.tr("Strict: hold back what the check does not support"), switches.strict_locked)
        if switches.mode_locked or switches.strict_locked:
            menu.addSection(self.tr("Grey choices were made by your administrator"))
        self.documents.triggered.connect(self._documents_only)
        self.open.triggered.connect(self._open)
        self.strict.toggled.connect(switches.choose_strict)
        self.setMenu(menu)
        switches.changed.connect(self._show)
        self._show()

    @staticmethod
    def _choice(menu: QMenu, text: str, locked: bool) -> QAction:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setEnabled(not locked)
        return action

    @Slot()
    def _documents_only(self) -> None:
        self._switches.choose_mode("documents_only")

    @Slot()
    def _open(self) -> None:
        self._switches.choose_mode("open")

    @Slot()
    def _show(self) -> None:
        is_open = self._switches.mode == "open"
        self.documents.setChecked(not is_open)
        self.open.setChecked(is_open)
        self.strict.setChecked(self._switches.strict)
        words = self.tr("Open") if is_open else self.tr("Documents only")
        if self._switches.strict:
            words = self.tr("{mode}, strict").format(mode=words)
        # Only what differs from the safe choice takes room in the line.
        plain = not is_open and not self._switches.strict
        self.set_words("" if plain else words)
        self.set_label(self.tr("How freely to answer: {mode}").format(mode=words))
        self.set_icon("globe" if is_open else "lock" if self._switches.mode_locked else "shield-check")
