"""What a question finds: both ways fused, only what the ledger stands for, each with a relevance between 0 and 1."""

import hashlib
import uuid
from datetime import UTC, datetime

import numpy as np
import pytest

from index import errors
from index.document import ParsedDocument, Place
from index.ingest.ledger import Ledger
from index.ingest.rows import FoundFile, IndexedFile
from index.ingest.texts import pack
from index.search.fusion import reciprocal_rank_fusion, text_weight
from index.search.hit import SearchFilters
from index.search.searcher import Searcher
from index.store.analysis import document_terms
from index.store.reader import PassageReader
from index.store.schema import PassageRow
from index.store.writer import PassageWriter

DIMENSION = 256


class ConceptEmbedder:
    """Words hashed into directions; ``same`` names words of other languages that mean the same."""

    embedder_id = "concepts"
    dimension = DIMENSION
    max_tokens = 100
    same = {"urlaub": "vacation", "kündigungsfrist": "notice", "car": "automobile"}

    def count_tokens(self, texts):
        return [len(t.split()) for t in texts]

    def embed_passages(self, texts):
        return np.stack([self.embed_query(t) for t in texts])

    def embed_query(self, text):
        vector = np.full(DIMENSION, 0.02, dtype=np.float32)
        for word in text.lower().replace("?", "").split():
            word = self.same.get(word, word)
            vector[int(hashlib.md5(word.encode()).hexdigest(), 16) % DIMENSION] += 1
        return vector / np.linalg.norm(vector)


class Shelf:
    def __init__(self, home):
        self.embedder = ConceptEmbedder()
        self.ledger = Ledger(home / "library.sqlite")
        self.ledger.warm_up()
        self.writer = PassageWriter(home / "ix")
        self.reader = PassageReader(home / "ix")
        self.searcher = Searcher(self.ledger, self.reader, self.embedder)
        self.id = self.new("Office")

    def new(self, name):
        return self.ledger.create_collection(name, embedder_id="concepts", dimension=DIMENSION, chunker_version="c").id

    def put(self, path, *texts, language="en", kind="md", collection=None, modified=None, known=True, vectors=True):
        """A file with its passages; returns its id. ``known`` False stops before the ledger hears of it."""
        collection = collection or self.id
        source = self.ledger.add_source(collection, "/d", "folder")
        self.ledger.record_found(collection, source.id, [FoundFile(path=path, size=1, mtime_ns=1)], chunker_version="c")
        file_id = self.ledger.file_by_path(collection, path).id
        revision = uuid.uuid4().hex
        rows = [
            PassageRow(
                file_id=file_id, revision=revision, content_hash="b" * 64, chunk_index=i, kind=kind, content=text, context="",
                terms=document_terms(text, language), language=language, start=0, end=len(text), place=Place(kind="page", page=i + 1),
                modified=modified, vector=self.embedder.embed_query(text) if vectors else None,
            )
            for i, text in enumerate(texts)
        ]  # fmt: skip
        self.writer.add(collection, rows, DIMENSION)
        if known:
            text, layout = pack(ParsedDocument(text="", blocks=(), kind=kind, parser="t/1"))
            entry = IndexedFile(
                file_id=file_id, size=1, mtime_ns=1, sha256="b" * 64, revision=revision, kind=kind, title="T", language=language,
                document_modified=None, pages=0, pages_without_text=(), ocr_pages=0, passages=len(rows), parser="t/1",
                chunker_version="c", warnings=(), text=text, layout=layout,
            )  # fmt: skip
            self.ledger.mark_indexed(collection, [entry])
        return file_id

    def ask(self, question, *args, collections=None, **options):
        return self.searcher.search(question, collections or [self.id], *args, **options)

    def contents(self, question, *args, **options):
        return [h.content for h in self.ask(question, *args, **options).hits]


@pytest.fixture
def shelf(tmp_path):
    made = Shelf(tmp_path)
    yield made
    made.reader.close()
    made.writer.close()
    made.ledger.close()


def test_an_exact_part_number_is_found_by_words_and_a_paraphrase_by_meaning(shelf):
    shelf.put("/d/a.md", "Pump AB-1234/5 is in stock", "the automobile is red", "nothing of interest")
    assert shelf.contents("AB-1234/5")[0] == "Pump AB-1234/5 is in stock"
    assert shelf.contents("car")[0] == "the automobile is red"
    assert shelf.contents("car", "keyword") == []


def test_chinese_is_found_by_full_text(shelf):
    shelf.put("/d/zh.md", "整个组织的员工", "其他内容", language="zh")
    assert shelf.contents("组织", "keyword") == ["整个组织的员工"]


