"""The application's style sheet, built from the tokens. Widgets choose a look by the dynamic property ``look`` or their object name."""

from __future__ import annotations

from collections.abc import Callable

from app.ui.theme.tokens import CONTROL_HEIGHT, RADIUS_L, RADIUS_M, RADIUS_S, TYPE_SCALE, Colours


def stylesheet(c: Colours, base_pt: float, px: Callable[[int], int]) -> str:
    """``base_pt`` is the system font's size in points; ``px`` fits a height in pixels to it."""
    size = {name: f"{base_pt * factor:.2f}pt" for name, factor in TYPE_SCALE.items()}
    return "\n".join(
        (
            _text(c, size),
            _buttons(c, size, px),
            _panes(c),
            _fields(c, size, px(CONTROL_HEIGHT) - 2),
            _lists(c, size),
            _scroll_bars(c),
        )
    )


def _text(c: Colours, size: dict[str, str]) -> str:
    return f"""
QWidget {{ color: {c.text}; }}
QLabel {{ background: transparent; }}
QLabel[look="caption"] {{ color: {c.muted}; font-size: {size["caption"]}; }}
QLabel[look="muted"] {{ color: {c.muted}; }}
QLabel[look="strong"] {{ font-weight: 600; }}
QLabel[look="link"] {{ color: {c.accent}; }}
QLabel[look="section"] {{ color: {c.muted}; font-size: {size["caption"]}; font-weight: 600; }}
QLabel[look="title"] {{ font-size: {size["title"]}; font-weight: 600; }}
QLabel[look="display"] {{ font-size: {size["display"]}; font-weight: 600; }}
QLabel[look="question"] {{ font-size: {size["title"]}; font-weight: 600; }}
QLabel[look="command"] {{ background: {c.hover}; border-radius: {RADIUS_S}px; padding: 6px 8px; font-family: monospace; }}
QLabel[look="bad"] {{ color: {c.unsupported}; }}
QLabel[look="warn"] {{ color: {c.partly}; }}
QToolTip {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.border_strong}; padding: 4px 6px; }}
"""


def _buttons(c: Colours, size: dict[str, str], px: Callable[[int], int]) -> str:
    height = px(CONTROL_HEIGHT) - 2
    return f"""
QPushButton, QToolButton {{
    min-height: {height}px; padding: 0 12px; border-radius: {RADIUS_S}px; border: 1px solid transparent;
}}
QPushButton {{ background: {c.raised}; border-color: {c.border_strong}; }}
QPushButton:hover {{ background: {c.hover}; }}
QPushButton:pressed {{ background: {c.pressed}; }}
QPushButton:focus, QToolButton:focus {{ border: 2px solid {c.accent}; padding: 0 11px; }}
QPushButton:disabled {{ color: {c.muted}; background: {c.side}; border-color: {c.border}; }}
QPushButton[look="primary"] {{ background: {c.accent}; color: {c.on_accent}; border-color: {c.accent}; font-weight: 600; }}
QPushButton[look="primary"]:hover {{ background: {c.accent_hover}; border-color: {c.accent_hover}; }}
QPushButton[look="primary"]:focus {{ border: 2px solid {c.text}; }}
QPushButton[look="primary"]:disabled {{ background: {c.pressed}; color: {c.muted}; border-color: {c.pressed}; }}
QPushButton[look="danger"] {{ background: {c.unsupported}; color: {c.on_accent}; border-color: {c.unsupported}; font-weight: 600; }}
QPushButton[look="danger"]:hover {{ background: {c.unsupported}; border-color: {c.text}; }}
QPushButton[look="danger"]:focus {{ border: 2px solid {c.text}; }}
QPushButton[look="link"] {{ background: transparent; border-color: transparent; color: {c.accent}; padding: 0 6px; text-align: left; }}
QPushButton[look="link"]:hover {{ background: {c.hover}; }}
QPushButton[look="link"]:focus {{ border: 2px solid {c.accent}; padding: 0 5px; }}
QToolButton {{ background: transparent; padding: 0; min-width: {height}px; }}
QToolButton:hover {{ background: {c.hover}; }}
QToolButton:pressed, QToolButton:checked {{ background: {c.pressed}; }}
QToolButton:focus {{ padding: 0; }}
QToolButton::menu-indicator {{ image: none; }}
QToolButton[look="switch"]:checked {{ background: transparent; }}
QToolButton[look="switch"]:checked:hover {{ background: {c.hover}; }}
QToolButton[look="send"] {{ background: {c.accent}; border-radius: {px(CONTROL_HEIGHT) // 2}px; }}
QToolButton[look="send"]:hover {{ background: {c.accent_hover}; }}
QToolButton[look="send"]:disabled {{ background: {c.pressed}; }}
QToolButton[look="send"]:focus {{ border: 2px solid {c.text}; }}
QToolButton[look="filter"] {{
    color: {c.muted}; font-size: {size["caption"]}; padding: 0 8px; min-width: 0; min-height: {px(24)}px;
    border-radius: {px(24) // 2}px; border: 1px solid transparent;
}}
QToolButton[look="chip"] {{
    color: {c.accent}; background: {c.accent_soft}; font-size: {size["caption"]}; padding: 0 8px; min-width: 0; min-height: {px(24)}px;
    border-radius: {px(24) // 2}px; border: 1px solid transparent;
}}
QToolButton[look="chip"]:hover {{ border-color: {c.accent}; }}
QToolButton[look="chip"]:focus {{ border: 1px solid {c.accent}; padding: 0 8px; }}
QToolButton[look="filter"]:checked {{ background: {c.accent_soft}; color: {c.accent}; font-weight: 600; }}
QToolButton[look="filter"]:focus {{ border: 1px solid {c.accent}; padding: 0 8px; }}
"""


