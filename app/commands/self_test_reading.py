"""First steps of `dossier self-test`: every native library loads, and a file of each format is read."""

from __future__ import annotations

from collections.abc import Callable

from app.bootstrap import Program
from app.diagnostics.doctor import NATIVE_MODULES
from app.diagnostics.probe import probe_import
from app.diagnostics.self_test import Step, StepFailed, require, require_text
from app.privacy.guard import prepare_child
from app.settings.paths import resources_dir
from index.errors import IndexError_
from index.parsers.base import ParseOptions, ParserSpec
from index.parsers.registry import SPECS
from index.parsers.sandbox import ParserLimits, ParserPool

READ_TIMEOUT_S = 180.0


def reading_steps(program: Program) -> list[Step]:
    """``load MODULE`` for each native library, ``read KIND`` for each format. One parser process, which goes with the last format."""
    reader = _Reader(program)
    libraries = [Step(f"load {module}", _loading(module)) for module in NATIVE_MODULES]
    return [*libraries, *(Step(f"read {spec.kind}", reader.reading(spec)) for spec in SPECS)]


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

    def reading(self, spec: ParserSpec) -> Callable[[], str]:
        def read() -> str:
            if self._pool is None:
                limits = ParserLimits(memory_bytes=self._program.settings.importing.memory_mb << 20)
                self._pool = ParserPool(1, self._program.paths.tmp, limits, initializer=prepare_child)
            try:
                return _read(spec.kind, self._pool)
            finally:
                if spec is SPECS[-1]:
                    self._pool.close(cancel=True)
                    self._pool = None

        return read


def _read(kind: str, pool: ParserPool) -> str:
    """Through a parser process, as an import does."""
    files = list((resources_dir() / "self_test").glob(f"berth-*.{kind}"))
    require(len(files) == 1, f"The program has no test file for {kind.upper()}.")
    berth = files[0].stem.partition("-")[2]
    try:
        document = pool.submit(files[0], ParseOptions()).result(READ_TIMEOUT_S)
    except IndexError_ as error:
        # The file is known to be sound, so what the error would have a person do with it is beside the point.
        raise StepFailed(f"The reader failed: {error.message}") from error
    require(document.kind == kind, f"The file was taken for {document.kind.upper()}.")
    require_text(document.text, f"The harbour ledger of the {kind.upper()} file names berth {berth}.", "The reader")
    recognised = any(page.ocr for page in document.pages)
    return f"{len(document.text)} characters{', recognised from the picture' if recognised else ''}"
