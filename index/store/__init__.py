"""Passages on disk: the only folder that imports lancedb."""

from index.store.reader import PassageReader, Sample
from index.store.schema import Candidate, PassageRow
from index.store.writer import PassageWriter

__all__ = ["Candidate", "PassageReader", "PassageRow", "PassageWriter", "Sample"]
