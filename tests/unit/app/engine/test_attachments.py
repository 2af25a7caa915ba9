"""An attached document is read at once, in memory alone, and gone when it is taken away (I10)."""

import io
import threading
import time
import zipfile
from concurrent.futures import CancelledError, Future
from pathlib import Path

import pytest
from msoffcrypto.format.ooxml import OOXMLFile

from app.engine.attachment_reading import AttachmentReading
from app.engine.attachments import PREFIX, Attachments
from index.errors import FileVanished, IndexError_, NoText, PasswordNeeded, TooLarge, UnreadableDocument, UnsupportedFormat
from index.parsers.base import ParseOptions
from index.parsers.registry import parse
from index.parsers.sandbox import ParserPool
from models.embedders.fake import FakeEmbedder
from models.errors import RuntimeFailed

CANARY = "quokkaford"
LETTER = f"# Offer\n\nThe delivery to {CANARY} takes 14 days.\n\nThe price is 4,200 euros.\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


class Inline:
    """A parser pool without a process, for speed; one test has the real one."""

    def __init__(self, *_):
        pass

    def submit(self, path, options):
        future: Future = Future()
        try:
            future.set_result(parse(path, options))
        except IndexError_ as error:
            future.set_exception(error)
        return future

    def close(self, cancel=False):
        pass


@pytest.fixture
def make(home: Path):
    made: list[Attachments] = []

    def build(*, busy=lambda: False, embedder=FakeEmbedder, passwords=None, pool=Inline):
        kept = passwords if passwords is not None else {}

        def open_reading():
            return AttachmentReading(lambda: pool(1, home / "tmp"), embedder, ParseOptions(ocr=False), max_bytes=1 << 20)

        made.append(Attachments(open_reading, busy, lambda path, password: kept.update({path: password})))
        return made[-1]

    yield build
    for each in made:
        assert each.close(10.0)
    assert not [t for t in threading.enumerate() if t.name.startswith("attachment")]


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "Offer.md"
    path.write_text(LETTER, encoding="utf-8")
    return path


def test_a_short_document_is_given_whole_and_its_characters_are_those_of_the_original(make, letter):
    attachments = make()
    attached = attachments.attach(letter).result(60)
    assert (attached.path, attached.kind, attached.passages > 0) == (str(letter), "md", True)
    hits = attachments.search([attached.id], "What does the delivery cost?", 900).result(10)
    assert CANARY in " ".join(hit.content for hit in hits)
    assert sum(hit.content.count("4,200") for hit in hits) == 1
    document = attachments.document(hits[0].file_id)
    assert document.text[hits[0].start : hits[0].end] == hits[0].content
    assert hits[0].source_path == str(letter)
    assert "The delivery to" in attachments.preview([attached.id], 400)


def test_a_long_document_is_searched_within_the_budget(make, tmp_path):
    path = tmp_path / "long.md"
    parts = [
        f"## Part {n}\n\nIn part {n} the matter of {'lamps ' if n != 33 else 'zebras '} is settled at length. " * 6
        for n in range(60)
    ]
    path.write_text("\n\n".join(parts), encoding="utf-8")
    attachments = make()
    attached = attachments.attach(path).result(60)
    assert attached.tokens > 900
    hits = attachments.search([attached.id], "What is said about zebras?", 300).result(10)
    assert "zebras" in hits[0].content
    assert 1 <= len(hits) < attached.passages


def test_at_least_one_passage_of_each_attachment_is_shown(make, letter, tmp_path):
    other = tmp_path / "other.md"
    other.write_text("# Note\n\nThe lamp is green.\n")
    attachments = make()
    idents = [attachments.attach(path).result(60).id for path in (letter, other)]
    hits = attachments.search(idents, "price", 1).result(10)
    assert {hit.source_path for hit in hits} == {str(letter), str(other)}


def test_what_is_taken_away_is_gone(make, letter):
    attachments = make()
    attached = attachments.attach(letter).result(60)
    (file_id,) = {hit.file_id for hit in attachments.search([attached.id], "price", 900).result(10)}
    attachments.detach(attached.id)
    assert attachments.search([attached.id], "price", 900).result(10) == ()
    assert attachments.document(file_id) is None
    assert attachments.held(attached.id) is None
    assert attachments.preview([attached.id], 400) == ""


def test_taking_it_away_while_it_is_read_gives_it_up(make, home, tmp_path):
    started = threading.Event()

    class Stuck(ParserPool):
        def submit(self, path, options):
            started.set()
            return Future()

    attachments = Attachments(lambda: AttachmentReading(lambda: Stuck(1, home / "tmp"), FakeEmbedder))
    path = tmp_path / "a.md"
    path.write_text("x")
    future = attachments.attach(path, ident="one")
    assert started.wait(10)
    attachments.detach("one")
    with pytest.raises(CancelledError):
        future.result(10)
    assert attachments.close(10.0)


