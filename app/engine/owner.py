"""A thread that owns a native resource: work goes in by a queue, results come back as futures."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class OwnerThread(Executor):
    """An executor of exactly one thread that can be closed within a time limit.

    ThreadPoolExecutor cannot: its shutdown waits without limit and its threads hold up the interpreter's exit. Natives must be freed
    on the thread on which they live, so ``finish`` takes the freeing call and runs it there, last.
    """

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._open = True
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Raises RuntimeError after ``finish``."""
        future: Future[T] = Future()
        with self._lock:
            if not self._open:
                raise RuntimeError("the thread is closed")
            self._jobs.put((future, lambda: fn(*args, **kwargs)))
        return future

    def finish(self, last: Callable[[], None] | None = None, timeout_s: float = 10.0) -> bool:
        """Cancel what waits, let the running job end, run ``last``, end the thread. False when that took too long. Idempotent."""
        with self._lock:
            if self._open:
                self._open = False
                self._cancel_waiting()
                if last is not None:
                    self._jobs.put((Future(), last))
                self._jobs.put(None)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Executor's own name for ``finish``; what waits is always cancelled."""
        self.finish(timeout_s=10.0 if wait else 0.0)

    def _cancel_waiting(self) -> None:
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return
            if job is not None:
                job[0].cancel()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, work = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = work()
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the future
                future.set_exception(error)
            else:
                future.set_result(result)
            del future, work, job
