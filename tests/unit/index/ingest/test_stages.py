"""Useful at once: words are found before there are vectors, scans come last, and what a person asked for comes first."""

import os
import threading

import pytest

from index import errors
from index.ingest.importer import ImportLimits
from index.search.searcher import Searcher


def newest_first(library, *names_and_texts):
    for age, (name, text) in enumerate(names_and_texts):
        path = library.write(name, text)
        os.utime(path, ns=(10**18 - age, 10**18 - age * 10**9))


def test_every_word_is_found_before_the_first_vector_is_made(library):
    for i in range(20):
        library.write(f"f{i:02}.txt", f"word{i} zebra")
    seen = []
    plain = library.embedder.embed_passages

    def embed(texts):
        if not seen:
            stages = {row.stage for row in library.rows().values()}
            summary = library.ledger.summary(library.collection.id)
            seen.append((len(library.found_by_word("zebra")), stages, summary.indexed, summary.complete))
        return plain(texts)

    library.embedder.embed_passages = embed
    library.run()
    assert seen == [(20, {"searchable"}, 20, 0)]
    assert {row.stage for row in library.rows().values()} == {"complete"}
    assert library.ledger.summary(library.collection.id).complete == 20
    assert len(library.found_by_vector("zebra")) == 20
    assert library.reader.count(library.collection.id) == 20


def test_a_search_during_the_import_ranks_what_has_no_vectors_yet(library):
    library.write("a.txt", "the holiday is thirty days")
    library.write("b.txt", "the parking costs twelve euros")
    searcher = Searcher(library.ledger, library.reader, library.embedder)
    answers = []
    plain = library.embedder.embed_passages

    def embed(texts):
        library.embedder.embed_passages = plain
        answers.extend(h.content for h in searcher.search("parking costs", [library.collection.id]).hits)
        return plain(texts)

    library.embedder.embed_passages = embed
    library.run()
    assert answers[0] == "the parking costs twelve euros"


def test_the_newest_files_get_their_vectors_first_and_what_was_asked_for_before_them(library):
    library.limits = ImportLimits(group_wait_s=0.01, group_passages=2, batch_size=2)
    newest_first(library, *((f"f{i}.txt", f"word{i}") for i in range(8)))
    importer = library.importer()
    plain = library.embedder.embed_passages
    order = []

    def embed(texts):
        order.extend(texts)
        if len(order) == 2:
            asked = library.ledger.file_by_path(library.collection.id, str(library.documents / "f6.txt"))
            importer.prefer([asked.id])
        return plain(texts)

    library.embedder.embed_passages = embed
    importer.run(library.collection.id, [library.documents], lambda _: None, lambda: False)
    names = [text.split("\n")[0] for text in order]
    assert set(names[:2]) == {"f0.txt", "f1.txt"}
    assert "f6.txt" in names[2:4]
    assert sorted(names) == [f"f{i}.txt" for i in range(8)]


def test_a_scan_is_read_last_and_its_other_pages_are_found_before(library):
    library.write("mixed.txt", "typed zebra page\fSCAN:scanned giraffe page")
    library.write("plain.txt", "plain zebra")
    early = []
    plain = library.parse

    def parse(path, options):
        if options.ocr:
            early.append((path.name, sorted(library.found_by_word("zebra")), library.found_by_word("giraffe")))
        return plain(path, options)

    library.parse = parse
    library.run()
    assert early == [("mixed.txt", ["plain zebra", "typed zebra page"], [])]
    assert library.found_by_word("giraffe") == library.found_by_vector("giraffe") == ["scanned giraffe page"]
    row = library.rows()["mixed.txt"]
    assert (row.stage, row.ocr_pages, row.pages_without_text, row.passages) == ("complete", 1, (), 2)
    # The typed page was embedded once: its vector served the second reading too.
    assert len([text for text in library.embedder.embedded if "typed" in text]) == 1


def test_a_picture_waits_for_text_recognition_and_is_counted_once(library):
    library.write("picture.txt", "SCAN:the receipt says zebra")
    library.write("empty.txt", "SCAN:")
    waiting = []
    plain, one_at_a_time = library.parse, threading.Lock()

    def parse(path, options):
        with one_at_a_time:
            if options.ocr and not waiting:
                waiting.extend((row.status, row.stage) for row in library.rows().values())
        return plain(path, options)

    library.parse = parse
    summary = library.run()
    assert waiting == [("queued", "waiting")] * 2
    assert library.files() == {"picture.txt": "indexed", "empty.txt": "skipped"}
    assert (summary.found, summary.indexed, summary.skipped, summary.queued) == (2, 1, 1, 0)
    assert library.found_by_word("zebra") == ["the receipt says zebra"]
    assert library.run().unchanged == 1
    assert library.parsed == []


