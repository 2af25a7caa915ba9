"""Embeddings with fastembed on onnxruntime. The only module that imports fastembed, and only when a model is loaded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from models.embedders.batching import batches_by_length
from models.errors import ModelDamaged, ModelMissing, RuntimeFailed
from models.silence import import_onnxruntime

if TYPE_CHECKING:
    from fastembed.text.custom_text_embedding import CustomTextEmbedding

FILES = ("model.onnx", "tokenizer.json", "config.json", "tokenizer_config.json", "special_tokens_map.json")


class FastEmbedEmbedder:
    """An ONNX encoder from a local folder. One object, one thread at a time.

    ``threads`` is the number of onnxruntime threads for one batch. They do not spin after work, so that a waiting embedder
    costs nothing while a model answers (onnxruntime's ``session.intra_op.allow_spinning``).
    """

    def __init__(
        self,
        model_dir: Path,
        embedder_id: str,
        dimension: int,
        max_tokens: int,
        *,
        query_prefix: str = "",
        passage_prefix: str = "",
        pooling: Literal["mean", "cls"] = "mean",
        threads: int = 1,
    ) -> None:
        self.model_dir = model_dir
        self.embedder_id = embedder_id
        self.dimension = dimension
        self.max_tokens = max_tokens
        self.query_prefix = query_prefix
        self.passage_prefix = passage_prefix
        self.pooling = pooling
        self.threads = threads
        self._model: CustomTextEmbedding | None = None

    def warm_up(self) -> None:
        """Load the model; a second call does nothing. Raises ModelMissing, ModelDamaged."""
        if self._model is not None:
            return
        missing = [name for name in FILES if not (self.model_dir / name).is_file()]
        if missing:
            raise ModelMissing(f"The embedding model {self.embedder_id} is not complete: {', '.join(missing)}.")
        try:
            self._model = _load(self)
        except Exception as error:  # classified: whatever the native loader says, the files are not usable
            raise ModelDamaged(f"The embedding model {self.embedder_id} cannot be loaded: {error}") from error

    def close(self) -> None:
        """Free the session; safe to call twice."""
        self._model = None

    def _loaded(self) -> CustomTextEmbedding:
        if self._model is None:
            raise RuntimeFailed(f"The embedding model {self.embedder_id} is used before it is loaded.")
        return self._model

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text with its passage prefix and the special tokens, however long it is."""
        return self._count([self.passage_prefix + text for text in texts])

    def _count(self, texts: Sequence[str]) -> list[int]:
        tokenizer: Any = self._loaded().tokenizer
        special = tokenizer.num_special_tokens_to_add(False)
        counts = []
        for item in tokenizer.encode_batch(list(texts)):
            rest = sum(sum(part.attention_mask) - special for part in item.overflowing)
            counts.append(sum(item.attention_mask) + rest)
        return counts

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Unit vectors, shape (len(texts), dimension). Raises RuntimeFailed from native code."""
        return self._embed([self.passage_prefix + text for text in texts])

    def embed_query(self, text: str) -> npt.NDArray[np.float32]:
        """A unit vector, shape (dimension,). Raises RuntimeFailed from native code."""
        vector: npt.NDArray[np.float32] = self._embed([self.query_prefix + text])[0]
        return vector

    def _embed(self, texts: list[str]) -> npt.NDArray[np.float32]:
        model = self._loaded()
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        lengths = [min(n, self.max_tokens) for n in self._count(texts)]
        for batch in batches_by_length(lengths):
            try:
                rows = list(model.embed([texts[i] for i in batch], batch_size=len(batch), parallel=None))
                vectors[batch] = np.stack(rows)
            except Exception as error:  # classified: one family for all that native code may raise
                raise RuntimeFailed(f"The embedding model {self.embedder_id} failed: {error}") from error
        return vectors


def _load(owner: FastEmbedEmbedder) -> CustomTextEmbedding:
    """fastembed's custom model on a local path. It makes its cache folder wherever it is told to, even when it needs none: the
    model's own folder is named, which exists."""
    import_onnxruntime()
    os.environ["FASTEMBED_CACHE_PATH"] = str(owner.model_dir)
    from fastembed.common.model_description import DenseModelDescription, ModelSource, PoolingType
    from fastembed.text.custom_text_embedding import CustomTextEmbedding

    class QuietTextEmbedding(CustomTextEmbedding):  # type: ignore[misc,unused-ignore]
        """Its own registry entry, and threads that sleep when there is nothing to do."""

        SUPPORTED_MODELS: list[DenseModelDescription] = []
        POSTPROCESSING_MAPPING: dict[str, Any] = {}

        @classmethod
        def add_extra_session_options(cls, session_options: Any, extra_options: dict[str, Any]) -> None:
            super().add_extra_session_options(session_options, extra_options)
            session_options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            session_options.inter_op_num_threads = 1

    description = DenseModelDescription(
        model=f"local/{owner.embedder_id}",
        sources=ModelSource(url="local"),
        dim=owner.dimension,
        model_file="model.onnx",
        description="",
        license="",
        size_in_GB=0.0,
    )
    pooling = PoolingType.MEAN if owner.pooling == "mean" else PoolingType.CLS
    QuietTextEmbedding.add_model(description, pooling=pooling, normalization=True)
    model = QuietTextEmbedding(
        model_name=description.model,
        cache_dir=str(owner.model_dir),
        threads=owner.threads,
        providers=["CPUExecutionProvider"],
        specific_model_path=str(owner.model_dir),
        local_files_only=True,
    )
    # The tokenizer's own limit may be wider than what the model was trained for (MiniLM: 512 and 256).
    model.tokenizer.enable_truncation(max_length=owner.max_tokens)
    return model
