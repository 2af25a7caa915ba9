"""What stands above a document in the reader: its name, what one can do with it, what is to be known of it, its attachments."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QMenu, QToolButton, QVBoxLayout, QWidget

from app.ui.theme.tokens import XS, L, M, S
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card, row
from app.ui.widgets.flow import FlowLayout
from app.ui.widgets.header import PaneHeader
from app.ui.widgets.keys import key_text
from app.ui.widgets.labels import IconLabel, Label
from app.viewmodels.evidence import EvidenceTarget
from app.viewmodels.places import file_name
from index.ingest.rows import FileRow

MOST_ATTACHMENTS = 12
"""Shown as buttons; the others are named in the mail's text."""


class ReaderHead(PaneHeader):
    find_wanted = Signal()
    switched = Signal()
    outside_wanted = Signal()
    folder_wanted = Signal()
    citation_wanted = Signal()
    pin_wanted = Signal()
    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.line.setContentsMargins(L // 2, 0, L // 2, 0)
        self.line.setSpacing(XS)
        self.back = IconButton("arrow-left", self.tr("Back to the passages (Esc)"))
        self.add_button_before(self.back)
        self.find_button = IconButton("search", self.tr("Find in the document (Ctrl+F)"))
        self.find_button.clicked.connect(self.find_wanted)
        self.switch = IconButton("text-search", self.tr("Show as text"))
        self.switch.clicked.connect(self.switched)
        self.outside = IconButton("external-link", self.tr("Open in the system's program"))
        self.outside.clicked.connect(self.outside_wanted)
        self.more = IconButton("ellipsis", self.tr("More"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(self._make_menu())
        for button in (self.find_button, self.switch, self.outside, self.more):
            self.add_button(button)

    def set_target(self, target: EvidenceTarget) -> None:
        self.set_texts(file_name(target.source), "")
        self.actions_by_name["pin"].setEnabled(not target.attached)

    def set_view(self, target: EvidenceTarget | None, *, as_text: bool) -> None:
        shape = target.shape if target is not None else "text"
        self.switch.setVisible(shape != "text")
        original = self.tr("Show the page") if shape == "pages" else self.tr("Show the cells")
        self.switch.set_label(original if as_text else self.tr("Show as text"))
        self.switch.set_icon(("file" if shape == "pages" else "sheet") if as_text else "text-search")

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        self.actions_by_name: dict[str, QAction] = {}
        for name, text, keys, signal in (
            ("cite", self.tr("Copy the citation"), "Ctrl+Shift+C", self.citation_wanted),
            ("pin", self.tr("Pin as a fact …"), "Ctrl+Shift+P", self.pin_wanted),
            ("outside", self.tr("Open in the system's program"), "", self.outside_wanted),
            ("folder", self.tr("Show in its folder"), "", self.folder_wanted),
        ):
            action = QAction(f"{text}\t{key_text(keys)}" if keys else text, menu)
            action.triggered.connect(signal)
            menu.addAction(action)
            self.actions_by_name[name] = action
        menu.addSeparator()
        after = QAction(self.tr("Next passage") + "\t" + key_text("Alt+Right"), menu)
        after.triggered.connect(self._step_on)
        before = QAction(self.tr("Passage before") + "\t" + key_text("Alt+Left"), menu)
        before.triggered.connect(self._step_back)
        menu.addActions([after, before])
        return menu

    @Slot()
    def _step_on(self) -> None:
        self.stepped.emit(1)

    @Slot()
    def _step_back(self) -> None:
        self.stepped.emit(-1)


class NoteBar(QWidget):
    """One calm sentence about the document; hidden without one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        around = QVBoxLayout(self)
        around.setContentsMargins(M, M, M, M)
        card = Card(look="warn-box")
        around.addWidget(card)
        self._label = Label("", wrap=True)
        line = row(IconLabel("triangle-alert", colour="partly", size=16), self._label)
        line.setStretch(1, 1)
        card.column.addLayout(line)
        self.hide()

    def text(self) -> str:
        return self._label.text()

    @Slot(str)
    def say(self, text: str) -> None:
        self._label.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))


class AttachmentBar(QFrame):
    opened = Signal(object)
    """FileRow"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readerTools")
        self.setAccessibleName(self.tr("Attachments"))
        self._flow = FlowLayout(self, spacing=XS)
        self._flow.setContentsMargins(S, XS, S, XS)
        self.buttons: list[TextButton] = []
        self.hide()

    def show_files(self, rows: Sequence[FileRow]) -> None:
        for button in self.buttons:
            self._flow.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        for file in rows[:MOST_ATTACHMENTS]:
            name = file_name(file.path)
            button = TextButton(_short(name), icon_name="file", look="link")
            button.setToolTip(name)
            button.setAccessibleName(self.tr("Attachment {file}").format(file=name))
            button.clicked.connect(_Opening(button, self, file).tell)
            self._flow.addWidget(button)
            self.buttons.append(button)
        self.setVisible(bool(rows))


class _Opening(QObject):
    """A button's file. A QObject, since receivers of signals must be."""

    def __init__(self, button: QWidget, bar: AttachmentBar, file: FileRow) -> None:
        super().__init__(button)
        self._bar, self._file = bar, file

    @Slot()
    def tell(self) -> None:
        self._bar.opened.emit(self._file)


def _short(name: str, most: int = 40) -> str:
    """The end of a name tells what it is, so its middle is left out. An ampersand is no shortcut."""
    shown = name if len(name) <= most else f"{name[: most // 2]}…{name[-most // 2 + 1 :]}"
    return shown.replace("&", "&&")
