"""A sentence encoder by fastembed on a local folder, never on a hub; the door to fastembed. Loaded by ``warm_up`` only.

fastembed's own way tokenizes a text once to be counted and once more to be embedded, and pads by order of arrival. Here each text is
tokenized once, by fastembed's tokenizer; its tokens are sorted by length and handed to fastembed in batches.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from models.embedders.base import TokenVectors
from models.embedders.batching import batches_by_length
from models.errors import ModelDamaged, ModelMissing, RuntimeFailed
from models.silence import import_onnxruntime

if TYPE_CHECKING:
    from fastembed.text.custom_text_embedding import CustomTextEmbedding

FILES = ("model.onnx", "tokenizer.json", "config.json", "tokenizer_config.json", "special_tokens_map.json")


@dataclass(frozen=True)
class EncoderSpec:
    """What there is to know of an encoder before it is loaded. ``max_tokens`` counts prefix and special tokens; ``threads`` is the
    number of threads for one batch."""

    model_dir: Path
    embedder_id: str
    dimension: int
    max_tokens: int
    query_prefix: str = ""
    passage_prefix: str = ""
    pooling: Literal["mean", "cls"] = "mean"
    threads: int = 1


class FastEmbedEncoder:
    """An ``Embedder`` in this process. Once it is warm, several threads may embed at a time.

    Its threads do not spin after work (onnxruntime's ``session.intra_op.allow_spinning``), so that an encoder that waits costs
    nothing while a model answers. Loading holds Python's global lock for a second (the tokenizer's 250 000 pieces): in a process
    with a window use ``models.embedders.hosted``.
    """

    def __init__(self, spec: EncoderSpec) -> None:
        self.spec = spec
        self.embedder_id = spec.embedder_id
        self.dimension = spec.dimension
        self.max_tokens = spec.max_tokens
        self._lock = threading.Lock()
        self._model: CustomTextEmbedding | None = None

    def warm_up(self) -> None:
        """Load the model; a second call does nothing. Raises ModelMissing, ModelDamaged."""
        with self._lock:
            if self._model is not None:
                return
            missing = [name for name in FILES if not (self.spec.model_dir / name).is_file()]
            if missing:
                raise ModelMissing(f"The embedding model {self.embedder_id} is not complete: {', '.join(missing)}.")
            try:
                self._model = _load(self.spec)
            except Exception as error:  # classified: whatever the native loaders say, the files are not usable
                raise ModelDamaged(f"The embedding model {self.embedder_id} cannot be loaded: {error}") from error

    def close(self) -> None:
        """Free the session; safe to call twice."""
        with self._lock:
            self._model = None

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text with its passage prefix and the special tokens, however long it is."""
        return [len(encoding.ids) for encoding in self._encode([self.spec.passage_prefix + text for text in texts])]

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Unit vectors, shape (len(texts), dimension). Raises RuntimeFailed from native code."""
        return self._embed([self.spec.passage_prefix + text for text in texts])

    def embed_query(self, text: str) -> npt.NDArray[np.float32]:
        """A unit vector, shape (dimension,). Raises RuntimeFailed from native code."""
        vector: npt.NDArray[np.float32] = self._embed([self.spec.query_prefix + text])[0]
        return vector

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """As ``Embedder.embed_tokens``. Raises RuntimeFailed from native code."""
        model, prefix = self._loaded(), self.spec.passage_prefix
        encodings = self._encode([prefix + text for text in texts])
        tokens = [self._cut(encoding) for encoding in encodings]
        found: dict[int, TokenVectors] = {}
        for batch in batches_by_length([len(ids) for ids in tokens]):
            try:
                hidden = model.onnx_embed([tokens[i] for i in batch]).model_output
            except Exception as error:  # classified: one family for all that native code may raise
                raise RuntimeFailed(f"The embedding model {self.embedder_id} failed: {error}") from error
            for row, index in enumerate(batch):
                found[index] = _own_tokens(encodings[index], len(prefix), hidden[row], len(tokens[index]))
        return [found[i] for i in range(len(texts))]

    def _loaded(self) -> CustomTextEmbedding:
        if self._model is None:
            raise RuntimeFailed(f"The embedding model {self.embedder_id} is used before it is loaded.")
        return self._model

    def _encode(self, texts: list[str]) -> list[Any]:
        tokenizer: Any = self._loaded().tokenizer
        encodings: list[Any] = tokenizer.encode_batch(texts)
        return encodings

    def _embed(self, texts: list[str]) -> npt.NDArray[np.float32]:
        model = self._loaded()
        tokens = [self._cut(encoding) for encoding in self._encode(texts)]
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for batch in batches_by_length([len(ids) for ids in tokens]):
            try:
                vectors[batch] = list(model.embed([tokens[i] for i in batch], batch_size=len(batch), parallel=None))
            except Exception as error:  # classified: one family for all that native code may raise
                raise RuntimeFailed(f"The embedding model {self.embedder_id} failed: {error}") from error
        return vectors

    def _cut(self, encoding: Any) -> list[int]:
        """At most ``max_tokens``; the special tokens at the end stay."""
        ids: list[int] = encoding.ids
        if len(ids) <= self.max_tokens:
            return ids
        special: list[int] = encoding.special_tokens_mask
        tail = next((n for n, is_special in enumerate(reversed(special)) if not is_special), 0)
        return ids[: self.max_tokens - tail] + ids[len(ids) - tail :]


def _own_tokens(encoding: Any, prefix: int, hidden: npt.NDArray[np.float32], fed: int) -> TokenVectors:
    """The rows of ``hidden`` that stand for characters of the text. ``fed`` tokens went in; the last of a cut text is special.

    A token of a sentence piece model begins at the space before its word.
    """
    kept = [
        (n, max(0, start - prefix), end - prefix)
        for n, ((start, end), special) in enumerate(zip(encoding.offsets, encoding.special_tokens_mask, strict=True))
        if n < fed - (fed < len(encoding.ids)) and not special and end > max(start, prefix)
    ]
    offsets = np.array([(start, end) for _, start, end in kept], dtype=np.int32).reshape(-1, 2)
    return TokenVectors(offsets, hidden[[n for n, _, _ in kept]].astype(np.float16))


@dataclass(frozen=True)
class _Padded:
    """What fastembed reads of a tokenizer's encoding."""

    ids: list[int]
    attention_mask: list[int]


