"""From a model's id to an embedder: the one place that knows both the catalogue and the implementations."""

from __future__ import annotations

from models.embedders.base import Embedder
from models.embedders.fastembed import EncoderSpec, FastEmbedEncoder
from models.embedders.hosted import EmbedderHost, HostedEmbedder
from models.errors import ModelMissing
from models.store import ModelStore


def load_embedder(store: ModelStore, model_id: str, threads: int, host: EmbedderHost | None = None) -> Embedder:
    """An embedder on checked files, not warmed up yet; in the process of ``host``, in this one without. Embedders of one host
    with the same model and ``threads`` share it. Raises ModelMissing, ModelDamaged."""
    entry = store.catalogue.get(model_id)
    if entry.role != "embeddings" or entry.dimension is None or entry.pooling is None:
        raise ModelMissing(f"{entry.name} is not an embedding model.", next_step="Choose an embedding model in the settings.")
    spec = EncoderSpec(
        store.path_of(model_id),
        model_id,
        entry.dimension,
        entry.context_tokens,
        query_prefix=entry.query_prefix,
        passage_prefix=entry.passage_prefix,
        pooling=entry.pooling,
        threads=threads,
    )
    return FastEmbedEncoder(spec) if host is None else HostedEmbedder(host, spec)
