"""The same bytes in several files: stored once, listed and cited from all, taken over without embedding when one goes."""

import os
import unicodedata

import pytest

from index.search.hit import SearchFilters
from index.search.searcher import Searcher


def originals(library):
    return [row for row in library.rows().values() if row.duplicate_of is None]


@pytest.fixture
def three(library):
    for name in ("a.txt", "b.txt", "sub/c.txt"):
        library.write(name, "shared zebra")
    library.run()
    library.embedder.embedded.clear()
    return library


def paths_below(library, row_id):
    return {os.path.relpath(path, library.documents) for path in library.ledger.paths_of(row_id)}


def test_every_row_names_all_paths_its_own_first(three):
    for path, row in three.rows().items():
        assert paths_below(three, row.id) == {"a.txt", "b.txt", "sub/c.txt"}
        assert three.ledger.paths_of(row.id)[0] == str(three.documents / path)
        assert three.ledger.document(row.id).text == "shared zebra"
    assert three.reader.count(three.collection.id) == 1
    assert three.ledger.summary(three.collection.id).passages == 1


def test_when_the_original_goes_a_duplicate_takes_over_without_embedding(three):
    left = 3
    while left > 1:
        (original,) = originals(three)
        os.unlink(original.path)
        assert three.run().removed == 1
        left -= 1
        assert len(three.rows()) == left
        assert len(originals(three)) == 1
        assert three.found_by_word("zebra") == three.found_by_vector("zebra") == ["shared zebra"]
    assert three.embedder.embedded == []
    os.unlink(originals(three)[0].path)
    three.run()
    assert three.found_by_word("zebra") == []
    assert three.reader.count(three.collection.id) == 0


def test_when_the_original_changes_a_duplicate_takes_over_and_both_are_found(three):
    (original,) = originals(three)
    three.write(os.path.relpath(original.path, three.documents), "changed giraffe")
    summary = three.run()
    assert (summary.indexed, summary.unchanged) == (1, 2)
    assert three.found_by_word("zebra") == ["shared zebra"]
    assert three.found_by_word("giraffe") == ["changed giraffe"]
    assert len(three.embedder.embedded) == 1
    keeper = next(row for row in originals(three) if row.passages and row.path != original.path)
    assert original.path not in three.ledger.paths_of(keeper.id)
    assert len(three.ledger.paths_of(keeper.id)) == 2


def test_when_a_duplicate_changes_the_original_stays(three):
    copy = next(row for row in three.rows().values() if row.duplicate_of is not None)
    three.write(os.path.relpath(copy.path, three.documents), "changed giraffe")
    three.run()
    assert three.found_by_word("zebra") == ["shared zebra"]
    assert three.found_by_word("giraffe") == ["changed giraffe"]
    assert len(originals(three)) == 2


def test_when_all_copies_change_in_the_same_way_they_are_copies_again(three):
    for name in ("a.txt", "b.txt", "sub/c.txt"):
        three.write(name, "changed giraffe")
    assert three.run().indexed == 3
    assert three.found_by_word("zebra") == []
    assert three.found_by_word("giraffe") == ["changed giraffe"]
    assert len(three.embedder.embedded) == 1


def test_forgetting_and_excluding_one_copy_leaves_the_others(three):
    upkeep = three.importer().upkeep
    (original,) = originals(three)
    upkeep.remove_file(original.id)
    assert len(three.rows()) == 2
    assert three.found_by_word("zebra") == ["shared zebra"]
    (original,) = originals(three)
    excluded = original.path
    upkeep.exclude_file(original.id)
    assert three.found_by_word("zebra") == ["shared zebra"]
    assert three.ledger.file_by_path(three.collection.id, excluded).reason_code == "excluded"
    assert three.embedder.embedded == []


