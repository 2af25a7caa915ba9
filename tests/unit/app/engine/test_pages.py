"""What the reader shows comes from processes of their own, and a hostile file costs one answer alone."""

from __future__ import annotations

import contextlib
import tempfile
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import psutil
import pytest
from PIL import Image, ImageDraw, ImageFont

from app.engine.pages import PagePictures
from app.environment import prepare_environment
from app.settings.paths import resources_dir
from index.errors import FileVanished, IndexError_, ParserCrashed, ParserTimeout, UnreadableDocument

POLICY = str(resources_dir() / "samples" / "Travel policy 2025.pdf")
SHEET = str(resources_dir() / "samples" / "Equipment list building B.xlsx")
QUOTE = "Hotel costs are reimbursed up to €120 per night, breakfast included."
TIMEOUT_S = 120.0


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PagePictures]:
    prepare_environment(tmp_path_factory.mktemp("home"))
    made = PagePictures()
    yield made
    assert made.close()


def test_the_outline_tells_the_size_of_every_page(pages: PagePictures) -> None:
    outline = pages.outline(POLICY, "pdf").result(TIMEOUT_S)
    assert [(round(width), round(height)) for width, height in outline.sizes] == [(595, 842), (595, 842)]


def test_a_page_comes_as_points_of_the_size_that_was_asked_for(pages: PagePictures) -> None:
    picture = pages.picture(POLICY, "pdf", 1, 1.5).result(TIMEOUT_S)
    assert abs(picture.width - 893) <= 1
    assert abs(picture.height - 1263) <= 1
    assert len(picture.data) == 4 * picture.width * picture.height
    with Image.frombytes("RGB", (picture.width, picture.height), picture.data, "raw", "BGRX") as image:
        assert image.getpixel((2, 2)) == (255, 255, 255)
        assert image.convert("L").getextrema()[0] < 64


def test_the_quotation_is_located_on_the_ink_of_its_words(pages: PagePictures) -> None:
    found = pages.layer(POLICY, "pdf", 1, (QUOTE, "not on this page at all")).result(TIMEOUT_S)
    (((left, top, right, bottom),),) = found.marks
    picture = pages.picture(POLICY, "pdf", 1, 1.5).result(TIMEOUT_S)
    with Image.frombytes("RGB", (picture.width, picture.height), picture.data, "raw", "BGRX") as image:
        crop = image.convert("L").crop(
            (int(left * picture.width), int(top * picture.height), int(right * picture.width), int(bottom * picture.height))
        )
    dark = sum(crop.histogram()[:128]) / (crop.width * crop.height)
    assert 0.02 < dark < 0.5
    assert QUOTE in found.layer.text


def test_words_are_found_on_every_page(pages: PagePictures) -> None:
    found = pages.find(POLICY, "pdf", "REIMBURSED", (2, 1)).result(TIMEOUT_S)
    assert [page for page, _ in found.hits] == [2, 1, 1]
    assert found.next_page is None
    assert all(boxes for _, boxes in found.hits)


def test_a_sheet_comes_with_its_header_and_the_cited_cells(pages: PagePictures) -> None:
    outline = pages.sheet(SHEET, "xlsx", None, ((2, (0, 4)), (3, None))).result(TIMEOUT_S)
    assert outline.header[4] == "Price (EUR)"
    assert outline.marks[:2] == ((2, 0), (2, 4))
    assert {row for row, _ in outline.marks[2:]} == {3}
    rows = pages.sheet_rows(SHEET, "xlsx", outline.name, 2, 1).result(TIMEOUT_S)
    assert rows[2][0] == "B-0107"
    assert pages.sheet_find(SHEET, "xlsx", outline.name, "freeze dryer").result(TIMEOUT_S) == [(2, 1)]
    with pytest.raises(UnreadableDocument):
        pages.sheet(SHEET, "xlsx", "no such sheet", ()).result(TIMEOUT_S)


@pytest.mark.slow
def test_the_words_of_a_picture_are_marked_by_text_recognition(pages: PagePictures, tmp_path: Path) -> None:
    picture = tmp_path / "scan.png"
    image = Image.new("L", (1000, 320), 255)
    drawing = ImageDraw.Draw(image)
    font = ImageFont.load_default(34)
    drawing.text((60, 60), "Parking costs four euros a day.", 0, font=font)
    drawing.text((60, 200), "Bicycles are free of charge.", 0, font=font)
    image.save(picture)
    assert pages.outline(str(picture), "png").result(TIMEOUT_S).sizes == ((750.0, 240.0),)
    assert pages.layer(str(picture), "png", 1).result(TIMEOUT_S).layer.text == ""
    found = pages.recognised(str(picture), "png", 1, ("Bicycles are free of charge.",)).result(TIMEOUT_S)
    assert found.layer.recognised
    ((box,),) = found.marks
    # The second line, as wide as its words.
    assert 0.55 < box[1] < 0.7
    assert 0.7 < box[3] < 0.85
    assert 0.03 < box[0] < 0.09
    assert 0.35 < box[2] < 0.6


