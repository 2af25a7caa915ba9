"""Embedding models in a process of their own, shared by all threads of the program.

Loading a tokenizer holds Python's global lock for a second, which would freeze a window; and what native code does to a process that
it brings down is then done to a child. The child loads each model once, however many threads embed with it, and ends with the
last embedder that is closed, or with its parent.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from models.embedders.base import TokenVectors
from models.embedders.fastembed import EncoderSpec, FastEmbedEncoder
from models.errors import ModelError, RuntimeFailed

CHANNELS = 12
"""Embedders that can be open at a time: for questions, passages and attachments, each with every model that a collection has."""
_END_SECONDS = 5.0
_LOST = (EOFError, OSError)
"""What a connection raises when the process at its other end is gone."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Line:
    """A connection to the child, and which child that is: there may be another one by now."""

    ends: Connection
    child: BaseProcess

    def call(self, what: str, argument: object) -> Any:
        """Raises what was raised in the child, and EOFError or OSError when the child is gone."""
        self.ends.send((what, argument))
        done, value = self.ends.recv()
        if not done:
            raise value
        return value


class EmbedderHost:
    """Light constructor; the child starts with the first embedder that warms up. Thread-safe."""

    def __init__(self, initializer: Callable[[], None] | None = None) -> None:
        """``initializer`` runs in the child before anything else (it must be importable)."""
        self._initializer = initializer
        self._lock = threading.Lock()
        self._child: BaseProcess | None = None
        self._free: list[Connection] = []
        self._taken = 0

    @property
    def pid(self) -> int | None:
        """Process id of the child, None while there is none."""
        child = self._child
        return child.pid if child is not None else None

    def connect(self) -> Line:
        """A line to the child, which is started when there is none. Raises RuntimeFailed when all lines are taken."""
        with self._lock:
            child = self._child or self._start()
            if not self._free:
                raise RuntimeFailed("Too many embedding sessions are open.")
            self._taken += 1
            return Line(self._free.pop(), child)

    def release(self, line: Line, *, lost: bool = False) -> None:
        """Give a line back, ``lost`` when the child behind it is gone. The child ends when nobody has a line any more."""
        with self._lock:
            if line.child is not self._child:
                line.ends.close()
                return
            self._taken -= 1
            if self._taken and not lost:
                self._free.append(line.ends)
                return
            line.ends.close()
            self._stop(kill=lost)

    def _start(self) -> BaseProcess:
        context = multiprocessing.get_context("spawn")
        pairs = [context.Pipe() for _ in range(CHANNELS)]
        theirs = [there for _, there in pairs]
        child = context.Process(target=serve, args=(self._initializer, theirs), name="embeddings", daemon=True)
        child.start()
        for line in theirs:
            line.close()
        self._child, self._free, self._taken = child, [here for here, _ in pairs], 0
        return child

    def _stop(self, *, kill: bool) -> None:
        child, self._child = self._child, None
        for line in self._free:
            line.close()
        self._free = []
        if child is None:
            return
        # With all lines closed it ends by itself.
        child.join(0 if kill else _END_SECONDS)
        if child.is_alive():
            child.kill()
            child.join()
        child.close()


class HostedEmbedder:
    """An ``Embedder`` whose work is done in the host's process. One thread at a time."""

    def __init__(self, host: EmbedderHost, spec: EncoderSpec) -> None:
        self._host = host
        self.spec = spec
        self.embedder_id = spec.embedder_id
        self.dimension = spec.dimension
        self.max_tokens = spec.max_tokens
        self._line: Line | None = None

    def warm_up(self) -> None:
        """Load the model in the child; waits for it. Raises ModelMissing, ModelDamaged, RuntimeFailed."""
        if self._line is None:
            self._open()

    def close(self) -> None:
        """Safe to call twice."""
        line, self._line = self._line, None
        if line is not None:
            self._host.release(line)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """As ``FastEmbedEncoder.count_tokens``."""
        return list(self._ask("count_tokens", list(texts)))

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """As ``FastEmbedEncoder.embed_passages``."""
        return np.asarray(self._ask("embed_passages", list(texts)), dtype=np.float32)

    def embed_query(self, text: str) -> npt.NDArray[np.float32]:
        """As ``FastEmbedEncoder.embed_query``."""
        return np.asarray(self._ask("embed_query", text), dtype=np.float32)

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """As ``FastEmbedEncoder.embed_tokens``."""
        return list(self._ask("embed_tokens", list(texts)))

    def _ask(self, what: str, argument: object) -> Any:
        """A child that was ended from outside (by the system, for want of memory) is replaced once."""
        line = self._line
        if line is None:
            raise RuntimeFailed(f"The embedding model {self.embedder_id} is used before it is loaded.")
        try:
            return line.call(what, argument)
        except _LOST:
            _log.warning("embedding_process_ended")
        self._line = None
        self._host.release(line, lost=True)
        line = self._open()
        try:
            return line.call(what, argument)
        except _LOST as error:
            raise RuntimeFailed("The process of the embedding model ended twice while it was at work.") from error

    def _open(self) -> Line:
        line = self._host.connect()
        try:
            line.call("open", self.spec)
        except _LOST as error:
            self._host.release(line, lost=True)
            raise RuntimeFailed("The process of the embedding model could not be started.") from error
        except ModelError:
            self._host.release(line)
            raise
        self._line = line
        return line


# --- in the child


class _Loaded:
    """The models of the child, each loaded once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._encoders: dict[tuple[Path, int], FastEmbedEncoder] = {}

    def get(self, spec: EncoderSpec) -> FastEmbedEncoder:
        with self._lock:
            encoder = self._encoders.setdefault((spec.model_dir, spec.threads), FastEmbedEncoder(spec))
            encoder.warm_up()
        return encoder


def serve(initializer: Callable[[], None] | None, lines: Sequence[Connection]) -> None:
    """The child: a thread for each line, until the last is closed."""
    # Ctrl-C goes to all processes of a terminal; this one ends with its parent.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if initializer is not None:
        initializer()
    loaded = _Loaded()
    threads = [threading.Thread(target=_serve_line, args=(line, loaded)) for line in lines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _serve_line(line: Connection, loaded: _Loaded) -> None:
    encoder: FastEmbedEncoder | None = None
    while True:
        try:
            what, argument = line.recv()
        except _LOST:
            return
        answer: tuple[bool, object]
        try:
            if what == "open":
                encoder, answer = loaded.get(argument), (True, None)
            else:
                answer = (True, getattr(encoder, what)(argument))
        except ModelError as error:
            answer = (False, error)
        except Exception as error:  # noqa: BLE001 - the boundary of the process: the caller gets one family
            answer = (False, RuntimeFailed(f"The embedding model failed ({type(error).__name__})."))
        try:
            line.send(answer)
        except _LOST:
            return
