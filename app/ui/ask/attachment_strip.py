"""What is attached to the conversation, above the question: one card a document, with its state and a cross."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.theme.tokens import XS, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import Card, LinkButton, row
from app.ui.widgets.labels import ElidedLabel, IconLabel, Label
from app.viewmodels.attachments import AttachedItem, Attachments


class AttachmentStrip(QWidget):
    password_wanted = Signal(str, str)
    """Id of the attachment, name of its file"""

    def __init__(self, attachments: Attachments, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Attached documents"))
        self._attachments = attachments
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, XS, 0, XS)
        self._column.setSpacing(XS)
        attachments.changed.connect(self._show)
        self._show()

    def cards(self) -> list[AttachmentCard]:
        items = [self._column.itemAt(i) for i in range(self._column.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [w for w in widgets if isinstance(w, AttachmentCard)]

    @Slot()
    def _show(self) -> None:
        for card in self.cards():
            self._column.removeWidget(card)
            card.deleteLater()
        for item in self._attachments.items:
            card = AttachmentCard(item)
            card.removed.connect(self._attachments.remove)
            card.password_wanted.connect(self.password_wanted)
            self._column.addWidget(card)
        self.setVisible(bool(self._attachments.items))


class AttachmentCard(Card):
    removed = Signal(str)
    password_wanted = Signal(str, str)

    def __init__(self, item: AttachedItem, parent: QWidget | None = None) -> None:
        bad = item.state == "refused"
        super().__init__(parent, look="bad-box" if bad else "attached", margin=XS, spacing=0)
        self.item = item
        self.setAccessibleName(f"{item.name}. {item.text}")
        self.name = ElidedLabel(item.name, look="", mode=Qt.TextElideMode.ElideMiddle)
        icon = "triangle-alert" if bad else "hourglass" if item.state == "reading" else "paperclip"
        remove = IconButton("x", self.tr("Remove {file}").format(file=item.name), size=14)
        remove.clicked.connect(self._remove)
        line = row(IconLabel(icon, colour="unsupported" if bad else "muted", size=16), self.name)
        if not bad:
            said = self.tr("Reading …") if item.state == "reading" else item.text
            line.addWidget(Label(said, look="caption"))
        line.addWidget(remove)
        line.setStretch(1, 1)
        line.setContentsMargins(S, 0, 0, 0)
        self.column.addLayout(line)
        self.reason = Label(item.text, look="", wrap=True)
        self.reason.setContentsMargins(S, 0, S, XS)
        self.reason.setVisible(bad)
        if bad:
            self.column.addWidget(self.reason)
        if item.needs_password:
            give = LinkButton(self.tr("Give the password …"))
            give.clicked.connect(self._give)
            line = row(give)
            line.setContentsMargins(S, 0, S, XS)
            self.column.addLayout(line)

    @Slot()
    def _remove(self) -> None:
        self.removed.emit(self.item.id)

    @Slot()
    def _give(self) -> None:
        self.password_wanted.emit(self.item.id, self.item.name)
