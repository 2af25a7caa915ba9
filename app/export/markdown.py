"""A conversation as Markdown (CommonMark with footnotes): readable as it stands, and in Word by way of any converter."""

from __future__ import annotations

import re

from app.export.outline import Entry, Outline, Sentence, TableCell

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_LINE_START = re.compile(r"^(\s*\d*)([-+=.)])(?=\s|$)", re.MULTILINE)
"""What makes an item of a list or a heading at the beginning of a line"""


def write(made: Outline) -> bytes:
    parts = [f"# {escaped(made.title)}"]
    for entry in made.entries:
        parts += _entry(entry, made)
    if made.files:
        parts.append(f"## {made.wording.sources}")
        parts.append("\n".join(f"- {escaped(path)}" for path in made.files))
    notes = [source for entry in made.entries for source in entry.sources]
    parts.append("\n".join(f"[^{s.number}]: {escaped(s.title)}: “{escaped(s.quote)}”" for s in notes))
    parts.append(f"*{escaped(made.foot)}*")
    return ("\n\n".join(part for part in parts if part) + "\n").encode("utf-8", "replace")


def escaped(text: str) -> str:
    """The same characters, none of them read as markup."""
    return _LINE_START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", text))


def _entry(entry: Entry, made: Outline) -> list[str]:
    parts = [f"## {escaped(entry.question)}", f"{made.wording.asked}: {entry.asked}"]
    text = "".join(_sentence(sentence) for sentence in entry.sentences)
    # A line break of the answer is one here too.
    parts.append(text.replace("\n", "  \n"))
    if entry.rows:
        parts.append(_table(entry.rows))
    parts += [f"> {escaped(' '.join(note.split()))}" for note in entry.notes]
    if entry.closest:
        parts.append(f"{made.wording.closest}:\n\n" + "\n".join(f"- {escaped(name)}" for name in entry.closest))
    return parts


def _table(rows: tuple[tuple[TableCell, ...], ...]) -> str:
    lines = [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows]
    return "\n".join([lines[0], f"| {' | '.join('---' for _ in rows[0])} |", *lines[1:]])


def _cell(cell: TableCell) -> str:
    return escaped(" ".join(cell.text.split())) + "".join(f"[^{number}]" for number in cell.numbers)


def _sentence(sentence: Sentence) -> str:
    notes = "".join(f"[^{number}]" for number in sentence.numbers)
    said = [sentence.mark if sentence.verdict != "supported" else "", sentence.sign, *sentence.findings]
    remarks = "; ".join(escaped(" ".join(part.split())) for part in said if part)
    return f"{sentence.before}{escaped(sentence.text)}{notes}{f' *({remarks})*' if remarks else ''}"
