"""``make bench-retrieval`` takes sets as they lie about: ids of any form, with or without titles, headers, grades."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "benchmarks" / "_retrieval.py"


@pytest.fixture(scope="module")
def sets():
    spec = importlib.util.spec_from_file_location("_retrieval_under_test", FILE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def folder(tmp_path: Path, passages: list[dict], queries: list[dict], qrels: str, name: str = "set") -> Path:
    made = tmp_path / name
    made.mkdir(parents=True)
    for file, rows in (("corpus", passages), ("queries", queries)):
        (made / f"{file}.jsonl").write_text("\n".join(json.dumps(row) for row in rows) + "\n\n", encoding="utf-8")
    (made / "qrels.tsv").write_text(qrels, encoding="utf-8")
    return made


PASSAGES = [
    {"id": "a/1 ü", "text": "One text."},
    {"id": 2, "title": "Only a title", "text": ""},
    {"_id": "c", "text": "Third\u2028text."},
]
QUERIES = [{"id": 7, "text": "first?"}, {"_id": "q 2", "text": "second?"}]


@pytest.mark.parametrize(
    "qrels",
    [
        "query-id\tcorpus-id\tscore\n7\ta/1 ü\t2\nq 2\t2\t1\n",
        "7\ta/1 ü\t2\nq 2\t2\t1\nq 2\tc\t0\n",
        "7\t0\ta/1 ü\t2\r\nq 2\t0\t2\t1\r\n",
        "\ufeff7\ta/1 ü\t2.0\nq 2\t2\t1.0",
        "7\ta/1 ü\t2\nq 2\t2\t1\nq 2\tnowhere\t1\nnobody\tc\t1\n",
    ],
)
def test_judgements_are_read_with_a_header_or_without_in_three_columns_or_four(sets, tmp_path, qrels):
    data = sets.load(folder(tmp_path, PASSAGES, QUERIES, qrels), "set")
    assert data.relevant == {"7": {"a/1 ü": 2}, "q 2": {"2": 1}}
    assert data.queries == {"7": "first?", "q 2": "second?"}


def test_two_columns_judge_all_that_they_name_as_relevant(sets, tmp_path):
    data = sets.load(folder(tmp_path, PASSAGES, QUERIES, "query\tpassage\n7\tc\n"), "set")
    assert data.relevant == {"7": {"c": 1}}


def test_a_passage_without_a_text_is_searched_by_its_title_and_one_without_both_is_left_out(sets, tmp_path):
    data = sets.load(folder(tmp_path, [*PASSAGES, {"id": "empty", "text": " "}], QUERIES, "7\tc\t1\n"), "set")
    assert data.passages == {"a/1 ü": "One text.", "2": "Only a title", "c": "Third\u2028text."}


def test_a_relevant_passage_that_nobody_can_find_still_counts_as_missed(sets, tmp_path):
    data = sets.load(folder(tmp_path, [*PASSAGES, {"id": "empty", "text": ""}], QUERIES, "7\tempty\t1\n"), "set")
    assert data.relevant == {"7": {"empty": 1}}


def test_ids_that_fit_nothing_are_an_error_and_not_a_table_of_noughts(sets, tmp_path):
    with pytest.raises(SystemExit, match="no question has a judged passage"):
        sets.load(folder(tmp_path, PASSAGES, QUERIES, "x\ty\t1\n"), "set")


@pytest.mark.parametrize("language", ["ru", "ar", "tr", "pl", "th"])
def test_a_folder_named_by_a_language_is_in_that_language(sets, tmp_path, language):
    made = folder(tmp_path, PASSAGES, QUERIES, "7\tc\t1\n", name=language)
    assert sets.load(made, language).language == language


def test_titles_that_name_their_passages_are_their_context_and_titles_of_articles_are_not(sets, tmp_path):
    papers = [{"id": i, "title": f"Paper {i}", "text": f"We study {i}."} for i in range(6)]
    articles = [{"id": i, "title": "One article", "text": f"Paragraph {i}."} for i in range(6)]
    repeated = [{"id": i, "title": f"Paper {i}", "text": f"Paper {i}\nWe study."} for i in range(6)]
    asked = [{"id": "q", "text": "study?"}]
    found = [
        sets.own_titles(sets.load(folder(tmp_path / str(n), rows, asked, "q\t1\t1\n"), "set"))
        for n, rows in enumerate((papers, articles, repeated))
    ]
    assert found == [True, False, False]
