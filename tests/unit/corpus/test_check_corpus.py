"""The run over a set with a fake program: what is asked, counted, printed and returned."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import check_corpus
import pytest
from adapter import Depth
from report import percentile


class FakeEngine:
    """Answers from a table; a question that is not in it is not found."""

    def __init__(self, answers: dict[str, dict[str, Any]]) -> None:
        self.answers = answers
        self.imported: list[Path] = []
        self.depths: set[str] = set()
        self.closed = False

    def import_paths(self, paths: Sequence[Path], collection: str) -> dict[str, Any]:
        self.imported += paths
        return {"found": 1, "indexed": 1}

    def ask(self, question: str, collection: str, depth: Depth) -> dict[str, Any]:
        self.depths.add(depth)
        empty = {"status": "not_found", "text": "Not found.", "passages": [], "closest": [], "report": None, "error": None}
        return self.answers.get(question, empty)

    def close(self) -> None:
        self.closed = True


def supported(text: str, source: str) -> dict[str, Any]:
    place = {"kind": "page", "page": 1}
    citation = {"source": source, "quote": text, "place": place}
    return {
        "status": "answered",
        "text": text,
        "passages": [{"source": source, "content": text, "place": place}],
        "closest": [],
        "report": {"verdict": "supported", "sentences": [{"verdict": "supported", "citations": [citation]}]},
        "error": None,
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "set" / "docs").mkdir(parents=True)
    evidence = [{"file": "a.txt", "where": "p1", "contains": ["seven days"]}]
    lines = [
        {
            "id": "1",
            "question": "How long is the notice?",
            "answer": "7 days",
            "must_contain": ["7 days"],
            "kind": "number",
            "evidence": evidence,
        },
        {
            "id": "2",
            "question": "How long is the trial?",
            "answer": "7 days",
            "must_contain": ["7 days"],
            "kind": "number",
            "evidence": evidence,
        },
        {
            "id": "3",
            "question": "Who is the owner?",
            "answer": "Not there.",
            "must_contain": [],
            "kind": "unanswerable",
            "evidence": [],
        },
    ]
    (tmp_path / "set" / "questions.jsonl").write_text("\n".join(json.dumps(line) for line in lines))
    return tmp_path / "set"


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    fake = FakeEngine(
        {
            "How long is the notice?": supported("The notice is seven days.", "/d/a.txt"),
            "How long is the trial?": supported("The trial is nine days.", "/d/a.txt"),
        }
    )
    monkeypatch.setattr(check_corpus, "open_engine", lambda home, models: fake)
    return fake


def test_a_run_counts_and_writes_what_it_saw(
    folder: Path, engine: FakeEngine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.json"
    assert check_corpus.main(["--folder", str(folder), "--home", str(tmp_path), "--json", str(out), "--depth", "thorough"]) == 0
    found = json.loads(out.read_text())["sets"]["set"]["figures"]
    assert found["right"] == [2, 3]
    assert found["wrong_and_unmarked"] == [1, 3]
    assert found["passage_present"] == [2, 2]
    assert found["present_by_place_only"] == 1
    assert found["refused_unanswerable"] == [1, 1]
    assert found["by_kind"] == {"number": [1, 2], "unanswerable": [1, 1]}
    printed = capsys.readouterr().out
    assert "2/3" in printed
    assert "cores" in printed
    assert engine.closed
    assert engine.depths == {"thorough"}


def test_the_questions_are_never_imported(folder: Path, engine: FakeEngine, tmp_path: Path) -> None:
    check_corpus.main(["--folder", str(folder), "--home", str(tmp_path)])
    assert engine.imported == [folder / "docs"]


@pytest.mark.parametrize(
    ("thresholds", "code"),
    [
        (["--require-right", "2"], 0),
        (["--require-right", "3"], 1),
        (["--require-unmarked-at-most", "1"], 0),
        (["--require-unmarked-at-most", "0"], 1),
        (["--require-present", "3"], 1),
    ],
)
def test_only_a_missed_threshold_fails_the_run(
    folder: Path, engine: FakeEngine, tmp_path: Path, thresholds: list[str], code: int
) -> None:
    assert check_corpus.main(["--folder", str(folder), "--home", str(tmp_path), *thresholds]) == code


def test_limit_asks_only_the_first_questions(folder: Path, engine: FakeEngine, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    check_corpus.main(["--folder", str(folder), "--home", str(tmp_path), "--json", str(out), "--limit", "1"])
    assert [q["id"] for q in json.loads(out.read_text())["sets"]["set"]["questions"]] == ["1"]


def test_a_missing_set_is_said_and_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_corpus.main(["--folder", str(tmp_path / "gone"), "--home", str(tmp_path)]) == 0
    assert "skipped: the set gone is not there" in capsys.readouterr().out


def test_the_engine_is_closed_when_a_question_fails(
    folder: Path, engine: FakeEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(question: str, collection: str, depth: Depth) -> dict[str, Any]:
        raise RuntimeError("out of order")

    monkeypatch.setattr(engine, "ask", fail)
    with pytest.raises(RuntimeError, match="out of order"):
        check_corpus.main(["--folder", str(folder), "--home", str(tmp_path)])
    assert engine.closed


@pytest.mark.parametrize(
    ("values", "percent", "value"), [([], 95, 0.0), ([3.0, 1.0, 2.0], 50, 2.0), ([float(n) for n in range(1, 21)], 95, 19.0)]
)
def test_percentile_is_the_nearest_rank(values: list[float], percent: int, value: float) -> None:
    assert percentile(values, percent) == value


def test_the_samples_are_always_there() -> None:
    found = check_corpus.find_set("samples")
    assert found is not None
    assert found.questions.is_file()
