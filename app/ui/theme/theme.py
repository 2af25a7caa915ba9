"""The theme in force: colours by the system's scheme, fonts by the system's size. Widgets ask it and listen to ``changed``."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QFontMetricsF, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from app.ui.theme import icons
from app.ui.theme.stylesheet import stylesheet
from app.ui.theme.tokens import SCHEMES, TYPE_SCALE, Colours, Scheme

_PLAIN_FAMILIES = frozenset({"DejaVu Sans", "Bitstream Vera Sans", "Sans Serif", "Sans", ""})
"""What a Linux desktop without a configured font gives; a better installed one is taken instead."""
_DRAWN_FOR_PX = 17.0
"""Height of a line of the font that the sizes in tokens.py are drawn for: 10 points at 96 dots an inch."""
_BETTER_FAMILIES = ("Inter", "Noto Sans", "Cantarell", "Ubuntu Sans", "Ubuntu", "Source Sans 3", "Liberation Sans")


class Theme(QObject):
    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._base = _base_font(application)
        self._own_size = self._base.pointSizeF()
        self._forced: Scheme | None = None
        self.colours: Colours = SCHEMES[self.scheme]
        application.setStyle("Fusion")
        application.styleHints().colorSchemeChanged.connect(self._scheme_changed)
        self._apply()

    @property
    def scheme(self) -> Scheme:
        if self._forced is not None:
            return self._forced
        dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return "dark" if dark else "light"

    def force(self, scheme: Scheme | None) -> None:
        """This scheme whatever the system says; None follows the system again."""
        self._forced = scheme
        self._scheme_changed()

    def scale_text(self, factor: float) -> None:
        """All text at ``factor`` times the system's size, 1 to 2."""
        self._base.setPointSizeF(self._own_size * factor)
        self._scheme_changed()

    def px(self, size: int) -> int:
        """A height of tokens.py for the text in force: a control grows with its text and never shrinks below what is drawn."""
        return round(size * self._factor)

    def font(self, role: str = "body", *, strong: bool = False) -> QFont:
        """``role`` is a name of TYPE_SCALE."""
        return QFont(self._fonts[role, strong])

    def metrics(self, role: str = "body", *, strong: bool = False) -> QFontMetrics:
        """Of ``font``; kept, since delegates ask for every cell that they draw."""
        return self._metrics[role, strong]

    def colour(self, name: str) -> QColor:
        return QColor(str(getattr(self.colours, name)))

    def icon(self, name: str, colour: str = "muted", size: int = 18, room: int = 0) -> QIcon:
        """``room``: empty space to the right of the icon, before words."""
        return icons.icon(name, str(getattr(self.colours, colour)), self.colours.border_strong, size, room)

    def pixmap(self, name: str, colour: str, size: int, ratio: float) -> QPixmap:
        return icons.pixmap(name, str(getattr(self.colours, colour)), size, ratio)

    def _make_font(self, role: str, strong: bool) -> QFont:
        font = QFont(self._base)
        font.setPointSizeF(self._base.pointSizeF() * TYPE_SCALE[role])
        if strong:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    @Slot()
    def _scheme_changed(self) -> None:
        self.colours = SCHEMES[self.scheme]
        self._apply()
        self.changed.emit()

    def _apply(self) -> None:
        self._factor = max(1.0, QFontMetricsF(self._base).height() / _DRAWN_FOR_PX)
        self._fonts = {(role, strong): self._make_font(role, strong) for role in TYPE_SCALE for strong in (False, True)}
        self._metrics = {key: QFontMetrics(font) for key, font in self._fonts.items()}
        self._application.setFont(self._base)
        self._application.setPalette(_palette(self.colours))
        self._application.setStyleSheet(stylesheet(self.colours, self._base.pointSizeF(), self.px))


_current: Theme | None = None


def install(application: QApplication) -> Theme:
    """Make the theme of this application; once for each QApplication."""
    global _current
    _current = Theme(application)
    return _current


def theme() -> Theme:
    """The theme in force. Raises RuntimeError before ``install``."""
    if _current is None:
        raise RuntimeError("the theme is not installed")
    return _current


def _base_font(application: QApplication) -> QFont:
    font = QFont(application.font())
    families = set(QFontDatabase.families())
    if font.family() in _PLAIN_FAMILIES:
        better = next((f for f in _BETTER_FAMILIES if f in families), None)
        if better is not None:
            font.setFamily(better)
    if font.pointSizeF() <= 0:
        font.setPointSizeF(10.0)
    return font


def _palette(colours: Colours) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for target, value in (
        (role.Window, colours.side),
        (role.Base, colours.surface),
        (role.AlternateBase, colours.side),
        (role.Button, colours.raised),
        (role.WindowText, colours.text),
        (role.Text, colours.text),
        (role.ButtonText, colours.text),
        (role.BrightText, colours.on_accent),
        (role.PlaceholderText, colours.muted),
        (role.ToolTipBase, colours.raised),
        (role.ToolTipText, colours.text),
        (role.Highlight, colours.accent),
        (role.HighlightedText, colours.on_accent),
        (role.Link, colours.accent),
        (role.LinkVisited, colours.accent),
        (role.Accent, colours.accent),
        (role.Light, colours.raised),
        (role.Mid, colours.border_strong),
        (role.Dark, colours.border_strong),
        (role.Shadow, colours.border_strong),
    ):
        palette.setColor(target, QColor(value))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, QColor(colours.muted))
    return palette
