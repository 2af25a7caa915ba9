"""Any exception as a sentence for a person: what happened and what to do. Never a traceback."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication

import index.errors
import models.errors
from app.privacy.consent import ConsentRequired
from app.settings.errors import ConfigurationError

_log = logging.getLogger(__name__)

Family = Literal["user_fixable", "retryable", "defect"]


@dataclass(frozen=True)
class Failure:
    message: str
    next_step: str
    family: Family
    code: str = ""
    """Of ``index.errors`` or ``models.errors``; ``app.viewmodels.failure_wording`` says it in the person's language"""


def classify(error: BaseException) -> Failure:
    """``error`` as a Failure. What is not ours is a defect: logged by its type (its text may hold names), shown as one calm sentence."""
    if isinstance(error, index.errors.IndexError_ | models.errors.ModelError):
        return Failure(error.message, error.next_step, _family(error), error.code)
    if isinstance(error, ConsentRequired | ConfigurationError):
        return Failure(error.message, error.next_step, "user_fixable")
    if isinstance(error, OSError):
        reason = error.strerror or type(error).__name__
        return Failure(
            QCoreApplication.translate("Failure", "A file or folder could not be used: {reason}.").format(reason=reason),
            QCoreApplication.translate("Failure", "Check that it is still there and that you may open it."),
            "user_fixable",
        )
    _log.error("unexpected_error", extra={"error": type(error).__name__})
    return Failure(
        QCoreApplication.translate("Failure", "Something went wrong inside Dossier."),
        QCoreApplication.translate("Failure", "Try again. If it happens again, tell the person who gave you this program."),
        "defect",
    )


def _family(error: index.errors.IndexError_ | models.errors.ModelError) -> Family:
    if isinstance(error, index.errors.UserFixable | models.errors.UserFixable):
        return "user_fixable"
    if isinstance(error, index.errors.Retryable | models.errors.Retryable):
        return "retryable"
    return "defect"
