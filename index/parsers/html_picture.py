"""Words that stand for pictures: ``alt`` and its like, and the texts drawn in an SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator

from index.parsers.html_tree import Node

PICTURES = frozenset(["img", "svg", "area"])
_UNDRAWN = frozenset(["defs", "style", "script", "metadata", "symbol", "title", "desc", "clippath", "mask"])
_FILE_NAME = re.compile(r"\S+\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|heic|emf|wmf)(?:\?\S*)?", re.IGNORECASE)
_SAYS_NOTHING = re.compile(
    r"(?:image|img|picture|photo|spacer|placeholder|thumbnail|bild|foto|grafik|(?:\w+[ _-])?(?:icon|symbol)|\W*)[\s_\d-]*",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(r"[\w-]{25,}")
_SIGNS = frozenset("✓✔✗✘☑☒☐●○★☆+-–→←↑↓")
"""Signs that are an answer by themselves, as in the cell of a table."""
_MAX_CHARS = 1000


def picture_words(node: Node) -> str:
    """What a picture shows, by its writer; empty where it only decorates or its words are a file's name."""
    attributes = node.attributes
    if attributes.get("aria-hidden") == "true" or attributes.get("role", "") in {"presentation", "none"}:
        return ""
    words = next((attributes[name] for name in ("alt", "aria-label", "title") if attributes.get(name, "").strip()), "")
    if node.tag == "svg":
        own = next((child for child in node.children if isinstance(child, Node) and child.tag == "title"), None)
        parts = [words or (own.text() if own is not None else ""), *svg_texts(node)]
        words = " ".join(dict.fromkeys(part for part in parts if part))
    return says_something(words)


def says_something(words: str) -> str:
    """The words of a picture in one line, shortened; empty when they are a file's name, a number or "image"."""
    words = " ".join(words.split())[:_MAX_CHARS]
    empty = _FILE_NAME.fullmatch(words) or _SAYS_NOTHING.fullmatch(words) or _IDENTIFIER.fullmatch(words)
    return "" if empty and words not in _SIGNS else words


def svg_texts(svg: Node) -> list[str]:
    """The texts that a drawing shows in the order of the file; what stands side by side on one height is one line."""
    lines: list[str] = []
    height: str | None = None
    for node in _drawn(svg):
        words = " ".join(_spaced(node).split())
        if not words:
            continue
        at = node.attributes.get("y")
        if lines and at is not None and at == height:
            lines[-1] = f"{lines[-1]} | {words}"
        else:
            lines.append(words)
        height = at
    return lines


def _drawn(node: Node) -> Iterator[Node]:
    for child in node.children:
        if isinstance(child, Node) and child.tag not in _UNDRAWN:
            if child.tag in {"text", "foreignobject"}:
                yield child
            else:
                yield from _drawn(child)


def _spaced(node: Node) -> str:
    """Pieces of a text with a position of their own are lines of it."""
    parts: list[str] = []
    for child in node.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.tag not in _UNDRAWN:
            apart = child.tag not in {"tspan", "a", "b", "i", "em", "strong", "span"} or "x" in child.attributes
            parts.append(f" {_spaced(child)} " if apart else _spaced(child))
    return "".join(parts)
