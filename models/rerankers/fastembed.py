"""A cross-encoder by fastembed on a local folder, never on a hub. Loaded by ``warm_up`` only."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from models.errors import ModelDamaged, ModelMissing, RuntimeFailed
from models.silence import import_onnxruntime

if TYPE_CHECKING:
    from fastembed.rerank.cross_encoder.custom_text_cross_encoder import CustomTextCrossEncoder

FILES = ("model.onnx", "tokenizer.json", "config.json", "tokenizer_config.json", "special_tokens_map.json")
_BATCH = 8


class CrossEncoder:
    """A ``Reranker`` in this process; one thread uses it at a time."""

    def __init__(self, model_dir: Path, reranker_id: str, languages: frozenset[str] | None = None, threads: int = 1) -> None:
        self.reranker_id = reranker_id
        self.languages = languages
        self._dir = model_dir
        self._threads = threads
        self._model: CustomTextCrossEncoder | None = None

    def warm_up(self) -> None:
        """Load the model; a second call does nothing. Raises ModelMissing, ModelDamaged."""
        if self._model is not None:
            return
        missing = [name for name in FILES if not (self._dir / name).is_file()]
        if missing:
            raise ModelMissing(f"The reranker {self.reranker_id} is not complete: {', '.join(missing)}.")
        try:
            self._model = _load(self._dir, self.reranker_id, self._threads)
        except Exception as error:  # classified: whatever the native loaders say, the files are not usable
            raise ModelDamaged(f"The reranker {self.reranker_id} cannot be loaded: {error}") from error

    def close(self) -> None:
        """Free the session; safe to call twice."""
        self._model = None

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """The model's logits, one for each passage. Raises RuntimeFailed from native code."""
        if self._model is None:
            raise RuntimeFailed(f"The reranker {self.reranker_id} is used before it is loaded.")
        try:
            return [float(score) for score in self._model.rerank(question, passages, batch_size=_BATCH)]
        except Exception as error:  # classified: one family for all that native code may raise
            raise RuntimeFailed(f"The reranker {self.reranker_id} failed: {error}") from error


def _load(folder: Path, reranker_id: str, threads: int) -> CustomTextCrossEncoder:
    import_onnxruntime()
    os.environ["FASTEMBED_CACHE_PATH"] = str(folder)
    from fastembed.common.model_description import BaseModelDescription, ModelSource
    from fastembed.rerank.cross_encoder.custom_text_cross_encoder import CustomTextCrossEncoder

    class LocalCrossEncoder(CustomTextCrossEncoder):  # type: ignore[misc,unused-ignore]
        """Its own registry entry, so that several can be loaded one after the other."""

        SUPPORTED_MODELS: list[BaseModelDescription] = []

    description = BaseModelDescription(
        model=f"local/{reranker_id}",
        sources=ModelSource(url="local"),
        model_file="model.onnx",
        description="",
        license="",
        size_in_GB=0.0,
    )
    LocalCrossEncoder.add_model(description)
    return LocalCrossEncoder(
        model_name=description.model,
        cache_dir=str(folder),
        threads=threads,
        providers=["CPUExecutionProvider"],
        specific_model_path=str(folder),
        local_files_only=True,
    )
