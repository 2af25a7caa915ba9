"""Attachments and files of archives: rows of their own, with their own status, that live and go with their container."""

import json
import os
from pathlib import Path

import pytest


def balanced(library) -> bool:
    s = library.ledger.summary(library.collection.id)
    return s.found == s.queued + s.indexed + s.skipped + s.failed


def statuses(library) -> dict[str, tuple[str, str | None]]:
    return {path: (row.status, row.reason_code) for path, row in library.rows().items()}


def test_each_document_inside_another_has_a_row_with_its_own_reason(library):
    library.container(
        "a.zip", ("good.txt", "zebra inside"), ("locked.txt", "PASSWORD"), ("odd.xyz", "UNSUPPORTED"), ("b/blank.txt", "")
    )
    summary = library.run()
    assert statuses(library) == {
        "a.zip": ("indexed", None),
        "a.zip/good.txt": ("indexed", None),
        "a.zip/locked.txt": ("failed", "password_needed"),
        "a.zip/odd.xyz": ("skipped", "unsupported"),
        "a.zip/b/blank.txt": ("skipped", "no_text"),
    }
    rows = library.rows()
    assert {rows[p].parent_id for p in rows if p != "a.zip"} == {rows["a.zip"].id}
    assert (rows["a.zip"].passages, rows["a.zip/good.txt"].passages) == (0, 1)
    assert (summary.found, summary.indexed, summary.skipped, summary.failed, summary.queued) == (5, 2, 2, 1, 0)
    assert balanced(library)
    assert library.found_by_word("zebra") == library.found_by_vector("zebra") == ["zebra inside"]
    assert rows["a.zip/locked.txt"].next_step


def test_an_unchanged_archive_is_not_read_again_and_its_parts_are_counted(library):
    library.container("a.zip", ("x.txt", "alpha"), ("y.txt", "beta"))
    library.run()
    summary = library.run()
    assert library.parsed == []
    assert (summary.found, summary.unchanged, summary.removed) == (3, 3, 0)
    os.utime(library.documents / "a.zip", ns=(1, 1))
    assert library.run().unchanged == 3


def test_a_changed_archive_replaces_what_changed_and_keeps_the_rest(library):
    library.container("a.zip", ("same.txt", "alpha stays"), ("old.txt", "beta goes"), ("edit.txt", "gamma before"))
    library.run()
    before = library.rows()
    library.embedder.embedded.clear()
    library.container("a.zip", ("same.txt", "alpha stays"), ("edit.txt", "gamma after"), ("new.txt", "delta comes"))
    summary = library.run()
    assert set(library.rows()) == {"a.zip", "a.zip/same.txt", "a.zip/edit.txt", "a.zip/new.txt"}
    assert library.rows()["a.zip/same.txt"] == before["a.zip/same.txt"].model_copy(
        update={"mtime_ns": library.rows()["a.zip/same.txt"].mtime_ns}
    )
    assert sorted(library.embedder.embedded) == ["edit.txt\ngamma after", "new.txt\ndelta comes"]
    assert library.found_by_word("beta") == library.found_by_word("before") == []
    assert library.reader.count(library.collection.id) == 3
    assert (summary.found, summary.indexed, summary.unchanged) == (4, 3, 1)


def test_removing_a_container_removes_what_lies_inside_it_at_any_depth(library):
    inner = ["letter zebra", [["attachment.txt", "attached zebra"]]]
    path = library.container("mails.mbox", ("one.eml", inner), ("two.eml", "second zebra"))
    library.run()
    assert set(library.rows()) == {
        "mails.mbox",
        "mails.mbox/one.eml",
        "mails.mbox/one.eml/attachment.txt",
        "mails.mbox/two.eml",
    }
    assert len(library.found_by_word("zebra")) == 3
    path.unlink()
    assert library.run().removed == 1
    assert library.rows() == {}
    assert library.found_by_word("zebra") == []
    assert library.reader.count(library.collection.id) == 0


def test_a_renamed_container_takes_its_content_along(library):
    path = library.container("a.zip", ("x.txt", "alpha"), own="own words")
    library.run()
    embedded = len(library.embedder.embedded)
    path.rename(library.documents / "renamed.zip")
    assert library.run().moved == 1
    assert set(library.rows()) == {"renamed.zip", "renamed.zip/x.txt"}
    assert len(library.embedder.embedded) == embedded
    assert library.found_by_word("alpha") == ["alpha"]


def test_a_child_alone_is_forgotten_and_an_excluded_one_stays_out(library):
    library.container("a.zip", ("x.txt", "alpha zebra"), ("y.txt", "beta zebra"))
    library.run()
    upkeep = library.importer().upkeep
    upkeep.exclude_file(library.rows()["a.zip/x.txt"].id)
    assert statuses(library)["a.zip/x.txt"] == ("skipped", "excluded")
    assert library.found_by_word("zebra") == ["beta zebra"]
    library.container("a.zip", ("x.txt", "alpha zebra new"), ("y.txt", "beta zebra"))
    library.run()
    assert library.found_by_word("zebra") == ["beta zebra"]
    upkeep.retry(library.collection.id, [library.rows()["a.zip/x.txt"].id])
    library.run()
    assert sorted(library.found_by_word("zebra")) == ["alpha zebra new", "beta zebra"]
    upkeep.remove_file(library.rows()["a.zip/y.txt"].id)
    assert set(library.rows()) == {"a.zip", "a.zip/x.txt"}
    assert library.found_by_word("zebra") == ["alpha zebra new"]


