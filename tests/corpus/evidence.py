"""Whether a passage or a citation is the evidence that a question names: the file, the words, the place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from folding import fold_characters


def same_file(source: str, wanted: str) -> bool:
    """Whether ``source`` (any path) ends with the relative path ``wanted``, whole parts, Unicode forms folded."""
    given = [unicodedata.normalize("NFC", part) for part in source.replace("\\", "/").split("/")]
    parts = [unicodedata.normalize("NFC", part) for part in wanted.split("/")]
    return given[-len(parts) :] == parts


def holds(text: str, wanted: str) -> bool:
    """Whether a passage holds an evidence string. The cells of a table row may have their headers between them."""
    given = _squeeze(text)
    cells = [_squeeze(cell) for cell in wanted.split("|") if _squeeze(cell)]
    if len(cells) < 2:
        return _find(given, cells[0] if cells else "", 0) >= 0
    for start in (m.start() for m in re.finditer(re.escape(cells[0]), given)):
        position, end = start, start + 300
        for cell in cells:
            found = _find(given[:end], cell, position)
            position = found + len(cell)
            if found < 0:
                break
        else:
            return True
    return False


def _find(text: str, wanted: str, start: int) -> int:
    """Position of ``wanted`` with no letter or digit touching it when it begins or ends with a digit; -1 if nowhere."""
    if not wanted:
        return -1
    head, tail = r"(?<![\w.,])" if wanted[0].isdigit() else "", r"(?![\w%])" if wanted[-1].isdigit() else ""
    match = re.compile(head + re.escape(wanted) + tail).search(text, start)
    return match.start() if match else -1


def _squeeze(text: str) -> str:
    plain = re.sub(r"(?<=[^\W\d_])-\n\s*(?=[a-zäöü])", "", text)  # a word that the line's end had divided
    plain = re.sub(r"[*_#`|]+", " ", fold_characters(plain)).casefold()
    return re.sub(r"\s+", " ", re.sub(r"\s*[-—]\s*", "-", plain)).strip()


def at_place(place: Mapping[str, Any], where: str) -> bool:
    """Whether a passage's place is the one that a question names: "p3", a sheet, a heading, or a "§ 6 Abs. 2" (then the § counts)."""
    if page := re.fullmatch(r"(?:p|s|slide |page )(\d+)", where.strip()):
        return int(page[1]) in (place.get("page"), place.get("slide"))
    headings = [_squeeze(h) for h in (place.get("heading_path") or ())] + [_squeeze(place.get("sheet") or "")]
    if section := re.match(r"§ ?(\d+[a-z]?)\b", where):
        return any(re.match(rf"§ ?{section[1]}\b", h) for h in headings)
    return _squeeze(where) in headings
