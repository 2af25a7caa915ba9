"""What kreuzberg (MIT) reads for us: Word before 97, and PowerPoint 97-2003 that is too damaged for our reader.

kreuzberg gives Markdown, whose headings, lists and tables become blocks. Its cache is off, and what it unpacks goes to TMPDIR,
which the parser process sets to a private folder.
"""

from __future__ import annotations

import re
from typing import Any

from index.document import ParsedDocument
from index.errors import PasswordNeeded, UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.markdown_text import add_markdown
from index.parsers.office_password import NEEDED, opened_old_office

PARSER = "converted/2"
MIME_TYPES = {"doc": "application/msword", "ppt": "application/vnd.ms-powerpoint"}
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)\n]*\)")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises PasswordNeeded and UnreadableDocument."""
    import kreuzberg

    source = opened_old_office(source, options)
    config = kreuzberg.ExtractionConfig(use_cache=False, output_format="markdown")
    try:
        result = kreuzberg.extract_bytes_sync(source.read(), MIME_TYPES[source.kind], config=config)
    except kreuzberg.KreuzbergError as error:
        words = str(error).lower()
        if "password" in words or "encrypt" in words:
            raise PasswordNeeded(NEEDED) from error
        raise UnreadableDocument("The document is damaged and cannot be read.") from error
    builder = DocumentBuilder(source.kind, PARSER)
    add_markdown(builder, _IMAGE.sub("", result.content))
    metadata: dict[str, Any] = dict(result.metadata)
    authors = metadata.get("authors") or []
    return builder.build(
        title=metadata.get("title") or metadata.get("subject"),
        author=", ".join(map(str, authors)) if isinstance(authors, list) else str(authors),
        modified=metadata.get("modified_at") or metadata.get("created_at"),
        language=metadata.get("language") if isinstance(metadata.get("language"), str) else None,
    )
