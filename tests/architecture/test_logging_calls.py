"""Every log statement has a literal message and fields of the whitelist; what slips through is redacted at run time anyway."""

import ast
from collections.abc import Iterator
from pathlib import Path

from source_tree import sources, tree

from app.privacy.redaction import CODE_FIELDS, ID_FIELDS, NUMBER_FIELDS

LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
LOGGERS = {"log", "_log", "logger", "_logger", "LOG"}


def log_calls() -> Iterator[tuple[Path, ast.Call]]:
    for path in sources():
        for node in ast.walk(tree(path)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in LEVELS
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id in LOGGERS
            ):
                yield path, node


def place(path: Path, call: ast.Call) -> str:
    return f"{path}:{call.lineno}"


def test_messages_are_literals() -> None:
    wrong = [
        place(path, call)
        for path, call in log_calls()
        if not (call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str))
    ]
    assert wrong == []


def test_fields_are_on_the_whitelist() -> None:
    allowed = NUMBER_FIELDS | ID_FIELDS | CODE_FIELDS
    wrong = []
    for path, call in log_calls():
        for keyword in call.keywords:
            if keyword.arg != "extra":
                continue
            keys = keyword.value.keys if isinstance(keyword.value, ast.Dict) else [None]
            names = {key.value if isinstance(key, ast.Constant) else None for key in keys}
            if names - allowed:
                wrong.append(f"{place(path, call)} {sorted(map(str, names - allowed))}")
    assert wrong == []


def test_loggers_have_the_names_that_these_tests_look_for() -> None:
    wrong = []
    for path in sources():
        for node in ast.walk(tree(path)):
            if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)):
                continue
            made = node.value.func
            if isinstance(made, ast.Attribute) and made.attr == "getLogger":
                wrong += [
                    f"{path}:{node.lineno}" for t in node.targets if isinstance(t, ast.Name) and t.id not in {*LOGGERS, "root"}
                ]
    assert wrong == []
