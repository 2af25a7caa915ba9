"""Draws one file: an icon for its status, its name, and below it how much of it is indexed or why it is not."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.ui.theme.theme import theme
from app.ui.theme.tokens import RADIUS_S, M, S
from app.viewmodels.files import FILE_ROLE, REASON_ROLE
from index.ingest.rows import FileRow, FileStatus

ICON = 16
ICONS: dict[FileStatus, tuple[str, str]] = {
    "indexed": ("circle-check", "supported"),
    "queued": ("clock", "muted"),
    "skipped": ("circle-minus", "muted"),
    "failed": ("circle-alert", "unsupported"),
}
REASON_LINES = 3
"""A reason may take this many lines; it is what a person came to read."""

_FLAGS = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)

Index = QModelIndex | QPersistentModelIndex


class FileDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        name, reason = QFontMetrics(theme().font("body")), QFontMetrics(theme().font("caption"))
        width = self._width(option) - M - ICON - S - M
        needed = reason.boundingRect(QRect(0, 0, max(60, width), 1000), _FLAGS, self._reason(index)).height()
        lines = min(REASON_LINES * reason.lineSpacing(), max(reason.lineSpacing(), needed))
        return QSize(120, S + name.lineSpacing() + 1 + lines + S)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: FileRow | None = index.data(FILE_ROLE)
        if row is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area: QRect = option.rect
        state = option.state
        self._background(painter, area, state)
        icon_name, colour = ICONS[row.status]
        icon = theme().pixmap(icon_name, colour, ICON, painter.device().devicePixelRatioF())
        name = QFontMetrics(theme().font("body"))
        painter.drawPixmap(area.left() + M, area.top() + S + (name.lineSpacing() - ICON) // 2, icon)
        left = area.left() + M + ICON + S
        width = area.right() - M - left
        painter.setFont(theme().font("body"))
        painter.setPen(theme().colour("text"))
        title = name.elidedText(str(index.data()), Qt.TextElideMode.ElideMiddle, width)
        painter.drawText(QRect(left, area.top() + S, width, name.lineSpacing()), int(Qt.AlignmentFlag.AlignVCenter), title)
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().colour("unsupported" if row.status == "failed" else "muted"))
        top = area.top() + S + name.lineSpacing() + 1
        painter.drawText(QRect(left, top, width, area.bottom() - S - top + 2), _FLAGS, self._reason(index))
        painter.restore()

    @staticmethod
    def _background(painter: QPainter, area: QRect, state: QStyle.StateFlag) -> None:
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if not selected and not state & QStyle.StateFlag.State_MouseOver:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("selected" if selected else "hover"))
        painter.drawRoundedRect(area.adjusted(4, 1, -4, -1), RADIUS_S, RADIUS_S)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().colour("accent"), 2))
            painter.drawRoundedRect(area.adjusted(5, 2, -5, -2), RADIUS_S, RADIUS_S)

    @staticmethod
    def _reason(index: Index) -> str:
        return str(index.data(REASON_ROLE))

    @staticmethod
    def _width(option: QStyleOptionViewItem) -> int:
        view = option.widget
        return view.viewport().width() if isinstance(view, QAbstractScrollArea) else 240
