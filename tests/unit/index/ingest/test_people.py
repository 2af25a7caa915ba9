"""Who wrote a document and to whom it went is known to the ledger, also for libraries of earlier versions."""

import importlib
import pkgutil
import sqlite3

from index import migrations
from index.document import Block, ParsedDocument, Place
from index.ingest.batch import recipients_of
from index.ingest.texts import pack

FIELDS = "From: Ana Ruiz <ana@x.org>\nTo: Jörg Weiß <jw@x.org>\nCc: All <all@x.org>\nSubject: Lift"


def mail(text=FIELDS, author='Ana "The Pen" Ruíz <ana@x.org>'):
    block = Block(kind="paragraph", start=0, end=len(text), place=Place(kind="mail", part="fields"))
    return ParsedDocument(text=text, blocks=(block,), kind="eml", parser="t/1", author=author)


def test_recipients_are_those_of_to_and_copy():
    assert recipients_of(mail()) == "Jörg Weiß <jw@x.org>, All <all@x.org>"


def test_a_document_that_is_no_mail_has_no_recipients():
    text = "To: the reader"
    block = Block(kind="paragraph", start=0, end=len(text))
    assert recipients_of(ParsedDocument(text=text, blocks=(block,), kind="txt", parser="t/1")) is None


def test_authors_of_a_library_of_an_earlier_version_are_known_after_its_update():
    names = sorted(m.name for m in pkgutil.iter_modules(migrations.__path__) if m.name.startswith("v"))
    db = sqlite3.connect(":memory:", isolation_level=None)
    for name in names:
        if name.startswith("v004"):
            break
        importlib.import_module(f"index.migrations.{name}").apply(db)
    db.execute("INSERT INTO collections VALUES ('c', 'n', 'n', '[]', 'e', 1, 'v', 0, '')")
    db.execute("INSERT INTO sources (id, collection_id, path, kind, added) VALUES ('s', 'c', '/d', 'folder', '')")
    layouts = {"a": pack(mail())[1], "b": pack(mail(author=None))[1], "c": b"damaged"}
    for file_id, layout in layouts.items():
        db.execute(
            "INSERT INTO files (id, collection_id, source_id, path, path_key, size, mtime_ns, status) VALUES (?, 'c', 's', ?, ?, 1, 1, 'indexed')",
            (file_id, file_id, file_id),
        )
        db.execute("INSERT INTO texts VALUES (?, x'00', ?)", (file_id, layout))
    importlib.import_module("index.migrations.v004_people").apply(db)
    assert dict(db.execute("SELECT id, author FROM files").fetchall()) == {
        "a": 'Ana "The Pen" Ruíz <ana@x.org>',
        "b": None,
        "c": None,
    }
    db.close()
