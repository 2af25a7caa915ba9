"""Composition root: the only place that knows every part. Builds them light; the owning threads load them at their first work."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from app.diagnostics.logging import close_logging, configure_logging
from app.engine.engine import Engine, EngineParts, PreviewListener
from app.engine.import_queue import Pause
from app.engine.library_changes import LibraryChanges
from app.engine.model_thread import ModelThread
from app.engine.owner import OwnerThread
from app.engine.search_thread import SearchThread
from app.engine.watching import Watching
from app.pipeline.compose import Composer
from app.pipeline.generator import Generator
from app.pipeline.grounding import Grounding
from app.pipeline.prompt import PromptAssembler, load_templates
from app.pipeline.retriever import Retriever
from app.pipeline.router import Router, Stages
from app.pipeline.validator import Validator
from app.privacy.consent import ConsentStore
from app.privacy.guard import prepare_child
from app.settings.paths import AppPaths, resources_dir
from app.settings.policy import Policy, load_policy
from app.settings.schema import Settings
from app.settings.store import SettingsStore
from index.disk import free_bytes
from index.errors import IndexBusy, UserFixable
from index.ingest.ledger import Ledger
from index.ingest.preview import ImportPreview, preview
from index.ingest.rows import Collection
from index.ingest.sweep import changed_paths
from index.ingest.watch import FolderWatch
from models.catalogue import load_catalogue
from models.embedders.factory import load_embedder
from models.embedders.hosted import EmbedderHost
from models.errors import ModelMissing
from models.hardware import physical_cores
from models.runtimes.base import Runtime
from models.runtimes.llama_cpp import LlamaCppRuntime
from models.store import ModelStore

if TYPE_CHECKING:
    from app.engine.importing import OpenImport
    from app.engine.reading import OpenIndex
    from index.ingest.upkeep import Upkeep
    from index.store.writer import PassageWriter

_OPENING = threading.Lock()
"""One thread at a time opens what imports LanceDB: under Qt's import hook two first imports at once fail."""
ACCEPT_VARIABLE = "ACCEPT_NOTICE"


class Program:
    """One run of Dossier over one data folder: settings, consent, ledger, models, and the engine once it is needed."""

    def __init__(
        self, paths: AppPaths, policy: Policy, settings: Settings, models: ModelStore, *, accept_by_flag: bool
    ) -> None:
        self.paths = paths
        self.policy = policy
        self.settings = settings
        self.accept_by_flag = accept_by_flag
        self.consent = ConsentStore(paths, policy)
        self.models = models
        self._ledger: Ledger | None = None
        self._engine: Engine | None = None
        self._writing: FileLock | None = None

    @classmethod
    def open(cls, home: Path | None, *, accept_notice: bool = False) -> Program:
        """Raises app.settings.errors."""
        policy = load_policy()
        paths = AppPaths.resolve(home, policy)
        paths.create()
        catalogue = load_catalogue(resources_dir() / "catalogue" / "catalogue.toml")
        configure_logging(paths.logs, words=[model.id for model in catalogue.models])
        loaded = SettingsStore(paths.settings, policy).load()
        for warning in loaded.warnings:
            sys.stderr.write(f"{warning}\n")
        by_variable = os.environ.get(ACCEPT_VARIABLE, "").strip().lower() in ("1", "yes", "true")
        store = ModelStore(paths.models, catalogue)
        return cls(paths, policy, loaded.settings, store, accept_by_flag=accept_notice or by_variable)

    def __enter__(self) -> Program:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Engine first, then the ledger, then the lock, then the log."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None
        if self._ledger is not None:
            self._ledger.close()
            self._ledger = None
        if self._writing is not None:
            self._writing.release()
            self._writing = None
        close_logging()

    def default_models(self) -> tuple[str, ...]:
        """Ids of what the settings want: the answering model, its fallback, the embedder."""
        generation = self.settings.generation
        ids = [generation.model, generation.fallback_model, self.settings.embedder]
        return tuple(i for i in ids if i is not None)

    def change_settings(self, settings: Settings) -> None:
        """Store them; they count from the next engine on. Raises SettingsError when policy has locked a changed value."""
        SettingsStore(self.paths.settings, self.policy).save(settings)
        self.settings = settings

    def ledger(self) -> Ledger:
        if self._ledger is None:
            self._ledger = Ledger(self.paths.library)
            self._ledger.warm_up()
        return self._ledger

    def collection(self, name: str | None) -> Collection:
        """By name or alias; without a name the only one there is. Raises UserFixable that says what to do."""
        ledger = self.ledger()
        if name is not None:
            found = ledger.collection_by_name(name)
            if found is None:
                names = ", ".join(c.name for c in ledger.collections()) or "none yet"
                raise UserFixable(f"There is no collection called “{name}”.", next_step=f"Collections: {names}.")
            return found
        collections = ledger.collections()
        if not collections:
            raise UserFixable("Nothing is imported yet.", next_step="Start with: dossier import FOLDER")
        if len(collections) > 1:
            names = ", ".join(c.name for c in collections)
            raise UserFixable("There are several collections.", next_step=f"Name one with --collection: {names}.")
        return collections[0]

    def lock_for_writing(self) -> None:
        """One program writes to a data folder. Raises IndexBusy while another one does."""
        if self._writing is None:
            lock = FileLock(self.paths.lock, timeout=0)
            try:
                lock.acquire()
            except Timeout as error:
                raise IndexBusy("Another Dossier is writing to this data folder.") from error
            self._writing = lock

    @contextmanager
    def upkeep(self) -> Iterator[Upkeep]:
        """For taking things out. Raises IndexBusy while another program writes, or an engine of this one is open."""
        from index.ingest.upkeep import Upkeep
        from index.store.writer import PassageWriter

        self.lock_for_writing()
        writer, thread = PassageWriter(self.paths.index), OwnerThread("upkeep")
        try:
            yield Upkeep(self.ledger(), writer, thread)
        finally:
            thread.finish(writer.close)

    def engine(self) -> Engine:
        """Raises ConsentRequired before the notice is accepted: no model is loaded and no text read (I3)."""
        if self._engine is None:
            self.consent.require()
            self._engine = build_engine(self)
        return self._engine


