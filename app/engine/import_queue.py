"""One import after the other on the ingest thread: a person's before those of watched folders, and none given up for a full disk.

An import that cannot go on (no room on the disk, the drive of its folder away) steps aside, looks again every few seconds and then
goes on: what was read stays, what was not is still queued in the ledger. Meanwhile others have their turn.
"""

from __future__ import annotations

import dataclasses
import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from app.engine.jobs import Job
from app.engine.owner import OwnerThread
from index.errors import DiskFull, SourceAway, UserFixable
from index.ingest.progress import ImportProgress, ImportSummary, WaitingFor

_log = logging.getLogger(__name__)

LOOK_AGAIN_S = 3.0
"""How often a resting import looks whether it can go on."""
ROOM_BYTES = 1 << 20
"""The disk must have at least so much more room than when it was found full."""
TRY_ANYWAY_S = 60.0
"""A quota of the person is not in what the system calls free: after this time a full disk is simply tried again."""
GIVE_WAY_POLL_S = 0.2
"""An import that waits for an answer looks this often whether it has been cancelled."""

ProgressListener = Callable[[ImportProgress], None]

Pause = Callable[[], None]
"""Called between batches of an import; blocks while a person waits for an answer."""

_NOTHING_YET = ImportProgress(0, 0, 0, 0, 0, 0, 0, None, 0.0, None, scanning=True)


class Importing(Protocol):
    """The import side, built on the ingest thread at the first import (its models and processes cost memory)."""

    def run(
        self,
        collection: str,
        paths: Sequence[Path],
        progress: ProgressListener,
        cancelled: Callable[[], bool],
        *,
        by_person: bool,
    ) -> ImportSummary: ...

    def rebuild(
        self, collection_id: str, model_id: str, progress: ProgressListener, cancelled: Callable[[], bool]
    ) -> ImportSummary: ...

    def prefer(self, file_ids: Iterable[str]) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class RebuildOrder:
    """New vectors for a collection, by the embedding model of that id."""

    collection_id: str
    model_id: str


@dataclass(eq=False)
class ImportRequest:
    """``by_watch``: not a person but a watched folder asked for it. With a ``rebuild`` nothing is imported; that comes after all imports."""

    collection: str
    paths: tuple[Path, ...]
    progress: ProgressListener
    by_watch: bool = False
    rebuild: RebuildOrder | None = None
    job: Job[ImportSummary] = field(default_factory=Job)
    trouble: DiskFull | SourceAway | None = None
    free_then: int = 0
    since: float = 0.0
    last: ImportProgress = _NOTHING_YET

    @property
    def by_person(self) -> bool:
        """Who names something to import wants its collection, made where there is none of that name, and made anew where its index is
        damaged. What was queued for one that has been renamed or deleted since must not bring the old name back."""
        return bool(self.paths) and not self.by_watch

    @property
    def turn(self) -> int:
        """Whose turn is first: a person's, then that of watched folders, then rebuilds."""
        return 2 if self.rebuild is not None else int(self.by_watch)

    def tell(self, progress: ImportProgress) -> None:
        self.last = progress
        self.progress(progress)


