"""What of a document counts as right: its fact, its place, its refusal; what counts as a defect."""

from __future__ import annotations

from pathlib import Path

import pytest
from extracts import Extract, Where
from facts import read_fact
from tricky_manifest import Entry, Outcome, judge, load

HEAD = [
    "file",
    "format",
    "bytes",
    "source_repo",
    "source_path",
    "licence",
    "what_is_hard",
    "fact_that_must_be_found",
    "where",
    "expected",
    "verified",
]
READ = Outcome(Extract("a fee of 40 dollars", pages=("a fee of 40 dollars",)))
LOCKED = Outcome(code="password_needed", message="The document is protected.")
BROKEN = Outcome(code="unreadable", message="The document is damaged.")


def entry(expected: str, *, password: str | None = None, page: int = 1) -> Entry:
    return Entry("a.pdf", "pdf", expected, read_fact("a fee of 40 dollars"), Where("page", page, page), password=password)


def manifest(folder: Path, *lines: tuple[str, ...]) -> Path:
    text = "\n".join("\t".join(line) for line in (tuple(HEAD), *lines)) + "\n"
    folder.mkdir(exist_ok=True)
    (folder / "MANIFEST.tsv").write_text(text, encoding="utf-8")
    return folder


def line(file: str, fact: str, where: str, expected: str, *, hard: str = "", verified: str = "yes: by eye") -> tuple[str, ...]:
    return (file, file.rsplit(".", 1)[-1], "1", "r", "p", "MIT", hard, fact, where, expected, verified)


def test_a_fact_at_its_place_a_fact_elsewhere_and_no_fact_are_three_things() -> None:
    right, elsewhere = judge(entry("text"), READ), judge(entry("text", page=2), READ)
    none = judge(entry("text"), Outcome(Extract("another text")))
    assert (right.read, right.found, right.at_place) == (True, True, True)
    assert (elsewhere.read, elsewhere.found, elsewhere.at_place) == (True, True, False)
    assert (none.read, none.found, none.at_place) == (True, False, False)


def test_a_refused_document_has_no_fact_and_is_not_read() -> None:
    verdict = judge(entry("text"), BROKEN)
    assert (verdict.read, verdict.found, verdict.refusals, verdict.defects) == (False, False, (0, 0), ())


@pytest.mark.parametrize("code", ["parser_crashed", "parser_timeout", "parser_memory"])
def test_a_crash_or_hang_is_a_defect_whatever_was_expected(code: str) -> None:
    crashed = Outcome(code=code, message="x")
    assert judge(entry("text"), crashed).defects == (code,)
    assert judge(entry("error"), crashed).defects == (code,)
    assert judge(entry("error"), crashed).refusals == (0, 1)


def test_a_password_must_be_asked_for_and_a_wrong_one_refused() -> None:
    protected = entry("password", password="x")
    assert judge(protected, READ, [LOCKED, LOCKED]).refusals == (2, 2)
    assert judge(protected, READ, [LOCKED, READ]).refusals == (1, 2)
    assert judge(protected, READ, [BROKEN, LOCKED]).refusals == (1, 2)
    assert judge(protected, LOCKED, [LOCKED, LOCKED]).found is False
    assert judge(entry("password"), LOCKED, [LOCKED, LOCKED]).refusals == (3, 3)


@pytest.mark.parametrize(
    ("expected", "outcome", "right"),
    [
        ("empty", Outcome(code="no_text", message="Its only page has no text."), True),
        ("empty", Outcome(code="unreadable", message="The file is empty."), True),
        ("empty", Outcome(code="unreadable", message="The document is damaged."), False),
        ("empty", Outcome(Extract("  \n", pages=("", ""))), True),
        ("empty", READ, False),
        ("error", BROKEN, True),
        ("error", LOCKED, False),
        ("error", READ, False),
        ("garbage", READ, False),
        ("garbage", Outcome(Extract("words", pages=("words",), ocr_pages=1)), True),
        ("bomb", Outcome(code="parser_memory", message="x"), True),
        ("bomb", Outcome(code="parser_crashed", message="x"), False),
    ],
)
def test_a_refusal_is_right_only_with_its_own_reason(expected: str, outcome: Outcome, right: bool) -> None:
    assert judge(entry(expected), outcome).refusals == (int(right), 1)


def test_glued_words_count_for_recognised_text_only_and_are_said() -> None:
    glued = Outcome(Extract("afeeof40dollars", pages=("afeeof40dollars",)))
    assert judge(entry("text"), glued).found is False
    verdict = judge(entry("ocr"), glued)
    assert (verdict.found, verdict.at_place, verdict.glued) == (True, True, True)
    assert judge(entry("ocr"), READ).glued is False


def test_deleted_text_is_right_when_it_is_gone_or_marked(tmp_path: Path) -> None:
    (deleted,) = load(manifest(tmp_path, line("a.docx", "very modified", "body", "text", hard="must be absent or marked")))
    assert judge(deleted, Outcome(Extract("a deletion"))).found
    assert judge(deleted, Outcome(Extract("a [deleted: very modified] deletion"))).found
    assert not judge(deleted, Outcome(Extract("a very modified deletion"))).found


def test_a_manifest_is_read_with_passwords_encodings_and_doubts(tmp_path: Path) -> None:
    folder = manifest(
        tmp_path,
        line("a.docx", "", "-", "locked:tika"),
        line("b.pdf", "", "-", "password:unknown"),
        line("c.csv", "Bob,30", "row 2", "text (utf-16)"),
        line("d.png", "", "-", "ocr-missing-language", verified="no: no model"),
    )
    (folder / "c.csv").write_text("Name,Age\nBob,30\n", encoding="utf-16")
    a, b, c, d = load(folder)
    assert (a.expected, a.password, a.fact) == ("password", "tika", None)
    assert (b.expected, b.password, b.must_be_read) == ("password", None, False)
    assert (c.encoding, c.headers, c.where) == ("utf-16", ("Name", "Age"), Where("row", 2))
    assert (d.is_verified, d.wants_ocr) == (False, True)


def test_a_behaviour_that_nobody_knows_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not an expected behaviour"):
        load(manifest(tmp_path, line("a.pdf", "x", "p1", "perhaps")))
