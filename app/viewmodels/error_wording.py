"""The contract's errors in words of the person's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.messages.answer import ErrorCode, ErrorEnvelope
from app.viewmodels.translating import QT_TRANSLATE_NOOP
from app.viewmodels.warning_wording import warning_text

_TEXTS: dict[ErrorCode, str] = {
    "RETRIEVAL_FAILED": QT_TRANSLATE_NOOP("Errors", "Your documents could not be searched. Try again."),
    "GENERATION_FAILED": QT_TRANSLATE_NOOP("Errors", "No answer could be written. The passages found stand on the right."),
    "SYSTEM_OVERLOAD": QT_TRANSLATE_NOOP("Errors", "Too many questions at once. Wait a moment and try again."),
    "CONSENT_REQUIRED": QT_TRANSLATE_NOOP("Errors", "Please read and accept the privacy notice first."),
    "INDEX_BUSY": QT_TRANSLATE_NOOP("Errors", "The index is being rebuilt. Try again when it has finished."),
    "INDEX_DAMAGED": QT_TRANSLATE_NOOP(
        "Errors", "The index cannot be read. Import the documents again; the originals are untouched."
    ),
}
"""The others either say in their own words what to change (QUERY_INVALID) or never reach a person."""


def error_text(error: ErrorEnvelope) -> str:
    """What happened and what to do; the pipeline's own sentence where there is no other."""
    text = _TEXTS.get(error.code)
    return QCoreApplication.translate("Errors", text) if text is not None else warning_text(error.message)
