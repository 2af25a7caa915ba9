"""What a parser gives and what the chunker makes of it.

All offsets are character offsets (Python ``str`` indexes, half-open) into ``ParsedDocument.text``, the canonical extracted
text, which is kept with the ledger so that a sentence can be found again word for word.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

PlaceKind = Literal["page", "slide", "sheet", "heading", "mail", "whole"]
MailPart = Literal["subject", "fields", "body", "quoted", "attachments"]
BlockKind = Literal["heading", "paragraph", "list_item", "table_row", "code", "quote", "note"]


class Frozen(BaseModel):
    """Base of the value types here: frozen, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(Frozen):
    """Where a piece of text stands in the original, as a person would name it. Page and slide count from 1."""

    kind: PlaceKind = "whole"
    page: int | None = Field(default=None, ge=1)
    page_label: str | None = None
    slide: int | None = Field(default=None, ge=1)
    sheet: str | None = None
    cells: str | None = None
    heading_path: tuple[str, ...] = ()
    part: MailPart | None = Field(default=None, description="of a mail")


class Block(Frozen):
    """A structural unit of a document: ``document.text[start:end]`` is its text."""

    kind: BlockKind
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    place: Place = Place()
    level: int = Field(default=0, ge=0, le=9, description="heading level, 1 = highest; 0 for everything else")


class PageInfo(Frozen):
    """One page (or slide) and its span in the text; ``ocr`` says that the text was recognised from its picture."""

    number: int = Field(ge=1)
    label: str | None = None
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    ocr: bool = False


class ChildDocument(Frozen):
    """A document inside another: a file of an archive, an attachment of a mail. Either ``document`` or a reason why there is none.

    ``name`` is its path inside the container with ``/``, unique there, never absolute and never with ``..``.
    """

    name: str = Field(min_length=1)
    size: int = Field(ge=0, description="bytes unpacked")
    sha256: str | None = Field(default=None, description="of its bytes; without it a changed container reads it anew")
    document: ParsedDocument | None = None
    reason_code: str | None = Field(default=None, description="code of index.errors or of index.ingest.ignore")
    message: str | None = None
    next_step: str | None = None


class ParsedDocument(Frozen):
    """A document's text with its structure. Blocks are in reading order, do not overlap, and cover all that is searchable.

    A container may have no text of its own; its ``children`` are documents in their own right, with texts and offsets of their own.
    """

    text: str
    blocks: tuple[Block, ...]
    pages: tuple[PageInfo, ...] = ()
    title: str | None = None
    language: str | None = Field(default=None, description="ISO 639-1, None when unknown")
    author: str | None = None
    modified: str | None = Field(default=None, description="ISO 8601 date or time from the document's own metadata")
    kind: str = Field(description="pdf, docx, md, txt, html, xlsx, pptx …: found by content, not only by name")
    parser: str = Field(description="name and version of the parser, for the ledger")
    warnings: tuple[str, ...] = ()
    awaits_ocr: bool = Field(default=False, description="read with ocr=False, and more would be found with it")
    children: tuple[ChildDocument, ...] = ()

    @property
    def pages_without_text(self) -> tuple[int, ...]:
        """Numbers of the pages on which neither text nor OCR found anything."""
        return tuple(p.number for p in self.pages if not self.text[p.start : p.end].strip())


class Chunk(Frozen):
    """A passage: ``content == document.text[start:end]``. ``context`` (title, heading path, table header, file name) is embedded
    and searched together with it but is not part of the quoted text."""

    chunk_index: int = Field(ge=0)
    content: str
    context: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    place: Place
    token_count: int = Field(ge=1, description="tokens of context + content by the embedder's own tokenizer")


class Span(Frozen):
    """A half-open character range."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)