def test_each_hit_tells_file_place_and_scores(shelf):
    file_id = shelf.put("/d/a.md", "first", "vacation is 30 days")
    (hit, *_) = shelf.ask("vacation days").hits
    assert (hit.file_id, hit.source_path, hit.title, hit.place.page, hit.chunk_index) == (file_id, "/d/a.md", "T", 2, 1)
    assert 0.5 < hit.cosine <= 1.001
    assert hit.bm25 > 0
    assert 0 <= hit.relevance <= 1


def test_the_most_relevant_come_first(shelf):
    shelf.put("/d/a.md", *(f"filler text number {i}" for i in range(30)), "vacation is 30 days", "vacation")
    relevances = [h.relevance for h in shelf.ask("how many vacation days").hits]
    assert relevances == sorted(relevances, reverse=True)


def test_a_question_in_another_language_finds_the_passage_by_meaning(shelf):
    shelf.put("/d/a.md", "vacation is long", *(f"the text of page {i} is here" for i in range(20)))
    assert shelf.contents("urlaub")[0] == "vacation is long"


def test_what_the_ledger_does_not_stand_for_is_not_shown(shelf):
    shelf.put("/d/a.md", "vacation old")
    shelf.put("/d/a.md", "vacation new", known=False)
    assert shelf.contents("vacation") == ["vacation old"]
    shelf.ledger.remove_files(shelf.id, [shelf.ledger.file_by_path(shelf.id, "/d/a.md").id])
    assert shelf.contents("vacation") == []


def test_the_same_passage_in_two_files_is_one_hit_that_names_both(shelf):
    shelf.put("/d/a.md", "vacation is 30 days")
    shelf.put("/d/b.md", "vacation  is 30 days")
    (hit,) = shelf.ask("vacation").hits
    assert {hit.source_path, *hit.also_in} == {"/d/a.md", "/d/b.md"}


def test_nothing_of_another_collection_appears(shelf):
    other = shelf.new("Private")
    shelf.put("/d/a.md", "vacation at work")
    shelf.put("/d/b.md", "vacation at home", collection=other)
    assert shelf.contents("vacation") == ["vacation at work"]
    assert sorted(shelf.contents("vacation", collections=[shelf.id, other])) == ["vacation at home", "vacation at work"]


def test_filters_restrict_by_kind_file_and_date(shelf):
    one = shelf.put("/d/a.pdf", "vacation one", kind="pdf", modified=datetime(2024, 1, 1, tzinfo=UTC))
    shelf.put("/d/b.md", "vacation two", modified=datetime(2025, 1, 1, tzinfo=UTC))
    for strategy in ("hybrid", "semantic", "keyword"):
        for filters in (
            SearchFilters(kinds=("pdf",)),
            SearchFilters(file_ids=(one,)),
            SearchFilters(modified_to=datetime(2024, 6, 1, tzinfo=UTC)),
        ):
            assert shelf.contents("vacation", strategy, filters) == ["vacation one"]


@pytest.mark.parametrize(
    "text", ["", "  ", "'; DROP TABLE x; --", 'a" OR "1"="1', "AND OR NOT (", "🙂", "\x00", "?" * 500, "的"]
)
def test_any_text_is_a_question(shelf, text):
    shelf.put("/d/a.md", "vacation")
    result = shelf.ask(text)
    assert all(0 <= h.relevance <= 1 for h in result.hits)


def test_an_empty_collection_and_no_collection_find_nothing(shelf):
    assert shelf.ask("vacation").hits == ()
    assert shelf.searcher.search("vacation", []).hits == ()


def test_another_embedder_is_a_clear_sentence_and_keyword_search_still_works(shelf):
    shelf.put("/d/a.md", "vacation")
    shelf.embedder.embedder_id = "other"
    with pytest.raises(errors.UserFixable, match="another embedding model"):
        shelf.ask("vacation")
    assert shelf.contents("vacation", "keyword") == ["vacation"]


def test_a_passed_deadline_is_told(shelf):
    shelf.put("/d/a.md", "vacation")
    moments = iter([0.0, 5.0, 5.0, 5.0])
    searcher = Searcher(shelf.ledger, shelf.reader, shelf.embedder, clock=lambda: next(moments))
    with pytest.raises(errors.IndexBusy):
        searcher.search("vacation", [shelf.id], deadline_ms=1000)


def test_when_time_is_short_meaning_alone_answers_and_says_so(shelf):
    shelf.put("/d/a.md", "vacation")
    moments = iter([0.0, 0.1, 5.0, 5.0])
    searcher = Searcher(shelf.ledger, shelf.reader, shelf.embedder, clock=lambda: next(moments))
    result = searcher.search("vacation", [shelf.id], deadline_ms=1000)
    assert [h.content for h in result.hits] == ["vacation"]
    assert result.warnings


