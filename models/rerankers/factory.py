"""The reranker that is installed, if one is."""

from __future__ import annotations

from models.rerankers.base import Reranker
from models.rerankers.fastembed import CrossEncoder
from models.store import ModelStore

LANGUAGES = {"ms-marco-minilm-l6-v2": frozenset({"en"})}
"""Of rerankers that were trained on some languages only; the others take all."""


def installed_reranker(store: ModelStore, threads: int) -> Reranker | None:
    """The first reranker of the catalogue whose files are there, not loaded yet; None without one. Raises ModelDamaged."""
    for model in store.catalogue.models:
        if model.role == "reranker" and store.is_ready(model.id):
            return CrossEncoder(store.path_of(model.id), model.id, LANGUAGES.get(model.id), threads)
    return None
