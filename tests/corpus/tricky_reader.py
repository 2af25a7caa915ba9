"""The door between the check of the difficult documents and the program: documents through the parsers' sandbox."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from extracts import Extract, Piece
from tricky_manifest import WRONG_PASSWORD, Entry, Outcome, Verdict, judge

from app.environment import prepare_environment
from app.privacy.guard import prepare_child
from index.document import ParsedDocument
from index.errors import IndexError_
from index.parsers.base import ParseOptions
from index.parsers.sandbox import ParserPool


@contextmanager
def open_pool(workers: int) -> Iterator[ParserPool]:
    """The pool as the program makes it, over a temporary data folder that is gone afterwards; the environment is put back."""
    variables, mask = dict(os.environ), os.umask(0o077)
    with tempfile.TemporaryDirectory(prefix="dossier-check-") as folder:
        prepare_environment(Path(folder))
        pool = ParserPool(workers, Path(folder) / "tmp", initializer=prepare_child)
        try:
            yield pool
        finally:
            pool.close(cancel=True)
            os.environ.clear()
            os.environ.update(variables)
            os.umask(mask)
            tempfile.tempdir = None


def read(pool: ParserPool, path: Path, *, ocr: bool, password: str | None = None) -> Outcome:
    """Read one document and wait for it."""
    began = time.perf_counter()
    future = pool.submit(path, ParseOptions(ocr=ocr, password=password))
    try:
        extract = extract_of(future.result())
    except IndexError_ as error:
        return Outcome(code=error.code, message=error.message, seconds=time.perf_counter() - began)
    return Outcome(extract, seconds=time.perf_counter() - began)


def extract_of(document: ParsedDocument) -> Extract:
    """The document in the form of the check."""
    return Extract(
        text=document.text,
        pieces=tuple(
            Piece(document.text[b.start : b.end], b.place.slide, b.place.sheet, b.place.cells) for b in document.blocks
        ),
        pages=tuple(document.text[p.start : p.end] for p in document.pages),
        title=document.title or "",
        children=tuple((c.name, extract_of(c.document) if c.document else None) for c in document.children),
        ocr_pages=sum(p.ocr for p in document.pages),
    )


def check_all(pool: ParserPool, folder: Path, entries: list[Entry], workers: int, *, ocr: bool) -> list[Verdict]:
    """Read and judge all entries, ``workers`` at a time, in their order."""

    def check(entry: Entry) -> Verdict:
        path = folder / entry.file
        with_ocr = entry.wants_ocr and (ocr or entry.expected == "error")  # a broken document costs no recognition
        probes = []
        if entry.expected == "password":
            probes = [read(pool, path, ocr=False), read(pool, path, ocr=False, password=WRONG_PASSWORD)]
        return judge(entry, read(pool, path, ocr=with_ocr, password=entry.password), probes)

    with ThreadPoolExecutor(workers) as threads:
        return list(threads.map(check, entries))
