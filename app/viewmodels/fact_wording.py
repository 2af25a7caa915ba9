"""Words and colours of a fact's state."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDate

from app.facts.fact import Fact, FactState, ListedFact
from app.viewmodels.dates import day_text
from app.viewmodels.places import source_text
from app.viewmodels.translating import QT_TRANSLATE_NOOP

_STATES: dict[FactState, tuple[str, str, str]] = {
    "valid": (QT_TRANSLATE_NOOP("Facts", "In order"), "circle-check", "supported"),
    "not_yet": (QT_TRANSLATE_NOOP("Facts", "Not in force yet"), "clock", "muted"),
    "superseded": (QT_TRANSLATE_NOOP("Facts", "Replaced by a later one"), "clock", "muted"),
    "stale": (QT_TRANSLATE_NOOP("Facts", "Not used"), "circle-x", "unsupported"),
    "conflict": (QT_TRANSLATE_NOOP("Facts", "Contradicted"), "triangle-alert", "partly"),
}
_CHANGED = QT_TRANSLATE_NOOP("Facts", "Its sentence has changed in the document.")
_VANISHED = QT_TRANSLATE_NOOP("Facts", "Its sentence or its document is gone.")
_AGAINST = QT_TRANSLATE_NOOP("Facts", "Also said: {others}")
_FROM = QT_TRANSLATE_NOOP("Facts", "from {day}")


def state_of(state: FactState) -> tuple[str, str, str]:
    """Words, icon, colour."""
    words, icon, colour = _STATES[state]
    return QCoreApplication.translate("Facts", words), icon, colour


def note_of(item: ListedFact) -> str:
    """What a person must know of it beside its state; empty where there is nothing."""
    if item.fact.stale is not None:
        return QCoreApplication.translate("Facts", _CHANGED if item.fact.stale == "changed" else _VANISHED)
    if item.against:
        return QCoreApplication.translate("Facts", _AGAINST).format(others="; ".join(item.against))
    return ""


def figure_of(fact: Fact) -> str:
    if fact.valid_from is None:
        return fact.figure
    day = day_text(QDate(fact.valid_from.year, fact.valid_from.month, fact.valid_from.day))
    return f"{fact.figure} · {QCoreApplication.translate('Facts', _FROM).format(day=day)}"


def source_of(fact: Fact) -> str:
    return source_text(fact.source, fact.place)
