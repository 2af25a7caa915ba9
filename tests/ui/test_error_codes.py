"""Every code of the contract's error table as the window shows it: an error in its own words, or a warning on the answer."""

from __future__ import annotations

from typing import get_args

import pytest
from desk import Desk
from PySide6.QtWidgets import QApplication

from app.messages.answer import Answer, ErrorCode, Question
from app.pipeline.run import error_answer
from app.ui.ask.turn_view import TurnView
from app.ui.widgets.labels import Label
from app.workers.fakes import scenes

ERRORS = {
    "QUERY_INVALID": ("The question is empty. Type what you want to know.", "is empty"),
    "RETRIEVAL_FAILED": ("Your documents could not be searched.", "could not be searched"),
    "GENERATION_FAILED": ("The model failed.", "No answer could be written"),
    "SYSTEM_OVERLOAD": ("Dossier is busy.", "Too many questions at once"),
    "CONSENT_REQUIRED": ("Accept it.", "privacy notice"),
    "INDEX_BUSY": ("The index is busy.", "being rebuilt"),
    "INDEX_DAMAGED": ("The index is damaged.", "originals are untouched"),
}
WARNINGS = {
    "GENERATION_TIMEOUT": "The model did not answer in time.",
    "VALIDATION_TIMEOUT": "The answer could not be checked in time and is shown unchecked.",
    "VALIDATION_REJECTED": "The model's answer was withheld: no sentence of it is supported.",
    "RESPONSE_TOO_LONG": "The answer was too long and is cut at the end of a sentence.",
}
UNSEEN = {"RETRIEVAL_TIMEOUT"}
"""Tried again; the table says: nothing visible"""


def said(view: TurnView) -> str:
    QApplication.processEvents()
    return "\n".join(label.text() for label in view.findChildren(Label) if label.isVisibleTo(view))


def test_no_code_of_the_table_is_left_out() -> None:
    assert {*ERRORS, *WARNINGS, *UNSEEN} == set(get_args(ErrorCode))


@pytest.mark.parametrize("code", ERRORS)
def test_an_error_says_in_the_window_what_happened_and_what_to_do(desk: Desk, code: ErrorCode) -> None:
    message, shown = ERRORS[code]
    desk.answer = lambda question: error_answer(question, code, message, "router")
    desk.ask()
    assert shown in said(desk.window.ask_panel.views()[-1])


@pytest.mark.parametrize("code", WARNINGS)
def test_a_step_down_is_a_warning_on_the_answer(desk: Desk, code: ErrorCode) -> None:
    def answer(question: Question) -> Answer:
        made = scenes.checked(question, root=desk.root)
        metadata = made.metadata.model_copy(update={"warnings": (WARNINGS[code],), "codes": (code,), "degraded": True})
        return made.model_copy(update={"metadata": metadata})

    desk.answer = answer
    desk.ask()
    assert WARNINGS[code] in said(desk.window.ask_panel.views()[-1])