def test_without_text_recognition_a_picture_is_refused_at_once(library):
    from index.parsers.base import ParseOptions

    library.write("picture.txt", "SCAN:zebra")
    importer = library.importer(options=ParseOptions(ocr=False))
    importer.run(library.collection.id, [library.documents], lambda _: None, lambda: False)
    assert library.rows()["picture.txt"].reason_code == "no_text"


@pytest.mark.parametrize("error", [errors.ParserCrashed, errors.ParserTimeout])
def test_a_crash_in_text_recognition_costs_the_scans_and_leaves_the_text(library, error):
    library.write("mixed.txt", "typed zebra\fSCAN:scanned")
    library.write("picture.txt", "SCAN:scanned only")
    plain = library.parse

    def parse(path, options):
        if options.ocr:
            raise error("it fell over")
        return plain(path, options)

    library.parse = parse
    summary = library.run()
    rows = library.rows()
    assert rows["mixed.txt"].stage == "complete"
    assert "Text recognition: it fell over" in rows["mixed.txt"].warnings
    assert (rows["picture.txt"].status, rows["picture.txt"].reason_code) == ("failed", error.code)
    assert (summary.indexed, summary.failed, summary.queued) == (1, 1, 0)
    assert library.found_by_word("zebra") == ["typed zebra"]
    library.run()
    assert library.parsed == []


def test_a_cancelled_run_is_completed_by_one_without_paths(library):
    for i in range(30):
        library.write(f"f{i:02}.txt", f"word{i}")
    library.write("scan.txt", "SCAN:zebra")
    library.limits = ImportLimits(group_wait_s=0.01, group_passages=4, batch_size=4)
    stop = []
    plain = library.embedder.embed_passages

    def embed(texts):
        stop.append(True)
        return plain(texts)

    library.embedder.embed_passages = embed
    summary = library.run(cancelled=lambda: len(stop) >= 2)
    assert summary.cancelled
    assert (summary.indexed, summary.queued) == (30, 1)
    library.importer().run(library.collection.id, [], lambda _: None, lambda: False)
    assert {row.stage for row in library.rows().values()} == {"complete"}
    assert len(library.embedder.embedded) == len(set(library.embedder.embedded)) == 31


def test_a_large_file_is_embedded_in_parts_and_found_in_part_meanwhile(library):
    library.limits = ImportLimits(group_wait_s=0.01, group_passages=8, batch_size=4)
    library.write("large.txt", "\f".join(f"passage{i} zebra" for i in range(50)))
    searcher = Searcher(library.ledger, library.reader, library.embedder)
    plain = library.embedder.embed_passages
    found = []

    def embed(texts):
        if len(library.embedder.embedded) >= 24 and not found:
            found.append(True)
            hits = searcher.search("passage3 zebra", [library.collection.id], "semantic", limit=60).hits
            assert 16 <= len(hits) <= 24
            assert len({h.chunk_id for h in hits}) == len(hits)
        return plain(texts)

    library.embedder.embed_passages = embed
    library.run()
    assert found
    assert library.reader.count(library.collection.id) == 50
    assert len(library.embedder.embedded) == 50
    assert library.rows()["large.txt"].stage == "complete"


def test_a_changed_paragraph_of_a_file_is_the_only_one_embedded_again(library):
    library.write("a.txt", "\f".join(f"paragraph{i}" for i in range(10)))
    library.run()
    library.embedder.embedded.clear()
    library.write("a.txt", "\f".join("changed" if i == 4 else f"paragraph{i}" for i in range(10)))
    library.run()
    assert library.embedder.embedded == ["a.txt\nchanged"]
    assert library.reader.count(library.collection.id) == 10


def test_passages_lost_from_the_store_are_made_anew(library):
    library.write("a.txt", "alpha zebra")
    library.run()
    row = library.rows()["a.txt"]
    library.executor.submit(library.writer.delete_files, library.collection.id, [row.id]).result()
    library.run()
    assert library.found_by_word("zebra") == ["alpha zebra"]


def test_originals_are_never_written(library):
    path = library.write("a.txt", "alpha\fSCAN:beta")
    os.chmod(path, 0o444)
    before = (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_mode)
    library.run()
    library.importer().upkeep.remove_file(library.rows()["a.txt"].id)
    assert (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_mode) == before
