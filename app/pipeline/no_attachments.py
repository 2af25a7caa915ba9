"""For an engine that takes no attachments."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

from index.search.hit import Hit


class NoAttachments:
    """AttachmentPort of an engine that takes none."""

    def search(self, attachments: Sequence[str], query: str, tokens: int) -> Future[tuple[Hit, ...]]:  # noqa: ARG002
        none: Future[tuple[Hit, ...]] = Future()
        none.set_result(())
        return none

    def preview(self, attachments: Sequence[str], characters: int) -> str:  # noqa: ARG002
        return ""
