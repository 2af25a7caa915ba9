"""Tells a web page's text from what stands around it on every page: navigation, footers, cookie notices."""

from __future__ import annotations

import re

from index.parsers.html_tree import Node

_BOILERPLATE = frozenset(["nav", "footer", "menu"])
_ROLES = frozenset(
    ["navigation", "contentinfo", "search", "banner", "complementary", "menu", "menubar", "dialog", "alertdialog"]
)
_BOXES = frozenset(["ul", "ol", "div", "aside", "table", "section", "dialog", "form"])
_CONSENT = re.compile(
    r"(?:\b|[_-])(?:cookies?|consent|gdpr|onetrust|usercentrics|didomi|cookiebot|cmp)(?:\b|[_-])|cookie(?:banner|notice|consent|bar|law|hint)",
    re.IGNORECASE,
)
_CONSENT_WORDS = re.compile(r"cookie|consent|einwillig|datenschutz|privacy|confidentialité|privacidad", re.IGNORECASE)
_CONSENT_MAX_WORDS = 250
_MAIN_SHARE = 0.25
"""Share of the page's text that <main> or <article> must hold to stand for the whole page."""
_LINK_SHARE = 0.75
"""Share of linked text from which a list or box of at least five links is navigation."""
_MANY_LINKS = 5
PROSE_WORDS = 20
"""Words from which a block outside of the main part is running text, which is kept wherever it stands."""
_PROSE_LINK_SHARE = 0.4


def main_part(root: Node) -> Node:
    """<main>, role="main" or the only <article> when it holds a fair share of the text, else the whole page."""
    total = len(root.text())
    marked = [node for tag in ("div", "section") for node in root.find_all(tag) if node.attributes.get("role") == "main"]
    for candidates in (list(root.find_all("main")), marked, list(root.find_all("article"))):
        if len(candidates) == 1 and len(candidates[0].text()) >= _MAIN_SHARE * total:
            return candidates[0]
    return root


def is_boilerplate(node: Node) -> bool:
    """Navigation, page footers, search forms, lists of links and cookie notices."""
    if node.tag in _BOILERPLATE or node.attributes.get("role", "").lower() in _ROLES:
        return True
    return node.tag in _BOXES and (_is_link_list(node) or _asks_consent(node))


def is_prose(node: Node) -> bool:
    """Running text and not a list of links."""
    text = node.text()
    if len(text.split()) < PROSE_WORDS:
        return False
    return _linked(node) < _PROSE_LINK_SHARE * len(re.sub(r"\s+", " ", text).strip())


def _linked(node: Node) -> int:
    return sum(len(link.text().strip()) for link in node.find_all("a"))


def _is_link_list(node: Node) -> bool:
    if node.links < _MANY_LINKS:  # counted while the tree was built: each box of a deep page would walk all below it again
        return False
    return _linked(node) >= _LINK_SHARE * len(re.sub(r"\s+", " ", node.text()).strip())


def _asks_consent(node: Node) -> bool:
    marks = f"{node.attributes.get('id', '')} {node.attributes.get('class', '')}"
    if not _CONSENT.search(marks):
        return False
    text = node.text()
    asks = any(next(node.find_all(tag), None) is not None for tag in ("button", "input")) or "accept" in text.lower()
    return asks and len(text.split()) <= _CONSENT_MAX_WORDS and _CONSENT_WORDS.search(text) is not None
