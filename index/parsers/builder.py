"""Collects a document's text block by block, so that every parser gets offsets, pages and heading paths right."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from index.chunking.language import guess_language
from index.document import Block, BlockKind, PageInfo, ParsedDocument, Place, PlaceKind

_SPACES = re.compile(r"[^\S\n]+")
_SPACE_AROUND_BREAK = re.compile(r" ?\n ?")
_BREAKS = re.compile(r"\n{3,}")
# NUL and other controls, soft hyphen, byte order mark, zero-width space, non-characters, halves of surrogate pairs.
_DROPPED = re.compile("[\x00-\x08\x0e-\x1f\x7f\u00ad\ufeff\u200b\u2060\ufffe\uffff\ud800-\udfff]")
_UNCLEAN = ("  ", " \n", "\n ", "\n\n\n")
_PLACE_FIELDS, _BLOCK_FIELDS = set(Place.model_fields), set(Block.model_fields)
"""Shared by all places and blocks: a sheet has hundreds of thousands, and a set for each would be a third of their memory."""
_GROUPED = ("list_item", "table_row", "code")
HIDDEN_TEXT = "Text that is hidden in the document was left out."


def clean(text: str) -> str:
    """NFC, without characters that are invisible, with single spaces and at most one blank line, stripped."""
    if text.isascii() and text.replace("\n", "").isprintable() and not any(piece in text for piece in _UNCLEAN):
        return text.strip()  # most text; seven passes less
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0b", "\n").replace("\x0c", "\n")
    text = _DROPPED.sub("", unicodedata.normalize("NFC", text))
    text = _SPACE_AROUND_BREAK.sub("\n", _SPACES.sub(" ", text))
    return _BREAKS.sub("\n\n", text).strip()


def current_text(shown: str, struck: str) -> str:
    """What counts where words are struck out: the others. Where none are left, all of it, said to be struck out: nothing is lost."""
    return shown if shown.strip() or not struck.strip() else f"Struck out: {struck.strip()}"


class DocumentBuilder:
    """Add headings, blocks and pages in reading order, then ``build``."""

    def __init__(self, kind: str, parser: str) -> None:
        self._kind = kind
        self._parser = parser
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._pages: list[PageInfo] = []
        self._open_page: tuple[int, str | None, int, bool] | None = None
        self._headings: list[tuple[int, str]] = []
        self._warnings: list[str] = []
        self._place: dict[str, int | str | None] = {}
        self._checked: dict[str, Any] | None = None
        self._last_place: Place | None = None
        self._place_kind: PlaceKind = "whole"
        self.spot = ""
        """Innermost part of the place of following blocks, below all headings: a cell of a notebook."""
        self.quoting = False
        """While true, paragraphs and list items are added as quotations: the repeated part of a mail."""

    @property
    def is_empty(self) -> bool:
        return not self._blocks

    @property
    def headings(self) -> list[tuple[int | None, int, str]]:
        """(page, level, text) of all headings so far."""
        text = "".join(self._parts)
        return [(b.place.page, b.level, text[b.start : b.end]) for b in self._blocks if b.kind == "heading"]

    @property
    def last_heading(self) -> str | None:
        return self._headings[-1][1] if self._headings else None

    @property
    def sheet(self) -> str | None:
        """Name of the sheet on which the following blocks stand."""
        name = self._place.get("sheet")
        return str(name) if name is not None else None

    def warn(self, message: str) -> None:
        if message not in self._warnings:
            self._warnings.append(message)

    def set_place(self, kind: PlaceKind, **values: int | str | None) -> None:
        """Place of the blocks that follow (``page``, ``page_label``, ``slide``, ``sheet``); the heading path is kept apart."""
        self._place_kind = kind
        self._place = dict(values)
        self._checked = None

    def reset_headings(self) -> None:
        self._headings = []

    def begin_page(self, number: int, label: str | None = None, *, ocr: bool = False) -> None:
        """Following blocks stand on this page (or slide). The text span of a page ends where the next begins."""
        self.end_page()
        self._open_page = (number, label, len(self._blocks), ocr)

    def end_page(self) -> None:
        if self._open_page is not None:
            number, label, first_block, ocr = self._open_page
            start = self._blocks[first_block].start if first_block < len(self._blocks) else self._length
            self._pages.append(PageInfo(number=number, label=label, start=start, end=self._length, ocr=ocr))
            self._open_page = None

    def heading(self, level: int, text: str) -> None:
        """Add a heading; it replaces those of the same or a lower rank in the heading path."""
        text = clean(text).replace("\n", " ")
        if not text:
            return
        level = min(max(level, 1), 9)
        self._headings = [h for h in self._headings if h[0] < level]
        self._headings.append((level, text))
        self._append("heading", text, level=level)

    def enter(self, level: int, title: str) -> None:
        """Following blocks stand under this title, which itself is no text of the document here (a table of contents names it)."""
        title = clean(title).replace("\n", " ")
        self._headings = [h for h in self._headings if h[0] < level]
        if title:
            self._headings.append((level, title))

    def add(self, kind: BlockKind, text: str, *, cells: str | None = None) -> None:
        """Add a block; empty text is ignored."""
        text = clean(text)
        if self.quoting and kind in {"paragraph", "list_item"}:
            kind = "quote"
        if text:
            self._append(kind, text, cells=cells)

    def _append(self, kind: BlockKind, text: str, *, level: int = 0, cells: str | None = None) -> None:
        if self._blocks:
            grouped = kind in _GROUPED and self._blocks[-1].kind == kind
            separator = "\n" if grouped else "\n\n"
            self._parts.append(separator)
            self._length += len(separator)
        start = self._length
        self._parts.append(text)
        self._length += len(text)
        path = (*(h[1] for h in self._headings), *((self.spot,) if self.spot else ()))
        place_kind: PlaceKind = self._place_kind
        if place_kind == "whole" and path:
            place_kind = "heading"
        place = self._place_of(place_kind, cells, path)
        block = Block.model_construct(
            _fields_set=_BLOCK_FIELDS, kind=kind, start=start, end=self._length, place=place, level=level
        )
        self._blocks.append(block)

    def _place_of(self, kind: PlaceKind, cells: str | None, path: tuple[str, ...]) -> Place:
        """The same object as of the block before where it is the same place: a page has hundreds of blocks."""
        if self._checked is None:
            self._checked = dict(Place.model_validate(self._place))
            self._last_place = None
        last = self._last_place
        if last is not None and (last.kind, last.cells, last.heading_path) == (kind, cells, path):
            return last
        if last is not None and last.heading_path == path:
            path = last.heading_path
        values = {**self._checked, "kind": kind, "cells": cells, "heading_path": path}
        self._last_place = place = Place.model_construct(_fields_set=_PLACE_FIELDS, **values)
        return place

    def build(
        self,
        *,
        title: str | None = None,
        author: str | None = None,
        modified: str | None = None,
        language: str | None = None,
    ) -> ParsedDocument:
        """The document. Language is guessed from the text when the metadata does not tell; metadata is often a default."""
        self.end_page()
        text = "".join(self._parts)
        return ParsedDocument(
            text=text,
            blocks=tuple(self._blocks),
            pages=tuple(self._pages),
            title=clean(title).replace("\n", " ")[:300] or None if title else None,
            language=guess_language(text) or (language or "")[:2].lower() or None,
            author=clean(author)[:200] or None if author else None,
            modified=modified or None,
            kind=self._kind,
            parser=self._parser,
            warnings=tuple(self._warnings),
        )
