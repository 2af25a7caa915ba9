"""What a drop would import: counts by kind while they grow, what is left out and why, where it goes, how long it takes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from app.ui.ask.busy_line import BusyDots
from app.ui.theme.tokens import L, M, S
from app.ui.widgets.card import row
from app.ui.widgets.combo import ComboBox
from app.ui.widgets.labels import ElidedLabel, IconLabel, Label
from app.ui.widgets.sheet import Sheet
from app.viewmodels import preview_wording as wording
from app.viewmodels.failure_wording import failure_text
from app.viewmodels.library import Library
from app.viewmodels.reasons import reason_text_of
from app.workers.failures import Failure
from index.ingest.preview import ImportPreview


class PreviewSheet(Sheet):
    imported = Signal(str)
    """Name of the collection"""

    def __init__(self, library: Library, parent: QWidget) -> None:
        super().__init__(parent, "", self.tr("Import"))
        self._library = library
        self.collection = ComboBox(self.tr("Collection"))
        self.collection.setToolTip(self.tr("Choose a collection, or type the name of a new one"))
        self.collection.activated.connect(self._chosen)
        label = Label(self.tr("Collection"), look="muted")
        label.setBuddy(self.collection)
        line = row(label, self.collection, spacing=M)
        line.setStretch(1, 1)
        self.body.addLayout(line)
        self.headline = Label("", look="strong")
        self.dots = BusyDots()
        head = row(self.headline, self.dots)
        head.addStretch()
        self.content = QWidget()
        self.content.setObjectName("flat")
        column = self._inner = QVBoxLayout(self.content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S)
        column.addLayout(head)
        self.kinds = _Rows(icons=True)
        column.addWidget(self.kinds)
        self.notes = Label("", look="caption", wrap=True)
        column.addWidget(self.notes)
        self.left_out = Label("", look="strong")
        column.addSpacing(S)
        column.addWidget(self.left_out)
        self.reasons = _Rows()
        column.addWidget(self.reasons)
        column.addStretch()
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(self.tr("What would be imported"))
        self.area.setWidget(self.content)
        self.body.addWidget(self.area, 1)
        self.estimate = Label("", look="muted", wrap=True)
        self.body.addWidget(self.estimate)
        self.confirmed.connect(self._import)
        self.left.connect(library.preview.cancel)
        library.preview.opened.connect(self._open)
        library.preview.counted.connect(self._show)
        library.preview.failed.connect(self._fail)
        library.preview.closed.connect(self._closed)

    def fit(self) -> None:
        """The list scrolls where the window is too low for it; everything else stays in sight."""
        width = self.card_width() - 2 * self.card.column.contentsMargins().left()
        self._inner.invalidate()
        wanted = self._inner.totalHeightForWidth(width) if self._inner.hasHeightForWidth() else self._inner.sizeHint().height()
        self.setGeometry(self._room())
        self.area.setFixedHeight(0)
        rest = self.height_for(self.card_width())
        self.area.setFixedHeight(max(0, min(wanted, self.height() - 2 * L - rest)))
        super().fit()

    @Slot()
    def _open(self) -> None:
        self.collection.clear()
        self.collection.addItems([r.name for r in self._library.rows])
        self.collection.setEditText(self._library.target_name())
        self.headline.setText(self.tr("Looking for files …"))
        self.kinds.show_rows([])
        self.reasons.show_rows([])
        for label in (self.left_out, self.notes, self.estimate):
            label.hide()
        self.dots.show()
        self.confirm.setEnabled(True)
        self._name()
        self.open()

    @Slot(object)
    def _show(self, preview: ImportPreview) -> None:
        self._name()
        counts = wording.PreviewCounts()
        self.dots.setVisible(not preview.complete)
        self.headline.setText(wording.headline(preview))
        self.kinds.show_rows(wording.kind_rows(preview))
        notes = [counts.unchanged(preview.unchanged)] if preview.unchanged else []
        if preview.slow:
            notes.append(counts.slow(len(preview.slow)))
        if preview.missing:
            notes.append(self.tr("Not found on this computer: {paths}").format(paths=", ".join(preview.missing)))
        _say(self.notes, "\n".join(notes))
        skipped = sum(skip.count for skip in preview.skipped.values())
        _say(self.left_out, counts.left_out(skipped) if skipped else "")
        self.reasons.show_rows([("", reason, count, "") for reason, count in wording.skip_rows(preview)])
        nothing = preview.complete and not preview.files
        self.confirm.setEnabled(not nothing)
        _say(self.estimate, self._nothing(preview) if nothing else wording.estimate_text(preview))
        self.fit()

    def _nothing(self, preview: ImportPreview) -> str:
        if preview.unchanged:
            return self.tr("Everything that can be read here is in the collection already.")
        return self.tr("There is nothing here that can be read.")

    @Slot(object)
    def _fail(self, failure: Failure) -> None:
        self.dots.hide()
        self.headline.setText(reason_text_of(failure.code, failure.message))
        _say(self.notes, failure_text(failure))
        self.fit()

    def _name(self) -> None:
        title = self.tr("Import {paths}").format(paths=wording.paths_text(self._library.preview.paths))
        self.title.setText(title)
        self.setAccessibleName(title)

    @Slot(int)
    def _chosen(self, index: int) -> None:
        self._library.count_for(self.collection.itemText(index))

    @Slot()
    def _import(self) -> None:
        self._library.import_previewed(self.collection.currentText())

    @Slot()
    def _closed(self) -> None:
        self.shut()


class _Rows(QWidget):
    """Icon, words, and one or two numbers at the right; the labels are used again as the counts grow."""

    def __init__(self, *, icons: bool = False) -> None:
        super().__init__()
        self.setObjectName("flat")
        self._icons = icons
        self._lines: list[tuple[IconLabel | None, ElidedLabel, Label, Label]] = []
        self._count = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(M)
        self._grid.setVerticalSpacing(S - 2)
        self._grid.setColumnStretch(1, 1)
        self.hide()

    def texts(self) -> list[str]:
        """What stands there, a line a row, for tests."""
        return [
            " ".join((name.accessibleName(), *(n.text() for n in numbers if n.text()))) for _, name, *numbers in self._shown()
        ]

    def show_rows(self, rows: Sequence[tuple[str, str, str, str]]) -> None:
        while len(self._lines) < len(rows):
            self._add()
        for line, values in zip(self._lines, rows, strict=False):
            if line[0] is not None:
                line[0].set_icon(values[0], "muted")
            for label, text in zip(line[1:], values[1:], strict=True):
                label.setText(text)
        for number, line in enumerate(self._lines):
            for widget in line:
                if widget is not None:
                    widget.setVisible(number < len(rows) and not (widget is line[3] and not line[3].text()))
        self._count = len(rows)
        self.setVisible(bool(rows))

    def _shown(self) -> list[tuple[IconLabel | None, ElidedLabel, Label, Label]]:
        return self._lines[: self._count]

    def _add(self) -> None:
        at = len(self._lines)
        icon = IconLabel("file", size=16) if self._icons else None
        name, count, size = ElidedLabel(""), Label(""), Label("", look="muted")
        if icon is not None:
            self._grid.addWidget(icon, at, 0)
        self._grid.addWidget(name, at, 1)
        for column, label in ((2, count), (3, size)):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._grid.addWidget(label, at, column)
        self._lines.append((icon, name, count, size))


def _say(label: Label, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