def test_removing_the_folder_of_the_original_keeps_the_copy_of_another_folder(library, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    library.write("a.txt", "shared zebra")
    library.run()
    (other / "copy.txt").write_text("shared zebra")
    library.run(other)
    source = next(s for s in library.ledger.sources(library.collection.id) if s.path == str(library.documents))
    library.importer().upkeep.remove_source(source.id)
    (row,) = library.ledger.files(library.collection.id)
    assert (row.path, row.status, row.duplicate_of) == (str(other / "copy.txt"), "indexed", None)
    assert library.found_by_word("zebra") == ["shared zebra"]
    assert len(library.embedder.embedded) == 1


def test_what_is_wrong_with_one_copy_is_wrong_with_all(library):
    for name in ("a.txt", "b.txt", "c.txt"):
        library.write(name, "PASSWORD")
        library.write(f"scan-{name}", "SCAN:")
        library.write(f"picture-{name}", "SCAN:zebra")
    summary = library.run()
    assert (summary.found, summary.indexed, summary.skipped, summary.failed, summary.queued) == (9, 3, 3, 3, 0)
    assert library.found_by_word("zebra") == ["zebra"]
    library.run()
    assert library.parsed == []


def test_a_copy_of_a_container_names_both_paths_for_what_lies_inside(library):
    library.container("a.zip", ("x.txt", "zebra"))
    library.container("sub/b.zip", ("x.txt", "zebra"))
    library.run()
    child = next(row for path, row in library.rows().items() if path.endswith("x.txt"))
    assert paths_below(library, child.id) == {"a.zip/x.txt", "sub/b.zip/x.txt"}
    outer = library.ledger.container_of(child.id)
    os.unlink(outer.path)
    library.run()
    (left,) = [path for path in library.rows() if path.endswith(".zip")]
    assert set(library.rows()) == {left, f"{left}/x.txt"}
    assert library.found_by_word("zebra") == ["zebra"]
    assert len(library.embedder.embedded) == 1


@pytest.mark.parametrize("order", [("letter.eml", "outer.eml"), ("outer.eml", "letter.eml")])
def test_what_was_too_deep_in_one_copy_of_a_mail_is_read_in_the_other(library, order):
    inside = [("terms.txt", "SHALLOW zebra terms"), ("note.txt", "giraffe")]
    content = {"letter.eml": inside, "outer.eml": [("letter.eml", ["own", inside])]}
    for name in order:
        library.container(name, *content[name], own="own")
        library.run()
    assert library.rows()["letter.eml/terms.txt"].status == "indexed"
    assert library.rows()["outer.eml/letter.eml/terms.txt"].reason_code == "too_large"
    assert library.found_by_word("zebra") == ["SHALLOW zebra terms"]
    assert library.found_by_word("giraffe") == ["giraffe"]


def test_the_same_attachment_of_two_mails_is_stored_once_and_survives_either(library):
    library.container("one.eml", ("terms.txt", "zebra terms"), own="first letter")
    library.container("two.eml", ("terms.txt", "zebra terms"), own="second letter")
    library.run()
    assert library.found_by_word("terms") == ["zebra terms"]
    child = next(row for path, row in library.rows().items() if path.endswith("terms.txt") and row.duplicate_of is None)
    assert paths_below(library, child.id) == {"one.eml/terms.txt", "two.eml/terms.txt"}
    os.unlink(library.ledger.container_of(child.id).path)
    library.run()
    assert library.found_by_word("terms") == ["zebra terms"]
    assert len([text for text in library.embedder.embedded if "terms" in text]) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a.txt", "sub/deep/a.txt"),
        (unicodedata.normalize("NFC", "ü.txt"), unicodedata.normalize("NFD", "ü.txt")),
        ("报告.txt", "تقرير.txt"),
    ],
)
def test_a_file_renamed_across_folders_and_normal_forms_keeps_its_passages(library, old, new):
    path = library.write(old, "alpha zebra")
    library.run()
    file_id = library.rows()[old].id
    (library.documents / new).parent.mkdir(parents=True, exist_ok=True)
    path.rename(library.documents / new)
    assert library.run().moved == 1
    assert library.rows()[new].id == file_id
    assert len(library.embedder.embedded) == 1


def test_a_renamed_folder_of_a_thousand_files_embeds_nothing_and_parses_nothing(library):
    for i in range(1000):
        library.write(f"old/f{i:04}.txt", f"word{i:04}")
    library.limits = type(library.limits)(group_wait_s=0.01, batch_size=500, group_passages=1000)
    library.run()
    ids = {row.id for row in library.rows().values()}
    library.embedder.embedded.clear()
    (library.documents / "old").rename(library.documents / "new")
    summary = library.run()
    assert (summary.moved, summary.indexed, summary.removed) == (1000, 0, 0)
    assert library.parsed == []
    assert library.embedder.embedded == []
    assert {row.id for row in library.rows().values()} == ids
    assert all(path.startswith("new/") for path in library.rows())


