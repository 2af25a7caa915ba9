"""An engine that plays scripted functions on its own threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeAlias
from uuid import uuid4

from app.engine.attachments import PREFIX, Attached
from app.engine.conversations import Conversations, in_memory
from app.engine.jobs import Job
from app.engine.owner import OwnerThread
from app.engine.watching import WatchListener
from app.messages.answer import Answer, Question
from app.messages.events import AnswerEvent
from app.workers.fakes.facts import FakeFacts
from app.workers.fakes.library import FakeLibrary
from index.document import Block, ParsedDocument
from index.ingest.preview import ImportPreview, preview
from index.ingest.progress import ImportProgress, ImportSummary
from index.search.hit import SearchFilters, SearchResult

Listener: TypeAlias = Callable[[AnswerEvent], None]
ProgressListener: TypeAlias = Callable[[ImportProgress], None]
Answering: TypeAlias = Callable[[Question, Listener, Callable[[], bool]], Answer]
Attaching: TypeAlias = Callable[[Path, str, str | None], tuple[Attached, ParsedDocument]]
Previewing: TypeAlias = Callable[[Sequence[Path], Callable[[], bool], Callable[[ImportPreview], None]], ImportPreview]
Importing: TypeAlias = Callable[[str, Sequence[Path], ProgressListener, Callable[[], bool]], ImportSummary]


def attach_text(path: Path, ident: str, password: str | None) -> tuple[Attached, ParsedDocument]:  # noqa: ARG001
    """Any file as text, one passage."""
    text = path.read_text(encoding="utf-8", errors="replace")
    block = Block(kind="paragraph", start=0, end=len(text))
    document = ParsedDocument(text=text, blocks=(block,), title=path.stem, kind="txt", parser="fake 1")
    return Attached(ident, str(path), len(text), 1, "txt", 0, 1, 100), document


class FakeEngine:
    """``answering`` and ``importing`` run on threads of the fake; what they raise reaches the window as from the real one."""

    def __init__(self, answering: Answering, importing: Importing, library: FakeLibrary | None = None) -> None:
        self._answering = answering
        self._importing = importing
        self._library = library if library is not None else FakeLibrary()
        self.facts = FakeFacts(self._library)
        self.previewing: Previewing = lambda paths, cancelled, progress: preview(paths, (), cancelled, progress)
        self._previews = OwnerThread("fake-previews")
        self._changes = OwnerThread("fake-changes")
        self.matching: Callable[[str], SearchResult] = lambda _: SearchResult(
            hits=(), total_candidates=0, index_version=0, elapsed_ms=0.0
        )
        self._typing = OwnerThread("fake-typing")
        self.typed: list[str] = []
        self.changes: list[tuple[object, ...]] = []
        """What was asked for, in order: (name, arguments …)"""
        self.change_error: Exception | None = None
        self.tell_watching: WatchListener = lambda _: None
        """What a watched folder tells, once the window listens"""
        self._questions = OwnerThread("fake-questions")
        self._imports = OwnerThread("fake-imports")
        self._jobs: list[Job[Any]] = []
        self.preload_error: Exception | None = None
        self.imported: list[tuple[str, tuple[Path, ...]]] = []
        self.asked: list[Question] = []
        self.closed = threading.Event()
        self.conversations = Conversations(in_memory)
        self.attaching: Attaching = attach_text
        self.attached: dict[str, ParsedDocument] = {}
        self._reading = OwnerThread("fake-attachments")

    def preload(self) -> tuple[Future[object], ...]:
        future: Future[object] = Future()
        if self.preload_error is not None:
            future.set_exception(self.preload_error)
        else:
            future.set_result(None)
        return (future,)

    def ask(self, question: Question, listen: Listener) -> Job[Answer]:
        self.asked.append(question)
        job: Job[Answer] = Job()
        self._jobs.append(job)
        keeping = self.conversations.begin(question, listen)
        _follow(self._questions.submit(self._answering, question, keeping, job.cancelled), job)
        job.future.add_done_callback(lambda ended: self.conversations.end(question, ended))
        return job

    def attach(self, path: Path, *, ident: str | None = None, password: str | None = None) -> Future[Attached]:
        return self._reading.submit(self._attach, path, ident or uuid4().hex, password)

    def _attach(self, path: Path, ident: str, password: str | None) -> Attached:
        attached, document = self.attaching(path, ident, password)
        self.attached[f"{PREFIX}{ident}"] = document
        return attached

    def detach(self, ident: str) -> None:
        self.attached.pop(f"{PREFIX}{ident}", None)

    def attached_document(self, file_id: str) -> ParsedDocument | None:
        return self.attached.get(file_id)

    def matches(self, text: str, collection_ids: Sequence[str], filters: SearchFilters | None = None) -> Future[SearchResult]:
        """``matching`` on a thread of its own; what it raises comes as the search's error."""
        self.typed.append(text)
        return self._typing.submit(self.matching, text)

    def import_paths(self, collection: str, paths: Sequence[Path], progress: ProgressListener) -> Job[ImportSummary]:
        self.imported.append((collection, tuple(paths)))
        job: Job[ImportSummary] = Job()
        self._jobs.append(job)
        _follow(self._imports.submit(self._importing, collection, tuple(paths), progress, job.cancelled), job)
        return job

    def preview(
        self, paths: Sequence[Path], progress: Callable[[ImportPreview], None], *, collection: str | None = None
    ) -> Job[ImportPreview]:
        job: Job[ImportPreview] = Job()
        self._jobs.append(job)
        self.changes.append(("preview", collection))
        _follow(self._previews.submit(self.previewing, tuple(paths), job.cancelled, progress), job)
        return job

    def retry(self, collection_id: str, file_ids: Sequence[str]) -> Future[None]:
        return self._change("retry", collection_id, tuple(file_ids), act=lambda: self._library.queue(file_ids))

    def forget(self, collection_id: str, file_ids: Sequence[str]) -> Future[None]:
        return self._change("forget", collection_id, tuple(file_ids), act=lambda: self._library.exclude(file_ids))

    @property
    def passwords(self) -> dict[str, str]:
        return {}

    def give_password(self, file_id: str, password: str) -> Future[None]:
        return self._change("give_password", file_id, password, act=lambda: self._library.queue([file_id]))

    def remove_source(self, source_id: str) -> Future[None]:
        return self._change("remove_source", source_id, act=lambda: self._library.remove_source(source_id))

    def delete_collection(self, collection_id: str) -> Future[None]:
        return self._change("delete_collection", collection_id, act=lambda: self._library.remove_collection(collection_id))

    def name_collection(self, collection_id: str, aliases: Sequence[str], *, default: bool) -> Future[None]:
        return self._change("name_collection", collection_id, tuple(aliases), default, act=lambda: None)

    def rename_collection(self, collection_id: str, name: str) -> Future[None]:
        return self._change("rename_collection", collection_id, name, act=lambda: self._library.rename(collection_id, name))

    def begin_rebuild(self, collection_id: str, model_id: str) -> Future[None]:
        return self._change(
            "begin_rebuild", collection_id, model_id, act=lambda: self._library.rebuild(collection_id, model_id)
        )

    def pause_rebuilds(self, resting: bool) -> None:
        self.changes.append(("pause_rebuilds", resting))

    def give_up_rebuild(self, collection_id: str) -> Future[None]:
        return self._change("give_up_rebuild", collection_id, act=lambda: self._library.rebuild(collection_id, None))

    def watch(self, source_id: str, on: bool) -> Future[None]:
        return self._change("watch", source_id, on, act=lambda: self._library.watch(source_id, on))

    def start_watching(self, listen: WatchListener) -> None:
        self.tell_watching = listen

    def _change(self, *said: object, act: Callable[[], None]) -> Future[None]:
        self.changes.append(said)

        def work() -> None:
            if self.change_error is not None:
                raise self.change_error
            act()

        return self._changes.submit(work)

    def close(self) -> bool:
        for job in self._jobs:
            job.cancel()
        threads = (self._questions, self._imports, self._previews, self._changes, self._reading, self._typing)
        ended = [thread.finish() for thread in threads]
        ended.append(self.conversations.close(5.0))
        self.closed.set()
        return all(ended)


def _follow(running: Future[Any], job: Job[Any]) -> None:
    def hand_over(done: Future[Any]) -> None:
        if done.cancelled():
            job.future.cancel()
            job.future.set_running_or_notify_cancel()
        elif (error := done.exception()) is not None:
            job.future.set_exception(error)
        else:
            job.future.set_result(done.result())

    running.add_done_callback(hand_over)
