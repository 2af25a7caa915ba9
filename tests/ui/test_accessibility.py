"""Every control has a name that a screen reader can say, in every state of the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desk import Desk
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QScrollArea,
    QTextEdit,
    QWidget,
)  # fmt: skip

from app.ui.widgets.card import CardButton
from app.workers.fakes import scenes

CONTROLS = (QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit, QAbstractItemView, QProgressBar, QScrollArea, CardButton)


ROLES: dict[type[QWidget], frozenset[QAccessible.Role]] = {
    QAbstractButton: frozenset({QAccessible.Role.Button, QAccessible.Role.CheckBox, QAccessible.Role.ButtonMenu, QAccessible.Role.RadioButton,
                                QAccessible.Role.ButtonDropDown}),
    QLineEdit: frozenset({QAccessible.Role.EditableText}),
    QPlainTextEdit: frozenset({QAccessible.Role.EditableText}),
    QProgressBar: frozenset({QAccessible.Role.ProgressBar}),
    CardButton: frozenset({QAccessible.Role.Button}),
    QAbstractItemView: frozenset({QAccessible.Role.List, QAccessible.Role.Tree, QAccessible.Role.Table}),
}  # fmt: skip


def wrong_roles(root: QWidget) -> list[str]:
    """Controls that a screen reader would take for something else."""
    found = []
    for widget in root.findChildren(QWidget):
        wanted = next((roles for kind, roles in ROLES.items() if isinstance(widget, kind)), None)
        if wanted is None or isinstance(widget.parent(), QComboBox | QAbstractScrollArea):
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        if interface is None or interface.role() not in wanted:
            found.append(f"{type(widget).__name__} “{widget.accessibleName()}”: {interface.role() if interface else None}")
    return found


def nameless(root: QWidget) -> list[str]:
    found = []
    for widget in root.findChildren(QWidget):
        if not isinstance(widget, CONTROLS) or isinstance(widget.parent(), QAbstractScrollArea):
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        name = widget.accessibleName() or (interface.text(QAccessible.Text.Name) if interface is not None else "")
        if not name.strip():
            found.append(
                f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__} of {type(widget.parent().parent()).__name__}"
            )
    return found


def test_the_notice(make_desk: Callable[..., Desk]) -> None:
    assert nameless(make_desk(accepted=False).window) == []


def test_the_empty_window(make_desk: Callable[..., Desk]) -> None:
    assert nameless(make_desk(empty=True).window) == []


def test_an_answer_with_its_evidence(desk: Desk) -> None:
    desk.ask()
    desk.open_chip(0)
    assert nameless(desk.window) == []


def test_not_found_and_an_error(desk: Desk) -> None:
    desk.answer = lambda q: scenes.not_found(q, root=desk.root)
    desk.ask()
    desk.answer = scenes.error
    desk.ask()
    assert nameless(desk.window) == []


def test_a_running_import(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words")
    desk.hold_at = ("import", 1)
    assert desk.drop([tmp_path])
    desk.until(desk.held.is_set)
    assert nameless(desk.window) == []


def test_a_file_is_read_out_with_its_status_and_reason(desk: Desk) -> None:
    desk.until(lambda: desk.session.library.files.rowCount() == 12)
    model = desk.session.library.files
    texts = [model.data(model.index(row, 0), int(Qt.ItemDataRole.AccessibleTextRole)) for row in range(12)]
    assert (
        "Gehälter 2024 (vertraulich).xlsx, Failed. Needs a password. Give the password, or save a copy without one and import that."
        in texts
    )


def test_every_control_has_the_role_of_what_it_is(desk: Desk) -> None:
    desk.until(lambda: desk.window.ask_panel.empty.questions.isVisible())
    desk.window.show_documents()
    desk.ask()
    desk.window.palette_box.open()
    assert wrong_roles(desk.window) == []
    assert nameless(desk.window) == []


def test_the_page_for_a_missing_model(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(accepted=False, empty=True)
    desk.program.models.missing |= {"qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b"}
    assert desk.window.notice is not None
    desk.window.notice.accept.click()
    desk.until(lambda: not desk.window.working and desk.window.notice is None)
    assert nameless(desk.window) == []
    assert wrong_roles(desk.window) == []


def test_the_tab_key_goes_through_the_window_and_comes_round(desk: Desk) -> None:
    """From left to right, pane by pane, nothing left out and nothing that holds the keyboard."""
    desk.until(lambda: desk.window.ask_panel.empty.questions.isVisible())
    start = desk.window.ask_panel.box.text
    start.setFocus()
    seen: list[QWidget] = []
    at: QWidget = start
    for _ in range(5000):
        at = at.nextInFocusChain()
        if at is start:
            break
        if at.isVisible() and at.isEnabled() and at.focusPolicy() & Qt.FocusPolicy.TabFocus:
            seen.append(at)
    assert at is start
    controls = [
        w
        for w in desk.window.findChildren(QWidget)
        if isinstance(w, QAbstractButton | CardButton) and w.isVisible() and w.isEnabled()
    ]
    assert [w.accessibleName() for w in controls if w not in seen] == []


def test_every_button_can_be_reached_with_the_keyboard(desk: Desk) -> None:
    desk.ask()
    desk.open_chip(0)
    unreachable = [
        b.accessibleName()
        for b in desk.window.findChildren(QAbstractButton)
        if b.isVisible() and b.focusPolicy() == Qt.FocusPolicy.NoFocus
    ]
    assert unreachable == []