def test_a_file_moved_between_two_folders_that_are_imported_apart_is_not_embedded_again(library, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    path = library.write("a.txt", "alpha zebra")
    library.run()
    path.rename(other / "a.txt")
    library.run(other)
    library.run()
    (row,) = library.ledger.files(library.collection.id)
    assert (row.path, row.duplicate_of) == (str(other / "a.txt"), None)
    assert library.found_by_word("zebra") == ["alpha zebra"]
    assert len(library.embedder.embedded) == 1


def test_scans_that_look_alike_before_recognition_are_not_taken_for_copies(library):
    library.container("one.eml", ("scan.pdf", "SCAN:zebra on paper"), own="first letter")
    library.container("two.eml", ("scan.pdf", "SCAN:giraffe on paper"), own="second letter")
    library.run()
    assert library.found_by_word("zebra") == ["zebra on paper"]
    assert library.found_by_word("giraffe") == ["giraffe on paper"]
    assert all(row.duplicate_of is None for row in library.rows().values())


def test_an_attachment_that_lies_on_the_disk_too_is_stored_once(library):
    library.write("terms.txt", "zebra terms")
    library.container("mail.eml", ("terms.txt", "zebra terms"), own="letter")
    library.run()
    assert library.found_by_word("zebra") == ["zebra terms"]
    (original,) = [row for path, row in library.rows().items() if path.endswith("terms.txt") and row.duplicate_of is None]
    assert original.path == str(library.documents / "terms.txt")  # that one can be opened
    assert paths_below(library, original.id) == {"terms.txt", "mail.eml/terms.txt"}
    os.unlink(library.documents / "terms.txt")
    library.run()
    assert library.found_by_word("zebra") == ["zebra terms"]
    assert set(library.rows()) == {"mail.eml", "mail.eml/terms.txt"}
    assert len([text for text in library.embedder.embedded if "zebra" in text]) == 1


def test_a_changed_attachment_leaves_its_old_words_to_the_other_mails(library):
    for name in ("one.eml", "two.eml", "three.eml"):
        library.container(name, ("terms.txt", "zebra terms"), own=f"letter {name}")
    library.run()
    for name in ("one.eml", "two.eml"):
        library.container(name, ("terms.txt", f"giraffe terms {name}"), own=f"letter {name}")
        library.run()
        assert library.found_by_word("zebra") == ["zebra terms"]
    assert sorted(library.found_by_word("giraffe")) == ["giraffe terms one.eml", "giraffe terms two.eml"]
    library.container("three.eml", ("terms.txt", "giraffe terms one.eml"), own="letter three.eml")
    library.run()
    assert library.found_by_word("zebra") == []
    assert len(library.found_by_word("giraffe")) == 2


def test_a_search_names_all_paths_and_finds_the_passage_by_any_of_them(three):
    searcher = Searcher(three.ledger, three.reader, three.embedder)
    (hit,) = searcher.search("zebra", [three.collection.id]).hits
    assert {hit.source_path, *hit.also_in} == {row.path for row in three.rows().values()}
    for row in three.rows().values():
        (same,) = searcher.search("zebra", [three.collection.id], filters=SearchFilters(file_ids=(row.id,))).hits
        assert same.content == "shared zebra"


@pytest.mark.parametrize("link", ["a_link.txt", "z_link.txt"])
@pytest.mark.parametrize("real", ["m.txt", "sub/m.txt"])
def test_a_file_is_cited_under_its_own_name_before_a_link_to_it(library, link, real):
    path = library.write(real, "alpha zebra")
    (library.documents / link).symlink_to(path)
    library.run()
    rows = library.rows()
    assert {name: row.duplicate_of is None for name, row in rows.items()} == {real: True, link: False}
    assert paths_below(library, rows[real].id) == {real, link}
    assert library.found_by_word("zebra") == ["alpha zebra"]
    library.run()
    assert library.parsed == []
    path.unlink()
    library.run()
    assert library.found_by_word("zebra") == []
