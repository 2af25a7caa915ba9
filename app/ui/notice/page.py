"""The privacy notice: nothing is loaded and nothing is read before it is accepted (invariant I3)."""

from __future__ import annotations

from PySide6.QtCore import QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from app.privacy.consent import Notice
from app.ui.theme.theme import theme
from app.ui.theme.tokens import XL, M, S
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.card import Card, row
from app.ui.widgets.labels import IconLabel, Label
from app.ui.widgets.text_browser import SafeTextBrowser

SHEET_WIDTH = 660


class NoticePage(QWidget):
    accepted = Signal()
    quit_wanted = Signal()

    def __init__(self, notice: Notice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Privacy notice"))
        self._notice = notice
        self.pages = QStackedWidget()
        self.pages.addWidget(self._make_notice())
        self.pages.addWidget(self._make_locked())
        sheet = Card(look="sheet", margin=XL + M, spacing=M)
        sheet.setMaximumWidth(theme().px(SHEET_WIDTH))
        sheet.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        sheet.column.addWidget(self.pages)
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(sheet, 100)
        across.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(XL, XL, XL, XL)
        column.addStretch(1)
        column.addLayout(across)
        column.addStretch(1)

    @property
    def locked(self) -> bool:
        """Whether the notice was declined."""
        return self.pages.currentIndex() == 1

    def say_problem(self, text: str) -> None:
        """The acceptance could not be stored."""
        self._problem.setText(text)
        self._problem.show()
        self.accept.setEnabled(True)

    def _make_notice(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        self.text = _NoticeText(self.tr("Privacy notice"))
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self._fill()
        theme().changed.connect(self._fill)
        self._problem = Label("", look="bad", wrap=True)
        self._problem.hide()
        self.accept = TextButton(self.tr("Accept and continue"), look="primary")
        self.accept.clicked.connect(self._accept)
        self.decline = TextButton(self.tr("Decline"))
        self.decline.clicked.connect(self._decline)
        column.addWidget(self.text, 1)
        column.addWidget(self._problem)
        buttons = row(self.decline, self.accept)
        buttons.insertStretch(0)
        column.addLayout(buttons)
        return page

    def _make_locked(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(M)
        column.addStretch()
        column.addWidget(IconLabel("lock", size=32), 0, Qt.AlignmentFlag.AlignHCenter)
        title = Label(self.tr("Dossier stays locked"), look="title")
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(title)
        text = Label(
            self.tr(
                "Nothing was loaded and nothing was read. If you have questions about the notice, ask the person who gave you this "
                "program. You can read the notice again, or quit."
            ),
            look="muted",
            wrap=True,
        )
        text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(text)
        self.again = TextButton(self.tr("Read the notice again"))
        self.again.clicked.connect(self._show_again)
        self.leave = TextButton(self.tr("Quit"))
        self.leave.clicked.connect(self.quit_wanted)
        buttons = row(self.leave, self.again)
        buttons.insertStretch(0)
        buttons.addStretch()
        column.addSpacing(M)
        column.addLayout(buttons)
        column.addStretch()
        return page

    @Slot()
    def _fill(self) -> None:
        self.text.document().setDefaultFont(theme().font("reading"))
        self.text.setMarkdown(self._notice.text)
        cursor = QTextCursor(self.text.document())
        cursor.select(QTextCursor.SelectionType.Document)
        spaced = QTextBlockFormat()
        spaced.setLineHeight(125, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        spaced.setBottomMargin(S + 2)
        cursor.mergeBlockFormat(spaced)

    @Slot()
    def _accept(self) -> None:
        self.accept.setEnabled(False)
        self.accepted.emit()

    @Slot()
    def _decline(self) -> None:
        self.pages.setCurrentIndex(1)
        self.again.setFocus()

    @Slot()
    def _show_again(self) -> None:
        self.pages.setCurrentIndex(0)
        self.accept.setFocus()


class _NoticeText(SafeTextBrowser):
    """Wants to be as high as its text, and scrolls where the window is lower."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self._height = 300
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(theme().px(SHEET_WIDTH), self._height)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(200, 120)

    @Slot(QSizeF)
    def _fit(self, size: QSizeF) -> None:
        self._height = round(size.height()) + 4
        self.setMaximumHeight(self._height)
        self.updateGeometry()
