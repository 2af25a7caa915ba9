"""A question is asked at the moment in which an import replaces passages by the same ones with vectors, or by others."""

import pytest

TEXT = "Guests pay twelve euros a day."


@pytest.fixture
def overtaken(library, monkeypatch):
    """The passages of /d/fees.md are replaced once, after the index was looked at and before the ledger is."""
    old = library.put("/d/fees.md", TEXT)
    revision = library.ledger.files_by_id([old])[old].revision
    replaced = []

    def once(look):
        def looked(*args, **options):
            found = look(*args, **options)
            if not replaced and any(c.file_id == old for c in found):
                replaced.append(True)
                library.put("/d/fees.md", TEXT)
                library.writer.delete_revisions(library.id, [(old, revision)])
            return found

        return looked

    for name in ("nearest", "matching"):
        monkeypatch.setattr(library.reader, name, once(getattr(library.reader, name)))
    return replaced


@pytest.mark.parametrize("strategy", ["hybrid", "keyword", "semantic"])
def test_a_question_finds_the_new_ones(library, overtaken, strategy):
    assert library.found("What do guests pay a day?", strategy=strategy) == ["/d/fees.md"]
    assert overtaken


def test_what_is_typed_finds_the_new_ones(library, overtaken):
    assert library.typed("guests pay") == ["/d/fees.md"]
    assert overtaken


def test_passages_that_stay_old_are_not_searched_for_for_ever(library, monkeypatch):
    """Left behind by an import that was killed, until they are cleaned away."""
    library.put("/d/fees.md", TEXT)
    looks = []
    matching = library.reader.matching
    monkeypatch.setattr(library.reader, "matching", lambda *a, **o: looks.append(1) or matching(*a, **o))
    monkeypatch.setattr("index.search.found._is_current", lambda candidate, file: False)
    assert library.found("What do guests pay a day?") == []
    assert len(looks) <= 4
