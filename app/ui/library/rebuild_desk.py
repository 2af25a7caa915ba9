"""Another embedding model, put into the window: where it is asked for, and what gives it up."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from app.ui.library.rebuild_sheet import RebuildSheet
from app.ui.window import MainWindow
from app.viewmodels.library import Library
from app.workers.background import Background


class RebuildDesk(QObject):
    def __init__(
        self, window: MainWindow, library: Library, background: Background, installed: Callable[[], list[str]]
    ) -> None:
        """``installed`` reads the disk: ids of the embedding models that are there."""
        super().__init__(window)
        self._window, self._library, self._background, self._installed = window, library, background, installed
        self.sheet = RebuildSheet(window.stack)
        self.sheet.begin_wanted.connect(library.begin_rebuild)
        self.sheet.give_up_wanted.connect(library.give_up_rebuild)
        window.sheets = (*window.sheets, self.sheet)
        window.library_panel.rebuild_wanted.connect(self._ask)
        window.library_panel.import_card.give_up_wanted.connect(self._ask_give_up)

    @Slot(str)
    def _ask(self, name: str) -> None:
        def show(models: list[str]) -> None:
            row = next((r for r in self._library.rows if r.name == name), None)
            if row is not None:
                self.sheet.ask(row, models)

        self._background.run(self._installed, show, self._library.change_failed.emit)

    @Slot()
    def _ask_give_up(self) -> None:
        ident = self._library.rebuilt_collection
        row = next((r for r in self._library.rows if r.id == ident), None)
        if ident is None or row is None:
            return
        self._window.confirm_sheet.ask(
            self.tr("Give up preparing the search of “{collection}”?").format(collection=row.name),
            self.tr("What is prepared is deleted. {model} answers as before.").format(model=row.embedder),
            self.tr("Give it up"),
            lambda: self._library.give_up_rebuild(ident),
        )
