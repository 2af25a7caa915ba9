"""The body of a mail as blocks: the better of its two forms, with quoted replies and signatures as quotations."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from index.parsers.builder import DocumentBuilder
from index.parsers.html_blocks import HtmlBlocks, spaced_text
from index.parsers.html_tree import Node, parse_tree
from index.parsers.mail_quotes import announces_quote, begins_old_mail, begins_signature, split_quoted
from index.parsers.plain_text import add_plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator

_STUB_SHARE = 0.3
"""A plain form with fewer words than this share of the HTML form says that the reader shows no HTML, or is cut."""
_NEW_SHARE = 0.2
"""Distinct words of the HTML form that the plain form lacks, from which they say different things and both are kept."""
_COVERED_SHARE = 0.9
_URL = re.compile(r"\S*://\S+|<mailto:[^>]*>")
_WORD = re.compile(r"\w{2,}")
_QUOTE_CLASSES = re.compile(
    r"\b(?:gmail_quote|gmail_signature|gmail_attr|moz-cite-prefix|moz-signature|yahoo_quoted|protonmail_quote|protonmail_signature\S*|"
    r"zmail_extra|tutanota_quote|WordSection_reply)\b",
    re.IGNORECASE,
)
_QUOTE_IDS = re.compile(
    r"\A(?:x_)*(?:Signature|ms-outlook-mobile-signature|mail-editor-reference-message-container)\Z", re.IGNORECASE
)
_REST_IDS = re.compile(r"\A(?:x_)*(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|reply-intro)\Z", re.IGNORECASE)


@dataclass(frozen=True)
class Body:
    """One text of a mail in one or both forms."""

    plain: str | None = None
    html: str | None = None


def add_body(builder: DocumentBuilder, body: Body) -> None:
    """Add the blocks of one body part. When both forms say different things both are added, plain text first."""
    root = parse_tree(body.html) if body.html is not None else None
    use_plain, use_html = _choose(body.plain, root)
    builder.set_place("mail", part="body")
    if use_plain and body.plain is not None:
        for quoted, text in split_quoted(body.plain.replace("\r\n", "\n").replace("\r", "\n")):
            with _quoting(builder, quoted):
                add_plain_text(builder, text)
    if use_html and root is not None:
        before = builder.quoting
        _MailBlocks(builder, drop_boilerplate=False).add(root)
        _set_quoting(builder, before)


def _choose(plain: str | None, root: Node | None) -> tuple[bool, bool]:
    if root is None or plain is None or not plain.strip():
        return root is None, root is not None
    text = spaced_text(root)
    if len(plain.split()) < _STUB_SHARE * len(text.split()):
        return False, True
    if spaced_text(root, struck=True) != text:
        return False, True  # the plain form does not tell what is struck out
    in_plain, in_html = _words(plain), _words(text)
    if not in_html:
        return True, False
    if next(root.find_all("table"), None) is not None and len(in_plain & in_html) >= _COVERED_SHARE * len(in_plain):
        return False, True  # the plain form of a table has lost which cell stands under which header
    return True, len(in_html - in_plain) > _NEW_SHARE * len(in_html)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(_URL.sub(" ", text))}


def _set_quoting(builder: DocumentBuilder, on: bool) -> None:
    builder.quoting = on
    builder.set_place("mail", part="quoted" if on else "body")


@contextmanager
def _quoting(builder: DocumentBuilder, on: bool) -> Iterator[None]:
    before = builder.quoting
    _set_quoting(builder, on or before)
    yield
    _set_quoting(builder, before)


class _MailBlocks(HtmlBlocks):
    """HTML as mail programs write it: their marks for quoted replies and signatures."""

    def _node(self, node: Node) -> None:
        identity = node.attributes.get("id", "")
        if _REST_IDS.match(identity):
            self._flush()
            _set_quoting(self._builder, True)
        if node.tag == "blockquote" or _QUOTE_CLASSES.search(node.attributes.get("class", "")) or _QUOTE_IDS.match(identity):
            self._flush()
            with _quoting(self._builder, True):
                super()._node(node)
                self._flush()
        else:
            super()._node(node)

    def _flush(self) -> None:
        text = "".join(self._inline).strip()
        if not self._builder.quoting and text:
            if begins_old_mail(text) or begins_signature(text):
                _set_quoting(self._builder, True)
            elif announces_quote(text):
                with _quoting(self._builder, True):
                    super()._flush()
                return
        super()._flush()
