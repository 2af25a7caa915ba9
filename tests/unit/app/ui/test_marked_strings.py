"""Words that a person sees are marked for translation: none stands bare in a call that shows it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4] / "app" / "ui"
SHOWING = {
    "Label": 0, "ElidedLabel": 0, "LinkButton": 0, "TextButton": 0, "PaneHeader": 0, "ChoiceButton": 0, "IconButton": 1, "IconLabel": 1,
    "EmptyState": 1, "setText": 0, "setPlaceholderText": 0, "setToolTip": 0, "setAccessibleName": 0, "setWindowTitle": 0, "set_text": 0,
    "set_texts": 0, "set_label": 0, "addAction": 0, "addSection": 0, "ask": 0, "Entry": 0,
}  # fmt: skip
"""Name of the call to the first argument that is shown."""
NAMES = {"Dossier", "dossier models setup"}
"""The same in every language."""


def bare(source: str) -> Iterator[tuple[int, str]]:
    """(line, words) of literals, and of f-strings with words of their own, that are shown as they stand."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name not in SHOWING:
            continue
        for argument in node.args[SHOWING[name] :]:
            parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
            words = "".join(p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str))
            if sum(c.isalpha() for c in words) > 1 and words.strip() not in NAMES:
                yield argument.lineno, words


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_no_words_are_shown_without_being_marked(path: Path) -> None:
    found = [(line, words) for line, words in bare(path.read_text(encoding="utf-8")) if not _is_name_of_icon(words)]
    assert found == []


def _is_name_of_icon(words: str) -> bool:
    return (Path(__file__).resolve().parents[4] / "resources" / "icons" / f"{words}.svg").is_file()


def test_the_search_sees_bare_words() -> None:
    source = 'Label("Some words")\nself.setToolTip(f"{n} files")\nLabel(self.tr("fine"))\nIconButton("x", "Close")\nLabel("", look="bad")'
    assert [words for _, words in bare(source)] == ["Some words", " files", "Close"]
