"""What is known of the found passages, as numbers: each by itself, then beside the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from index.search.background import Background, typical
from index.search.calibration import first_guess
from index.search.features import consensus, matched
from index.search.found import Found
from index.store.analysis import QueryTerm


@dataclass(frozen=True)
class Asked:
    """The question as a vector of one embedding model. ``common`` gives what any question has in common (``asking.AnyQuestion``), asked for
    where passages are in another language."""

    vector: npt.NDArray[np.float32]
    embedder_id: str
    common: Callable[[], npt.NDArray[np.float32]]


def score(
    items: Sequence[Found],
    idf: Mapping[QueryTerm, float],
    backgrounds: Mapping[str, Background],
    asked: Mapping[str, Asked],
) -> None:
    """Fill the features of ``items`` for a question of the terms in ``idf``; ``backgrounds`` and the question as a vector are by collection
    (``asked`` empty: searched by words alone)."""
    words = [(term.variants, weight) for term, weight in idf.items()]
    norms = {key: typical(question.embedder_id) for key, question in asked.items()}
    for collection_id in backgrounds.keys() & asked.keys():
        question = asked[collection_id]
        norms[collection_id] = backgrounds[collection_id].cosine_norm(question.vector, question.embedder_id)
    foreign: dict[tuple[str, str | None], float] = {}
    for item in items:
        background = backgrounds.get(item.collection_id)
        average = background.average_terms if background is not None else None
        item.coverage, item.saturation = matched(words, item.candidate.terms, average)
        if background is not None:
            key = (item.collection_id, item.candidate.language)
            if key not in foreign:
                foreign[key] = background.foreign(tuple(idf), item.candidate.language)
            item.foreign = foreign[key]
        if item.cosine is not None:
            mean, std = norms[item.collection_id]
            item.cosine_z = item.matter_z = (item.cosine - mean) / std
    for collection_id in backgrounds.keys() & asked.keys():
        abroad = [item for item in items if item.collection_id == collection_id and item.foreign]
        if abroad:
            _nearness_of_foreign(abroad, backgrounds[collection_id], asked[collection_id])
    # Vectors of different models cannot be compared.
    for embedder_id in {question.embedder_id for question in asked.values()}:
        _agree([item for item in items if item.collection_id in asked and asked[item.collection_id].embedder_id == embedder_id])


def _nearness_of_foreign(items: Sequence[Found], background: Background, asked: Asked) -> None:
    """Passages in another language by the question without what any question has, as far as they are foreign."""
    less = asked.common()
    mean, std = background.cosine_norm(asked.vector, asked.embedder_id, less)
    for item in items:
        stored = item.candidate.vector
        if item.cosine is not None and stored is not None:
            nearness = (item.cosine - float(stored @ less) - mean) / std
            item.matter_z = item.cosine_z + item.foreign * (nearness - item.cosine_z)


def _agree(items: Sequence[Found]) -> None:
    """How near each found passage is to the best of them."""
    near = [(item, item.candidate.vector) for item in items if item.candidate.vector is not None and item.cosine is not None]
    if near:
        guessed = [first_guess(item.cosine_z, item.coverage, item.saturation, item.foreign) for item, _ in near]
        values = consensus(np.stack([vector for _, vector in near]), np.array(guessed))
        for (item, _), value in zip(near, values, strict=True):
            item.consensus = float(value)
