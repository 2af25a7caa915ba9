"""What lies in a container becomes documents of its own, each with its text or with its reason."""

from __future__ import annotations

import pytest
from made_containers import mail_bytes, zip_bytes

from index.errors import FileVanished, PasswordNeeded
from index.parsers.base import Budget, ParseOptions
from index.parsers.children import Names, extract_member, parse_member
from index.parsers.registry import parse

OPTIONS = ParseOptions(ocr=False)


@pytest.mark.parametrize(
    ("raw", "safe"),
    [
        ("a/b.txt", "a/b.txt"),
        ("../../etc/passwd", "etc/passwd"),
        ("/root.txt", "root.txt"),
        ("C:\\temp\\x.txt", "temp/x.txt"),
        ("a//./b.txt", "a/b.txt"),
        ("..", "unnamed"),
        ("a\nb\x00.txt", "ab.txt"),
    ],
)
def test_names_of_members_never_lead_out_of_their_container(raw: str, safe: str) -> None:
    assert Names().take(raw) == safe


def test_names_that_differ_only_in_case_stay_apart() -> None:
    names = Names()
    assert [names.take(raw) for raw in ("a.txt", "A.TXT", "x/../a.txt")] == ["a.txt", "A (2).TXT", "x/a.txt"]


def test_a_member_is_found_again_through_containers_in_containers(make_file) -> None:
    inner = zip_bytes({"deep/note.txt": "deep text"})
    mail = mail_bytes(attachments={"papers.zip": inner})
    path = make_file("outer.zip", zip_bytes({"post/letter.eml": mail, "b.txt": "b"}))
    assert extract_member(path, "b.txt") == b"b"
    assert extract_member(path, "post/letter.eml/papers.zip/deep/note.txt") == b"deep text"
    with pytest.raises(FileVanished):
        extract_member(path, "post/letter.eml/other.zip/deep/note.txt")


def test_every_child_name_that_is_listed_can_be_extracted(make_file) -> None:
    path = make_file("a.zip", zip_bytes({"../up.txt": "one", "x\\y.txt": "two", "X/Y.TXT": "three"}))
    for child in parse(path, OPTIONS).children:
        assert child.document is not None
        assert extract_member(path, child.name).decode() == child.document.text


def test_a_bad_member_costs_only_itself() -> None:
    bad = parse_member("bad.pdf", b"%PDF-1.4 nothing of a PDF", OPTIONS, 1)
    good = parse_member("good.txt", b"Good text.", OPTIONS, 1)
    assert (bad.document, bad.reason_code) == (None, "unreadable")
    assert bad.message
    assert bad.next_step
    assert good.document is not None
    assert good.document.text == "Good text."


def test_a_member_that_ended_a_process_before_is_not_opened_again(make_file) -> None:
    path = make_file("a.zip", zip_bytes({"bad.txt": "x", "good.txt": "Good text."}))
    document = parse(path, OPTIONS.model_copy(update={"lost_members": (("bad.txt", "parser_memory"),)}))
    assert [(c.name, c.reason_code) for c in document.children] == [("bad.txt", "parser_memory"), ("good.txt", None)]


def test_the_budget_is_shared_by_all_levels() -> None:
    budget = Budget(bytes_left=3000, members_left=3)
    inner = zip_bytes({f"{n}.txt": "text" for n in range(5)})
    child = parse_member("a.zip", inner, OPTIONS, 1, budget)
    assert child.document is not None
    assert [c.reason_code for c in child.document.children] == [None, None, "too_large", "too_large", "too_large"]


def test_text_beyond_the_budget_is_refused_part_by_part() -> None:
    budget = Budget(bytes_left=10**6, characters_left=10)
    child = parse_member("a.zip", zip_bytes({"1.txt": "x" * 50, "2.txt": "y" * 50}), OPTIONS, 1, budget)
    assert child.document is not None
    assert [c.reason_code for c in child.document.children] == [None, "too_large"]


def test_a_container_awaits_ocr_when_a_member_does(make_file, make_pdf) -> None:
    scan = make_pdf([[]]).read_bytes()
    document = parse(make_file("a.zip", zip_bytes({"scan.pdf": scan, "a.txt": "text"})), OPTIONS)
    inner = document.children[0].document
    assert inner is not None
    assert document.awaits_ocr == inner.awaits_ocr


def test_a_locked_member_asks_for_its_password(make_file) -> None:
    from made_containers import zip_with_aes

    locked = zip_with_aes("a.txt", b"secret", "tika")
    document = parse(make_file("a.zip", zip_bytes({"locked.zip": locked, "b.txt": "b"})), OPTIONS)
    assert document.children[0].reason_code == PasswordNeeded.code
