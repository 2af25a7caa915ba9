"""The retrieval benchmark: sets in any folder, and rankings of passages of any length judged by the evidence that they hold."""

import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from _documents import DocumentQuestion, Evidence, evidence_run, page_of, qrels  # noqa: E402
from _retrieval import load, nearest, set_folder  # noqa: E402


@pytest.fixture
def folder(tmp_path):
    def lines(name, rows):
        (tmp_path / name).write_text("\n".join(json.dumps(r) for r in rows), encoding="utf-8")

    lines(
        "corpus.jsonl",
        [{"_id": "a", "text": "The cat sat on the mat and the dog is in the garden.", "title": "Cat"}, {"_id": 7, "text": "x"}],
    )
    lines("queries.jsonl", [{"_id": "q1", "text": "Where is the cat?"}, {"_id": "q2", "text": "unjudged"}])
    (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\ta\t2\nq1\t7\t0\n", encoding="utf-8")
    return tmp_path


def test_any_folder_of_three_files_is_a_set_whichever_way_its_ids_are_written(folder):
    data = load(set_folder(str(folder)), "mine")
    assert data.language == "en"
    assert data.passages.keys() == {"a", "7"}
    assert data.titles == {"a": "Cat", "7": ""}


def test_grades_of_zero_and_questions_without_an_answer_do_not_count(folder):
    data = load(folder, "mine")
    assert data.relevant == {"q1": {"a": 2}}
    assert list(data.queries) == ["q1"]


def test_a_missing_set_is_named_with_the_files_it_needs(tmp_path):
    with pytest.raises(SystemExit, match=r"corpus\.jsonl"):
        set_folder(str(tmp_path / "nothing"))


def test_evidence_counts_where_it_is_first_seen_whatever_the_length_of_the_passages():
    question = DocumentQuestion(
        "q", "?", "fact", (Evidence("rules.md", "Five  days", None), Evidence("rules.md", "ten days", 3))
    )
    ranked = [("/d/other.md", "five days"), ("/d/rules.md", "… FIVE\ndays …"), ("/d/rules.md", "five days and ten days")]
    assert evidence_run(question, ranked) == ["other0", "e0", "e1"]
    assert qrels([question]) == {"q": {"e0": 1, "e1": 1}}


@pytest.mark.parametrize(("where", "page"), [("p3", 3), ("slide 12", 12), ("§ 6 Abs. 2", None), ("Risk Log", None)])
def test_only_pages_and_slides_are_pages(where, page):
    assert page_of(where) == page


def test_an_owner_of_several_pieces_is_ranked_once_by_its_nearest():
    import numpy as np

    pieces = np.array([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])
    assert nearest(np.array([[0.0, 1.0]]), pieces, ["a", "b", "a"]) == [["a", "b"]]
