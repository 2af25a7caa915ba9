"""Pictures are read page by page; without recognition they come back as empty pages that recognition may fill later."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from index.document import ParsedDocument
from index.errors import NoText, UnreadableDocument
from index.parsers.base import ParseOptions
from index.parsers.registry import parse

OCR = ParseOptions(ocr=True)


def sheet(*lines: str, mode: str = "L", size: tuple[int, int] = (900, 260)) -> Image.Image:
    image = Image.new("L", size, 255)
    for number, line in enumerate(lines):
        ImageDraw.Draw(image).text((40, 40 + 70 * number), line, fill=0, font=ImageFont.load_default(size=40))
    return image.convert(mode)


def page_text(document: ParsedDocument, number: int) -> str:
    page = document.pages[number - 1]
    return document.text[page.start : page.end]


def test_the_frames_of_a_tiff_are_pages(tmp_path: Path) -> None:
    path = tmp_path / "fax.tif"
    sheet("Invoice 4711", mode="1").save(path, save_all=True, append_images=[sheet("Paid in March", mode="1")])
    document = parse(path, OCR)
    assert "4711" in page_text(document, 1)
    assert "March" in page_text(document, 2)
    assert all(page.ocr for page in document.pages)
    assert [block.place.page for block in document.blocks] == [1, 2]


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp", "a.gif", "a.bmp", "a.tif"])
def test_without_recognition_a_picture_is_a_page_without_text(tmp_path: Path, name: str) -> None:
    sheet("Some words", mode="RGB").save(tmp_path / name)
    document = parse(tmp_path / name, ParseOptions(ocr=False))
    assert document.text == ""
    assert document.pages_without_text == (1,)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA", "CMYK", "I;16"])
def test_every_kind_of_colour_is_read(tmp_path: Path, mode: str) -> None:
    path = tmp_path / ("a.tif" if mode in ("CMYK", "I;16") else "a.png")
    image = sheet("Total 2963")
    if mode == "I;16":
        image = image.convert("I").point(lambda v: v * 200).convert("I;16")
    else:
        image = image.convert("RGB").convert(mode)
    image.save(path)
    assert "2963" in parse(path, OCR).text


def test_black_on_transparent_is_read(tmp_path: Path) -> None:
    image = Image.new("RGBA", (900, 200), (0, 0, 0, 0))
    ImageDraw.Draw(image).text((40, 60), "Seal 8157", fill=(0, 0, 0, 255), font=ImageFont.load_default(size=48))
    image.save(tmp_path / "a.png")
    assert "8157" in parse(tmp_path / "a.png", OCR).text


@pytest.mark.parametrize("turn", [1, 3, 6, 8])
def test_the_orientation_that_the_camera_noted_is_heeded(tmp_path: Path, turn: int) -> None:
    turned = {1: 0, 3: 180, 6: 90, 8: 270}[turn]
    exif = Image.Exif()
    exif[0x0112] = turn
    sheet("Delivery note", "Seven boxes").rotate(turned, expand=True).save(tmp_path / "a.jpg", exif=exif)
    assert parse(tmp_path / "a.jpg", OCR).text.split() == ["Delivery", "note", "Seven", "boxes"]


def test_a_blank_picture_is_said_to_have_no_text(tmp_path: Path) -> None:
    Image.new("RGB", (600, 400), "white").save(tmp_path / "a.png")
    with pytest.raises(NoText):
        parse(tmp_path / "a.png", OCR)


@pytest.mark.parametrize("ocr", [True, False])
@pytest.mark.parametrize("kind", ["png", "jpeg", "tiff", "webp", "gif", "bmp"])
def test_a_picture_cut_off_is_damaged_in_both_stages(make_file: Callable[..., Path], kind: str, ocr: bool) -> None:
    buffer = io.BytesIO()
    noise = Image.effect_noise((300, 300), 80).convert("RGB")
    noise.save(buffer, format=kind)
    path = make_file(f"a.{kind}", buffer.getvalue()[: len(buffer.getvalue()) // 3])
    with pytest.raises(UnreadableDocument, match="damaged"):
        parse(path, ParseOptions(ocr=ocr))


def test_a_damaged_page_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "fax.tif"
    first, second = sheet("Page one here"), Image.effect_noise((600, 600), 90)
    first.save(path, save_all=True, append_images=[second], compression="tiff_deflate")
    data = bytearray(path.read_bytes())
    with Image.open(path) as image:
        image.seek(1)
        start = image.tag_v2[273][0]
    data[start : start + 2000] = bytes(2000)
    path.write_bytes(data)
    document = parse(path, OCR)
    assert "Page one here" in document.text
    assert document.pages_without_text == (2,)
    assert "1 page is damaged" in document.warnings[0]


def test_a_picture_that_claims_more_points_than_memory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Image.new("1", (20_000, 15_000)).save(path)
    with pytest.raises(UnreadableDocument, match="more than is allowed"):
        parse(path, OCR)


def test_pages_beyond_the_limit_are_named(tmp_path: Path) -> None:
    path = tmp_path / "fax.tif"
    sheet("Page one").save(path, save_all=True, append_images=[sheet("Page two")])
    document = parse(path, ParseOptions(max_ocr_pages=1))
    assert "one" in page_text(document, 1)
    assert document.pages_without_text == (2,)
    assert "1 of 2 pages" in document.warnings[0]
