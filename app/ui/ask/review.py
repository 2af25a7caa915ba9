"""A person's own word on each sentence of an answer: signed off with a tick, disputed with a flag, kept and exported."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.conversations.rows import Sign
from app.ui.ask.chip_pictures import MARKS
from app.ui.theme.tokens import M, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import Card, row
from app.ui.widgets.labels import IconLabel, Label
from app.viewmodels.finding_wording import verdict_text
from app.viewmodels.turn import Turn


class ReviewList(Card):
    """The sentences that claim something, one below the other."""

    signed = Signal(object, int, object)
    """Turn, index of the sentence, its new sign or None"""

    def __init__(self, turn: Turn, parent: QWidget | None = None) -> None:
        super().__init__(parent, look="card", margin=M, spacing=S)
        self.setAccessibleName(self.tr("Sign sentences off or dispute them"))
        self._turn = turn
        self.lines: dict[int, SignLine] = {}
        sentences = turn.layout.sentences if turn.layout is not None else ()
        for index, sentence in enumerate(sentences):
            if sentence.verdict == "no_claim":
                continue
            line = SignLine(index, sentence.text, *MARKS[sentence.verdict], verdict_text(sentence.verdict))
            line.wanted.connect(self._sign)
            self.lines[index] = line
            self.column.addWidget(line)
        turn.signs_changed.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        for index, line in self.lines.items():
            line.show_sign(self._turn.signs.get(index))

    @Slot(int, object)
    def _sign(self, index: int, sign: Sign | None) -> None:
        self.signed.emit(self._turn, index, sign)


class SignLine(QWidget):
    wanted = Signal(int, object)

    def __init__(self, index: int, text: str, icon: str, colour: str, verdict: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self._sign: Sign | None = None
        words = " ".join(text.split())
        self.off = IconButton("badge-check", self.tr("Sign off: {sentence}").format(sentence=words))
        self.dispute = IconButton("flag", self.tr("Dispute: {sentence}").format(sentence=words))
        for button, sign in ((self.off, "signed_off"), (self.dispute, "disputed")):
            button.setCheckable(True)
            button.setProperty("look", "switch")
            button.setProperty("sign", sign)
            button.clicked.connect(self._press)
        self.state = Label("", look="caption")
        below = QVBoxLayout()
        below.setSpacing(0)
        below.addWidget(Label(words, wrap=True))
        below.addWidget(self.state)
        line = row(IconLabel(icon, verdict, colour=colour, size=16), spacing=S)
        line.addLayout(below, 1)
        line.addWidget(self.off)
        line.addWidget(self.dispute)
        self.setLayout(line)

    def show_sign(self, sign: Sign | None) -> None:
        self._sign = sign
        self.off.setChecked(sign == "signed_off")
        self.dispute.setChecked(sign == "disputed")
        self.off.set_icon("badge-check", "supported" if sign == "signed_off" else "muted")
        self.dispute.set_icon("flag", "unsupported" if sign == "disputed" else "muted")
        said = {"signed_off": self.tr("Signed off"), "disputed": self.tr("Disputed")}
        self.state.setText(said[sign] if sign is not None else "")
        self.state.setVisible(sign is not None)

    @Slot()
    def _press(self) -> None:
        """The same button again takes it back."""
        pressed = self.sender()
        sign: Sign = "signed_off" if pressed is self.off else "disputed"
        self.wanted.emit(self._index, None if sign == self._sign else sign)


def signs_text(turn: Turn) -> str:
    """How many sentences are signed off and disputed, for the button; empty when none is."""
    off = sum(sign == "signed_off" for sign in turn.signs.values())
    disputed = sum(sign == "disputed" for sign in turn.signs.values())
    return " · ".join(f"{mark} {count}" for mark, count in (("✓", off), ("⚑", disputed)) if count)
