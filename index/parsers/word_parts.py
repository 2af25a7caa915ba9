"""Footnotes, endnotes, comments, headers and footers of a Word document."""

from __future__ import annotations

import re

from index.parsers.builder import DocumentBuilder
from index.parsers.office_package import OfficePackage, descendants
from index.parsers.word_inline import InlineText, plain
from index.parsers.word_numbering import Styles

_TRAILING_PAGE = re.compile(r"[\s.]*\d+$")
_SEPARATORS = frozenset(["separator", "continuationSeparator", "continuationNotice"])


class Notes:
    """Footnotes or endnotes by id; a note is given as often as it is referred to."""

    def __init__(self, package: OfficePackage, part: str, kind: str, styles: Styles) -> None:
        self._texts: dict[str, str] = {}
        root = package.optional_xml(part)
        for note in root if root is not None else ():
            text = plain(note, styles)
            if text and note.get("type") not in _SEPARATORS:
                self._texts[note.get("id", "")] = f"{kind.capitalize()}: {text}"

    def take(self, identifier: str) -> str:
        """Text of the note, "" when it is empty or missing."""
        return self._texts.get(identifier, "")


class Comments:
    """Comments by id, each given once."""

    def __init__(self, package: OfficePackage, part: str) -> None:
        self._texts: dict[str, str] = {}
        root = package.optional_xml(part)
        for comment in descendants(root, "comment") if root is not None else ():
            text = plain(comment)
            author = comment.get("author", "").strip()
            if text:
                self._texts[comment.get("id", "")] = f"Comment by {author}: {text}" if author else f"Comment: {text}"

    def take(self, identifier: str) -> str:
        return self._texts.pop(identifier, "")

    def rest(self) -> list[str]:
        """Comments whose anchor was deleted or lies in a part that is not read."""
        found, self._texts = list(self._texts.values()), {}
        return found


def add_headers(builder: DocumentBuilder, package: OfficePackage, related: dict[str, tuple[str, str]], kind: str) -> None:
    """Headers or footers, each distinct text once: a running title repeated on every page would drown the rest."""
    seen: set[str] = set()
    for word, target in related.values():
        root = package.optional_xml(target) if word == kind else None
        reader = InlineText()
        for paragraph in descendants(root, "p") if root is not None else ():
            text = " ".join(reader.text(paragraph).split())
            key = _TRAILING_PAGE.sub("", text)
            if key and key not in seen and not key.isdigit():
                seen.add(key)
                builder.add("note", f"{kind.capitalize()}: {text}")