def test_nothing_of_it_is_on_the_disk_but_the_original(make, letter, home, tmp_path):
    attachments = make(pool=ParserPool)
    attached = attachments.attach(letter).result(60)
    attachments.search([attached.id], "price", 900).result(10)
    files = [p for p in tmp_path.rglob("*") if p.is_file()]
    assert [p for p in files if CANARY.encode() in p.read_bytes()] == [letter]
    attachments.close(10.0)
    assert [p for p in home.rglob("*") if p.is_file()] == []


WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


@pytest.fixture
def locked_letter(tmp_path: Path) -> Path:
    """A Word document that opens with "geheim"."""
    plain, sealed = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(plain, "w") as archive:
        archive.writestr("[Content_Types].xml", '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')
        body = (
            f'<w:document xmlns:w="{WORD}"><w:body><w:p><w:r><w:t>The fee is 20 euro.</w:t></w:r></w:p></w:body></w:document>'
        )
        archive.writestr("word/document.xml", body)
        # The library writes containers with streams below 4096 bytes wrongly.
        archive.writestr("docProps/thumbnail.bin", bytes(range(256)) * 32, compress_type=zipfile.ZIP_STORED)
    OOXMLFile(plain).encrypt("geheim", sealed)
    path = tmp_path / "locked.docx"
    path.write_bytes(sealed.getvalue())
    return path


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("empty.md", b"", UnreadableDocument),
        ("blank.html", b"<html><body> </body></html>", NoText),
        ("broken.pdf", b"%PDF-1.4 nothing more", UnreadableDocument),
        ("large.md", b"word " * (1 << 18), TooLarge),
    ],
)
def test_what_cannot_be_used_says_why_and_what_to_do(make, tmp_path, name, content, error):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(error) as told:
        make().attach(path).result(60)
    assert told.value.message
    assert told.value.next_step


def test_a_folder_and_a_file_that_is_not_there(make, tmp_path):
    attachments = make()
    with pytest.raises(UnsupportedFormat, match="folder"):
        attachments.attach(tmp_path).result(60)
    with pytest.raises(FileVanished):
        attachments.attach(tmp_path / "gone.pdf").result(60)


def test_a_password_is_asked_for_used_and_kept_in_memory_for_the_page_pictures(make, locked_letter):
    kept: dict[str, str] = {}
    attachments = make(passwords=kept)
    with pytest.raises(PasswordNeeded):
        attachments.attach(locked_letter).result(60)
    assert kept == {}
    attached = attachments.attach(locked_letter, password="geheim").result(60)
    assert attached.passages > 0
    assert kept == {str(locked_letter): "geheim"}


def test_documents_inside_one_are_searched_too_and_cited_by_their_own_path(make, tmp_path):
    path = tmp_path / "papers.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("one.md", "# One\n\nThe lamp is green.")
        archive.writestr("two.md", "# Two\n\nThe door is blue.")
    attachments = make()
    attached = attachments.attach(path).result(60)
    hits = attachments.search([attached.id], "Which colour has the door?", 900).result(10)
    assert hits[0].source_path == f"{path}/two.md"
    assert hits[0].file_id.startswith(f"{PREFIX}{attached.id}/")
    assert attachments.document(hits[0].file_id).text.count("blue") == 1


def test_a_file_that_was_edited_since_is_called_changed(make, letter):
    attachments = make()
    attached = attachments.attach(letter).result(60)
    file_id = f"{PREFIX}{attached.id}"
    assert attachments.changed([file_id, "id-of-the-ledger"]) == frozenset()
    letter.write_text("something else entirely")
    assert attachments.changed([file_id, "id-of-the-ledger"]) == {file_id}


def test_the_same_id_again_serves_answers_that_cite_it(make, letter):
    attachments = make()
    first = attachments.attach(letter).result(60)
    attachments.detach(first.id)
    again = attachments.attach(letter, ident=first.id).result(60)
    assert attachments.document(f"{PREFIX}{again.id}") is not None


def test_vectors_wait_while_a_question_is_answered(make, letter):
    busy = threading.Event()
    busy.set()
    made: list[FakeEmbedder] = []

    def embedder():
        made.append(FakeEmbedder())
        return made[-1]

    attachments = make(busy=busy.is_set, embedder=embedder)
    attached = attachments.attach(letter).result(60)
    assert sum(e.embedded for e in made) == 0
    busy.clear()
    deadline = time.monotonic() + 20
    while sum(e.embedded for e in made) < attached.passages:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_without_its_embedder_it_is_searched_by_words(make, letter):
    class Broken(FakeEmbedder):
        def embed_passages(self, texts):
            raise RuntimeFailed("gone")

    attachments = make(embedder=Broken)
    attached = attachments.attach(letter).result(60)
    assert attachments.search([attached.id], "price", 900).result(10)
