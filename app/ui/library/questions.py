"""Asks before a collection is deleted, and for passwords, and shows folders: between the panes of the library and the view model."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from app.ui.library.asking import ConfirmSheet, PasswordSheet
from app.ui.library.ledger_panel import LedgerPanel
from app.ui.library.panel import LibraryPanel
from app.ui.outside import Outside
from app.viewmodels.library import Library
from app.viewmodels.places import file_name
from app.workers.background import Background
from index.ingest.rows import FileRow, Source


class Asking(QObject):
    def __init__(
        self, library: Library, confirm: ConfirmSheet, password: PasswordSheet, background: Background, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._library, self._confirm, self._password = library, confirm, password
        self._outside = Outside(background, self)
        password.given.connect(library.give_password)

    def connect_to(self, panel: LibraryPanel, ledger: LedgerPanel) -> None:
        self._outside.said.connect(panel.warn)
        panel.delete_wanted.connect(self._delete)
        panel.sources.remove_wanted.connect(self._library.remove_source)
        panel.sources.again_wanted.connect(self._library.import_again)
        panel.sources.watch_wanted.connect(self._watch)
        panel.sources.folder_wanted.connect(self._show_source)
        ledger.retry_wanted.connect(self._library.try_again)
        ledger.password_wanted.connect(self._ask_password)
        ledger.forget_wanted.connect(self._library.forget)
        ledger.folder_wanted.connect(self._show_file)

    @Slot(str)
    def _delete(self, name: str) -> None:
        self._confirm.ask(
            self.tr("Delete “{collection}”?").format(collection=name),
            self.tr("Its text and its index are deleted from Dossier. Your own files stay where they are."),
            self.tr("Delete the collection"),
            lambda: self._library.delete_collection(name),
        )

    @Slot(object)
    def _ask_password(self, row: FileRow) -> None:
        self._password.ask(row.id, file_name(row.path))

    @Slot(object, bool)
    def _watch(self, source: Source, on: bool) -> None:
        self._library.watch(source.id, on)

    @Slot(object)
    def _show_source(self, source: Source) -> None:
        if source.kind == "folder":
            self._outside.open_folder(source.path)
        else:
            self._outside.show_folder(source.path)

    @Slot(object)
    def _show_file(self, row: FileRow) -> None:
        self._outside.show_folder(row.path)