def _panes(c: Colours) -> str:
    return f"""
#side, #evidence, #notice {{ background: {c.side}; }}
#middle, #turns {{ background: {c.surface}; }}
#line {{ background: {c.border}; border: 0; max-height: 1px; min-height: 1px; }}
#header {{ border-bottom: 1px solid {c.border}; background: transparent; }}
#readerTools {{ background: {c.side}; border-bottom: 1px solid {c.border}; }}
#readerFoot {{ background: {c.side}; border-top: 1px solid {c.border}; }}
QSplitter::handle {{ background: {c.border}; }}
QSplitter::handle:hover {{ background: {c.accent}; }}
QFrame[look="card"] {{ background: {c.raised}; border: 1px solid {c.border}; border-radius: {RADIUS_M}px; }}
QAbstractButton[look="card-button"] {{ background: {c.raised}; border: 1px solid {c.border}; border-radius: {RADIUS_M}px; }}
QAbstractButton[look="card-button"]:hover {{ border-color: {c.border_strong}; background: {c.hover}; }}
QAbstractButton[look="card-button"]:focus {{ border: 2px solid {c.accent}; }}
QAbstractButton[look="link-box"] {{ background: transparent; border: 2px solid transparent; border-radius: {RADIUS_S}px; }}
QAbstractButton[look="link-box"]:hover {{ background: {c.hover}; }}
QAbstractButton[look="link-box"]:focus {{ border-color: {c.accent}; }}
QFrame[look="sheet"] {{ background: {c.surface}; border: 1px solid {c.border}; border-radius: {RADIUS_L}px; }}
QFrame[look="warn-box"] {{ background: {c.partly_soft}; border-radius: {RADIUS_M}px; }}
QFrame[look="bad-box"] {{ background: {c.unsupported_soft}; border-radius: {RADIUS_M}px; }}
QFrame[look="quote"] {{ background: {c.raised}; border: 0; border-left: 3px solid {c.accent}; border-radius: 0; }}
QFrame[look="aside-partly"] {{ background: transparent; border: 0; border-left: 3px solid {c.partly}; }}
QFrame[look="aside-unsupported"] {{ background: transparent; border: 0; border-left: 3px solid {c.unsupported}; }}
QFrame[look="attached"] {{ background: {c.accent_soft}; border: 0; border-radius: {RADIUS_S}px; }}
QFrame[look="popover"] {{ background: {c.raised}; border: 1px solid {c.border_strong}; border-radius: {RADIUS_M}px; }}
"""


