"""Puts conversations and attachments into the window: between its panes and their view models."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QWidget

from app.ui.ask.attachment_strip import AttachmentStrip
from app.ui.ask.panel import AskPanel
from app.ui.conversations.panel import ConversationsPanel
from app.ui.library.asking import PasswordSheet
from app.ui.widgets.buttons import IconButton
from app.viewmodels.attachments import Attachments
from app.viewmodels.conversation import Conversation
from app.viewmodels.conversations import Conversations


class ConversationDesk(QObject):
    """``left`` tells that the questions are to be shown instead of the list."""

    left = Signal()

    def __init__(
        self,
        conversation: Conversation,
        conversations: Conversations,
        attachments: Attachments,
        ask_panel: AskPanel,
        middle: QStackedWidget,
        parent: QWidget,
    ) -> None:
        """``parent`` is what the sheet that asks for a password covers."""
        super().__init__(parent)
        self._conversation, self.conversations, self.attachments = conversation, conversations, attachments
        self._ask_panel, self._middle = ask_panel, middle
        self.panel = ConversationsPanel(conversations, conversation)
        middle.addWidget(self.panel)
        self.panel.left.connect(self.left)
        conversations.opened.connect(attachments.restore)
        conversations.opened.connect(self._opened)
        conversations.deleted.connect(attachments.forget)
        history = IconButton("history", self.tr("Conversations (Ctrl+H)"))
        history.clicked.connect(self.show_list)
        ask_panel.header.add_button(history)
        strip = AttachmentStrip(attachments)
        strip.password_wanted.connect(self._ask_password)
        self.password_sheet = PasswordSheet(parent)
        self.password_sheet.given.connect(attachments.give_password)
        box = ask_panel.box
        box.add_above(strip)
        box.attach_wanted.connect(self.choose)
        box.dropped.connect(attachments.add)
        ask_panel.signed.connect(conversations.sign)
        ask_panel.waiting.withdrawn.connect(conversations.withdraw)
        ask_panel.waiting.opened.connect(conversations.open)
        conversations.given_back.connect(ask_panel.give_back)

    @property
    def listing(self) -> bool:
        """The list is in the middle."""
        return self._middle.currentWidget() is self.panel

    @Slot()
    def show_list(self) -> None:
        self.conversations.refresh()
        self._middle.setCurrentWidget(self.panel)
        self.panel.take_focus()

    @Slot()
    def choose(self) -> None:
        dialog = QFileDialog(self._ask_panel, self.tr("Attach documents to this conversation"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(list)
    def _chosen(self, names: list[str]) -> None:
        self.attachments.add([Path(name) for name in names])

    @Slot(object)
    def _opened(self, _: object) -> None:
        self.left.emit()

    @Slot(str, str)
    def _ask_password(self, ident: str, name: str) -> None:
        self.password_sheet.ask(ident, name)
        self.password_sheet.text.setText(self.tr("It is kept in memory until Dossier is closed and stored nowhere."))

    def last(self) -> UUID | None:
        """The conversation to be shown again after a restart; None for one without a question."""
        return self._conversation.id if self._conversation.turns else None