def test_a_container_that_becomes_unreadable_loses_its_content_and_a_locked_one_keeps_it(library):
    library.container("a.zip", ("x.txt", "alpha zebra"))
    library.run()
    library.write("a.zip", "LOCKED")
    summary = library.run()
    assert library.found_by_word("zebra") == ["alpha zebra"]
    assert (summary.found, summary.failed, summary.unchanged) == (2, 1, 1)
    library.write("a.zip", "PASSWORD")
    summary = library.run()
    assert library.found_by_word("zebra") == []
    assert (summary.found, summary.failed) == (1, 1)
    assert statuses(library) == {"a.zip": ("failed", "password_needed")}


def test_a_scanned_attachment_is_recognised_last_and_the_rest_is_left_alone(library):
    library.container("mail.eml", ("scan.png", "SCAN:scanned giraffe"), ("note.txt", "typed note"), own="letter text")
    summary = library.run()
    assert (summary.found, summary.indexed, summary.queued) == (3, 3, 0)
    assert library.found_by_word("giraffe") == library.found_by_vector("giraffe") == ["scanned giraffe"]
    assert {row.stage for row in library.rows().values()} == {"complete"}
    assert len(library.embedder.embedded) == len(set(library.embedder.embedded)) == 3
    # Another attachment comes: the recognised one is known by what the first reading gives, and not recognised again.
    library.embedder.embedded.clear()
    library.container(
        "mail.eml", ("scan.png", "SCAN:scanned giraffe"), ("note.txt", "typed note"), ("more.txt", "more"), own="letter text"
    )
    library.run()
    assert library.embedder.embedded == ["more.txt\nmore"]
    assert library.found_by_word("giraffe") == ["scanned giraffe"]
    assert [o.ocr for o in library.options[-1:]] == [False]


def test_a_password_opens_a_file_and_an_attachment_and_is_kept_nowhere(library):
    library.write("secret.txt", "PASSWORD:opensesame zebra in a file")
    library.container("mail.eml", ("secret.pdf", "PASSWORD:mellonfriend zebra attached"), own="letter")
    library.run()
    assert {path: row.reason_code for path, row in library.rows().items()} == {
        "secret.txt": "password_needed",
        "mail.eml": None,
        "mail.eml/secret.pdf": "password_needed",
    }
    passwords = {
        str(library.documents / "secret.txt"): "opensesame",
        str(library.documents / "mail.eml/secret.pdf"): "mellonfriend",
    }
    summary = library.importer().run(library.collection.id, [], lambda _: None, lambda: False, passwords=passwords)
    assert sorted(library.found_by_word("zebra")) == ["zebra attached", "zebra in a file"]
    assert (summary.failed, summary.queued) == (0, 0)
    for path in Path(library.home).rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert b"opensesame" not in data
            assert b"mellonfriend" not in data


def test_a_wrong_password_leaves_the_file_listed(library):
    path = library.write("secret.txt", "PASSWORD:right zebra")
    library.run()
    library.importer().run(library.collection.id, [], lambda _: None, lambda: False, passwords={str(path): "wrong"})
    assert statuses(library)["secret.txt"] == ("failed", "password_needed")


def test_two_names_that_differ_only_in_normal_form_inside_an_archive_are_two_documents(library):
    library.container("a.zip", ("ü.txt", "one zebra"), ("u\u0308.txt", "two zebra"))
    assert library.run().indexed == 3
    assert sorted(library.found_by_word("zebra")) == ["one zebra", "two zebra"]


@pytest.mark.parametrize("seed", range(30))
def test_found_is_always_the_sum_whatever_happens_to_the_files(library, seed):
    import random

    chance = random.Random(seed)
    words = [
        "PASSWORD",
        "CRASH",
        "LOCKED",
        "UNSUPPORTED",
        "BUG",
        "",
        "SCAN:",
        "SCAN:scanned words",
        "same words",
        "typed\fSCAN:page",
    ]

    def content() -> str:
        return chance.choice([*words, f"text {chance.random()}"])

    for _ in range(4):
        for number in range(6):
            name = f"{chance.choice(['', 'sub/'])}f{number}.txt"
            kind = chance.random()
            if kind < 0.5:
                library.write(name, content())
            elif kind < 0.8:
                children = [(f"c{i}.txt", content()) for i in range(chance.randrange(4))]
                if chance.random() < 0.4:
                    children.append(("inner.eml", ["", [[f"d{i}.txt", content()] for i in range(2)]]))
                library.container(name, *children, own=chance.choice(["", "own words"]))
            elif (library.documents / name).exists():
                (library.documents / name).unlink()
        asked, stop_at = [], chance.choice([None, None, 3, 15])
        summary = library.run(
            cancelled=lambda asked=asked, stop_at=stop_at: asked.append(1) or (stop_at is not None and len(asked) > stop_at)
        )
        assert balanced(library)
        counted = summary.indexed + summary.unchanged + summary.moved + summary.skipped + summary.failed + summary.queued
        assert summary.found == counted
        if not summary.cancelled:
            s = library.ledger.summary(library.collection.id)
            assert (s.found, s.skipped, s.failed, s.queued) == (summary.found, summary.skipped, summary.failed, 0)
            assert s.indexed == s.complete == summary.indexed + summary.unchanged + summary.moved
            last = library.progress[-1]
            assert last.done == last.found == s.found
    library.run()
    expected = library.ledger.expected_passages(library.collection.id)
    assert library.executor.submit(library.writer.stored, library.collection.id).result() == {
        key: count for key, count in expected.items() if count
    }
    reasons = [row for row in library.rows().values() if row.status in ("skipped", "failed")]
    assert all(row.reason_code and row.message for row in reasons)
    assert json.dumps([row.model_dump(mode="json") for row in library.rows().values()])
