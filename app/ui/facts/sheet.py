"""Asks what a sentence is to be called and which value stands in it."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.facts.fact import MAX_LABEL, MAX_UNIT, MAX_VALUE, FactWords, ListedFact, SourcePlace
from app.ui.theme.tokens import XS
from app.ui.widgets.combo import ComboBox
from app.ui.widgets.labels import Label
from app.ui.widgets.sheet import Sheet
from app.viewmodels.facts import Candidate, Facts
from app.viewmodels.failure_wording import failure_text
from app.workers.failures import Failure

SHOWN = 90


class FactSheet(Sheet):
    def __init__(self, facts: Facts, parent: QWidget) -> None:
        super().__init__(parent, "", self.tr("Pin"))
        self._facts = facts
        self._places: list[SourcePlace] = []
        self._changed_fact: str | None = None
        self.sentence = ComboBox(self.tr("Sentence"))
        self.sentence.setEditable(False)
        self.sentence.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._waits = False
        self.sentence.currentIndexChanged.connect(self._look)
        self.quote = Label("", look="muted", wrap=True)
        self.problem = Label("", look="bad", wrap=True)
        self.body.addWidget(self.sentence)
        self.body.addWidget(self.quote)
        self.label = self._field(self.tr("Name"), MAX_LABEL)
        self.value = self._field(self.tr("Value, as it stands in the sentence"), MAX_VALUE)
        self.unit = self._field(self.tr("Counted by, such as “a year”"), MAX_UNIT)
        self.day = self._field(self.tr("Valid from, such as 2026-01-31"), 10)
        self.body.addWidget(self.problem)
        for field in (self.label, self.value, self.day):
            field.textChanged.connect(self._check)
        facts.offered.connect(self.ask)
        facts.looked.connect(self._looked)
        facts.failed.connect(self._failed)
        facts.pinned_one.connect(self._done)

    @Slot(list)
    def ask(self, found: list[Candidate]) -> None:
        """Which of the sentences, and what it says. ``found`` is not empty."""
        self._begin(self.tr("Pin a fact"), None)
        self._places = [place for place, _ in found]
        self.sentence.blockSignals(True)
        self.sentence.clear()
        self.sentence.addItems([_short(words) for _, words in found])
        self.sentence.blockSignals(False)
        self.sentence.setVisible(len(found) > 1)
        self._look(0)
        self.open(self.label)

    def ask_change(self, item: ListedFact) -> None:
        fact = item.fact
        self._begin(self.tr("Change a fact") if fact.status == "pinned" else self.tr("Pin a fact"), fact.id)
        self.sentence.hide()
        self.quote.setText(f"“{' '.join(fact.quote.split())}”" if fact.quote else "")
        self._fill(fact)
        self.day.setText(fact.valid_from.isoformat() if fact.valid_from is not None else "")
        self.open(self.label)

    def _begin(self, title: str, fact_id: str | None) -> None:
        self.title.setText(title)
        self.setAccessibleName(title)
        self._changed_fact = fact_id
        self.problem.hide()
        for field in (self.label, self.value, self.unit, self.day):
            field.clear()
        self._check()

    def _field(self, name: str, longest: int) -> QLineEdit:
        """Its name stands above it, also when something is filled in."""
        field = QLineEdit()
        field.setAccessibleName(name)
        field.setMaxLength(longest)
        column = QVBoxLayout()
        column.setSpacing(XS)
        column.addWidget(Label(name, look="caption", wrap=True))
        column.addWidget(field)
        self.body.addLayout(column)
        return field

    def _fill(self, words: FactWords) -> None:
        self.label.setText(words.label)
        self.value.setText(words.value)
        self.unit.setText(words.unit)

    def _day(self) -> date | None:
        """Raises ValueError."""
        text = self.day.text().strip()
        return date.fromisoformat(text) if text else None

    @Slot(int)
    def _look(self, index: int) -> None:
        if 0 <= index < len(self._places):
            self._facts.look(self._places[index])

    @Slot(object, object)
    def _looked(self, place: SourcePlace, found: tuple[str, FactWords | None]) -> None:
        index = self.sentence.currentIndex()
        if self._changed_fact is not None or not 0 <= index < len(self._places) or self._places[index] != place:
            return
        sentence, words = found
        self.quote.setText(f"“{' '.join(sentence.split())}”")
        if words is not None:
            self._fill(words)
        self.fit()

    @Slot()
    def _check(self) -> None:
        try:
            self._day()
            day = True
        except ValueError:
            day = False
        self.confirm.setEnabled(day and bool(self.label.text().strip() and self.value.text().strip()))

    @Slot()
    def _confirm(self) -> None:
        """The sheet stays open until the value was found in the sentence."""
        words = FactWords(
            label=" ".join(self.label.text().split()), value=" ".join(self.value.text().split()),
            unit=" ".join(self.unit.text().split()), valid_from=self._day(),
        )  # fmt: skip
        self._waits = True
        if self._changed_fact is not None:
            self._facts.change(self._changed_fact, words)
        else:
            self._facts.pin(words, self._places[max(0, self.sentence.currentIndex())])

    @Slot()
    def _done(self) -> None:
        if self._waits:
            self._waits = False
            self.shut()

    @Slot(object)
    def _failed(self, failure: Failure) -> None:
        if self.isVisible():
            self._waits = False
            self.problem.setText(failure_text(failure))
            self.problem.show()
            self.fit()


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1].rstrip() + "…"
