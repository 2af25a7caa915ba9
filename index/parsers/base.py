"""What every parser takes and promises.

A parser is a function ``(data: Source, options: ParseOptions) -> ParsedDocument``. It raises only errors of ``index.errors``;
``registry.parse`` classifies whatever else a library throws.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from pydantic import Field

from index.document import Frozen, ParsedDocument


class ParseOptions(Frozen):
    """How to parse. Travels to parser processes, so it holds plain values only."""

    ocr: bool = Field(default=True, description="recognise text on pages without any, and in pictures")
    ocr_dpi: int = Field(default=200, ge=72, le=400, description="resolution of page pictures for OCR")
    max_ocr_pages: int = Field(default=500, ge=0, description="pages beyond are left without text, with a warning")
    password: str | None = Field(default=None, repr=False)
    max_unpacked_bytes: int = Field(default=1 << 30, ge=1, description="limit for the content of zip-based formats")
    lost_members: tuple[tuple[str, str], ...] = Field(
        default=(),
        description="(path inside the container, code of index.errors) of members that ended a parser process before",
    )


@dataclass
class Budget:
    """What one file of the disk may cost with everything nested in it; containers share it and take from it.

    Twenty thousand members are more than most archives and mailboxes hold, and 60 million characters (some twenty thousand pages) with their
    blocks fit into the memory that a parser process may use.
    """

    bytes_left: int
    members_left: int = 20_000
    characters_left: int = 60_000_000


@dataclass(frozen=True)
class Source:
    """A document opened read-only. ``read`` gives all bytes; ``kind`` is what its content says.

    ``data`` stands for the file's content where that is not on disk: what was decrypted is kept in memory only.
    """

    path: Path
    kind: str
    data: bytes | None = field(default=None, repr=False)
    depth: int = 0
    """Number of containers around this document."""
    budget: Budget | None = field(default=None, repr=False)
    """None for a file of the disk: a container makes one from its options."""

    @property
    def name(self) -> str:
        return self.path.name

    def read(self) -> bytes:
        with self.open() as file:
            return file.read()

    def open(self) -> BinaryIO:
        """The content as a file that can be sought in; close it."""
        return self.path.open("rb") if self.data is None else io.BytesIO(self.data)


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
