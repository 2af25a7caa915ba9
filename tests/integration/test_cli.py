"""The command line as a person or a script uses it: real ledger, index, embedder and the smallest real model."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "resources" / "samples"


@pytest.fixture(scope="module")
def home(tmp_path_factory, models_dir):
    """A data folder with the test models (linked) and the samples imported."""
    folder = tmp_path_factory.mktemp("data") / "home"
    folder.mkdir(mode=0o700)
    (folder / "models").symlink_to(models_dir)
    (folder / "settings.json").write_text(
        json.dumps({"version": 1, "generation": {"model": "smollm2-135m", "fallback_model": None}})
    )
    done = dossier(folder, "--accept-notice", "import", SAMPLES, "--collection", "Samples", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["failed"] == 0
    return folder


def environment():
    kept = {k: v for k, v in os.environ.items() if k not in ("ACCEPT_NOTICE", "DOSSIER_HOME", "DOSSIER_POLICY")}
    return kept | {"PYTHONPATH": str(ROOT)}


def dossier(home: Path, *arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app", "--home", str(home), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, input=stdin, env=environment(), timeout=240, check=False)


pytestmark = pytest.mark.model


def test_status_accounts_for_every_file(home):
    done = dossier(home, "status", "--json")
    (status,) = json.loads(done.stdout)
    summary = status["summary"]
    assert summary["found"] == summary["indexed"] + summary["skipped"] + summary["failed"] == len(status["files"])
    names = {Path(f["path"]).name for f in status["files"]}
    assert names == {p.name for p in SAMPLES.iterdir()}


def test_importing_again_reads_nothing_anew(home):
    done = dossier(home, "import", SAMPLES, "--collection", "samples", "--json")
    summary = json.loads(done.stdout)
    assert summary["unchanged"] == summary["found"]
    assert summary["indexed"] == 0


def test_an_answer_is_whole_json_with_its_passages_and_report(home):
    done = dossier(home, "ask", "When does the board meet next?", "--json")
    answer = json.loads(done.stdout)
    assert done.returncode in (0, 6)
    sources = [Path(p["source"]).name for p in answer["passages"] or answer["closest"]]
    assert "Minutes of the board 14 May 2025.txt" in sources
    assert answer["metadata"]["model"] in ("smollm2-135m", None)


def test_what_the_documents_do_not_know_ends_with_its_own_code(home):
    done = dossier(home, "ask", "What is the boiling point of tungsten on Mars?")
    assert done.returncode == 6
    assert "not found in your documents" in done.stdout
    assert "Closest matches" in done.stdout


def test_a_german_question_gets_a_german_refusal(home):
    done = dossier(home, "ask", "Wie hoch ist der Siedepunkt von Wolfram auf dem Mars?")
    assert done.returncode == 6
    assert "in Ihren Unterlagen nichts gefunden" in done.stdout


def found(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [Path(hit["source_path"]).name for hit in json.loads(done.stdout)["hits"]]


def test_a_search_shows_passages_without_an_answer(home):
    done = dossier(home, "search", "hotel costs per night")
    assert done.returncode == 0
    assert "Travel policy 2025.pdf, p. 1" in done.stdout
    assert "Hotel costs are reimbursed" in done.stdout


def test_a_search_for_a_phrase_or_the_beginning_of_a_word_goes_by_words(home):
    assert found(dossier(home, "search", '"hotel costs are reimbursed"', "--json"))[0].startswith("Travel policy")
    assert found(dossier(home, "search", "reimburs*", "--json"))
    assert dossier(home, "search", '"costs hotel are"').returncode == 6


def test_a_search_keeps_to_its_filters(home):
    every = set(found(dossier(home, "search", "travel policy", "--json", "--limit", "50")))
    pdf = set(found(dossier(home, "search", "travel policy", "--json", "--limit", "50", "--kind", "pdf")))
    assert pdf == {name for name in every if name.endswith(".pdf")} != every
    assert dossier(home, "search", "travel policy", "--until", "1990-01-01").returncode == 6


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["search", "  "], 2, "nothing to search for"),
        (["search", '"" *'], 2, "nothing to search for"),
        (["search", "hotel", "--kind", "foo"], 6, "no document of kind foo; it has:"),
        (["conversations", "search", ""], 2, "nothing to search for"),
        (["search", "x", "--since", "yesterday"], 2, "2026-03-31"),
        (["search", "x", "--kind", "pdf' OR 1=1"], 2, "no short name"),
        (["search", "x", "--limit", "0"], 2, "1 to 1000"),
        (["ask", "x", "--collection", "Nowhere"], 1, "no collection called"),
        (["ask", "   "], 2, "empty"),
        (["models", "use", "no-such-model"], 4, "no-such-model"),
        (["models", "use", "multilingual-e5-small"], 4, "does not write answers"),
        (["import", "README.md", "--collection", "two\nlines"], 1, "one line"),
        (["models", "import", "no-such-file.gguf"], 4, "no-such-file.gguf"),
    ],
)
def test_bad_input_is_one_plain_sentence_and_an_exit_code(home, arguments, code, words):
    done = dossier(home, *arguments)
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr + done.stdout


def test_importing_what_is_not_there_is_an_error_and_makes_no_collection(home, tmp_path):
    done = dossier(home, "import", tmp_path / "gone", "--collection", "Other")
    assert done.returncode == 1
    assert "There is no file or folder" in done.stderr
    assert "Other" not in dossier(home, "status").stdout


def test_an_empty_path_is_not_the_working_directory(home):
    done = dossier(home, "import", "", "--collection", "Other")
    assert done.returncode == 2
    assert "empty" in done.stderr


def test_a_folder_below_another_is_taken_out_with_all_that_is_in_it(home, tmp_path):
    docs = tmp_path / "docs"
    (docs / "old" / "deep").mkdir(parents=True)
    (docs / "old" / "deep" / "code.txt").write_text("The safe code is 4471.")
    (docs / "note.txt").write_text("The safe is green.")
    assert dossier(home, "import", docs, "--collection", "Safe").returncode == 0
    assert dossier(home, "import", docs / "old", "--collection", "Safe").returncode == 0
    for _ in range(2):  # once as a folder that was added by itself, once as one below another
        done = dossier(home, "forget", docs / "old", "--collection", "Safe")
        assert done.returncode == 0, done.stderr
        (status,) = json.loads(dossier(home, "status", "--collection", "Safe", "--json").stdout)
        assert {Path(f["path"]).name: f["status"] for f in status["files"]} == {"code.txt": "skipped", "note.txt": "indexed"}
        assert dossier(home, "forget", docs / "old", "--collection", "Safe").returncode == 1
        assert dossier(home, "retry", docs / "old", "--collection", "Safe").returncode == 0
    assert dossier(home, "delete", "Safe", "--yes").returncode == 0


def test_a_path_that_no_system_takes_is_told_like_any_that_is_not_there(home):
    done = dossier(home, "import", "a" * 5000)
    assert done.returncode == 1
    assert "There is no file or folder" in done.stderr


def test_what_was_imported_can_be_taken_out_again(home, tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.txt").write_text("The lighthouse keeper is called Xaverius.")
    (docs / "b.txt").write_text("The harbour master is called Philomena.")
    assert dossier(home, "import", docs, "--collection", "Coast").returncode == 0
    assert dossier(home, "forget", docs / "a.txt", "--collection", "Coast").returncode == 0
    (status,) = json.loads(dossier(home, "status", "--collection", "Coast", "--json").stdout)
    assert {Path(f["path"]).name: (f["status"], f["reason_code"]) for f in status["files"]} == {
        "a.txt": ("skipped", "excluded"),
        "b.txt": ("indexed", None),
    }
    assert dossier(home, "import", docs, "--collection", "Coast").returncode == 0
    (status,) = json.loads(dossier(home, "status", "--collection", "Coast", "--json").stdout)
    assert status["summary"]["indexed"] == 1
    assert dossier(home, "retry", docs / "never.txt", "--collection", "Coast").returncode == 1
    assert dossier(home, "retry", docs / "a.txt", "--collection", "Coast").returncode == 0
    (status,) = json.loads(dossier(home, "status", "--collection", "Coast", "--json").stdout)
    assert [(f["status"], f["stage"], f["passages"], f["parser"] is not None) for f in status["files"]] == [
        ("indexed", "complete", 1, True)
    ] * 2
    assert dossier(home, "forget", docs / "a.txt", "--collection", "Coast").returncode == 0
    assert dossier(home, "forget", tmp_path / "never", "--collection", "Coast").returncode == 1
    assert dossier(home, "delete", "Coast", "--yes").returncode == 0
    assert "Coast" not in dossier(home, "status").stdout
    assert (docs / "a.txt").exists()
    left = b"".join(p.read_bytes() for p in home.rglob("*") if p.is_file() and "models" not in p.parts)
    assert b"Xaverius" not in left
    assert b"Philomena" not in left


def test_without_an_answer_to_the_notice_nothing_is_read(tmp_path, models_dir):
    folder = tmp_path / "fresh"
    done = dossier(folder, "import", SAMPLES)
    assert done.returncode == 3
    assert "privacy" in done.stderr.lower()
    assert not (folder / "library.sqlite").exists()
    assert list((folder / "ix").iterdir()) == []


def test_a_closed_pipe_is_no_failure(home):
    command = f"set -o pipefail; '{sys.executable}' -m app --home '{home}' status --files | (read line; exec 0<&-; sleep 1)"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment(), timeout=60, check=False)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_a_conversation_answers_line_by_line_and_ends_with_the_input(home):
    done = dossier(home, "chat", "--collection", "Samples", stdin="What is the boiling point of tungsten on Mars?\n\n")
    assert done.returncode == 0
    assert "not found in your documents" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as SIGINT")
def test_ctrl_c_stops_an_import_soundly_and_the_next_one_goes_on(tmp_path, models_dir):
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    (folder / "models").symlink_to(models_dir)
    many = tmp_path / "many"
    many.mkdir()
    files = [many / f"file {number}.txt" for number in range(120)]
    for number, file in enumerate(files):
        file.write_text(f"Report {number}. " + " ".join(f"word{number}x{n}" for n in range(200)))
    command = [sys.executable, "-m", "app", "--home", str(folder), "--accept-notice", "import", str(many)]
    # A shell starts background jobs with SIGINT ignored, and children inherit that: here it must count.
    running = subprocess.Popen(
        command,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    deadline = time.monotonic() + 60
    while not list((folder / "ix").glob("*.lance")) and time.monotonic() < deadline:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    assert "Traceback" not in errors

    # A part of the files is enough to see that the next import goes on; embedding them all would only take longer.
    for file in files[40:]:
        file.unlink()
    done = dossier(folder, "import", many, "--json")
    summary = json.loads(done.stdout)
    assert done.returncode == 0
    assert summary["indexed"] + summary["unchanged"] == 40
