"""Errors of the model side, in three families.

ModelError                      (never raised itself)
├── UserFixable                 the person can do something: message and next step
│   ├── ModelMissing            the file is not there: set up or import
│   ├── ModelDamaged            checksum or format is wrong
│   ├── ModelTooLarge           does not fit this machine's memory
│   ├── PromptTooLong           the prompt does not fit the context; nothing was sent to the model
│   └── SetupFailed             a download or conversion did not succeed
├── Retryable
│   └── GenerationStalled       no token within the budget
└── Defect
    ├── RuntimeFailed           the native library reported an error
    └── Cancelled               not an error for a person: the caller asked to stop
"""

from __future__ import annotations


class ModelError(Exception):
    """Root of the tree. ``next_step`` tells a person what to do."""

    code = "model_error"
    next_step = ""

    def __init__(self, message: str, *, next_step: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if next_step is not None:
            self.next_step = next_step


class UserFixable(ModelError):
    code = "user_fixable"


class ModelMissing(UserFixable):
    code = "model_missing"
    next_step = "Run `dossier models setup`, or import a GGUF file with `dossier models import FILE`."


class ModelDamaged(UserFixable):
    code = "model_damaged"
    next_step = "Run `dossier models setup` again; the damaged file is replaced."


class ModelTooLarge(UserFixable):
    code = "model_too_large"
    next_step = "Choose a smaller model or close other programs."


class PromptTooLong(UserFixable):
    code = "prompt_too_long"
    next_step = "Ask a shorter question or use fewer passages."


class SetupFailed(UserFixable):
    code = "setup_failed"
    next_step = "Check the network and the disk space and run the same command again; finished parts are kept."


class Retryable(ModelError):
    code = "retryable"


class GenerationStalled(Retryable):
    code = "stalled"


class Defect(ModelError):
    code = "defect"


class RuntimeFailed(Defect):
    code = "runtime_failed"


class Cancelled(Defect):
    code = "cancelled"
