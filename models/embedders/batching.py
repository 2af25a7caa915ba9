"""Batches of texts of like length: what is padded is computed for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def batches_by_length(lengths: Sequence[int], *, max_texts: int = 32, max_tokens: int = 2048) -> Iterator[list[int]]:
    """Indices of texts in batches, longest first, so that the largest batch decides about memory at once.

    A batch holds at most ``max_texts`` texts and, padded to its longest one, at most ``max_tokens`` tokens; a single longer
    text still gets a batch of its own.
    """
    order = sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))
    batch: list[int] = []
    for index in order:
        longest = lengths[batch[0]] if batch else lengths[index]
        if batch and (len(batch) == max_texts or longest * (len(batch) + 1) > max_tokens):
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch
