"""A small, forgiving HTML tree on the standard library's tokenizer: nothing is fetched, run or resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())  # noqa: SIM905
# A start tag closes open elements of these kinds, up to the nearest element named after the colon.
_CLOSES = {
    "li": ({"li", "p"}, {"ul", "ol", "menu"}),
    "dt": ({"dt", "dd", "p"}, {"dl"}),
    "dd": ({"dt", "dd", "p"}, {"dl"}),
    "tr": ({"tr", "td", "th", "p", "li"}, {"table", "tbody", "thead", "tfoot"}),
    "td": ({"td", "th", "p", "li"}, {"tr", "table"}),
    "th": ({"td", "th", "p", "li"}, {"tr", "table"}),
    "tbody": ({"tr", "td", "th", "thead", "tbody", "p"}, {"table"}),
    "thead": ({"tr", "td", "th", "tbody", "p"}, {"table"}),
    "tfoot": ({"tr", "td", "th", "thead", "tbody", "p"}, {"table"}),
    "option": ({"option"}, {"select"}),
}
_CLOSE_P = frozenset(
    "p div ul ol dl table h1 h2 h3 h4 h5 h6 blockquote pre section article header footer main nav aside form hr figure".split()  # noqa: SIM905
)
_SCRIPTS = re.compile(r"<(script|style)\b[^>]*>.*?</\1\b[^>]*>", re.DOTALL | re.IGNORECASE)
_INTERNAL_SUBSET = re.compile(r"(<!doctype[^>\[]*)\[.*?\]\s*>", re.DOTALL | re.IGNORECASE)
_WRITTEN = frozenset(["text", "number", "date", "datetime-local", "month", "time", "email", "tel", "url"])
_STRUCK_TAGS = frozenset(["del", "s", "strike"])
_STRUCK_STYLE = re.compile(r"\btext-decoration(?:-line)?\s*:[^;]*\bline-through\b", re.IGNORECASE)
_SRCDOC = re.compile(r"\bsrcdoc\b", re.IGNORECASE)
_MAX_DEPTH = 150
"""Deeper elements become children of the element at this depth, so that walking the tree cannot exhaust the stack."""


class Node:
    """An element; ``children`` are elements and strings in order, ``links`` the number of <a> below it."""

    __slots__ = ("attributes", "children", "links", "tag")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Node | str] = []
        self.links = 0

    def find_all(self, tag: str) -> Iterator[Node]:
        """All elements of this name below it, in the order of the document."""
        waiting = [child for child in reversed(self.children) if isinstance(child, Node)]
        while waiting:
            node = waiting.pop()
            if node.tag == tag:
                yield node
            waiting += [child for child in reversed(node.children) if isinstance(child, Node)]

    def text(self, skip: frozenset[str] = frozenset({"script", "style", "noscript", "template"})) -> str:
        parts: list[str] = []
        for child in self.children:
            if isinstance(child, str):
                parts.append(child)
            elif child.tag == "br":
                parts.append(" ")
            elif child.tag not in skip and not is_struck(child):
                parts.append(child.text(skip))
        return "".join(parts)


def is_struck(node: Node) -> bool:
    """Is it struck out or marked as deleted?"""
    return node.tag in _STRUCK_TAGS or _STRUCK_STYLE.search(node.attributes.get("style", "")) is not None


class TreeBuilder(HTMLParser):
    """Fed with markup, or with the elements of another reader (``handle_starttag`` and so on)."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("#root", {})
        self.stack = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _CLOSES:
            self._close(*_CLOSES[tag])
        elif tag in _CLOSE_P:
            self._close({"p"}, {"td", "th", "li", "div", "section", "article", "blockquote", "body"})
        node = _shown(Node(tag, {name: value or "" for name, value in attrs}))
        self.stack[-1].children.append(node)
        if tag == "a":
            for around in self.stack:
                around.links += 1
        if tag not in VOID and len(self.stack) < _MAX_DEPTH:
            self.stack.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        drawn = any(node.tag in {"svg", "math"} for node in self.stack)
        self.handle_starttag(tag, attrs)
        # HTML itself knows no empty elements of this form: "<div/>" opens one.
        if self.stack[-1].tag == tag and (drawn or tag in {"svg", "a", "span"}):
            self.stack.pop()

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self.stack) - 1, 0, -1):
            if self.stack[depth].tag == tag:
                del self.stack[depth:]
                return
            if self.stack[depth].tag in {"table", "td", "th"} and tag not in {
                "table",
                "tr",
                "tbody",
                "thead",
                "tfoot",
                "body",
                "html",
            }:
                return  # a stray end tag does not close the table around it

    def handle_data(self, data: str) -> None:
        self.stack[-1].children.append(data)

    def _close(self, kinds: set[str], stop: set[str]) -> None:
        cut = len(self.stack)
        for depth in range(len(self.stack) - 1, 0, -1):
            tag = self.stack[depth].tag
            if tag in stop:
                break
            if tag in kinds:
                cut = depth
        del self.stack[cut:]

    def add_markup(self, markup: str) -> None:
        """A piece of markup by itself: what is unfinished at its end is text."""
        self.feed(_SCRIPTS.sub(" ", markup))
        self.close()


def _shown(node: Node) -> Node:
    """Elements whose text stands in an attribute: what is written in a form's field, and a page inside the page."""
    value = node.attributes.get("value", "").strip()
    if node.tag == "input" and value and node.attributes.get("type", "text").lower() in _WRITTEN:
        node.tag = "span"
        node.children = [f" {value} "]
    elif node.tag == "iframe" and node.attributes.get("srcdoc"):
        node.tag = "div"
        # Without the frames in that one: each would double what is to be read.
        inner = parse_tree(_SRCDOC.sub("", node.attributes.pop("srcdoc")))
        node.children, node.links = inner.children, inner.links
    return node


def parse_tree(markup: str) -> Node:
    """The tree under a node ``#root``. Never fails on malformed markup."""
    builder = TreeBuilder()
    builder.add_markup(_INTERNAL_SUBSET.sub(r"\1>", markup, count=1))
    return builder.root
