"""The words around an exported conversation. English here; the window gives them in the person's language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from app.messages.answer import AnswerMetadata
from app.messages.validation import Finding
from index.document import Place


@dataclass(frozen=True)
class Wording:
    """``place`` says where a quotation stands, in short."""

    place: Callable[[Place], str]
    finding: Callable[[Finding], str] = lambda finding: finding.message
    warnings: Callable[[AnswerMetadata], tuple[str, ...]] = lambda metadata: metadata.warnings
    asked: str = "Asked"
    sources: str = "Sources"
    closest: str = "Closest matches"
    attached: str = "attached"
    changed: str = "changed since indexed"
    unfinished: str = "Unfinished: the program ended before the answer was complete. The text was not checked."
    stopped: str = "Stopped. The text is unfinished and was not checked."
    unchecked: str = "Not every sentence was checked."
    unreadable: str = "Kept by another version of the program; its sources cannot be shown."
    summary: str = "{supported} of {claims} sentences supported"
    signed_off: str = "signed off on {date}"
    disputed: str = "disputed on {date}"
    exported: str = "Exported from Dossier on {date}. Check the sources before you rely on an answer."
    verdicts: dict[str, str] = field(
        default_factory=lambda: {
            "supported": "supported",
            "partly_supported": "partly supported",
            "unsupported": "not found in the documents",
        }
    )