def test_the_index_version_tells_that_something_changed(shelf):
    shelf.put("/d/a.md", "vacation")
    before = shelf.ask("vacation").index_version
    shelf.put("/d/b.md", "more")
    assert shelf.ask("vacation").index_version > before


def test_fusion_prefers_what_both_ways_found():
    fused = reciprocal_rank_fusion([(1.0, ["a", "b"]), (1.0, ["b", "c"])])
    assert max(fused, key=fused.get) == "b"
    assert fused["a"] == pytest.approx(1 / 61)


def test_full_text_counts_less_where_it_has_few_of_the_words():
    assert text_weight([]) == text_weight([0.0]) < text_weight([0.3]) < text_weight([0.6]) == text_weight([1.0]) == 1.0


def test_texts_without_vectors_yet_answer_a_question_as_relevantly_as_with_them(shelf):
    texts = ["The automobile is red and fast", "nothing of interest stands here", "vacation is thirty days a year"]
    shelf.put("/d/bare.md", *texts, vectors=False)
    for strategy in ("hybrid", "keyword"):
        assert shelf.contents("How many days of vacation?", strategy)[0] == texts[2]
    assert shelf.contents("vacation", "semantic") == []
    (bare, *_) = shelf.ask("days of vacation a year").hits
    full = shelf.new("Full")
    shelf.put("/d/full.md", *texts, collection=full)
    (complete, *_) = shelf.ask("days of vacation a year", collections=[full]).hits
    assert bare.cosine == pytest.approx(complete.cosine, abs=0.01)
    assert bare.relevance == pytest.approx(complete.relevance, abs=0.1)


def test_texts_with_and_without_vectors_are_found_together(shelf):
    shelf.put("/d/full.md", "the automobile is red")
    shelf.put("/d/bare.md", *[f"car number {i} is parked" for i in range(30)], vectors=False)
    found = shelf.contents("car", limit=40)
    assert "the automobile is red" in found
    assert len(found) == 31


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wann wird das Tagegled gezahlt", "Das Tagegeld wird am Monatsende gezahlt"),
        ("Wann werden Dienstreisekosten gezahlt", "Die Kosten einer Dienstreise werden am Monatsende gezahlt"),
        ("quand verse t on les indemnites de la mission", "quand on verse les indemnités de la mission"),
    ],
)
def test_a_word_that_stands_nowhere_finds_what_is_meant_by_it(shelf, question, text):
    shelf.put("gold", text, language="fr" if "quand" in text else "de")
    shelf.put("other", "Der Urlaub wird am Monatsende gezahlt, wann auch immer", language="de")
    result = shelf.searcher.search(question, [shelf.id], "keyword")
    assert result.hits[0].source_path.endswith("gold")


@pytest.mark.parametrize("question", ["Was steht in § 4 Abs. 1?", "§4", "§ 4"])
def test_a_section_stands_before_the_passages_that_refer_to_it(shelf, question):
    shelf.put(
        "refers",
        "§ 23 Geltung\nAußer § 4 Abs. 1 gelten § 4 Abs. 2 und § 4 Abs. 3 auch für Betriebe.",
        language="de",
    )
    shelf.put("itself", "Zweiter Abschnitt\n§ 4 Ruhepausen\n(1) Die Arbeit ist durch Pausen zu unterbrechen.", language="de")
    shelf.put("other", "§ 41 Beginn\nDie Arbeit beginnt um acht Uhr.", language="de")
    assert shelf.searcher.search(question, [shelf.id]).hits[0].source_path.endswith("itself")


def test_files_that_wait_for_their_first_reading_are_told(shelf):
    file_id = shelf.put("/d/read.md", "vacation is thirty days a year")
    source = shelf.ledger.add_source(shelf.id, "/d", "folder")
    shelf.ledger.record_found(shelf.id, source.id, [FoundFile(path="/d/new.md", size=1, mtime_ns=1)], chunker_version="c")
    (warning,) = shelf.ask("How many days of vacation?").warnings
    assert warning == "Files that are not read yet and were not searched: 1."
    other = shelf.new("Other")
    shelf.put("/d/other.md", "vacation", collection=other)
    assert shelf.ask("vacation", collections=[other]).warnings == ()
    # One that is read again is searched as it was before.
    edited = FoundFile(path="/d/read.md", size=2, mtime_ns=2)
    shelf.ledger.record_found(shelf.id, source.id, [edited], chunker_version="c")
    assert shelf.ledger.file(file_id).status == "queued"
    assert shelf.ask("vacation").warnings == (warning,)
