"""`dossier conversations` as a person or a script uses it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest

from app.cli import main
from app.conversations.store import ConversationStore
from app.messages.answer import Answer, Question
from app.messages.base import new_correlation_id
from app.messages.validation import SentenceReport, ValidationReport
from index.document import Span

TEXT = "Hotels are paid up to 120 euros."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def ident(home: Path) -> str:
    """A conversation with one question, and another."""
    store = ConversationStore(home / "conversations.sqlite")
    store.warm_up()
    for text in ("Who is the travel desk?", "What is paid for hotels?"):
        question = Question(correlation_id=new_correlation_id(), text=text, conversation=uuid4())
        sentence = SentenceReport(span=Span(start=0, end=len(TEXT)), text=TEXT, verdict="supported", score=1.0)
        report = ValidationReport(correlation_id=question.correlation_id, verdict="supported", sentences=(sentence,))
        store.begin(question)
        store.finish(question, Answer(correlation_id=question.correlation_id, status="answered", text=TEXT, report=report))
    store.close()
    return str(question.conversation)[:8]


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


Dossier = Callable[..., Done]


@pytest.fixture
def dossier(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Dossier:
    """Run `dossier conversations …` and give what it printed."""
    monkeypatch.delenv("ACCEPT_NOTICE", raising=False)

    def run(*arguments: object, accept: bool = True) -> Done:
        accepted = ["--accept-notice"] if accept else []
        capsys.readouterr()
        code = main(["--home", str(home), *accepted, "conversations", *map(str, arguments)])
        told = capsys.readouterr()
        return Done(code, told.out, told.err)

    return run


def test_a_conversation_is_listed_found_renamed_signed_exported_and_deleted(
    dossier: Dossier, home: Path, ident: str, tmp_path: Path
) -> None:
    listed = json.loads(dossier("list", "--json").stdout)
    assert [row["title"] for row in listed] == ["What is paid for hotels?", "Who is the travel desk?"]
    assert "travel desk" in dossier("search", "desk").stdout
    assert dossier("search", "unicorn").returncode == 6
    assert dossier("rename", ident, "Travel").returncode == 0
    assert dossier("sign", ident, 1, 1, "dispute", "--note", "It is 140.").returncode == 0
    shown = dossier("show", ident).stdout
    assert "Travel" in shown
    assert f"1) {TEXT}  supported  disputed: It is 140." in shown
    target = tmp_path / "talk.md"
    assert dossier("export", ident, target).returncode == 0
    assert "It is 140." in target.read_text(encoding="utf-8")
    again = dossier("export", ident, target)
    assert (again.returncode, "--force" in again.stderr) == (1, True)
    refused = dossier("delete", ident)
    assert (refused.returncode, "--yes" in refused.stderr) == (1, True)
    assert dossier("show", ident).returncode == 0
    assert dossier("delete", ident, "--yes").returncode == 0
    left = b"".join(p.read_bytes() for p in home.glob("conversations.sqlite*"))
    assert b"paid for hotels" not in left
    assert b"It is 140." not in left


@pytest.mark.parametrize(
    "arguments", [("show", "ffff"), ("delete",), ("rename", "", "x"), ("sign", "ID", 9, 1, "off"), ("sign", "ID", 1, 9, "off")]
)
def test_bad_input_is_one_plain_sentence(dossier: Dossier, ident: str, arguments: tuple[object, ...]) -> None:
    done = dossier(*[ident if a == "ID" else a for a in arguments])
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


def test_nothing_is_read_before_the_notice_is_accepted(dossier: Dossier, ident: str) -> None:
    done = dossier("list", accept=False)
    assert done.returncode == 3
    assert "hotels" not in done.stdout


def test_without_a_history_the_list_says_so(dossier: Dossier, home: Path) -> None:
    (home / "settings.json").write_text(json.dumps({"version": 1, "conversations": {"keep": False}}))
    done = dossier("list")
    assert done.returncode == 0
    assert "keep no history" in done.stderr
    assert not (home / "conversations.sqlite").exists()
