"""What fills the window: the panes, or before them the notice or a page that has to be dealt with first."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.privacy.consent import Notice
from app.ui.notice.page import NoticePage


class Front(QStackedWidget):
    notice_accepted = Signal()
    quit_wanted = Signal()

    def __init__(self, panes: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.notice: NoticePage | None = None
        self._panes = panes
        self._page: QWidget | None = None
        self.addWidget(panes)

    @property
    def working(self) -> bool:
        """Neither the notice nor another page stands in the place of the panes."""
        return self.notice is None and self._page is None

    def show_notice(self, notice: Notice) -> None:
        page = self.notice = NoticePage(notice)
        page.accepted.connect(self.notice_accepted)
        page.quit_wanted.connect(self.quit_wanted)
        self.addWidget(page)
        self.setCurrentWidget(page)
        page.accept.setFocus()

    def show_instead(self, page: QWidget) -> None:
        """``page`` in the place of the panes, until ``show_panes``."""
        before, self._page = self._page, page
        if before is not page:
            self.addWidget(page)
        self.setCurrentWidget(page)
        self._leave(self.notice)
        self.notice = None
        if before is not page:
            self._leave(before)

    def show_panes(self) -> None:
        """The notice is accepted, and nothing else stands before the work."""
        self.setCurrentWidget(self._panes)
        for page in (self.notice, self._page):
            self._leave(page)
        self.notice = self._page = None

    def _leave(self, page: QWidget | None) -> None:
        if page is not None:
            self.removeWidget(page)
            page.deleteLater()
