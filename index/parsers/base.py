"""What every parser takes and promises.

A parser is a function ``(data: Source, options: ParseOptions) -> ParsedDocument``. It raises only errors of ``index.errors``;
``registry.parse`` classifies whatever else a library throws.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from index.document import Frozen, ParsedDocument


class ParseOptions(Frozen):
    """How to parse. Travels to parser processes, so it holds plain values only."""

    ocr: bool = Field(default=True, description="recognise text on pages without any, and in pictures")
    ocr_dpi: int = Field(default=200, ge=72, le=400, description="resolution of page pictures for OCR")
    max_ocr_pages: int = Field(default=500, ge=0, description="pages beyond are left without text, with a warning")
    password: str | None = Field(default=None, repr=False)
    max_unpacked_bytes: int = Field(default=1 << 30, ge=1, description="limit for the content of zip-based formats")


@dataclass(frozen=True)
class Source:
    """A document opened read-only. ``read`` gives all bytes; ``kind`` is what its content says."""

    path: Path
    kind: str

    @property
    def name(self) -> str:
        return self.path.name

    def read(self) -> bytes:
        with self.path.open("rb") as file:
            return file.read()


ParserFunction = Callable[[Source, ParseOptions], ParsedDocument]
"""Raises PasswordNeeded, UnreadableDocument or UnsupportedFormat with a message for a person that names no path."""


@dataclass(frozen=True)
class ParserSpec:
    """A line of the registry: ``module`` is imported when its first document comes and has a function ``parse``."""

    kind: str
    extensions: tuple[str, ...]
    module: str
    version: int = 1

    @property
    def label(self) -> str:
        """Name and version as the ledger keeps them."""
        return f"{self.module.rsplit('.', 1)[-1]}/{self.version}"