def _fields(c: Colours, size: dict[str, str], height: int) -> str:
    return f"""
QLineEdit {{
    background: {c.raised}; border: 1px solid {c.border_strong}; border-radius: {RADIUS_S}px; padding: 0 8px;
    min-height: {height}px; selection-background-color: {c.accent}; selection-color: {c.on_accent};
}}
QLineEdit:focus {{ border: 2px solid {c.accent}; padding: 0 7px; }}
QFrame#question {{ background: {c.raised}; border: 1px solid {c.border_strong}; border-radius: {RADIUS_L}px; }}
QFrame#question[focused="true"] {{ border: 2px solid {c.accent}; }}
QPlainTextEdit#questionText {{ background: transparent; border: 0; font-size: {size["reading"]}; }}
QTextBrowser {{ background: transparent; border: 0; selection-background-color: {c.accent}; selection-color: {c.on_accent}; }}
QTextBrowser#reader {{ background: {c.surface}; border: 0; }}
QComboBox {{
    background: {c.raised}; border: 1px solid {c.border_strong}; border-radius: {RADIUS_S}px; padding: 0 8px; min-height: {height}px;
}}
QComboBox:focus, QComboBox:on {{ border: 2px solid {c.accent}; padding: 0 7px; }}
QComboBox QLineEdit {{ border: 0; background: transparent; padding: 0; min-height: 0; }}
QComboBox::drop-down {{ border: 0; width: {height}px; }}
QComboBox::down-arrow {{ image: none; }}
QComboBox QAbstractItemView {{
    background: {c.raised}; border: 1px solid {c.border_strong}; selection-background-color: {c.accent}; selection-color: {c.on_accent};
}}
QProgressBar {{ background: {c.pressed}; border: 0; border-radius: 3px; max-height: 6px; min-height: 6px; }}
QProgressBar::chunk {{ background: {c.accent}; border-radius: 3px; }}
QMenu {{ background: {c.raised}; border: 1px solid {c.border_strong}; border-radius: {RADIUS_S}px; padding: 4px; }}
QMenu::item {{ padding: 6px 20px 6px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {c.accent}; color: {c.on_accent}; }}
"""


def _lists(c: Colours, size: dict[str, str]) -> str:
    return f"""
QListView {{ background: transparent; border: 2px solid transparent; border-radius: {RADIUS_S}px; outline: 0; }}
QListView:focus {{ border-color: {c.accent}; }}
QTreeView {{
    background: transparent; border: 2px solid transparent; outline: 0; selection-background-color: {c.selected}; show-decoration-selected: 1;
}}
QTreeView:focus {{ border-color: {c.accent}; }}
QTreeView::branch {{ background: transparent; }}
QHeaderView {{ background: transparent; border: 0; }}
QHeaderView::section {{
    background: {c.surface}; color: {c.muted}; border: 0; border-bottom: 1px solid {c.border}; padding: 4px 8px; font-weight: 600;
    font-size: {size["caption"]};
}}
QHeaderView::section:hover {{ background: {c.hover}; }}
QTableView#sheet {{
    background: {c.surface}; gridline-color: {c.border}; border: 0; outline: 0; selection-background-color: {c.selected};
    selection-color: {c.text};
}}
QTableView#sheet QHeaderView::section:vertical {{ padding: 0 8px; border-right: 1px solid {c.border}; background: {c.side}; }}
QTableCornerButton::section {{ background: {c.side}; border: 0; border-bottom: 1px solid {c.border_strong}; }}
QTabBar::tab {{
    background: {c.side}; color: {c.muted}; border: 0; border-right: 1px solid {c.border}; padding: 6px 12px; font-size: {size["caption"]};
}}
QTabBar::tab:selected {{ background: {c.surface}; color: {c.text}; font-weight: 600; }}
QTabBar::tab:focus {{ color: {c.accent}; }}
QTabBar {{ background: {c.side}; }}
QScrollArea {{ background: transparent; border: 0; }}
QScrollArea > QWidget > QWidget#flat {{ background: transparent; }}
"""


def _scroll_bars(c: Colours) -> str:
    return f"""
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 2px; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 2px; }}
QScrollBar::handle {{ background: {c.border_strong}; border-radius: 3px; min-height: 28px; min-width: 28px; }}
QScrollBar::handle:hover {{ background: {c.muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QAbstractScrollArea::corner {{ background: transparent; border: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""
