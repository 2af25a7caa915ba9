"""Composition root: one run of the program over its data folder. ``app.assembly`` puts its engine together."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from app.conversations.store import ConversationStore
from app.diagnostics.logging import close_logging, configure_logging
from app.engine.owner import OwnerThread
from app.privacy.consent import ConsentStore
from app.rules.similarity import SENTENCE_MODEL
from app.rules.subject import Subject, subject_of
from app.settings.paths import AppPaths, resources_dir
from app.settings.policy import Policy, load_policy
from app.settings.schema import Settings
from app.settings.store import SettingsStore
from index.errors import IndexBusy, UserFixable
from index.ingest.ledger import Ledger
from index.ingest.rows import Collection
from models.catalogue import load_catalogue
from models.store import ModelStore

if TYPE_CHECKING:
    from app.engine.engine import Engine
    from index.ingest.upkeep import Upkeep

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
        """Ids of what the settings want: the answering model, its fallback, the embedder, and what sentences are compared with."""
        generation = self.settings.generation
        ids = [generation.model, generation.fallback_model, self.settings.embedder, SENTENCE_MODEL]
        return tuple(dict.fromkeys(i for i in ids if i is not None))

    def change_settings(self, settings: Settings) -> None:
        """Store them; they count from the next engine on. Raises SettingsError when policy has locked a changed value,
        PathError."""
        SettingsStore(self.paths.settings, self.policy).save(settings)
        self.settings = settings

    def ledger(self) -> Ledger:
        if self._ledger is None:
            self._ledger = Ledger(self.paths.library)
            self._ledger.warm_up()
        return self._ledger

    def conversations(self) -> ConversationStore:
        """A store that is not open yet, over the history as the settings keep it."""
        kept = self.settings.conversations
        return ConversationStore(self.paths.conversations, keep=kept.keep, keep_days=kept.keep_days)

    def collection(self, name: str | None) -> Collection:
        """By name or alias; without a name the default one, else the only one there is. Raises UserFixable that says what to do."""
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
        default = next((c for c in collections if c.is_default), None)
        if default is not None:
            return default
        if len(collections) > 1:
            names = ", ".join(c.name for c in collections)
            raise UserFixable("There are several collections.", next_step=f"Name one with --collection: {names}.")
        return collections[0]

    def collection_for(self, question: str, name: str | None) -> Collection:
        """The one named, else the one that the question names by name or alias, else as ``collection`` says (contract, I2)."""
        if name is None:
            collections = {c.id: c for c in self.ledger().collections()}
            found = subject_of(question, [Subject(c.id, (c.name, *c.aliases), c.is_default) for c in collections.values()])
            if found is not None:
                return collections[found]
        return self.collection(name)

    def lock_for_writing(self) -> None:
        """One program writes to a data folder. Raises IndexBusy while another one does."""
        if self._writing is None:
            lock = FileLock(self.paths.lock, timeout=0)
            try:
                lock.acquire()
            except Timeout as error:
                raise IndexBusy(
                    "Another Dossier has this data folder open and may be changing it.",
                    next_step="Wait until it has finished, or close it.",
                ) from error
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
            from app.assembly import build_engine  # a quarter of the start's imports, which the window need not wait for

            self._engine = build_engine(self)
        return self._engine
