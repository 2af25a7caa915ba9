"""Title, author and date of an old Office file, from the property set in its container (MS-OLEPS)."""

from __future__ import annotations

import io
from dataclasses import dataclass

from index.parsers.ole_container import DAMAGED, OleContainer


@dataclass(frozen=True)
class OleProperties:
    """``modified`` is an ISO 8601 time, each None when it is not filled."""

    title: str | None = None
    author: str | None = None
    modified: str | None = None


def ole_properties(data: bytes) -> OleProperties:
    """Empty for files without a container or with a damaged one: a document can do without."""
    try:
        with OleContainer(io.BytesIO(data)) as ole:
            found = ole.get_metadata()
    except DAMAGED:
        return OleProperties()
    saved = found.last_saved_time or found.create_time
    return OleProperties(
        title=_words(found.title, found.codepage),
        author=_words(found.author, found.codepage),
        modified=saved.isoformat() if hasattr(saved, "isoformat") and saved.year > 1980 else None,
    )


def _words(value: object, code_page: int | None) -> str | None:
    if isinstance(value, str):
        return value
    if not isinstance(value, bytes):
        return None
    number = (code_page or 1252) & 0xFFFF
    encoding = {65001: "utf-8", 1200: "utf-16-le", 10000: "mac_roman"}.get(number, f"cp{number}")
    try:
        return value.decode(encoding).strip("\0")
    except (UnicodeDecodeError, LookupError):
        return value.decode("cp1252", errors="replace").strip("\0")
