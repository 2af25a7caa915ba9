"""The folders and files that a person added to the collection, each with its watch switch and a menu."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QMenu, QToolButton, QVBoxLayout, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import M, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import row
from app.ui.widgets.labels import ElidedLabel, IconLabel
from app.viewmodels.places import file_name
from index.ingest.rows import Source


class SourceList(QWidget):
    """A handful of rows, so each has its own widgets: they are reached by the keyboard one by one."""

    watch_wanted = Signal(object, bool)
    """Source, on"""
    remove_wanted = Signal(object)
    """Source"""
    again_wanted = Signal(object)
    """Source to be looked through anew"""
    folder_wanted = Signal(object)
    """Source to be shown in the system's program"""
    documents_wanted = Signal(object)
    """Source whose files are to be listed"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Folders"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(S, 0, S, S)
        self._column.setSpacing(0)
        self.rows: list[SourceRow] = []

    def show_sources(self, sources: Sequence[Source]) -> None:
        if [r.source for r in self.rows] == list(sources):
            return
        for old in self.rows:
            self._column.removeWidget(old)
            old.deleteLater()
        self.rows = [SourceRow(source) for source in sources]
        for at, made in enumerate(self.rows):
            made.watch_wanted.connect(self.watch_wanted)
            made.remove_wanted.connect(self.remove_wanted)
            made.again_wanted.connect(self.again_wanted)
            made.folder_wanted.connect(self.folder_wanted)
            made.documents_wanted.connect(self.documents_wanted)
            self._column.insertWidget(at, made)


class SourceRow(QWidget):
    watch_wanted = Signal(object, bool)
    remove_wanted = Signal(object)
    again_wanted = Signal(object)
    folder_wanted = Signal(object)
    documents_wanted = Signal(object)

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        name = file_name(source.path) or source.path
        self.setAccessibleName(name)
        self.setToolTip(source.path)
        folder = source.kind == "folder"
        self.name = ElidedLabel(name, mode=Qt.TextElideMode.ElideMiddle)
        self.name.setToolTip(source.path)
        line = row(IconLabel("folder" if folder else "file", size=16), self.name, spacing=S)
        line.setStretch(1, 1)
        line.setContentsMargins(M - S // 2, 0, 0, 0)
        self.setLayout(line)
        self.watch = IconButton("eye-off", "", size=16)
        self.watch.setCheckable(True)
        self.watch.setProperty("look", "switch")
        self.watch.setChecked(source.watch)
        self.watch.clicked.connect(self._toggle)
        line.addWidget(self.watch)
        self.watch.setVisible(folder)
        self.more = IconButton("ellipsis", self.tr("More for {folder}").format(folder=name), size=16)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(self._make_menu())
        line.addWidget(self.more)
        self._name = name
        self._show()
        theme().changed.connect(self._show)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Show its documents"), lambda: self.documents_wanted.emit(self.source))
        menu.addAction(self.tr("Look for changes now"), lambda: self.again_wanted.emit(self.source))
        menu.addAction(self.tr("Show in folder"), lambda: self.folder_wanted.emit(self.source))
        menu.addSeparator()
        menu.addAction(self.tr("Remove"), lambda: self.remove_wanted.emit(self.source))
        return menu

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002, N802
        self.documents_wanted.emit(self.source)

    @Slot()
    def _show(self) -> None:
        on = self.watch.isChecked()
        self.watch.set_icon("eye" if on else "eye-off", "accent" if on else "muted")
        words = self.tr("Changes in {folder} are read by themselves") if on else self.tr("{folder} is read only when you ask")
        self.watch.set_label(words.format(folder=self._name))

    @Slot()
    def _toggle(self) -> None:
        self._show()
        self.watch_wanted.emit(self.source, self.watch.isChecked())
