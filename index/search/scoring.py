"""What is known of the found passages, as numbers: each by itself, then beside the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from index.search.background import Background, typical
from index.search.calibration import first_guess
from index.search.features import consensus, matched
from index.search.found import Found
from index.store.analysis import QueryTerm


def score(
    items: Sequence[Found],
    idf: Mapping[QueryTerm, float],
    backgrounds: Mapping[str, Background],
    vector: npt.NDArray[np.float32] | None,
    embedder_id: str,
    common: Callable[[], npt.NDArray[np.float32]],
) -> None:
    """Fill the features of ``items`` for a question of the terms in ``idf`` and with ``vector`` (None: searched by words alone);
    ``backgrounds`` are by collection. ``common`` gives what any question has in common, asked for where passages are in another language."""
    words = [(term.variants, weight) for term, weight in idf.items()]
    norms = {key: b.cosine_norm(vector, embedder_id) for key, b in backgrounds.items()} if vector is not None else {}
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
            mean, std = norms.get(item.collection_id, typical(embedder_id))
            item.cosine_z = item.matter_z = (item.cosine - mean) / std
    if vector is not None and any(item.foreign for item in items):
        _nearness_of_foreign(items, backgrounds, vector, embedder_id, common())
    _agree(items)


def _nearness_of_foreign(
    items: Sequence[Found],
    backgrounds: Mapping[str, Background],
    vector: npt.NDArray[np.float32],
    embedder_id: str,
    less: npt.NDArray[np.float32],
) -> None:
    """Passages in another language by the question without what any question has (``asking.AnyQuestion``), as far as they are foreign."""
    norms = {key: background.cosine_norm(vector, embedder_id, less) for key, background in backgrounds.items()}
    for item in items:
        stored = item.candidate.vector
        if item.foreign and item.cosine is not None and stored is not None and item.collection_id in norms:
            mean, std = norms[item.collection_id]
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
