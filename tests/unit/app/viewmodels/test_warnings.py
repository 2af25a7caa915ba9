"""What the pipeline says in English is said in the person's language by the window: every sentence that stands in its source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

from app.messages.answer import AnswerMetadata
from app.settings.paths import resources_dir
from app.viewmodels.warning_wording import TEXTS, warning_text, warning_texts

ROOT = Path(__file__).resolve().parents[4]
SAYING = {"warn", "QueryInvalid"}


def sentences() -> Iterator[tuple[str, str]]:
    """(where, sentence) of each ``warn(…)``, ``warnings.append(…)`` and ``QueryInvalid(…)``, with 7 for what is filled in."""
    for path in [*(ROOT / "app" / "pipeline").glob("*.py"), *(ROOT / "index" / "search").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            appended = name == "append" and "warnings" in ast.unparse(node.func)
            text = filled(node.args[0]) if name in SAYING or appended else None
            if text is not None:
                yield path.name, text


def filled(node: ast.expr) -> str | None:
    """A literal as a person may see it; None for a sentence that comes from elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp):
        left = filled(node.left)
        return None if left is None else left + (filled(node.right) or "7")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):  # "…".rstrip()
        return filled(node.func.value)
    if isinstance(node, ast.JoinedStr):
        parts = [p.value if isinstance(p, ast.Constant) else named(ast.unparse(p)) for p in node.values]
        return "".join(str(p) for p in parts)
    return None


def named(hole: str) -> str:
    return "The model" if "_named" in hole else "7"


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(str(resources_dir() / "translations" / "dossier_de.qm"))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


FOUND = sorted(set(sentences()))


def test_the_sentences_are_found() -> None:
    assert len(FOUND) >= 15


@pytest.mark.parametrize(("where", "sentence"), FOUND)
def test_each_sentence_of_the_pipeline_is_said_in_german(where: str, sentence: str, german: None) -> None:
    assert warning_text(sentence) != sentence, where


def test_in_english_nothing_changes() -> None:
    for text in TEXTS:
        said = text.format_map({"reasons": "7", "error": "7", "dropped": 7, "all": 9, "failure": "7", "when": "7", "wait": "7"} | dict.fromkeys(("model", "what", "length", "most", "label", "names", "count"), "7"))  # fmt: skip
        assert warning_text(said) == said


def test_the_error_inside_a_warning_is_said_anew_too(german: None) -> None:
    said = warning_text(
        "The model could not answer: The model tiny is not set up on this machine. Run `dossier models setup`, or import a GGUF "
        "file with `dossier models import FILE`."
    )
    assert "tiny" in said
    assert "not set up" not in said


def test_the_reasons_of_a_withheld_answer_are_said_one_by_one(german: None) -> None:
    reasons = ("€125 is in no passage.", "No passage says this.")
    metadata = AnswerMetadata(warnings=("The model's answer was withheld: " + " ".join(reasons),), reasons=reasons)
    (said,) = warning_texts(metadata)
    assert "€125" in said
    assert "no passage" not in said.lower()


def test_a_warning_that_nobody_knows_stands_as_it_came(german: None) -> None:
    assert warning_text("Something else.") == "Something else."
