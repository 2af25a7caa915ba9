"""The engine: all owner threads behind a few calls (ask, preview, import, watch, close). Plain Python; the window and the terminal use it alike.

Threads: one for the model, one for reading the index and embedding questions, one that writes ledger and index, one that runs imports,
one that counts before them, one that runs questions, and one that watches folders. They start with their first work and end in ``close``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from app.conversations.rows import AttachedFile
from app.engine.attachments import Attached, Attachments
from app.engine.conversations import Conversations, WithHistory, in_memory
from app.engine.facts_thread import FactsThread
from app.engine.import_queue import Importing, ImportQueue, ImportRequest, Pause, ProgressListener, RebuildOrder
from app.engine.jobs import Job
from app.engine.library_changes import LibraryChanges
from app.engine.model_thread import ModelThread
from app.engine.owner import OwnerThread
from app.engine.question_queue import QuestionQueue
from app.engine.search_thread import SearchThread
from app.engine.watching import RebuildFailed, Submit, WatchListener
from app.messages.answer import Answer, Question
from app.pipeline.language import detect_language
from app.pipeline.router import Router
from app.pipeline.run import Listener
from app.pipeline.templates import PROMPT_LANGUAGES
from app.rules.check import warm_up
from index.document import ParsedDocument
from index.ingest.preview import ImportPreview
from index.ingest.progress import ImportSummary
from index.ingest.rows import Collection
from index.search.hit import AT_ONCE_MS, SearchFilters, SearchResult

_log = logging.getLogger(__name__)
# A generation ends after one prompt slice or one token, an import within a second; ten covers a slow disk.
CLOSE_TIMEOUT_S = 10.0

T = TypeVar("T")
Count = Callable[[Sequence[Path], str | None, Callable[[], bool], "PreviewListener"], ImportPreview]
"""(paths, collection, cancelled, progress): ``index.ingest.preview`` over the ledger of the program."""
PreviewListener = Callable[[ImportPreview], None]


class Watching(Protocol):
    """``app.engine.watching.Watching``: imports what changes in the folders of the library."""

    def start(self, submit: Submit, listen: WatchListener) -> None: ...

    def refresh(self) -> None: ...

    def stop(self, timeout_s: float) -> bool: ...


@dataclass(frozen=True)
class EngineParts:
    """Built by ``app.bootstrap``. ``open_importing`` is called once, on the ingest thread; ``free_bytes`` is the room on the disk
    of the index."""

    router: Router
    model: ModelThread
    search: SearchThread
    writer: OwnerThread
    open_importing: Callable[[Pause], Importing]
    free_bytes: Callable[[], int] = lambda: 0
    count: Count | None = None
    watching: Watching | None = None
    library: LibraryChanges | None = None
    facts: FactsThread | None = None
    close_writer: Callable[[], None] | None = None
    write_spans: Callable[[Answer], None] = lambda answer: None
    attachments: Attachments | None = None
    conversations: Conversations = field(default_factory=lambda: Conversations(in_memory))


class Engine:
    def __init__(self, parts: EngineParts) -> None:
        self._parts = parts
        self._conversations = parts.conversations
        router = WithHistory(parts.router, parts.conversations)
        self._questions = QuestionQueue(router, self._answered, lambda: self._imports.wake())
        self._imports = ImportQueue(
            OwnerThread("ingest"), parts.open_importing, lambda: self._questions.unfinished() > 0, parts.free_bytes
        )
        self._previews = OwnerThread("preview")
        self._listen: WatchListener = lambda _: None
        if parts.library is not None:
            parts.library.connect(self._resume, self._imports.cancel, self.refresh_watching, self._go_on_rebuilding)
        self._jobs: list[Job[Any]] = []

    def preload(self) -> tuple[Future[Any], ...]:
        """Load the models behind the window, and tidy up what a killed program left. The futures end when each model is ready, or
        raise models.errors."""
        if self._parts.library is not None:
            self._parts.library.recover()
        return (
            self._questions.submit(_warm_pipeline),
            self._parts.search.preload(),
            self._parts.model.preload("answers"),
        )

    def ask(self, question: Question, listen: Listener) -> Job[Answer]:
        """Queue a question. The same correlation id again joins the running question or gives the same answer. One that belongs to a
        conversation is kept with its answer, and gets that conversation's earlier messages."""
        attached = [held for ident in question.attachments if (held := self._attachments.held(ident)) is not None]
        files = [AttachedFile(id=a.id, path=a.path, size=a.size, mtime_ns=a.mtime_ns) for a in attached]
        job = self._questions.ask(question, self._conversations.begin(question, listen, files))
        job.future.add_done_callback(lambda ended: self._conversations.end(question, ended))
        return job

    @property
    def conversations(self) -> Conversations:
        """What was asked and answered, with its own thread."""
        return self._conversations

    @property
    def answering(self) -> bool:
        """A question is on its way."""
        return self._questions.unfinished() > 0

    def attach(self, path: Path, *, ident: str | None = None, password: str | None = None) -> Future[Attached]:
        """Read a document for one conversation: ``Question.attachments`` takes its id. The future raises index.errors."""
        return self._attachments.attach(path, ident=ident, password=password)

    def detach(self, ident: str) -> None:
        """Forget an attached document, in memory and with its conversation."""
        self._attachments.detach(ident)
        self._conversations.do(lambda store: store.detach(ident))

    def attached_document(self, file_id: str) -> ParsedDocument | None:
        """The text of an attached document, as a citation of it names it."""
        return self._attachments.document(file_id)

    def matches(
        self,
        text: str,
        collection_ids: Sequence[str],
        filters: SearchFilters | None = None,
        limit: int = 8,
        deadline_ms: float | None = AT_ONCE_MS,
    ) -> Future[SearchResult]:
        """Passages for what is being typed, by their words alone: the last word may be unfinished, what stands in quotation marks must
        stand so. The future raises index.errors, IndexBusy after ``deadline_ms``."""
        return self._parts.search.matches(text, collection_ids, filters, limit, deadline_ms)

    def search(
        self, text: str, collection_ids: Sequence[str], filters: SearchFilters | None = None, limit: int = 10
    ) -> Future[SearchResult]:
        """Passages by meaning and words, without a model's answer; messages of one exchange of mails are one result. The future raises
        index.errors, models.errors."""
        return self._parts.search.listed(text, collection_ids, filters, limit)

    def preview(
        self, paths: Sequence[Path], progress: PreviewListener = lambda _: None, *, collection: str | None = None
    ) -> Job[ImportPreview]:
        """Count what an import of these paths would read and leave out; ``progress`` gets partial counts as they grow.

        With the name of a ``collection`` that exists, files unchanged since its last import are counted as such.
        """
        count = self._parts.count
        if count is None:
            raise RuntimeError("this engine was built without a preview")
        job: Job[ImportPreview] = Job()
        self._start(job, self._previews, lambda: count(tuple(paths), collection, job.cancelled, progress))
        return job

    def import_paths(self, collection: str, paths: Sequence[Path], progress: ProgressListener) -> Job[ImportSummary]:
        """Queue an import into the collection of that name (created when new).

        A full disk or a drive that goes away does not end it: ``ImportProgress.waiting_for`` says what it waits for, and it goes on
        by itself. Cancelling it then raises that error from ``result``.
        """
        job = self._submit(ImportRequest(collection, tuple(paths), progress))
        watching = self._parts.watching
        if watching is not None:
            job.future.add_done_callback(lambda _: watching.refresh())
        return job

    def rebuild(self, collection_id: str, model_id: str, progress: ProgressListener) -> Job[ImportSummary]:
        """Queue new vectors for a collection by another embedding model; it comes after all imports. The present model answers until all
        are there. Cancelling keeps what is done for another time; ``give_up_rebuild`` drops it. The result raises index.errors, models.errors.
        """
        return self._submit(ImportRequest("", (), progress, rebuild=RebuildOrder(collection_id, model_id)))

    def begin_rebuild(self, collection_id: str, model_id: str) -> Future[None]:
        """The same for the window: written down first, so that the next start goes on with it, and told to ``listen`` of
        ``start_watching``. The future ends when it is queued."""
        return self._library.begin_rebuild(collection_id, model_id)

    def pause_rebuilds(self, resting: bool) -> None:
        """They rest after their present batch, or go on; imports have their turn meanwhile."""
        self._imports.pause(lambda request: request.rebuild is not None, resting)

    def give_up_rebuild(self, collection_id: str) -> Future[None]:
        """The present embedding model stays; what was made with the other one is deleted."""
        return self._library.give_up_rebuild(collection_id)

    def start_watching(self, listen: WatchListener = lambda _: None) -> None:
        """From now on changes in watched folders are imported, after whatever a person asks for, and rebuilds that were asked for and not
        finished go on. Once, after the notice is accepted:
        there is no engine before. ``listen`` is called on threads of the engine."""
        self._listen = listen
        if self._parts.watching is not None:
            self._parts.watching.start(self._import_changes, listen)
        if self._parts.library is not None:
            self._parts.library.go_on_rebuilding()

    def refresh_watching(self) -> None:
        """A person switched the watching of a folder on or off, or took one out."""
        if self._parts.watching is not None:
            self._parts.watching.refresh()

    def close(self) -> bool:
        """Staged shutdown: stop taking work, cancel, close natives on their threads, bounded wait. False if a thread did not end."""
        stopped = self._parts.watching is None or self._parts.watching.stop(CLOSE_TIMEOUT_S)
        for job in self._jobs:
            job.cancel()
        ended = [
            stopped,
            self._previews.finish(None, CLOSE_TIMEOUT_S),
            self._parts.library is None or self._parts.library.finish(CLOSE_TIMEOUT_S),
            self._imports.finish(CLOSE_TIMEOUT_S),
            self._parts.facts is None or self._parts.facts.finish(CLOSE_TIMEOUT_S),
            self._questions.finish(CLOSE_TIMEOUT_S),
            self._conversations.close(CLOSE_TIMEOUT_S),
            self._parts.attachments is None or self._parts.attachments.close(CLOSE_TIMEOUT_S),
            self._parts.model.close(CLOSE_TIMEOUT_S),
            self._parts.search.close(CLOSE_TIMEOUT_S),
            self._parts.writer.finish(self._parts.close_writer, CLOSE_TIMEOUT_S),
        ]
        if not all(ended):
            _log.error("threads_did_not_end", extra={"count": ended.count(False)})
        return all(ended)

    def _start(self, job: Job[T], owner: OwnerThread, work: Callable[[], T]) -> None:
        """The job's own future, so that a job that never starts (closing) still ends, as cancelled."""
        self._jobs = [j for j in self._jobs if not j.future.done()]
        self._jobs.append(job)
        owner.submit(work).add_done_callback(lambda done: _hand_over(done, job.future))

    def _answered(self, answer: Answer) -> None:
        self._parts.write_spans(answer)
        # A running import completes first what a person is asking about.
        self._imports.prefer([passage.doc_id for passage in (*answer.passages, *answer.closest)])
        code = answer.error.code if answer.error else None
        _log.info(
            "question_answered",
            extra={
                "correlation_id": str(answer.correlation_id),
                "status": answer.status,
                "code": code,
                "total_ms": round(answer.metadata.latency_ms.get("total", 0.0)),
                "warnings": len(answer.metadata.warnings),
            },
        )

    def retry(self, collection_id: str, file_ids: Sequence[str]) -> Future[None]:
        """Read these files again, whatever was wrong with them."""
        return self._library.retry(collection_id, file_ids)

    def give_password(self, file_id: str, password: str) -> Future[None]:
        """Read a protected file with it. Kept in memory until ``close``, and nowhere else."""
        return self._library.give_password(file_id, password)

    def keep_passwords(self, passwords: Mapping[str, str]) -> None:
        """By path, for the next imports; in memory until ``close``, and nowhere else."""
        self._library.passwords.update(passwords)

    @property
    def passwords(self) -> Mapping[str, str]:
        """By path; it shows what is given later too."""
        return self._library.passwords

    def forget(self, collection_id: str, file_ids: Sequence[str]) -> Future[None]:
        """Take files out of the collection until a person wants them again; the originals stay."""
        return self._library.forget(collection_id, file_ids)

    def remove_source(self, source_id: str) -> Future[None]:
        """Take a file or folder out with all that was found below it; the originals stay."""
        return self._library.remove_source(source_id)

    def delete_collection(self, collection_id: str) -> Future[None]:
        """With its imports; the originals stay."""
        return self._library.delete_collection(collection_id)

    def rename_collection(self, collection_id: str, name: str) -> Future[None]:
        """Its running imports end; the next one goes on under the new name."""
        return self._library.rename_collection(collection_id, name)

    def watch(self, source_id: str, on: bool) -> Future[None]:
        """Switch the watching of a source on or off."""
        return self._library.watch(source_id, on)

    @property
    def _attachments(self) -> Attachments:
        if self._parts.attachments is None:
            raise RuntimeError("this engine was built without attachments")
        return self._parts.attachments

    @property
    def _library(self) -> LibraryChanges:
        if self._parts.library is None:
            raise RuntimeError("this engine was built without a library")
        return self._parts.library

    def _resume(self, collection: str) -> None:
        """``listen`` of ``start_watching`` hears of it, its end included: nobody else holds the job."""
        self._submit(ImportRequest(collection, (), self._listen)).future.add_done_callback(self._tell_end)

    def _go_on_rebuilding(self, collection: Collection) -> None:
        if collection.rebuild is not None:
            job = self.rebuild(collection.id, collection.rebuild.embedder_id, self._listen)
            job.future.add_done_callback(lambda done: self._tell_rebuilt(job, done))

    def _tell_rebuilt(self, job: Job[ImportSummary], done: Future[ImportSummary]) -> None:
        """Also why it could not be done: no file in the ledger says so. That it was given up is known to whoever did that."""
        error = None if done.cancelled() else done.exception()
        if error is not None and not job.cancelled():
            self._listen(RebuildFailed(error))
        else:
            self._tell_end(done)

    def _tell_end(self, done: Future[ImportSummary]) -> None:
        """What went wrong stands in the log, and with its files in the ledger."""
        if not done.cancelled() and done.exception() is None:
            self._listen(done.result())

    def _submit(self, request: ImportRequest) -> Job[ImportSummary]:
        self._jobs = [j for j in self._jobs if not j.future.done()]
        self._jobs.append(request.job)
        job = self._imports.submit(request)
        job.future.add_done_callback(self._read_again)
        return job

    def _read_again(self, done: Future[ImportSummary]) -> None:
        """After an import: are the pinned facts still true, and are there new ones to suggest?"""
        if self._parts.facts is not None and not done.cancelled() and done.exception() is None:
            self._parts.facts.refresh(done.result().collection_id)

    @property
    def facts(self) -> FactsThread:
        """Pinned facts of all collections."""
        if self._parts.facts is None:
            raise RuntimeError("this engine was built without facts")
        return self._parts.facts

    def name_collection(self, collection_id: str, aliases: Sequence[str], *, default: bool) -> Future[None]:
        """By which other names questions call a collection, and whether those that name none go to it."""
        return self._library.name_collection(collection_id, aliases, default=default)

    def _import_changes(self, collection: str, paths: Sequence[Path], progress: ProgressListener) -> Job[ImportSummary] | None:
        """For watched folders. None while a person's "stop" holds for the collection: the next import that is asked for ends that."""
        if self._imports.stopped_by_person(collection):
            return None
        return self._submit(ImportRequest(collection, tuple(paths), progress, by_watch=True))


def _warm_pipeline() -> None:
    """Language detector and the rules' word lists: 1.5 s at the first question otherwise."""
    detect_language("")
    for language in PROMPT_LANGUAGES:
        warm_up(language)


def _hand_over(done: Future[T], target: Future[T]) -> None:
    if done.cancelled():
        target.cancel()
        target.set_running_or_notify_cancel()
    elif (error := done.exception()) is not None:
        target.set_exception(error)
    else:
        target.set_result(done.result())
