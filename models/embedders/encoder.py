"""A sentence encoder: tokenizers and onnxruntime on local files. The door to both for embeddings; loaded by ``warm_up`` only.

fastembed, which did this before, tokenizes twice, pads each batch to a copy of its own and imports a hub client for half a second.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from models.embedders.batching import batches_by_length
from models.errors import ModelDamaged, ModelMissing, RuntimeFailed
from models.silence import import_onnxruntime

FILES = ("model.onnx", "tokenizer.json", "config.json", "tokenizer_config.json", "special_tokens_map.json")


@dataclass(frozen=True)
class EncoderSpec:
    """What there is to know of an encoder before it is loaded. ``max_tokens`` counts prefix and special tokens; ``threads`` is the
    number of onnxruntime threads for one batch."""

    model_dir: Path
    embedder_id: str
    dimension: int
    max_tokens: int
    query_prefix: str = ""
    passage_prefix: str = ""
    pooling: Literal["mean", "cls"] = "mean"
    threads: int = 1


class OnnxEncoder:
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
        self._tokenizer: Any = None
        self._session: Any = None
        self._inputs: frozenset[str] = frozenset()
        self._pad_id = 0

    def warm_up(self) -> None:
        """Load the model; a second call does nothing. Raises ModelMissing, ModelDamaged."""
        with self._lock:
            if self._session is not None:
                return
            missing = [name for name in FILES if not (self.spec.model_dir / name).is_file()]
            if missing:
                raise ModelMissing(f"The embedding model {self.embedder_id} is not complete: {', '.join(missing)}.")
            try:
                self._load()
            except Exception as error:  # classified: whatever the native loaders say, the files are not usable
                raise ModelDamaged(f"The embedding model {self.embedder_id} cannot be loaded: {error}") from error

    def close(self) -> None:
        """Free the session; safe to call twice."""
        with self._lock:
            self._session = self._tokenizer = None

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

    def _load(self) -> None:
        runtime = import_onnxruntime()
        from tokenizers import Tokenizer

        folder = self.spec.model_dir
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        # Never set again: threads share it. Texts are cut to ``max_tokens`` after they were counted in full.
        tokenizer.no_truncation()
        tokenizer.no_padding()
        pad = json.loads((folder / "special_tokens_map.json").read_text(encoding="utf-8")).get("pad_token", "")
        self._pad_id = tokenizer.token_to_id(pad["content"] if isinstance(pad, dict) else pad) or 0
        options = runtime.SessionOptions()
        options.intra_op_num_threads = self.spec.threads
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        session = runtime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
        self._inputs = frozenset(value.name for value in session.get_inputs())
        self._tokenizer, self._session = tokenizer, session

    def _encode(self, texts: list[str]) -> list[Any]:
        if self._tokenizer is None:
            raise RuntimeFailed(f"The embedding model {self.embedder_id} is used before it is loaded.")
        encodings: list[Any] = self._tokenizer.encode_batch(texts)
        return encodings

    def _embed(self, texts: list[str]) -> npt.NDArray[np.float32]:
        tokens = [self._cut(encoding) for encoding in self._encode(texts)]
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for batch in batches_by_length([len(ids) for ids in tokens]):
            try:
                vectors[batch] = self._run([tokens[i] for i in batch])
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

    def _run(self, tokens: Sequence[Sequence[int]]) -> npt.NDArray[np.float32]:
        """One batch, tokens of each text to unit vectors."""
        width = max(len(ids) for ids in tokens)
        ids = np.full((len(tokens), width), self._pad_id, dtype=np.int64)
        mask = np.zeros((len(tokens), width), dtype=np.int64)
        for row, text in enumerate(tokens):
            ids[row, : len(text)] = text
            mask[row, : len(text)] = 1
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(None, {name: value for name, value in feeds.items() if name in self._inputs})[0]
        if self.spec.pooling == "cls":
            pooled = hidden[:, 0]
        else:
            # Mean over the real tokens (each text has its special ones, so that the sum is never 0).
            weights = mask.astype(np.float32)
            pooled = np.einsum("btd,bt->bd", hidden, weights) / weights.sum(axis=1, keepdims=True)
        norms = np.linalg.norm(pooled, axis=1, keepdims=True)
        return np.asarray(pooled / np.maximum(norms, 1e-12), dtype=np.float32)
