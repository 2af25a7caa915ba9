"""Archives are read as folders; hostile and locked ones are refused, each with its reason."""

from __future__ import annotations

import gzip
import random
import zipfile

import pytest
from made_containers import tar_bytes, zip_bytes, zip_with_aes, zip_with_old_encryption

from index.errors import IndexError_, PasswordNeeded, TooLarge, UnreadableDocument, UnsafeDocument
from index.parsers.base import ParseOptions
from index.parsers.children import extract_member
from index.parsers.registry import parse

OPTIONS = ParseOptions(ocr=False)
SENTENCE = b"The fee is 20 euro."


def texts(document) -> dict[str, str | None]:
    return {child.name: child.document.text if child.document else child.reason_code for child in document.children}


def test_a_zip_is_read_like_a_folder(make_file) -> None:
    files = {
        "a/b.txt": "text",
        "~$lock.docx": "x",
        "run.exe": "MZ",
        "empty.txt": "",
        ".git/config": "x",
        ".git/HEAD": "x",
        "__MACOSX/._b.txt": "x",
    }
    assert texts(parse(make_file("a.zip", zip_bytes(files)), OPTIONS)) == {
        "a/b.txt": "text",
        "~$lock.docx": "temporary",
        "run.exe": "program",
        "empty.txt": "empty",
        ".git": "hidden",
        "__MACOSX": "system",
    }


def test_a_folder_named_word_does_not_make_a_zip_a_word_document(make_file) -> None:
    document = parse(make_file("a.docx", zip_bytes({"word/documents.txt": "text"})), OPTIONS)
    assert document.kind == "zip"


@pytest.mark.parametrize("write", [zip_with_aes, zip_with_old_encryption])
def test_an_archive_opens_with_its_password_only(write, make_file) -> None:
    path = make_file("a.zip", write("note.txt", SENTENCE, "geheim"))
    with pytest.raises(PasswordNeeded, match="protected"):
        parse(path, OPTIONS)
    with pytest.raises(PasswordNeeded, match="does not open"):
        parse(path, OPTIONS.model_copy(update={"password": "wrong"}))
    right = OPTIONS.model_copy(update={"password": "geheim"})
    assert texts(parse(path, right)) == {"note.txt": SENTENCE.decode()}
    assert extract_member(path, "note.txt", right) == SENTENCE


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Größe.txt", "utf-8"),
        ("Größe.txt", "cp850"),
        ("請求書東京.txt", "cp932"),
        ("合同金额.txt", "gb18030"),
        ("Договор.txt", "cp866"),
    ],
)
def test_names_without_their_utf8_flag_are_read_as_they_were_meant(name: str, encoding: str, make_file) -> None:
    raw = name.encode(encoding)
    archive = zip_bytes({"_" * len(raw): "x"}).replace(b"_" * len(raw), raw)
    assert list(texts(parse(make_file("a.zip", archive), OPTIONS))) == [name]


def test_a_file_that_swells_is_refused_and_the_rest_is_read(make_file) -> None:
    path = make_file("a.zip", zip_bytes({"bomb.txt": b"0" * 20_000_000, "ok.txt": "fine"}))
    assert texts(parse(path, OPTIONS)) == {"bomb.txt": "unsafe", "ok.txt": "fine"}


def test_an_archive_of_bombs_is_refused_as_a_whole(make_file) -> None:
    inner = zip_bytes({"a.txt": b"0" * 20_000_000})
    path = make_file("a.zip", zip_bytes({f"{n}.zip": inner for n in range(3)}))
    with pytest.raises(UnsafeDocument, match="fill up a disk") as caught:
        parse(path, OPTIONS)
    assert caught.value.code == "unsafe"
    assert caught.value.next_step


def test_files_that_share_their_bytes_are_refused(make_file) -> None:
    path = make_file("a.zip", zip_bytes({"a.txt": random.Random(1).randbytes(5000), "b.txt": b"b" * 5000}))
    data = bytearray(path.read_bytes())
    second = data.rindex(b"PK\x01\x02")
    data[second + 42 : second + 46] = bytes(4)  # the second file begins where the first does
    path.write_bytes(data)
    with pytest.raises(UnsafeDocument, match="overlap"):
        parse(path, OPTIONS)


