"""First steps of `dossier self-test`: native libraries load, files of each format and with a password are read, changes are noticed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from app.bootstrap import Program
from app.diagnostics.doctor import NATIVE_MODULES
from app.diagnostics.probe import probe_import
from app.diagnostics.self_test import Step, StepFailed, require, require_text
from app.privacy.guard import prepare_child
from app.settings.paths import resources_dir
from index.document import ParsedDocument
from index.errors import IndexError_, PasswordNeeded
from index.ingest.settling import WatchRoot
from index.ingest.watch_events import FolderEvents
from index.parsers.base import ParseOptions
from index.parsers.registry import kind_of, supported_kinds
from index.parsers.sandbox import ParserLimits, ParserPool

READ_TIMEOUT_S = 180.0
NOTICE_TIMEOUT_S = 20.0
LOCKED = ("pdf", "docx", "odt")
"""Formats of the files with a password: pdfium opens the first, msoffcrypto the second, cryptography the third."""
PASSWORD = "lighthouse"  # noqa: S105 - of those files, which are made for this


def reading_steps(program: Program, folder: Path) -> list[Step]:
    """``load MODULE`` for each native library, ``read KIND`` for each kind of the registry, ``unlock KIND`` for files with a password,
    ``watch a folder`` in ``folder``. One parser process, which ends with the last file."""
    reader = _Reader(program)
    last = f"unlock {LOCKED[-1]}"
    steps = [Step(f"load {module}", _loading(module)) for module in NATIVE_MODULES]
    steps += [Step(f"read {kind}", reader.step(_read, kind)) for kind in supported_kinds()]
    for kind in LOCKED:
        name = f"unlock {kind}"
        steps.append(Step(name, reader.step(_unlock, kind, closes=name == last)))
    return [*steps, Step("watch a folder", lambda: _watch(folder))]


def files_of(kind: str) -> list[Path]:
    """Test files of a kind of the registry, or of ``locked``: ``KIND-NUMBER.EXTENSION``."""
    return sorted((resources_dir() / "self_test").glob(f"{kind}-*"))


def _loading(module: str) -> Callable[[], str]:
    def load() -> str:
        """In a process of its own: a library built for another processor would end this one."""
        found = probe_import(module)
        require(not found.problem, found.problem)
        return found.version or "loads"

    return load


class _Reader:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._pool: ParserPool | None = None

    def step(self, read: Callable[[str, ParserPool], str], kind: str, *, closes: bool = False) -> Callable[[], str]:
        def run() -> str:
            if self._pool is None:
                limits = ParserLimits(memory_bytes=self._program.settings.importing.memory_mb << 20)
                self._pool = ParserPool(1, self._program.paths.tmp, limits, initializer=prepare_child)
            try:
                return read(kind, self._pool)
            finally:
                if closes:
                    self._pool.close(cancel=True)
                    self._pool = None

        return run


def _read(kind: str, pool: ParserPool) -> str:
    files = files_of(kind)
    require(bool(files), f"The program has no test file for {kind.upper()}.")
    found = []
    for file in files:
        taken = kind_of(file)
        require(taken == kind, f"The file {file.name} was taken for {taken.upper()}.")
        found.append(_parsed(file, pool))
    size = sum(len(text) for document in found for text in _texts(document))
    recognised = any(page.ocr for document in found for page in document.pages)
    several = f" of {len(files)} files" if len(files) > 1 else ""
    return f"{size} characters{several}{', recognised from the picture' if recognised else ''}"


def _unlock(kind: str, pool: ParserPool) -> str:
    """Without its password the file has to say that it needs one."""
    files = [file for file in files_of("locked") if file.suffix == f".{kind}"]
    require(len(files) == 1, f"The program has no test file for {kind.upper()} with a password.")
    try:
        pool.submit(files[0], ParseOptions()).result(READ_TIMEOUT_S)
    except PasswordNeeded:
        document = _parsed(files[0], pool, PASSWORD)
        require(document.kind == kind, f"The file was taken for {document.kind.upper()}.")
        return f"{len(document.text)} characters with the password, none without"
    except IndexError_ as error:
        raise StepFailed(f"Without its password the reader failed otherwise: {error.message}") from error
    raise StepFailed("The file was read without its password.")


def _parsed(file: Path, pool: ParserPool, password: str | None = None) -> ParsedDocument:
    """Through a parser process, as an import does; the sentence of the file stands in it, or in a file inside of it."""
    kind, _, berth = file.name.partition(".")[0].partition("-")
    try:
        document = pool.submit(file, ParseOptions(password=password)).result(READ_TIMEOUT_S)
    except IndexError_ as error:
        # The file is known to be sound, so what the error would have a person do with it is beside the point.
        raise StepFailed(f"The reader of {file.name} failed: {error.message}") from error
    wanted = f"The harbour ledger of the {kind.upper()} file names berth {berth}."
    require_text("\n".join(_texts(document)), wanted, f"The reader of {file.name}")
    return document


def _texts(document: ParsedDocument) -> Iterator[str]:
    yield document.text
    for child in document.children:
        # A file inside that could not be read says why.
        yield from _texts(child.document) if child.document else [child.message or ""]


def _watch(folder: Path) -> str:
    """The system's own events, by the door that the watched folders use."""
    watched = folder / "watched"
    watched.mkdir()
    name = "ledger.txt"
    seen = threading.Event()

    def told(_: WatchRoot, path: str) -> None:
        if Path(path).name == name:
            seen.set()

    events = FolderEvents(told)
    try:
        events.add(WatchRoot("self-test", "self-test", str(watched), "folder"))
        (watched / name).write_text("Berth 12 is free again.", encoding="utf-8")
        noticed = seen.wait(NOTICE_TIMEOUT_S)
    except OSError as error:
        raise StepFailed(
            f"The system watches no folder ({error.strerror}).", "Changes are still found every few minutes."
        ) from error
    finally:
        ended = events.stop(NOTICE_TIMEOUT_S)
    require(noticed, "A new file in a watched folder was not noticed.", "Changes are still found every few minutes.")
    require(ended, "The threads that watch folders did not end.")
    return "a new file was noticed"
