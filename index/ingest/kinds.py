"""Kinds of files by the ending of their names: for counting before anything is opened, and for rates by kind.

What a file really is, its parser finds out from the content; these groups are what a person sees beforehand.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Literal

Kind = Literal["pdf", "word", "spreadsheet", "presentation", "mail", "web", "text", "book", "picture", "archive", "other"]

_ENDINGS: dict[Kind, str] = {
    "pdf": "pdf",
    "word": "docx docm dotx dotm doc dot rtf odt ott fodt pages",
    "spreadsheet": "xlsx xlsm xltx xltm xlsb xls xlt ods ots fods csv tsv numbers",
    "presentation": "pptx pptm potx ppsx ppt pps pot odp otp fodp key",
    "mail": "eml msg mbox mbx emlx ics vcf",
    "web": "html htm xhtml mht mhtml",
    "text": "txt text md markdown rst adoc org tex log json jsonl ipynb xml yaml yml toml ini cfg conf srt vtt",
    "book": "epub fb2 mobi",
    "picture": "png jpg jpeg jpe tif tiff heic heif webp bmp gif svg",
    "archive": "zip tar gz tgz bz2 xz 7z rar",
}
_BY_ENDING: dict[str, Kind] = {ending: kind for kind, endings in _ENDINGS.items() for ending in endings.split()}


def kind_of(path: str) -> Kind:
    """The group of a path or name; "other" where the ending says nothing."""
    return _BY_ENDING.get(PurePath(path).suffix[1:].lower(), "other")
