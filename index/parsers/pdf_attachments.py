"""Files attached to a PDF: each is a document of its own inside it, as those of an archive are."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import partial
from typing import Any

import pypdfium2.raw as pdfium_c

from index.errors import UnreadableDocument
from index.parsers.children import MAX_DEPTH, Member, Names
from index.parsers.pdf_marks import read_string

_MAX_ATTACHMENTS = 1000


def attached(document: Any, depth: int) -> Iterator[Member]:
    """Attachments of an open pypdfium2 document; ``read`` works while it is open. None inside more than three containers."""
    if depth >= MAX_DEPTH:
        return
    names = Names()
    for index in range(min(pdfium_c.FPDFDoc_GetAttachmentCount(document.raw), _MAX_ATTACHMENTS)):
        attachment = pdfium_c.FPDFDoc_GetAttachment(document.raw, index)
        if not attachment:
            continue
        name = names.take(read_string(pdfium_c.FPDFAttachment_GetName, attachment) or f"attachment {index + 1}")
        size = ctypes.c_ulong()
        if not pdfium_c.FPDFAttachment_GetFile(attachment, None, 0, size):
            yield Member(name, 0, bytes, UnreadableDocument("The attachment is damaged."))
            continue
        yield Member(name, size.value, partial(_read, attachment, size.value))


def _read(attachment: Any, size: int) -> bytes:
    buffer = (ctypes.c_char * size)()
    written = ctypes.c_ulong()
    if not pdfium_c.FPDFAttachment_GetFile(attachment, buffer, size, written) or written.value != size:
        raise UnreadableDocument("The attachment is damaged.")
    return bytes(buffer)
