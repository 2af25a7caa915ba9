"""A document as its pages: what a good viewer of PDFs has, with the cited words marked."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.engine.page_child import PICTURES
from app.engine.pages import PagePictures
from app.facts.locating import Whereabouts
from app.ui.evidence.page_area import PRINTED, STEP, PageArea
from app.ui.evidence.page_tools import PageTools
from app.viewmodels.page_find import PageFind
from app.viewmodels.page_store import PageStore
from app.workers.background import Background


class PageView(QWidget):
    shown = Signal()
    """The page that was asked for is there, with its marks where they are in the page's text."""
    failed = Signal(object)
    """Failure"""
    page_changed = Signal()
    copy_wanted = Signal(bool)
    pin_wanted = Signal()
    found_changed = Signal()

    def __init__(self, background: Background, pages: PagePictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = PageStore(background, pages, self)
        self.finding = PageFind(background, pages, self)
        self.area = PageArea(self.store, self.finding)
        self.area.setAccessibleName(self.tr("Pages"))
        self.tools = PageTools()
        self._waits_for: int | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.area, 1)
        column.addWidget(self.tools)
        self._connect()

    def open(self, source: str, kind: str, page: int, quotes: Mapping[int, tuple[str, ...]]) -> None:
        """``page`` from 1; ``quotes`` by page are marked."""
        self._waits_for = page
        self.area.show_at(page)
        self.finding.use("", "", 0)
        self.store.open(source, kind, quotes)

    def leave(self) -> None:
        """Nothing more is fetched until a document is opened."""
        self.store.cancel()
        self.finding.stop()

    def selected_text(self) -> str:
        return self.area.pointer.text()

    def whereabouts(self) -> Whereabouts:
        """Of what is selected."""
        selection = self.area.pointer.selection
        return Whereabouts(page=selection.ends[0].page if selection is not None else self.page)

    @property
    def page(self) -> int:
        return self.area.page

    def place_of_page(self) -> str:
        """The label that the document gives the page in sight, else its number."""
        outline = self.store.outline
        return outline.labels.get(self.page, str(self.page)) if outline is not None else str(self.page)

    # --- finding

    @property
    def can_find(self) -> bool:
        return self.store.kind not in PICTURES

    def find_words(self, words: str) -> None:
        self.finding.search(words, self.area.page)

    def step(self, by: int) -> None:
        self.finding.step(by)

    def stop_finding(self) -> None:
        self.finding.stop()

    def found(self) -> tuple[int, int, bool]:
        """(number of the current hit from 1 or 0, hits, whether more may come)"""
        current = self.finding.current
        return (0 if current is None else current + 1), len(self.finding.hits), self.finding.running

    # --- wiring

    def _connect(self) -> None:
        area, tools = self.area, self.tools
        self.store.opened.connect(self._opened)
        self.store.failed.connect(self.failed)
        self.store.drawn.connect(self._came)
        self.store.read.connect(self._came)
        area.page_changed.connect(self._page_changed)
        area.zoom_changed.connect(self._zoom_changed)
        area.marks_changed.connect(self._marks_changed)
        area.copy_wanted.connect(self.copy_wanted)
        area.pin_wanted.connect(self.pin_wanted)
        self.finding.changed.connect(self.found_changed)
        self.finding.moved.connect(self.found_changed)
        tools.page_wanted.connect(self._go_to)
        tools.page_stepped.connect(self._step_page)
        tools.mark_stepped.connect(self._step_mark)
        tools.larger.clicked.connect(self._zoom_in)
        tools.smaller.clicked.connect(self._zoom_out)
        tools.fit.clicked.connect(area.fit_width)
        tools.fit_text.clicked.connect(area.fit_text)
        tools.whole.clicked.connect(area.fit_page)

    @Slot()
    def _opened(self) -> None:
        outline = self.store.outline
        assert outline is not None
        self.finding.use(self.store.source, self.store.kind, len(outline.sizes))
        self.tools.set_pages(len(outline.sizes), outline.labels)
        self.tools.set_page(self.area.page)
        self.page_changed.emit()

    @Slot(int)
    def _came(self, page: int) -> None:
        wanted = self._waits_for
        if wanted is None or self.store.picture(wanted) is None or self.store.layer(wanted) is None:
            return
        self._waits_for = None
        self.shown.emit()

    @Slot(int)
    def _page_changed(self, page: int) -> None:
        self.tools.set_page(page)
        self.page_changed.emit()

    @Slot()
    def _zoom_changed(self) -> None:
        self.tools.set_zoom(self.area.stack.scale / PRINTED, self.area.fits)

    @Slot()
    def _marks_changed(self) -> None:
        self.tools.set_marks(self.area.mark, len(self.area.marks()), reading=self.store.reading)

    @Slot(int)
    def _go_to(self, page: int) -> None:
        self.area.go_to_page(page)
        self.area.setFocus()

    @Slot(int)
    def _step_page(self, by: int) -> None:
        self.area.go_to_page(self.area.page + by)

    @Slot(int)
    def _step_mark(self, by: int) -> None:
        self.area.go_to_mark(self.area.mark + by)

    @Slot()
    def _zoom_in(self) -> None:
        self.area.zoom(STEP)

    @Slot()
    def _zoom_out(self) -> None:
        self.area.zoom(1 / STEP)
