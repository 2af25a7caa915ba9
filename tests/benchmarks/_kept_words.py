"""What the real model has written, kept on disk: a run after a change of rules asks the model only where the prompt has changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from app.settings.schema import SETTINGS_VERSION
from models.runtimes.base import CancelFlag, ChatMessage, GenerationSettings, GenerationStats, Token
from models.runtimes.llama_cpp import LlamaCppRuntime


def keep_words(folder: Path) -> None:
    """From now on in this process: a generation whose model, messages and settings were seen before is read from ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    generate = LlamaCppRuntime.generate

    def kept(
        self: LlamaCppRuntime, messages: Sequence[ChatMessage], settings: GenerationSettings, cancelled: CancelFlag
    ) -> Iterator[Token]:
        chosen = asdict(settings)
        if not settings.choices:
            del chosen["choices"]  # so that words which were kept before there were choices are found
        said = [self.model_id, [(m.role, m.content) for m in messages], chosen]
        file = folder / hashlib.sha256(json.dumps(said, default=str).encode()).hexdigest()[:32]
        if file.is_file():
            known = json.loads(file.read_text("utf-8"))
            yield Token(known["text"])
            yield Token("", GenerationStats(**known["stats"]))
            return
        text, last = "", Token("")
        for last in generate(self, messages, settings, cancelled):
            text += last.text
            yield last
        if last.stats is not None and last.stats.finish_reason != "cancelled":
            file.write_text(json.dumps({"text": text, "stats": asdict(last.stats)}), encoding="utf-8")

    LlamaCppRuntime.generate = kept  # type: ignore[method-assign]


def without_time_limits(home: Path) -> None:
    """So that a busy machine answers as an idle one does: every sentence gets its vector, every rule its turn. Before the program over
    the data folder ``home`` is opened."""
    from app.rules import alignment, extractive, similarity

    similarity.BUDGET_S = alignment.BUDGET_S = extractive._BUDGET_S = 60.0
    limits = ("evidence_ms", "retrieval_ms", "first_token_base_ms", "token_stall_ms", "validation_ms", "total_ms")
    settings = {"version": SETTINGS_VERSION, "budgets": dict.fromkeys(limits, 600_000)}
    (home / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