def _load(spec: EncoderSpec) -> CustomTextEmbedding:
    """fastembed's custom model on a local path. It makes its cache folder wherever it is told to, even when it needs none: the
    model's own folder is named, which exists."""
    import_onnxruntime()
    os.environ["FASTEMBED_CACHE_PATH"] = str(spec.model_dir)
    from fastembed.common.model_description import DenseModelDescription, ModelSource, PoolingType
    from fastembed.text.custom_text_embedding import CustomTextEmbedding

    special = json.loads((spec.model_dir / "special_tokens_map.json").read_text(encoding="utf-8")).get("pad_token", "")
    padding = special["content"] if isinstance(special, dict) else special

    class TokensEmbedding(CustomTextEmbedding):  # type: ignore[misc,unused-ignore]
        """Embeds token ids. Its own registry entry, and threads that sleep when there is nothing to do."""

        SUPPORTED_MODELS: list[DenseModelDescription] = []
        POSTPROCESSING_MAPPING: dict[str, Any] = {}

        @classmethod
        def add_extra_session_options(cls, session_options: Any, extra_options: dict[str, Any]) -> None:
            super().add_extra_session_options(session_options, extra_options)
            session_options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            session_options.inter_op_num_threads = 1

        def tokenize(self, documents: list[Any], **kwargs: Any) -> list[Any]:
            """``documents`` are the token ids of each text already; they are padded to the longest."""
            width = max(len(ids) for ids in documents)
            gaps = [width - len(ids) for ids in documents]
            return [
                _Padded(ids + [self.pad_id] * gap, [1] * len(ids) + [0] * gap) for ids, gap in zip(documents, gaps, strict=True)
            ]

        pad_id = 0

    description = DenseModelDescription(
        model=f"local/{spec.embedder_id}",
        sources=ModelSource(url="local"),
        dim=spec.dimension,
        model_file="model.onnx",
        description="",
        license="",
        size_in_GB=0.0,
    )
    pooling = PoolingType.MEAN if spec.pooling == "mean" else PoolingType.CLS
    TokensEmbedding.add_model(description, pooling=pooling, normalization=True)
    model = TokensEmbedding(
        model_name=description.model,
        cache_dir=str(spec.model_dir),
        threads=spec.threads,
        providers=["CPUExecutionProvider"],
        specific_model_path=str(spec.model_dir),
        local_files_only=True,
    )
    # Never set again: threads share it. Texts are cut to ``max_tokens`` after they were counted in full.
    model.tokenizer.no_truncation()
    model.tokenizer.no_padding()
    model.pad_id = model.tokenizer.token_to_id(padding) or 0
    return model