def test_archives_in_archives_end_at_three(make_file) -> None:
    data = zip_bytes({"core.txt": "core"})
    for level in range(3, 0, -1):
        data = zip_bytes({f"{level}.zip": data, f"{level}.txt": f"level {level}"})
    document = parse(make_file("a.zip", data), OPTIONS)
    for _ in range(2):
        document = document.children[0].document
    assert texts(document) == {"3.zip": "too_large", "3.txt": "level 3"}


def test_an_archive_of_itself_ends(make_file) -> None:
    data = zip_bytes({"x.txt": "x"})
    for _ in range(6):
        data = zip_bytes({"again.zip": data})
    with pytest.raises(TooLarge, match="one inside the other"):
        parse(make_file("a.zip", data), OPTIONS)


def test_what_goes_beyond_the_unpacked_limit_is_left_out_by_name(make_file) -> None:
    noise = [random.Random(n).randbytes(40_000).hex() for n in range(3)]
    path = make_file("a.zip", zip_bytes({f"{n}.txt": text for n, text in enumerate(noise)}))
    found = texts(parse(path, OPTIONS.model_copy(update={"max_unpacked_bytes": 170_000})))
    assert [found["0.txt"], found["1.txt"], found["2.txt"]] == [noise[0], noise[1], "too_large"]


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("none.zip", zip_bytes({}), UnreadableDocument),
        ("cut.zip", zip_bytes({"a.txt": "text"})[:40], UnreadableDocument),
        ("cut.tar.gz", tar_bytes({"a.txt": b"text" * 5000})[:60], UnreadableDocument),
        ("bomb.gz", gzip.compress(bytes(80_000_000), 9), UnsafeDocument),
    ],
)
def test_broken_and_hostile_archives_say_what_they_are(name: str, content: bytes, error: type[IndexError_], make_file) -> None:
    with pytest.raises(error) as caught:
        parse(make_file(name, content), OPTIONS)
    assert caught.value.next_step
    assert name not in caught.value.message


def test_a_damaged_file_in_a_zip_costs_only_itself(make_file) -> None:
    data = bytearray(zip_bytes({"a.txt": "first " * 50, "b.txt": "second"}))
    with zipfile.ZipFile(make_file("whole.zip", bytes(data))) as archive:
        at = archive.getinfo("a.txt").header_offset + 30 + len("a.txt")
    data[at + 3] ^= 0xFF
    found = texts(parse(make_file("a.zip", bytes(data)), OPTIONS))
    assert found == {"a.txt": "unreadable", "b.txt": "second"}


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_tar_archives_are_read_like_folders(mode: str, make_file) -> None:
    path = make_file("a.tar", tar_bytes({"x/a.txt": b"first", "../b.txt": b"second"}, mode))
    assert texts(parse(path, OPTIONS)) == {"x/a.txt": "first", "b.txt": "second"}
    assert extract_member(path, "b.txt") == b"second"


def test_a_tar_that_is_cut_says_so_after_what_could_be_read(make_file) -> None:
    noise = random.Random(3).randbytes(200_000).hex().encode()
    data = tar_bytes({"a.txt": b"first", "b.txt": noise})
    found = texts(parse(make_file("a.tgz", data[: len(data) // 2]), OPTIONS))
    assert found["a.txt"] == "first"
    assert "unreadable" in found.values()


def test_a_single_packed_file_is_read(make_file) -> None:
    path = make_file("report.csv.gz", gzip.compress(b"Name,Fee\nAnn,20\n"))
    assert texts(parse(path, OPTIONS)) == {"content.csv": "Name | Fee\nName: Ann | Fee: 20"}
    assert extract_member(path, "content.csv").startswith(b"Name")


@pytest.mark.parametrize("pack", [lambda name, data: zip_bytes({name: data}), lambda name, data: tar_bytes({name: data})])
@pytest.mark.parametrize(("content", "code"), [("locked", "password_needed"), ("damaged", "unreadable")])
def test_the_only_file_of_an_archive_is_listed_by_its_own_path_when_it_is_locked_or_damaged_itself(
    pack, content: str, code: str, make_file
) -> None:
    inner = zip_with_old_encryption("terms.txt", SENTENCE, "geheim") if content == "locked" else b"%PDF-1.4 damaged"
    name = "inner.zip" if content == "locked" else "inner.pdf"
    assert texts(parse(make_file("a.zip", pack(name, inner)), OPTIONS)) == {name: code}
