"""The library as the evidence pane reads it: attached documents, which are in no library, are in it too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from app.engine.attachments import PREFIX
from app.workers.ports import EngineLike, LibraryLike
from index.document import ParsedDocument


def with_attached(library: LibraryLike, engine: Callable[[], EngineLike | None]) -> LibraryLike:
    """``engine`` gives None while there is none."""
    return cast(LibraryLike, _AttachedToo(library, engine))


class _AttachedToo:
    """Everything but the text of attached documents is the library's."""

    def __init__(self, library: LibraryLike, engine: Callable[[], EngineLike | None]) -> None:
        self._library, self._engine = library, engine

    def document(self, file_id: str) -> ParsedDocument | None:
        if not file_id.startswith(PREFIX):
            return self._library.document(file_id)
        engine = self._engine()
        return engine.attached_document(file_id) if engine is not None else None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)
