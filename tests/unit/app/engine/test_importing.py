"""Each collection is read with the embedding model that searches it, whatever the settings say of new ones."""

from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from app.engine.importing import OpenImport
from app.engine.reading import OpenIndex
from app.settings.schema import ImportSettings
from index.document import Block, ParsedDocument
from index.ingest.ledger import Ledger
from index.store.reader import PassageReader
from index.store.writer import PassageWriter
from models.embedders.fake import FakeEmbedder
from models.errors import ModelMissing

MODELS = {"small": 64, "wide": 200}


class Here:
    """Parsers in this process, for plain text."""

    def submit(self, path, _):
        text, done = path.read_text(encoding="utf-8"), Future()
        blocks = (Block(kind="paragraph", start=0, end=len(text)),)
        done.set_result(ParsedDocument(text=text, blocks=blocks, kind="md", parser="t/1", language="en"))
        return done

    def close(self, cancel):
        pass


class Desk:
    def __init__(self, folder):
        self.home, self.documents, self.opened = folder / "home", folder / "documents", []
        self.documents.mkdir(parents=True)
        self.ledger = Ledger(self.home / "library.sqlite")
        self.ledger.warm_up()
        self.writing = ThreadPoolExecutor(1)

    def embedder(self, model_id):
        if model_id not in MODELS:
            raise ModelMissing(f"{model_id} is not there.")
        self.opened.append(model_id)
        return FakeEmbedder(MODELS[model_id], embedder_id=model_id)

    def open(self, model_id):
        return OpenImport(
            self.ledger,
            PassageWriter(self.home / "ix"),
            Here(),
            self.embedder,
            model_id,
            self.writing,
            ImportSettings(),
            lambda: None,
            (),
        )

    def found(self, text):
        ids = [c.id for c in self.ledger.collections()]
        index = OpenIndex(self.ledger, PassageReader(self.home / "ix"), self.embedder("small"), None, self.embedder)
        try:
            return [hit.content for hit in index.finder.search(text, ids).hits]
        finally:
            index.close()


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path)
    yield made
    made.writing.shutdown()
    made.ledger.close()


def run(opened, desk, name="Papers"):
    return opened.run(name, [desk.documents], lambda _: None, lambda: False, by_person=True)


def test_another_model_in_the_settings_rebuilds_nothing_and_imports_go_on(desk):
    (desk.documents / "a.md").write_text("The harbour fee is 12 euros.")
    opened = desk.open("small")
    run(opened, desk)
    opened.close()
    opened = desk.open("wide")
    (desk.documents / "b.md").write_text("Dogs are kept on a lead.")
    assert run(opened, desk).indexed == 1
    (collection,) = desk.ledger.collections()
    assert (collection.embedder_id, collection.rebuild) == ("small", None)
    assert "wide" not in desk.opened
    run(opened, desk, "New")
    assert desk.ledger.collection_by_name("New").dimension == 200
    assert {t for t in desk.found("harbour fee")} >= {"The harbour fee is 12 euros."}
    opened.close()


def test_after_a_rebuild_the_collection_is_imported_and_searched_with_the_new_model(desk):
    (desk.documents / "a.md").write_text("The harbour fee is 12 euros.")
    opened = desk.open("small")
    run(opened, desk)
    collection = desk.ledger.collections()[0]
    assert opened.rebuild(collection.id, "wide", lambda _: None, lambda: False).rebuilt == "wide"
    (desk.documents / "b.md").write_text("Dogs are kept on a lead.")
    assert run(opened, desk).indexed == 1
    assert desk.found("dogs lead")[0] == "Dogs are kept on a lead."
    assert desk.ledger.collections()[0].dimension == 200
    opened.close()


def test_a_model_that_is_not_there_changes_nothing(desk):
    (desk.documents / "a.md").write_text("The harbour fee is 12 euros.")
    opened = desk.open("small")
    run(opened, desk)
    with pytest.raises(ModelMissing):
        opened.rebuild(desk.ledger.collections()[0].id, "gone", lambda _: None, lambda: False)
    assert desk.ledger.collections()[0].rebuild is None
    assert desk.found("harbour fee")
    opened.close()
