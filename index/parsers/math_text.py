"""Formulas as one line of text: OMML of Office and MathML of OpenDocument, EPUB and HTML."""

from __future__ import annotations

from collections.abc import Callable

from index.parsers.zip_package import Element, child

_SKIPPED = frozenset(
    ["annotation", "annotation-xml", "rPr", "ctrlPr", "fPr", "sSupPr", "sSubPr", "radPr", "dPr", "naryPr", "mPr"]
)


def math_text(element: Element) -> str:
    """``a/b``, ``x^2``, ``x_1``, ``√(x)``; what has no sign of its own is written out in order. Tags come without namespaces."""
    return " ".join(_text(element).split())


def _text(element: Element) -> str:
    tag = element.tag
    if tag in _SKIPPED or not isinstance(tag, str):
        return ""
    if tag in _LEAVES:
        return element.text or ""
    return _SHAPES.get(tag, _inner)(element)


def _over(element: Element) -> str:
    above, below = _operands(element, "num", "den")
    kind = child(element, "fPr", "type")
    if kind is not None and kind.get("val") == "noBar":
        return f"({above} over {below})"
    return f"{_grouped(above)}/{_grouped(below)}"


def _upper(element: Element) -> str:
    base, upper = _operands(element, "e", "sup")
    return f"{base}^{_grouped(upper)}" if upper else base


def _lower(element: Element) -> str:
    base, lower = _operands(element, "e", "sub")
    return f"{base}_{_grouped(lower)}" if lower else base


def _both(element: Element) -> str:
    base, lower, upper = _operands(element, "e", "sub", "sup")
    return f"{base}_{_grouped(lower)}^{_grouped(upper)}"


def _limit(element: Element) -> str:
    base, limit = _operands(element, "e", "lim")
    return f"{base}{'_' if element.tag == 'limLow' else '^'}{_grouped(limit)} "


def _large_operator(element: Element) -> str:
    lower, upper, inner = _operands(element, "sub", "sup", "e")
    sign = child(element, "naryPr", "chr")
    bounds = (f"_{_grouped(lower)}" if lower else "") + (f"^{_grouped(upper)}" if upper else "")
    return f"{sign.get('val', '∫') if sign is not None else '∫'}{bounds} {inner}"


def _fenced(element: Element) -> str:
    start, end = child(element, "dPr", "begChr"), child(element, "dPr", "endChr")
    opening = start.get("val", "(") if start is not None else element.get("open", "(")
    closing = end.get("val", ")") if end is not None else element.get("close", ")")
    return f"{opening}{', '.join(_text(part) for part in element if part.tag not in _SKIPPED)}{closing}"


def _root(element: Element) -> str:
    return f"√({''.join(_text(part) for part in element if part.tag != 'deg')})"


def _row(element: Element) -> str:
    return " ".join(_text(part) for part in element) + "; "


def _function(element: Element) -> str:
    return " ".join(_operands(element, "fName", "e"))


def _inner(element: Element) -> str:
    return "".join(_text(part) for part in element)


_LEAVES = frozenset(["t", "mi", "mn", "mo", "mtext", "ms"])
_SHAPES: dict[str, Callable[[Element], str]] = {
    "f": _over, "mfrac": _over, "sSup": _upper, "msup": _upper, "mover": _upper, "sSub": _lower, "msub": _lower, "munder": _lower,
    "sSubSup": _both, "msubsup": _both, "munderover": _both, "limLow": _limit, "limUpp": _limit, "nary": _large_operator, "d": _fenced,
    "mfenced": _fenced, "rad": _root, "msqrt": _root, "mroot": _root, "mr": _row, "mtr": _row, "func": _function,
}  # fmt: skip


def _operands(element: Element, *names: str) -> list[str]:
    """By name in OMML, by position in MathML."""
    parts = [part for part in element if part.tag not in _SKIPPED]
    by_name = {part.tag: part for part in parts}
    if any(name in by_name for name in names):
        return [_text(by_name[name]) if name in by_name else "" for name in names]
    return [_text(part) for part in parts[: len(names)]] + [""] * (len(names) - len(parts))


def _grouped(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 1 or text.isalnum() else f"({text})"