class ImportQueue:
    """``submit`` and ``cancel`` from any thread; the work on ``owner``. ``answering`` says whether a person waits for an answer;
    ``free_bytes`` how much room the disk of the index has."""

    def __init__(
        self,
        owner: OwnerThread,
        open_importing: Callable[[Pause], Importing],
        answering: Callable[[], bool],
        free_bytes: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._owner = owner
        self._open_importing = open_importing
        self._answering = answering
        self._free_bytes = free_bytes
        self._clock = clock
        self._importing: Importing | None = None
        self._changed = threading.Condition()
        self._waiting: list[ImportRequest] = []
        self._running: ImportRequest | None = None
        self._closing = False
        self._stopped: set[str] = set()

    def submit(self, request: ImportRequest) -> Job[ImportSummary]:
        """Raises RuntimeError after ``close``."""
        with self._changed:
            # Each of these calls brings one request to its end, not necessarily this one: order is decided when its turn comes.
            self._owner.submit(self._bring_one_to_its_end)
            self._waiting.append(request)
            self._changed.notify_all()
        return request.job

    def cancel(self, concerned: Callable[[ImportRequest], bool]) -> None:
        """All of these, running and waiting."""
        with self._changed:
            for request in self._all():
                if concerned(request):
                    request.job.cancel()
            self._changed.notify_all()

    def _all(self) -> list[ImportRequest]:
        """Waiting and running; under ``_changed``."""
        return [*self._waiting, *([self._running] if self._running is not None else [])]

    def pause(self, concerned: Callable[[ImportRequest], bool], resting: bool) -> None:
        """All of these rest after their present batch, or go on."""
        with self._changed:
            for request in self._all():
                if concerned(request):
                    request.job.pause(resting)
            self._changed.notify_all()

    def prefer(self, file_ids: Sequence[str]) -> None:
        """The running import completes these first."""
        importing = self._importing
        if importing is not None and self._running is not None and file_ids:
            importing.prefer(file_ids)

    def wake(self) -> None:
        """Something changed for those that wait: an answer is done, a job was cancelled."""
        with self._changed:
            self._changed.notify_all()

    def stopped_by_person(self, collection: str) -> bool:
        """A person stopped the last import into it: watched folders do not go on with it behind their back."""
        return collection in self._stopped

    def finish(self, timeout_s: float) -> bool:
        """The running import ends soon (its job is to be cancelled before), none begins, parsers and models are freed on their thread."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        return self._owner.finish(self._free, timeout_s)

    def _bring_one_to_its_end(self) -> None:
        while (request := self._next()) is not None:
            if self._attempt(request):
                return

    def _next(self) -> ImportRequest | None:
        """Blocks until one can go on; None while closing."""
        looked = self._clock()
        while True:
            with self._changed:
                if self._closing:
                    return None
                ready = [r for r in self._waiting if r.trouble is None or r.job.cancelled()]
                resting = [r for r in self._waiting if r.trouble is not None]
                if not ready and self._clock() - looked < LOOK_AGAIN_S:
                    self._changed.wait(GIVE_WAY_POLL_S)
                    continue
            # Looking at a drive may take its time: not under the lock. Only this thread takes requests out.
            looked = self._clock()
            ready = ready or [r for r in resting if self._can_go_on(r)]
            if ready:
                chosen = min(ready, key=lambda r: (not r.job.cancelled(), r.turn))
                with self._changed:
                    self._waiting.remove(chosen)
                    self._running = chosen
                return chosen

    def _attempt(self, request: ImportRequest) -> bool:
        """True when the request came to its end, in whatever way; else it waits for its next turn."""
        if request.job.cancelled():
            self._end(request, error=request.trouble)
            return True
        request.trouble = None
        try:
            if self._importing is None:
                self._importing = self._open_importing(self._give_way)
            summary = self._run(self._importing, request)
        except (DiskFull, SourceAway) as trouble:
            # A watched folder need not wait for its drive: the next sweep that meets it again asks anew.
            if request.job.cancelled() or (request.by_watch and isinstance(trouble, SourceAway)):
                self._end(request, error=trouble)
                return True
            self._rest(request, trouble)
            return False
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the job
            # Stopped because its collection is being deleted: that it is gone is no news.
            stopped = request.job.cancelled() and isinstance(error, UserFixable)
            self._end(request, error=None if stopped else error)
            return True
        if summary.cancelled and not request.job.cancelled():
            self._put_back(request)
            return False
        self._end(request, summary=summary)
        return True

    def _run(self, importing: Importing, request: ImportRequest) -> ImportSummary:
        def is_to_stop() -> bool:
            return self._is_to_stop(request)

        if request.rebuild is not None:
            return importing.rebuild(request.rebuild.collection_id, request.rebuild.model_id, request.tell, is_to_stop)
        return importing.run(request.collection, request.paths, request.tell, is_to_stop, by_person=request.by_person)

    def _is_to_stop(self, request: ImportRequest) -> bool:
        """An import of a watched folder also makes room for a person's, a rebuild for both; it goes on afterwards."""
        if request.job.cancelled() or self._closing:
            return True
        return request.turn > 0 and any(r.turn < request.turn and r.trouble is None for r in tuple(self._waiting))

    def _give_way(self) -> None:
        """Between two batches: rest while a person waits for an answer, or has paused the import; one that is to stop goes on to its end."""
        request = self._running
        with self._changed:
            while request is not None and (self._answering() or request.job.paused()) and not self._is_to_stop(request):
                self._changed.wait(GIVE_WAY_POLL_S)

    def _rest(self, request: ImportRequest, trouble: DiskFull | SourceAway) -> None:
        request.trouble, request.since = trouble, self._clock()
        request.free_then = self._free_bytes()
        reason: WaitingFor = "the drive" if isinstance(trouble, SourceAway) else "disk space"
        _log.warning("import_rests", extra={"code": trouble.code})
        self._put_back(request)
        if (order := request.rebuild) is not None:
            request.last = dataclasses.replace(request.last, rebuilding=order.model_id, rebuilt_collection=order.collection_id)
        request.tell(
            dataclasses.replace(request.last, waiting_for=reason, current_file=None, remaining_s=None, searchable_s=None)
        )

    def _can_go_on(self, request: ImportRequest) -> bool:
        if isinstance(request.trouble, SourceAway):
            return request.trouble.is_back()
        if self._clock() - request.since >= TRY_ANYWAY_S:
            return True
        return self._free_bytes() >= request.free_then + ROOM_BYTES

    def _put_back(self, request: ImportRequest) -> None:
        with self._changed:
            self._running = None
            self._waiting.insert(0, request)

    def _end(self, request: ImportRequest, *, summary: ImportSummary | None = None, error: BaseException | None = None) -> None:
        with self._changed:
            self._running = None
            if request.turn == 0:
                change = self._stopped.add if request.job.cancelled() else self._stopped.discard
                change(request.collection)
        if error is not None:
            request.job.future.set_exception(error)
            return
        if summary is None:
            _end_unbegun(request)
            return
        _log.info(
            "import_finished",
            extra={
                "found": summary.found,
                "indexed": summary.indexed,
                "failed": summary.failed,
                "passages": summary.passages,
                "total_ms": round(summary.elapsed_s * 1000),
            },
        )
        request.job.future.set_result(summary)

    def _free(self) -> None:
        """On the ingest thread, last. What never had its turn, or rests, ends as cancelled; the ledger still has it queued."""
        importing, self._importing = self._importing, None
        try:
            if importing is not None:
                importing.close()
        finally:
            for request in self._waiting:
                _end_unbegun(request)
            self._waiting.clear()


def _end_unbegun(request: ImportRequest) -> None:
    """As cancelled: there is nothing to sum up."""
    request.job.future.cancel()
    request.job.future.set_running_or_notify_cancel()
