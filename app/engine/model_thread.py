"""The model thread: sole owner of the loaded runtime; gives the pipeline its ModelPort and ModelProvider."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future

from app.engine.owner import OwnerThread
from models.errors import Cancelled, ModelError, RuntimeFailed
from models.runtimes.base import ChatMessage, GenerationSettings, Runtime, Token

RuntimeFactory = Callable[[str], Runtime]
"""Makes an unloaded runtime for a role, ``answers`` or ``fallback``. Raises ModelMissing when no such model is installed."""


POLL_S = 0.05
"""How often a question that waits for its model looks whether it was stopped."""


class _Stream:
    """Tokens of one generation. Each generation has its own queue, so a stale token cannot reach a later question."""

    def __init__(self) -> None:
        self.queue: queue.SimpleQueue[Token | ModelError | None] = queue.SimpleQueue()
        self._stop = threading.Event()

    def next(self, timeout_s: float) -> Token | None:
        try:
            item = self.queue.get(timeout=timeout_s)
        except queue.Empty:
            raise TimeoutError from None
        if isinstance(item, ModelError):
            raise item
        return item

    def cancel(self) -> None:
        self._stop.set()

    def cancelled(self) -> bool:
        return self._stop.is_set()


class ModelThread:
    """Holds at most one runtime; asking for another role frees the first before the next is loaded."""

    def __init__(self, factory: RuntimeFactory, owner: OwnerThread) -> None:
        self._factory = factory
        self._owner = owner
        self._role: str | None = None
        self._runtime: Runtime | None = None
        self._current: _Stream | None = None

    def preload(self, role: str) -> Future[Runtime]:
        """Start loading; the future ends when the model is ready."""
        return self._owner.submit(self._ensure, role)

    def get(self, role: str, stop: Callable[[], bool] = lambda: False) -> _LoadedModel:
        """Blocks until the model of the role is loaded. Raises models.errors; Cancelled as soon as ``stop`` says so: loading goes on,
        for the next question."""
        loading = self.preload(role)
        while True:
            try:
                return _LoadedModel(loading.result(POLL_S), self)
            except CancelledError:
                raise Cancelled("the program closes") from None
            except TimeoutError:
                if loading.done():
                    raise
                if stop():
                    raise Cancelled("stopped while the model was loaded") from None

    def count_tokens(self, runtime: Runtime, messages: Sequence[ChatMessage]) -> int:
        return self._owner.submit(runtime.count_tokens, messages).result()

    def start(self, runtime: Runtime, messages: Sequence[ChatMessage], settings: GenerationSettings) -> _Stream:
        stream = _Stream()
        self._current = stream
        self._owner.submit(self._generate, runtime, messages, settings, stream)
        return stream

    def close(self, timeout_s: float) -> bool:
        """Stop the running generation, free the runtime on its thread, end the thread."""
        if self._current is not None:
            self._current.cancel()
        return self._owner.finish(self._free, timeout_s)

    def _ensure(self, role: str) -> Runtime:
        if self._runtime is not None and self._role == role:
            return self._runtime
        self._free()
        runtime = self._factory(role)
        runtime.warm_up()
        self._runtime, self._role = runtime, role
        return runtime

    def _free(self) -> None:
        runtime, self._runtime, self._role = self._runtime, None, None
        if runtime is not None:
            runtime.close()

    def _generate(
        self, runtime: Runtime, messages: Sequence[ChatMessage], settings: GenerationSettings, stream: _Stream
    ) -> None:
        try:
            for token in runtime.generate(messages, settings, stream.cancelled):
                stream.queue.put(token)
        except ModelError as error:
            stream.queue.put(error)
        except Exception as error:  # noqa: BLE001 - the boundary of native code: whatever it raises is a RuntimeFailed
            stream.queue.put(RuntimeFailed(f"the model stopped with {type(error).__name__}"))
        finally:
            stream.queue.put(None)


class _LoadedModel:
    """ModelPort over a runtime that lives on the model thread."""

    def __init__(self, runtime: Runtime, thread: ModelThread) -> None:
        self._runtime = runtime
        self._thread = thread
        self.model_id = runtime.model_id
        self.context_tokens = runtime.context_tokens
        self.prefill_tokens_per_second = runtime.prefill_tokens_per_second

    def count_tokens(self, messages: Sequence[ChatMessage]) -> int:
        return self._thread.count_tokens(self._runtime, messages)

    def start(self, messages: Sequence[ChatMessage], settings: GenerationSettings) -> _Stream:
        return self._thread.start(self._runtime, messages, settings)
