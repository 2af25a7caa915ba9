"""Collections, their completeness and the running import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.viewmodels.files import FilesModel
from app.viewmodels.places import file_name
from app.viewmodels.preview import Preview
from app.viewmodels.removals import Hidden, Removals
from app.viewmodels.suggestions import Suggestions
from app.viewmodels.undo import Offer, Undo
from app.workers.background import Background
from app.workers.failures import Failure
from app.workers.imports import ImportRequest, ImportWorker
from app.workers.ports import EngineLike, LibraryLike
from index.ingest.progress import ImportProgress, ImportSummary
from index.ingest.rows import FileRow, Rebuild, Source, Summary

REFRESH_INTERVAL_MS = 1000
"""How often counts and files are read anew while an import runs."""


CLOSE_TIMEOUT_S = 5.0


@dataclass(frozen=True)
class CollectionRow:
    """``id`` is None for a collection that is named but has no files yet: the first import makes it."""

    id: str | None
    name: str
    summary: Summary | None
    sources: tuple[Source, ...] = ()
    aliases: tuple[str, ...] = ()
    is_default: bool = False
    embedder: str = ""
    """Id of the embedding model that answers"""
    rebuild: Rebuild | None = None


class Library(QObject):
    collections_changed = Signal()
    current_changed = Signal()
    import_started = Signal(object)
    """ImportRequest"""
    import_progressed = Signal(object)
    """ImportProgress"""
    import_ended = Signal(object)
    """ImportSummary, or Failure"""
    background_started = Signal(bool)
    """An import that nobody started here: changes in a watched folder, files that are tried again, or a rebuild. True: it rests"""
    background_gone = Signal()
    """It was given up: nothing to tell of it"""
    noticed = Signal(object)
    """WatchNotice"""
    change_failed = Signal(object)
    """Failure of something that the person asked for: a removal, another try, a password"""

    def __init__(self, background: Background, default_name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._default_name = default_name
        self._library: LibraryLike | None = None
        self._engine: EngineLike | None = None
        self._planned: list[str] = []
        self._wanted_name: str | None = None
        """To be chosen when the collections are read anew"""
        self.rows: list[CollectionRow] = []
        self.current: CollectionRow | None = None
        self.undo = Undo(self)
        self.removals = Removals(self.undo, background, self)
        self.removals.changed.connect(self._show_removals)
        self.removals.failed.connect(self.change_failed)
        self.files = FilesModel(background, self)
        self.suggestions = Suggestions(background, self)
        self.preview = Preview(self)
        self.imports = ImportWorker(self)
        self.imports.started.connect(self._started)
        self.imports.progressed.connect(self._progressed)
        self.imports.finished.connect(self._finished)
        self.imports.failed.connect(self._failed)
        self._timer = QTimer(self)
        self._timer.setInterval(REFRESH_INTERVAL_MS)
        self._timer.timeout.connect(self.refresh)
        self.imports.idle.connect(self._timer.stop)
        self.imports.background_progressed.connect(self._background_progressed)
        self.imports.background_finished.connect(self._background_finished)
        self.imports.noticed.connect(self.noticed)
        self.imports.background_failed.connect(self._background_failed)
        self._background_runs = False
        self._rebuilds_rest = False
        self.rebuilt_collection: str | None = None
        """Id of the one whose rebuild was told of last"""

    @property
    def importing(self) -> bool:
        return self.imports.running

    def use(self, engine: EngineLike) -> None:
        """From now on changes in watched folders are read too, after the notice is accepted: there is no engine before."""
        self._engine = engine
        self.imports.listen(engine)

    def show(self, library: LibraryLike) -> None:
        self._library = library
        self.refresh()

    def refresh(self) -> None:
        """Read collections, counts and files anew."""
        library = self._library
        if library is not None:
            self._background.run(lambda: _read(library), self._show)

    def select(self, name: str) -> None:
        """Another collection by its name."""
        row = next((r for r in self.rows if r.name == name), None)
        if row is not None and (self.current is None or row.name != self.current.name):
            self.current = row
            self._show_files()
            self._look_for_suggestions()
            self.current_changed.emit()

    def prefer(self, name: str) -> None:
        """The collection to be chosen once they have been read, should it still be there."""
        self._wanted_name = name or None

    def plan(self, name: str) -> None:
        """Name a new collection; it is made by the first import into it. A name that exists is selected."""
        name = " ".join(name.split())
        if not name:
            return
        existing = next((r.name for r in self.rows if r.name.casefold() == name.casefold()), None)
        if existing is None:
            self._planned.append(name)
            self.rows.append(CollectionRow(None, name, None))
            self.collections_changed.emit()
        self.select(existing or name)

    def target_name(self) -> str:
        """The collection that dropped files go to."""
        return self.current.name if self.current is not None else self._default_name

    def look_at(self, paths: Sequence[Path]) -> bool:
        """Count what an import of these would read, and ask. False when there is nothing to look at or the engine is not there yet."""
        if self._engine is None or not paths:
            return False
        self.preview.start(self._engine, paths, self.target_name())
        return True

    def count_for(self, name: str) -> None:
        """The open preview is to go into this collection, which may know some of the files."""
        if self._engine is not None:
            self.preview.again(self._engine, name)

    def import_previewed(self, name: str) -> None:
        """The person wants what the preview shows."""
        name = " ".join(name.split()) or self.target_name()
        paths = self.preview.take()
        if paths:
            self.plan(name)
            self.add(paths, name)

    def add(self, paths: Sequence[Path], name: str | None = None) -> bool:
        """Import without asking. False when there is nothing to import or the engine is not there yet."""
        engine, name = self._engine, name or self.target_name()
        if engine is None or not paths:
            return False
        # What was just taken out must be gone before it is read again.
        self.removals.after(lambda: self.imports.start(engine, name, paths))
        return True

    def import_again(self, source: Source) -> None:
        """Look for what is new or has changed below a folder that was added before."""
        self.add([Path(source.path)])

    def try_again(self, file_ids: Sequence[str]) -> None:
        """Read files again, whatever was wrong with them."""
        self._change(lambda engine, current: engine.retry(current, file_ids))

    def give_password(self, file_id: str, password: str) -> None:
        """Kept in memory until the program ends, and nowhere else; the file is read with it."""
        self._change(lambda engine, _: engine.give_password(file_id, password))

    def forget(self, rows: Sequence[FileRow]) -> None:
        """Take files out; they stay listed as taken out. Can be taken back for a while."""
        engine, current = self._engine, self.current
        if engine is None or current is None or current.id is None or not rows:
            return
        ids, collection_id = [row.id for row in rows], current.id
        name = file_name(rows[0].path)
        text = self.tr("“{file}” was taken out.").format(file=name) if len(rows) == 1 else self.tr("%Ln file(s) taken out.", "", len(rows))  # fmt: skip
        self.removals.remove(text, Hidden(files=frozenset(ids)), lambda: engine.forget(collection_id, ids))

    def remove_source(self, source: Source) -> None:
        """Take out what was read from a file or folder. Can be taken back for a while."""
        engine = self._engine
        if engine is not None:
            text = self.tr("“{folder}” was removed.").format(folder=file_name(source.path) or source.path)
            self.removals.remove(text, Hidden(sources=frozenset((source.id,))), lambda: engine.remove_source(source.id))

    def watch(self, source_id: str, on: bool) -> None:
        self._change(lambda engine, _: engine.watch(source_id, on))

    def name_collection(self, collection_id: str, aliases: Sequence[str], default: bool) -> None:
        """By which other names questions call it, and whether those that name none go to it."""
        self._change(lambda engine, _: engine.name_collection(collection_id, aliases, default=default))

    def begin_rebuild(self, collection_id: str, model_id: str) -> None:
        """Have a collection searched with another embedding model: after all imports, and after the next start where need be."""
        self._change(lambda engine, _: engine.begin_rebuild(collection_id, model_id))

    def give_up_rebuild(self, collection_id: str) -> None:
        """What was made goes; the present model answers as before."""
        if self._engine is None:
            return

        def done(_: None) -> None:
            if self._background_runs and self.rebuilt_collection == collection_id:
                self._background_runs = False
                self.background_gone.emit()
            self.refresh()

        self._background.follow(self._engine.give_up_rebuild(collection_id), done, self._not_changed)

    def rename_collection(self, name: str, wanted: str) -> None:
        """Another name for a collection; can be taken back for a while. A name that is taken is told by ``change_failed``."""
        row, wanted = self._row(name), " ".join(wanted.split())
        if row is None or not wanted or wanted == name:
            return
        if any(r.name.casefold() == wanted.casefold() for r in self.rows if r is not row):
            said = self.tr("There is a collection named “{name}” already.").format(name=wanted)
            self.change_failed.emit(Failure(said, self.tr("Choose another name."), "user_fixable"))
            return
        if row.id is None:
            self._planned = [wanted if n == name else n for n in self._planned]
            self._wanted_name = wanted
            self.refresh()
            return
        text = self.tr("“{before}” is now called “{after}”.").format(before=name, after=wanted)
        self._rename(row.id, wanted, lambda: self.undo.offer(Offer(text, lambda: self._rename(row.id or "", name))))

    def delete_collection(self, name: str) -> None:
        """Can be taken back for a while."""
        row, engine = self._row(name), self._engine
        if row is None:
            return
        text = self.tr("“{collection}” was deleted.").format(collection=name)
        if row.id is None:
            self._planned = [n for n in self._planned if n != name]
            self.undo.offer(Offer(text, lambda: self.plan(name)))
            self.refresh()
        elif engine is not None:
            ident = row.id
            self.removals.remove(text, Hidden(collections=frozenset((ident,))), lambda: engine.delete_collection(ident))

    @Slot()
    def cancel_import(self) -> None:
        self.imports.cancel()

    @Slot(bool)
    def pause_import(self, resting: bool) -> None:
        """The running import; else the rebuilds, which stay paused while imports have their turn."""
        if self.imports.running:
            self.imports.pause(resting)
        elif self._engine is not None:
            self._rebuilds_rest = resting
            self._engine.pause_rebuilds(resting)

    def close(self) -> None:
        self._timer.stop()
        self.removals.finish(CLOSE_TIMEOUT_S)
        self.preview.close()
        self.imports.close()

    def _row(self, name: str) -> CollectionRow | None:
        return next((r for r in self.rows if r.name == name), None)

    def _rename(self, collection_id: str, name: str, done: Callable[[], None] = lambda: None) -> None:
        if self._engine is None:
            return
        if self.current is not None and self.current.id == collection_id:
            self._wanted_name = name

        def renamed(_: None) -> None:
            self.refresh()
            done()

        self._background.follow(self._engine.rename_collection(collection_id, name), renamed, self._not_changed)

    @Slot()
    def _show_removals(self) -> None:
        self.files.veil = self.removals.hidden.veil
        self.refresh()
        self.files.refresh()

    def _change(self, call: Callable[[EngineLike, str], Future[None]]) -> None:
        """Something that the engine does on its own threads; the lists are read anew when it is done."""
        if self._engine is not None and self.current is not None:
            self._background.follow(call(self._engine, self.current.id or ""), lambda _: self.refresh(), self._not_changed)

    def _not_changed(self, failure: Failure) -> None:
        self.change_failed.emit(failure)
        self.refresh()

    def _show(self, found: list[CollectionRow]) -> None:
        hidden = self.removals.hidden
        found = [replace(r, sources=hidden.sources_left(r.sources)) for r in found if r.id not in hidden.collections]
        names = {row.name.casefold() for row in found}
        self._planned = [n for n in self._planned if n.casefold() not in names]
        self.rows = found + [CollectionRow(None, n, None) for n in self._planned]
        before = self.current
        wanted = self._wanted_name or (before.name if before is not None else None)
        self._wanted_name = None
        self.current = next(
            (r for r in self.rows if wanted and r.name.casefold() == wanted.casefold()),
            next((r for r in self.rows if r.is_default), self.rows[0] if self.rows else None),
        )
        self.collections_changed.emit()
        self._look_for_suggestions()
        if (before.id if before else None) != (self.current.id if self.current else None):
            self._show_files()
            self.current_changed.emit()
        elif before != self.current:
            self.files.refresh()
            self.current_changed.emit()

    def _look_for_suggestions(self) -> None:
        current = self.current
        indexed = current.summary.indexed if current is not None and current.summary is not None else 0
        self.suggestions.look(self._library, current.id if current is not None else None, indexed)

    def _show_files(self) -> None:
        self.files.show(self._library, self.current.id if self.current is not None else None)

    @Slot(object)
    def _started(self, request: ImportRequest) -> None:
        if self.current is None:
            self.plan(request.collection)
        self._background_runs = False
        self._timer.start()
        self.import_started.emit(request)

    @Slot(object)
    def _progressed(self, progress: ImportProgress) -> None:
        self.import_progressed.emit(progress)

    @Slot(object)
    def _background_progressed(self, progress: ImportProgress) -> None:
        if self.imports.running:
            return
        self.rebuilt_collection = progress.rebuilt_collection
        if not self._background_runs:
            self._background_runs = True
            self._timer.start()
            self.background_started.emit(self._rebuilds_rest and progress.rebuilding is not None)
        self.import_progressed.emit(progress)

    @Slot(object)
    def _background_finished(self, summary: ImportSummary) -> None:
        self._background_ended(summary)

    @Slot(object)
    def _background_failed(self, failure: Failure) -> None:
        self._background_runs = self._background_runs or not self.imports.running
        self._background_ended(failure)

    def _background_ended(self, summary: ImportSummary | Failure) -> None:
        if self._background_runs:
            self._background_runs = False
            self.import_ended.emit(summary)
        if not self.imports.running:
            self._timer.stop()
        self.refresh()

    @Slot(object)
    def _finished(self, summary: ImportSummary) -> None:
        self.import_ended.emit(summary)
        self.refresh()

    @Slot(object)
    def _failed(self, failure: Failure) -> None:
        self.import_ended.emit(failure)
        self.refresh()


def _read(library: LibraryLike) -> list[CollectionRow]:
    return [
        CollectionRow(
            c.id, c.name, library.summary(c.id), tuple(library.sources(c.id)), c.aliases, c.is_default, c.embedder_id, c.rebuild
        )
        for c in library.collections()
    ]