def test_a_changed_file_is_drawn_anew(pages: PagePictures, tmp_path: Path) -> None:
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(Path(POLICY).read_bytes())
    assert len(pages.outline(str(copy), "pdf").result(TIMEOUT_S).sizes) == 2
    copy.write_bytes(b"%PDF-1.7 something else")
    with pytest.raises(UnreadableDocument):
        pages.outline(str(copy), "pdf").result(TIMEOUT_S)


def test_a_file_that_is_shown_can_be_written_and_taken_away(pages: PagePictures, tmp_path: Path) -> None:
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(Path(POLICY).read_bytes())
    pages.picture(str(copy), "pdf", 1, 1.0).result(TIMEOUT_S)
    opened = [
        file.path
        for child in psutil.Process().children(recursive=True)
        for file in child.open_files()
        if file.path == str(copy)
    ]
    assert opened == []
    assert copy.read_bytes() == Path(POLICY).read_bytes()


def test_a_page_of_an_attachment_is_drawn_out_of_its_mail(pages: PagePictures, tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["Subject"], mail["From"] = "The policy", "a@example.org"
    mail.set_content("See the attachment.")
    mail.add_attachment(Path(POLICY).read_bytes(), maintype="application", subtype="pdf", filename="Policy.pdf")
    mail.add_attachment(Path(SHEET).read_bytes(), maintype="application", subtype="octet-stream", filename="List.xlsx")
    packed = tmp_path / "letters.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("in/letter.eml", mail.as_bytes())
    inside = f"{packed}/in/letter.eml"
    assert len(pages.outline(f"{inside}/Policy.pdf", "pdf").result(TIMEOUT_S).sizes) == 2
    assert len(pages.layer(f"{inside}/Policy.pdf", "pdf", 1, (QUOTE,)).result(TIMEOUT_S).marks) == 1
    assert pages.sheet(f"{inside}/List.xlsx", "xlsx", None, ()).result(TIMEOUT_S).rows == 7
    with pytest.raises(FileVanished):
        pages.outline(f"{inside}/Other.pdf", "pdf").result(TIMEOUT_S)


def test_a_broken_file_costs_its_picture_alone(pages: PagePictures, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 nothing")
    with pytest.raises(UnreadableDocument):
        pages.picture(str(broken), "pdf", 1, 1.0).result(TIMEOUT_S)
    assert pages.picture(POLICY, "pdf", 1, 1.0).result(TIMEOUT_S).data


def test_a_file_that_is_gone_is_said_so(pages: PagePictures, tmp_path: Path) -> None:
    with pytest.raises(FileVanished):
        pages.outline(str(tmp_path / "gone.pdf"), "pdf").result(TIMEOUT_S)


def test_a_page_that_does_not_exist_is_refused(pages: PagePictures) -> None:
    with pytest.raises(IndexError_):
        pages.picture(POLICY, "pdf", 99, 1.0).result(TIMEOUT_S)


def children_since(before: set[int]) -> list[psutil.Process]:
    return [
        c
        for c in psutil.Process().children(recursive=True)
        if c.pid not in before and "resource_tracker" not in " ".join(c.cmdline())
    ]


def test_a_child_that_is_killed_costs_one_picture_at_most(tmp_path: Path) -> None:
    prepare_environment(tmp_path / "home")
    pages = PagePictures(page_timeout_s=10.0, start_timeout_s=2.0)
    before = {c.pid for c in psutil.Process().children(recursive=True)}
    pages.picture(POLICY, "pdf", 1, 1.0).result(TIMEOUT_S)
    children = children_since(before)
    assert children
    for child in children:
        child.kill()
        child.wait(10)
    with contextlib.suppress(ParserTimeout, ParserCrashed):
        pages.picture(POLICY, "pdf", 2, 1.0).result(TIMEOUT_S)
    assert pages.picture(POLICY, "pdf", 2, 0.5).result(TIMEOUT_S).data
    assert pages.close()


def test_no_process_and_no_folder_is_left(tmp_path: Path) -> None:
    prepare_environment(tmp_path / "home")
    before = {c.pid for c in psutil.Process().children(recursive=True)}
    folders = set(Path(tempfile.gettempdir()).glob("pages-*"))
    pages = PagePictures()
    pages.picture(POLICY, "pdf", 1, 1.0).result(TIMEOUT_S)
    pages.sheet(SHEET, "xlsx", None, ()).result(TIMEOUT_S)
    assert pages.close()
    assert psutil.wait_procs(children_since(before), timeout=5.0)[1] == []
    assert set(Path(tempfile.gettempdir()).glob("pages-*")) == folders
    with pytest.raises(RuntimeError):
        pages.picture(POLICY, "pdf", 1, 1.0)
