"""What was asked before: found by its words, opened, renamed, exported, deleted."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from app.conversations.rows import ConversationRow
from app.export.formats import FORMATS
from app.ui.conversations.rows import BELOW_ROLE, ROW_ROLE, TIME_ROLE, ConversationDelegate, when
from app.ui.printing import printed
from app.ui.theme.theme import theme
from app.ui.theme.tokens import L, M, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import row
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.header import PaneHeader
from app.ui.widgets.labels import Label, repolish
from app.viewmodels.conversation import Conversation
from app.viewmodels.conversations import Conversations
from app.viewmodels.failure_wording import failure_text
from app.workers.failures import Failure


class ConversationsPanel(QWidget):
    left = Signal()
    """Back to the questions"""

    def __init__(self, conversations: Conversations, conversation: Conversation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("middle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Conversations"))
        self._conversations, self._conversation = conversations, conversation
        self.header = PaneHeader(self.tr("Conversations"))
        self._make_buttons()
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search in questions and answers"))
        self.search.setAccessibleName(self.tr("Search in conversations"))
        self.search.textChanged.connect(conversations.search)
        self.search.returnPressed.connect(self._to_list)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Conversations"))
        self.list.setItemDelegate(ConversationDelegate(self.list))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        self.list.itemActivated.connect(self._open)
        self.list.itemClicked.connect(self._open)
        self.list.itemChanged.connect(self._renamed)
        self.list.currentItemChanged.connect(self._enable)
        self.empty = EmptyState("history", "", "")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.list)
        self.stack.addWidget(self.empty)
        self.note = Label("", look="caption", wrap=True)
        self.note.setContentsMargins(L, S, L, S)
        self.note.hide()
        self._lay_out()
        QShortcut(
            QKeySequence(QKeySequence.StandardKey.Delete),
            self.list,
            self.delete_current,
            context=Qt.ShortcutContext.WidgetShortcut,
        )
        conversations.rows_changed.connect(self._show)
        conversations.failed.connect(self._show_failure)
        conversations.said.connect(self._say)
        theme().changed.connect(self.list.doItemsLayout)
        self._show()

    def current(self) -> ConversationRow | None:
        item = self.list.currentItem()
        found = item.data(ROW_ROLE) if item is not None else None
        return found if isinstance(found, ConversationRow) else None

    def take_focus(self) -> None:
        self.note.hide()
        self.search.setFocus()
        self.search.selectAll()

    @Slot()
    def rename_current(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.list.setFocus()
            self.list.editItem(item)

    @Slot()
    def delete_current(self) -> None:
        found = self.current()
        if found is not None:
            self._conversations.delete(found.id)

    @Slot()
    def export_current(self) -> None:
        found = self.current()
        if found is None:
            return
        dialog = QFileDialog(self, self.tr("Export the conversation"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([f"{name.upper()} (*.{name})" for name in FORMATS])
        dialog.setDefaultSuffix(FORMATS[0])
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(chosen.split(" ")[0].lower()))
        dialog.selectFile(_file_name(found.title))
        ident = found.id
        dialog.fileSelected.connect(lambda name: self.export_to(ident, Path(name)))
        dialog.open()

    def export_to(self, conversation: UUID, path: Path) -> None:
        self._conversations.export(conversation, path, printed)

    def _make_buttons(self) -> None:
        back = IconButton("arrow-left", self.tr("Back to the questions (Esc)"))
        back.clicked.connect(self.left)
        self.header.line.setContentsMargins(L // 2, 0, S, 0)
        self.header.add_button_before(back)
        self.rename = IconButton("pencil", self.tr("Rename (F2)"))
        self.rename.clicked.connect(self.rename_current)
        self.export = IconButton("download", self.tr("Export …"))
        self.export.clicked.connect(self.export_current)
        self.delete = IconButton("trash-2", self.tr("Delete (Del)"))
        self.delete.clicked.connect(self.delete_current)
        for button in (self.rename, self.export, self.delete):
            self.header.add_button(button)

    def _lay_out(self) -> None:
        top = row(self.search)
        top.setContentsMargins(L, M, L, S)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addLayout(top)
        column.addWidget(self.note)
        column.addWidget(self.stack, 1)

    @Slot()
    def _show(self) -> None:
        chosen = self.current()
        at = self.list.currentRow()
        self.list.blockSignals(True)
        self.list.clear()
        for found in self._conversations.rows:
            self.list.addItem(self._item(found))
            if chosen is not None and found.id == chosen.id:
                self.list.setCurrentRow(self.list.count() - 1)
        if self.list.currentRow() < 0 and self.list.count():
            self.list.setCurrentRow(min(max(at, 0), self.list.count() - 1))
        self.list.blockSignals(False)
        self._show_empty()
        self._enable()

    def _item(self, found: ConversationRow) -> QListWidgetItem:
        item = QListWidgetItem(found.title)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        writing = self._conversation.is_writing(found.id)
        state = self.tr("Being written …") if writing else self.tr("Unfinished") if found.unfinished else ""
        count = self.tr("%Ln question(s)", "", found.questions)
        below = " · ".join(part for part in (state, count, found.excerpt) if part)
        time = when(found.changed)
        for role, value in ((ROW_ROLE, found), (TIME_ROLE, time), (BELOW_ROLE, below)):
            item.setData(role, value)
        item.setData(int(Qt.ItemDataRole.AccessibleTextRole), f"{found.title}, {time}. {below}")
        item.setToolTip(found.title)
        return item

    def _show_empty(self) -> None:
        searched = bool(self._conversations.searched.strip())
        nothing = not self._conversations.rows
        if nothing and searched:
            self.empty.set_texts(self.tr("Nothing found"), self.tr("No conversation has all of these words."))
        elif nothing:
            self.empty.set_texts(
                self.tr("No conversations yet"), self.tr("What you ask is kept on this computer and stands here.")
            )
        self.stack.setCurrentIndex(1 if nothing else 0)
        self.header.set_texts(
            self.tr("Conversations"), "" if nothing else self.tr("%Ln conversation(s)", "", len(self._conversations.rows))
        )

    @Slot()
    def _enable(self) -> None:
        for button in (self.rename, self.export, self.delete):
            button.setEnabled(self.current() is not None)

    @Slot()
    def _to_list(self) -> None:
        """Enter in the search opens the first that was found."""
        item = self.list.currentItem()
        if item is not None:
            self._open(item)

    @Slot(QListWidgetItem)
    def _open(self, item: QListWidgetItem) -> None:
        found = item.data(ROW_ROLE)
        if isinstance(found, ConversationRow):
            self._conversations.open(found.id)

    @Slot(QListWidgetItem)
    def _renamed(self, item: QListWidgetItem) -> None:
        found = item.data(ROW_ROLE)
        if isinstance(found, ConversationRow) and item.text() != found.title:
            self._conversations.rename(found.id, item.text())

    @Slot(QPoint)
    def _menu(self, point: QPoint) -> None:
        item = self.list.itemAt(point)
        if item is None:
            return
        self.list.setCurrentItem(item)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open"), lambda: self._open(item))
        menu.addAction(self.tr("Rename …"), self.rename_current)
        menu.addAction(self.tr("Export …"), self.export_current)
        menu.addAction(self.tr("Delete"), self.delete_current)
        menu.popup(self.list.viewport().mapToGlobal(point))

    @Slot(object)
    def _show_failure(self, failure: Failure) -> None:
        self._remark("bad", failure_text(failure))
        self._show()

    @Slot(str)
    def _say(self, text: str) -> None:
        self._remark("caption", text)

    def _remark(self, look: str, text: str) -> None:
        self.note.setProperty("look", look)
        repolish(self.note)
        self.note.setText(text)
        self.note.show()


def _file_name(title: str) -> str:
    """The title as a name that every system takes."""
    return "".join("_" if c in '<>:"/\\|?*' or c < " " else c for c in title).strip(" .…")[:80] or "conversation"
