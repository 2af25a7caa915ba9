"""The self-test has a file of each format that the program reads, each is what its name says, and each can be made again."""

from __future__ import annotations

from collections import Counter

import make_files
import pytest
from heic import BLOCK, heic
from PIL import Image

from app.commands.self_test_reading import LOCKED, PASSWORD, files_of
from app.settings.paths import resources_dir
from index.errors import PasswordNeeded
from index.parsers.base import ParseOptions
from index.parsers.registry import kind_of, parse, supported_kinds

FOLDER = resources_dir() / "self_test"
FILES = sorted(FOLDER.glob("*-*"))


def kind_in_name(name: str) -> str:
    return name.partition("-")[0]


def test_there_is_a_file_of_every_kind_that_the_registry_names_and_of_no_other() -> None:
    assert {kind_in_name(file.name) for file in FILES} == {*supported_kinds(), "locked"}
    assert [kind for kind in supported_kinds() if not files_of(kind)] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_each_file_is_small_and_of_the_kind_in_its_name(file) -> None:
    assert file.stat().st_size < 20_000
    if kind_in_name(file.name) != "locked":
        assert kind_of(file) == kind_in_name(file.name)


def test_no_two_files_have_the_same_berth() -> None:
    berths = Counter(file.name.partition(".")[0].partition("-")[2] for file in FILES)
    assert set(berths.values()) == {1}


def test_the_committed_files_are_those_that_the_generator_writes() -> None:
    assert make_files.stale(FOLDER) == []


def test_a_file_that_is_missing_or_changed_is_named(tmp_path) -> None:
    for name, berth, made in make_files.names():
        (tmp_path / name).write_bytes(b"" if made.drawn else made.make(make_files.sentence(made.kind.upper(), berth)))
    names = {made.ending: name for name, _, made in make_files.names()}
    (tmp_path / names["csv"]).unlink()
    (tmp_path / names["rtf"]).write_bytes(b"{\\rtf1 other}")
    assert make_files.stale(tmp_path) == [names["csv"], names["rtf"]]


@pytest.mark.parametrize("kind", LOCKED)
def test_files_with_a_password_open_with_it_alone(kind: str) -> None:
    (file,) = (file for file in files_of("locked") if file.suffix == f".{kind}")
    with pytest.raises(PasswordNeeded):
        parse(file)
    with pytest.raises(PasswordNeeded):
        parse(file, ParseOptions(password="lighthous"))
    document = parse(file, ParseOptions(password=PASSWORD))
    assert document.kind == kind
    assert f"names berth {file.stem.partition('-')[2]}." in document.text
    assert make_files.PASSWORD == PASSWORD


def test_text_in_a_wrong_encoding_and_in_an_old_one_is_among_the_files() -> None:
    read = "\n".join(parse(file).text for file in files_of("txt"))
    assert make_files.MENDED in read
    assert make_files.JAPANESE in read


def test_the_picture_that_phones_take_shows_exactly_the_points_that_were_given(tmp_path) -> None:
    import pi_heif

    pi_heif.register_heif_opener()
    # Light where row and column have a bit in common: each block of the picture is another.
    rows = [[bool(x & y & 31) for x in range(5 * BLOCK)] for y in range(3 * BLOCK)]
    file = tmp_path / "a.heic"
    file.write_bytes(heic(rows))
    with Image.open(file) as image:
        grey = image.convert("L")
    assert grey.size == (5 * BLOCK, 3 * BLOCK)
    assert [[grey.getpixel((x, y)) > 60 for x in range(grey.width)] for y in range(grey.height)] == rows
