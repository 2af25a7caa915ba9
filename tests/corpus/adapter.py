"""The only door between the corpus check and the program: import paths, ask a question, close. Nothing of the program elsewhere.

The program is run in this process, as the `dossier` command runs it: environment and network guard first, then ``Program``.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

Depth = Literal["quick", "thorough"]


class CorpusEngine(Protocol):
    """What the check needs of a program that answers from documents."""

    def import_paths(self, paths: Sequence[Path], collection: str) -> dict[str, Any]:
        """Index all files below ``paths``; the summary's counts by name (found, indexed, skipped, failed, passages, elapsed_s)."""
        ...

    def ask(self, question: str, collection: str, depth: Depth) -> dict[str, Any]:
        """The JSON of an ``app.messages.answer.Answer``."""
        ...

    def close(self) -> None: ...


def open_engine(home: Path, models: Path | None, *, loaded: bool = True) -> CorpusEngine:
    """Open the program over the data folder ``home``, the privacy notice accepted.

    ``models``: folder with set-up models, used like one that an administrator shares; None: ``home``'s own. ``loaded``: load them
    first, so that no question waits for it; there must be a language model then.
    """
    return _Dossier(home.absolute(), models.absolute() if models else None, loaded)


class _Dossier:
    def __init__(self, home: Path, models: Path | None, loaded: bool) -> None:
        self._policy = _share_models(models) if models else None
        from app.environment import prepare_environment
        from app.settings.paths import AppPaths
        from app.settings.policy import load_policy

        paths = AppPaths.resolve(home, load_policy())
        paths.create()
        prepare_environment(paths.home)
        from app.privacy.guard import install_guard

        install_guard()
        from app.bootstrap import Program

        self._program = Program.open(home, accept_notice=True)
        if not self._program.consent.accepted():
            self._program.consent.accept("flag")
        self._engine = self._program.engine()
        for loading in self._engine.preload() if loaded else ():
            loading.result()

    def import_paths(self, paths: Sequence[Path], collection: str) -> dict[str, Any]:
        summary = self._engine.import_paths(collection, paths, lambda progress: None).result()
        return {name: value for name, value in vars(summary).items() if isinstance(value, int | float)}

    def ask(self, question: str, collection: str, depth: Depth) -> dict[str, Any]:
        from app.messages.answer import Question
        from app.messages.base import new_correlation_id
        from app.messages.retrieval import RetrievalFilters

        filters = RetrievalFilters(collections=(self._program.collection(collection).id,))
        message = Question(correlation_id=new_correlation_id(), text=question, filters=filters, depth=depth)
        answer = self._engine.ask(message, lambda event: None).result()
        return answer.model_dump(mode="json")

    def close(self) -> None:
        self._program.close()
        if self._policy:
            self._policy.unlink(missing_ok=True)


def _share_models(models: Path) -> Path:
    """Name the models folder by a policy file, so that it is read and never changed."""
    handle, name = tempfile.mkstemp(prefix="corpus-policy-", suffix=".json")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"models_dir": str(models)}, file)
    os.environ["DOSSIER_POLICY"] = name
    return Path(name)