def build_engine(program: Program) -> Engine:
    settings, paths, clock = program.settings, program.paths, time.monotonic
    ledger = program.ledger()
    writer_thread = OwnerThread("writer")
    # One process and one loaded model for questions and passages: an import gives way while a person waits, so that both never
    # need all cores at a time.
    host, threads = EmbedderHost(prepare_child), physical_cores()

    writers: list[PassageWriter] = []

    def one_writer() -> PassageWriter:
        """The only one: imports and removals see each other's writes. Called under ``_OPENING``."""
        from index.store.writer import PassageWriter

        if not writers:
            writers.append(PassageWriter(paths.index))
        return writers[0]

    def close_writer() -> None:
        for writer in writers:
            writer.close()

    def open_upkeep() -> Upkeep:
        with _OPENING:
            from index.ingest.upkeep import Upkeep

            program.lock_for_writing()
            return Upkeep(ledger, one_writer(), writer_thread)

    # What these build brings LanceDB and the parsers along, a second of imports: only the threads that need them pay for it.
    def open_index() -> OpenIndex:
        with _OPENING:
            from app.engine.reading import OpenIndex
            from index.store.reader import PassageReader

            return OpenIndex(
                ledger,
                PassageReader(paths.index),
                load_embedder(program.models, settings.embedder, threads=threads, host=host),
            )

    def open_import(pause: Pause) -> OpenImport:
        with _OPENING:
            from app.engine.importing import OpenImport
            from index.parsers.sandbox import ParserLimits, ParserPool

            program.lock_for_writing()
            pool = ParserPool(
                settings.importing.workers,
                paths.tmp,
                ParserLimits(
                    memory_bytes=settings.importing.memory_mb << 20, base_seconds=settings.importing.seconds_per_document
                ),
                initializer=prepare_child,
            )
            embedder = load_embedder(program.models, settings.embedder, threads=threads, host=host)
            return OpenImport(
                ledger, one_writer(), pool, embedder, writer_thread, settings.importing, pause, (paths.home,), library.passwords
            )

    def count(
        counted: Sequence[Path], collection: str | None, cancelled: Callable[[], bool], progress: PreviewListener
    ) -> ImportPreview:
        found = ledger.collection_by_name(collection) if collection is not None else None
        known = ledger.settled_stamps(found.id) if found is not None else None
        return preview(counted, (paths.home,), cancelled, progress, known=known)

    watching = Watching(
        ledger,
        settings.watching,
        lambda source, cancelled: changed_paths(ledger, source, (paths.home,), cancelled),
        lambda changed, look, notice: FolderWatch(
            changed, look, notice, sweep_s=60.0 * settings.watching.sweep_minutes, excluded=(paths.home,), scratch=paths.tmp
        ),
    )
    library = LibraryChanges(ledger, open_upkeep)
    model = ModelThread(lambda role: make_runtime(program, role), OwnerThread("model"))
    search = SearchThread(open_index, OwnerThread("reader"))
    stages = Stages(
        search=search,
        models=model,
        retriever=Retriever(search, settings.retrieval, settings.budgets, clock, time.sleep),
        grounding=Grounding(search, settings.retrieval.min_answerability),
        assembler=PromptAssembler(load_templates(resources_dir() / "prompts")),
        generator=Generator(settings.generation, settings.budgets, clock, time.sleep),
        validator=Validator(search, settings.budgets, clock),
        composer=Composer(search),
    )
    router = Router(stages, settings, program.consent.accepted, clock)
    return Engine(
        EngineParts(
            router,
            model,
            search,
            writer_thread,
            open_import,
            free_bytes=lambda: free_bytes(paths.home),
            count=count,
            watching=watching,
            library=library,
            close_writer=close_writer,
        )
    )


def make_runtime(program: Program, role: str) -> Runtime:
    """The unloaded runtime of a role. Raises ModelMissing, ModelDamaged."""
    generation = program.settings.generation
    model_id = generation.model if role == "answers" else generation.fallback_model
    if model_id is None:
        raise ModelMissing("No fallback model is set.")
    path = program.models.path_of(model_id)
    return LlamaCppRuntime(model_id, path, context_tokens=generation.context_tokens, threads=generation.threads)
