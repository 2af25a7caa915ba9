"""Every reason that a person can meet is said in their language, by its code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication

import index.errors
import models.errors
from app.engine.watching import WatchNotice
from app.ui import translations
from app.viewmodels.failure_wording import failure_text
from app.viewmodels.preview_wording import KINDS, kind_text
from app.viewmodels.reasons import REASONS, next_step_text, reason_text_of
from app.viewmodels.watch_wording import TEXTS, watch_text
from app.workers.failures import Failure, classify
from index.ingest import ignore
from index.ingest.file_ledger import EXCLUDED
from index.ingest.kinds import Kind

ROOTS = {"index_error", "model_error", "user_fixable"}
"""Never raised without words of their own: those are shown."""


def tree(root: type) -> Iterator[str]:
    for below in root.__subclasses__():
        if below.__module__ in ("index.errors", "models.errors"):
            yield below.code  # type: ignore[attr-defined]
            yield from tree(below)


CODES = sorted(
    ({*tree(index.errors.IndexError_), *tree(models.errors.ModelError)} - ROOTS)
    | {r.code for r in vars(ignore).values() if isinstance(r, ignore.Reason)}
    | {"quarantined", EXCLUDED}
)


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    before = set(qapp.findChildren(QTranslator))
    assert translations.install(qapp, "de") == "de"
    yield
    for made in set(qapp.findChildren(QTranslator)) - before:
        qapp.removeTranslator(made)
        made.deleteLater()
    QLocale.setDefault(QLocale("en"))


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_its_sentence(code: str) -> None:
    assert code in REASONS
    assert reason_text_of(code, "fallback") not in ("", "fallback")


@pytest.mark.parametrize("code", CODES)
def test_and_in_german_another_one(german: None, code: str) -> None:
    what, todo = REASONS[code]
    assert reason_text_of(code, None) != what
    assert next_step_text(code, None) != todo or not todo


def test_a_code_that_nobody_knows_is_said_in_the_words_of_the_error() -> None:
    assert failure_text(Failure("Odd thing.", "Do this.", "defect", "brand_new")) == "Odd thing. Do this."


def test_errors_of_the_index_and_of_models_keep_their_code_on_the_way() -> None:
    assert failure_text(classify(index.errors.PasswordNeeded("x"))).startswith("Needs a password. Give the password")
    assert failure_text(classify(models.errors.ModelMissing("x"))).startswith("A model is not there. ")


def test_errors_without_a_code_keep_their_own_words() -> None:
    taken = index.errors.UserFixable("There is a collection named “A” already.", next_step="Choose another name.")
    assert failure_text(classify(taken)) == "There is a collection named “A” already. Choose another name."


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_has_a_name(kind: Kind) -> None:
    assert kind_text(kind)


@pytest.mark.parametrize("text", TEXTS)
def test_what_watching_tells_is_said_in_german(german: None, text: str) -> None:
    assert watch_text(WatchNotice(text, "/net/Akten")).startswith("Akten: ")
    assert text not in watch_text(WatchNotice(text, "/net/Akten"))
