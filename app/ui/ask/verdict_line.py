"""Below an answer: how many of its sentences are supported, and what the check found in those that are not."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.ask.chip_pictures import MARKS
from app.ui.theme.tokens import M
from app.ui.widgets.card import Card, row
from app.ui.widgets.labels import IconLabel, Label
from app.viewmodels.answer_layout import AnswerLayout, doubt
from app.viewmodels.finding_wording import finding_text, verdict_text


class VerdictLine(QWidget):
    copied = Signal()

    def __init__(self, layout: AnswerLayout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        self.summary = Label(self._summary(layout), look="strong", wrap=True)
        icon, colour = self._icon(layout)
        line = row(IconLabel(icon, colour=colour), self.summary)
        line.setStretch(1, 1)
        column.addLayout(line)
        self.findings: list[Label] = []
        for index in layout.doubtful():
            column.addWidget(self._sentence(layout, index))

    def _summary(self, layout: AnswerLayout) -> str:
        if not layout.checked:
            return self.tr("Not checked")
        if layout.claims == 0:
            return self.tr("Nothing to check in this answer")
        return self.tr("{supported} of %Ln sentence(s) supported", "", layout.claims).format(supported=layout.supported)

    @staticmethod
    def _icon(layout: AnswerLayout) -> tuple[str, str]:
        if not layout.checked or layout.claims == 0:
            return "circle-question-mark", "muted"
        if layout.supported == layout.claims:
            return "circle-check", "supported"
        return "circle-alert", "partly" if layout.supported else "unsupported"

    def _sentence(self, layout: AnswerLayout, index: int) -> QWidget:
        """The doubtful sentence with what was found, in words, so that nobody has to hover for it."""
        report = layout.sentences[index]
        bad = report.verdict == "unsupported"
        card = Card(look="aside-unsupported" if bad else "aside-partly", margin=0, spacing=2)
        card.column.setContentsMargins(M, 2, 0, 2)
        icon, colour = MARKS[report.verdict]
        head = row(
            IconLabel(icon, colour=colour, size=16),
            Label(verdict_text(report.verdict), look="bad" if bad else "warn", wrap=True),
        )
        head.setStretch(1, 1)
        card.column.addLayout(head)
        card.column.addWidget(Label(report.text, wrap=True))
        texts = dict.fromkeys(finding_text(f) for f in report.findings if doubt(f))
        for text in texts:
            label = Label(text, look="caption", wrap=True)
            self.findings.append(label)
            card.column.addWidget(label)
        return card
