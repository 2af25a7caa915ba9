"""Page pictures come from a process of their own, and a hostile file costs its picture alone."""

from __future__ import annotations

import contextlib
import struct
import tempfile
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import psutil
import pytest

from app.engine.pages import PagePictures
from app.environment import prepare_environment
from app.settings.paths import resources_dir
from index.errors import FileVanished, IndexError_, ParserCrashed, ParserTimeout, UnreadableDocument

POLICY = str(resources_dir() / "samples" / "Travel policy 2025.pdf")
QUOTE = "Hotel costs are reimbursed up to €120 per night, breakfast included."
TIMEOUT_S = 60.0


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[PagePictures]:
    prepare_environment(tmp_path / "home")
    made = PagePictures()
    yield made
    assert made.close()


def test_a_page_comes_as_png_with_its_quotation_located(pages: PagePictures) -> None:
    picture = pages.picture(POLICY, 1, 2.0, (QUOTE,)).result(TIMEOUT_S)
    assert picture.png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture.png[16:24])
    assert height > width > 800
    assert picture.pages == 2
    ((left, top, right, bottom),) = picture.marks
    assert 0.0 < left < right < 1.0
    assert 0.0 < top < bottom < 1.0
    # One line of text on the upper half of the page, as wide as its words.
    assert bottom - top < 0.03
    assert right - left > 0.3
    assert bottom < 0.5


def test_the_same_picture_is_drawn_once(pages: PagePictures) -> None:
    first = pages.picture(POLICY, 1, 1.0).result(TIMEOUT_S)
    assert pages.picture(POLICY, 1, 1.0).result(TIMEOUT_S) is first
    assert pages.picture(POLICY, 2, 1.0).result(TIMEOUT_S) is not first


def test_a_changed_file_is_drawn_anew(pages: PagePictures, tmp_path: Path) -> None:
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(Path(POLICY).read_bytes())
    first = pages.picture(str(copy), 1, 1.0).result(TIMEOUT_S)
    copy.write_bytes(Path(POLICY).read_bytes() + b"\n")
    assert pages.picture(str(copy), 1, 1.0).result(TIMEOUT_S) is not first


def test_a_page_of_an_attachment_is_drawn_out_of_its_mail(pages: PagePictures, tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["Subject"], mail["From"] = "The policy", "a@example.org"
    mail.set_content("See the attachment.")
    mail.add_attachment(Path(POLICY).read_bytes(), maintype="application", subtype="pdf", filename="Policy.pdf")
    packed = tmp_path / "letters.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("in/letter.eml", mail.as_bytes())
    picture = pages.picture(f"{packed}/in/letter.eml/Policy.pdf", 1, 1.0, (QUOTE,)).result(TIMEOUT_S)
    assert picture.pages == 2
    assert len(picture.marks) == 1
    assert not list(Path(tempfile.gettempdir()).glob("page-*"))
    with pytest.raises(FileVanished):
        pages.picture(f"{packed}/in/letter.eml/Other.pdf", 1, 1.0).result(TIMEOUT_S)


def test_a_broken_file_costs_its_picture_alone(pages: PagePictures, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 nothing")
    with pytest.raises(UnreadableDocument):
        pages.picture(str(broken), 1, 1.0).result(TIMEOUT_S)
    assert pages.picture(POLICY, 1, 1.0).result(TIMEOUT_S).png


def test_a_file_that_is_gone_is_said_so(pages: PagePictures, tmp_path: Path) -> None:
    with pytest.raises(FileVanished):
        pages.picture(str(tmp_path / "gone.pdf"), 1, 1.0).result(TIMEOUT_S)


def test_a_page_that_does_not_exist_is_refused(pages: PagePictures) -> None:
    with pytest.raises(IndexError_):
        pages.picture(POLICY, 99, 1.0).result(TIMEOUT_S)


def test_a_child_that_is_killed_costs_one_picture_at_most(tmp_path: Path) -> None:
    prepare_environment(tmp_path / "home")
    pages = PagePictures(page_timeout_s=5.0, start_timeout_s=2.0)
    before = {c.pid for c in psutil.Process().children(recursive=True)}
    pages.picture(POLICY, 1, 1.0).result(TIMEOUT_S)
    children = [
        c
        for c in psutil.Process().children(recursive=True)
        if c.pid not in before and "resource_tracker" not in " ".join(c.cmdline())
    ]
    assert children
    for child in children:
        child.kill()
        child.wait(10)
    with contextlib.suppress(ParserTimeout, ParserCrashed):
        pages.picture(POLICY, 2, 1.0).result(TIMEOUT_S)
    assert pages.picture(POLICY, 2, 0.5).result(TIMEOUT_S).png
    assert pages.close()


def test_no_process_is_left(tmp_path: Path) -> None:
    prepare_environment(tmp_path / "home")
    before = {c.pid for c in psutil.Process().children(recursive=True)}
    pages = PagePictures()
    pages.picture(POLICY, 1, 1.0).result(TIMEOUT_S)
    assert pages.close()
    left = [
        c
        for c in psutil.Process().children(recursive=True)
        if c.pid not in before and "resource_tracker" not in " ".join(c.cmdline())
    ]
    assert psutil.wait_procs(left, timeout=5.0)[1] == []
    with pytest.raises(RuntimeError):
        pages.picture(POLICY, 1, 1.0)
