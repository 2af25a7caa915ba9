"""Where a question looks: a button that opens the choice, and a chip for everything that narrows it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Qt, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from app.ui.theme.theme import theme
from app.ui.widgets.buttons import pressed_by_enter, put_icon
from app.ui.widgets.chip import FilterChip, pill_width
from app.ui.widgets.flow import FlowLayout
from app.viewmodels.preview_wording import kind_text
from app.viewmodels.scope import KINDS_OFFERED, SPANS, Scope, Span
from index.ingest.kinds import Kind

LONGEST = 26
FEWEST = 8
"""Characters that are shown of where to look, at the least."""
ICON = 14


class ScopeButton(QToolButton):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scope: Scope | None = None
        self.setProperty("look", "filter")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setProperty("elides", True)  # its whole text is the tool tip
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        theme().changed.connect(self._draw)
        self.set_text(self.tr("Add documents first"))
        self._draw()

    def use(self, scope: Scope) -> None:
        self._scope = scope
        scope.changed.connect(self._show)
        self._show()

    def set_text(self, text: str) -> None:
        self.setText(text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…")
        self.setToolTip(self.tr("Where to look: {where}").format(where=text))
        self.setAccessibleName(self.tr("Where to look: {where}").format(where=text))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:  # noqa: N802
        """With the words, also while there is no room for them."""
        return QSize(pill_width(self, self.text()), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The icon alone where there is no room for a word: "In…es" says nothing."""
        super().resizeEvent(event)
        least = min(pill_width(self, self.text()), pill_width(self, "n" * FEWEST))
        cramped = event.size().width() < least
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonIconOnly if cramped else style.ToolButtonTextBesideIcon)

    @Slot()
    def _draw(self) -> None:
        self.setMinimumWidth(3 * theme().px(ICON))
        put_icon(self, "list-filter", "muted", ICON)

    @Slot()
    def _show(self) -> None:
        text = self._scope.text() if self._scope is not None else ""
        self.setEnabled(bool(text))
        self.set_text(text or self.tr("Add documents first"))

    @Slot()
    def _fill(self) -> None:
        """The choices as they are now."""
        self._menu.clear()
        scope = self._scope
        if scope is None:
            return
        asked = [row.name for row in scope.collections]
        self._menu.addSection(self.tr("Also look in"))
        for row in scope.others():
            self._check(row.name, row.name in asked).toggled.connect(_Toggle(self._menu, scope, row.name).collection)
        self._menu.addSection(self.tr("Only these kinds"))
        for kind in KINDS_OFFERED:
            self._check(kind_text(kind), kind in scope.wanted.kinds).toggled.connect(_Toggle(self._menu, scope, kind).kind)
        self._menu.addSection(self.tr("Changed"))
        group = QActionGroup(self._menu)
        for span in SPANS:
            action = self._check(scope.span_text(span), span == scope.wanted.span)
            group.addAction(action)
            action.toggled.connect(_Toggle(self._menu, scope, span).span)

    def _check(self, text: str, on: bool) -> QAction:
        action = self._menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(on)
        return action


class _Toggle(QObject):
    """What one line of the menu does; it lives as long as the menu is filled so."""

    def __init__(self, menu: QMenu, scope: Scope, what: str) -> None:
        super().__init__(menu)
        self._scope, self._what = scope, what

    @Slot(bool)
    def collection(self, on: bool) -> None:
        self._scope.want_collection(self._what, on)

    @Slot(bool)
    def kind(self, on: bool) -> None:
        kind: Kind = self._what  # type: ignore[assignment]
        self._scope.want_kind(kind, on)

    @Slot(bool)
    def span(self, on: bool) -> None:
        if on:
            span: Span = self._what  # type: ignore[assignment]
            self._scope.want_span(span)


class ScopeChips(QWidget):
    """Nothing where nothing narrows the search."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scope: Scope | None = None
        self.setAccessibleName(self.tr("Filters of the question"))
        self.kinds = FilterChip("file-text")
        self.kinds.clicked.connect(self._all_kinds)
        self.span = FilterChip("calendar")
        self.span.clicked.connect(self._any_time)
        flow = FlowLayout(spacing=6)
        for chip in (self.kinds, self.span):
            chip.setAccessibleName(self.tr("Filter"))
            flow.addWidget(chip)
        self.setLayout(flow)
        self.hide()

    def use(self, scope: Scope) -> None:
        self._scope = scope
        scope.changed.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        scope = self._scope
        if scope is None:
            return
        kinds, span = scope.kinds_text(), scope.wanted.span
        if kinds:
            self.kinds.set_text(kinds, self.tr("Only {kinds}. Press to look in all kinds.").format(kinds=kinds))
        if span != "always":
            text = scope.span_text()
            self.span.set_text(text, self.tr("{span}. Press for any time.").format(span=text))
        self.kinds.setVisible(bool(kinds))
        self.span.setVisible(span != "always")
        self.setVisible(bool(kinds) or span != "always")

    @Slot()
    def _all_kinds(self) -> None:
        if self._scope is not None:
            self._scope.want_all_kinds()

    @Slot()
    def _any_time(self) -> None:
        if self._scope is not None:
            self._scope.want_span("always")
