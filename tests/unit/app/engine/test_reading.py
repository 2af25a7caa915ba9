"""Opening the index takes upon itself what the first search would cost the first question."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.engine import reading
from app.engine.reading import OpenIndex
from index.errors import IndexDamaged
from index.ingest.ledger import Ledger
from index.store.reader import PassageReader
from models.embedders.fake import FakeEmbedder


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    made = Ledger(tmp_path / "library.sqlite")
    made.warm_up()
    return made


def opened(ledger: Ledger, tmp_path: Path) -> OpenIndex:
    return OpenIndex(ledger, PassageReader(tmp_path / "ix"), FakeEmbedder())


def with_collection(ledger: Ledger) -> str:
    return ledger.create_collection("Papers", embedder_id="fake", dimension=256, chunker_version="1").id


def test_a_collection_has_been_searched_when_the_index_is_open(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[tuple[str, ...]] = []
    monkeypatch.setattr(reading.Searcher, "search", lambda self, query, ids, **_: searched.append(ids))
    collection = with_collection(ledger)
    opened(ledger, tmp_path).close()
    assert searched == [(collection,)]


def test_an_empty_library_opens(ledger: Ledger, tmp_path: Path) -> None:
    opened(ledger, tmp_path).close()


def test_a_damaged_index_opens_and_is_reported_to_whoever_asks_it(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object, **__: object) -> None:
        raise IndexDamaged("The index cannot be read.")

    monkeypatch.setattr(reading.Searcher, "search", damaged)
    collection = with_collection(ledger)
    index = opened(ledger, tmp_path)
    with pytest.raises(IndexDamaged):
        index.finder.search("lease", (collection,))
    index.close()
