"""One small document of each format, written here, and a sentence that stands in it alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from made_formats import docx_with_table, epub, mail, ods, odt, pptx_with_notes, xlsx
from reading import scan

from app.viewmodels.evidence import Shape


@dataclass(frozen=True)
class Sample:
    """``quote`` is marked when ``typed`` was found and opened. ``shape``: how the reader shows it."""

    name: str
    content: str | bytes
    typed: str
    quote: str
    shape: Shape


def _sentence(thing: str, euros: int) -> str:
    return f"The deposit for a {thing} is {euros} euros."


def _said(name: str, thing: str, euros: int, content: str | bytes, shape: Shape = "text") -> Sample:
    return Sample(name, content, f"deposit for a {thing}", _sentence(thing, euros), shape)


SAMPLES = (
    _said("Projector.txt", "projector", 41, f"Equipment\n\n{_sentence('projector', 41)} Bring it back clean.\n"),
    _said("Trolley.md", "trolley", 42, f"# Equipment\n\n{_sentence('trolley', 42)}\n\n- Sign the list\n"),
    _said("Ladder.html", "ladder", 43, f"<html><body><h1>Equipment</h1><p>{_sentence('ladder', 43)}</p></body></html>"),
    _said("Tripod.rtf", "tripod", 44, r"{\rtf1\ansi Equipment\par " + _sentence("tripod", 44) + r"\par}"),
    _said("Easel.docx", "easel", 45, docx_with_table(_sentence("easel", 45))),
    _said("Lantern.odt", "lantern", 46, odt(_sentence("lantern", 46))),
    _said("Hammock.epub", "hammock", 47, epub(_sentence("hammock", 47))),
    _said("Megaphone.pptx", "megaphone", 48, pptx_with_notes(_sentence("megaphone", 48))),
    _said("Gazebo.png", "gazebo", 49, scan("Equipment of the house", _sentence("gazebo", 49)), "pages"),
    Sample("Fees.xlsx", xlsx(), "Group Day 30 Year 200", "Group", "cells"),
    Sample("Staff.ods", ods(), "Guest Day 12 Year 90", "Guest", "cells"),
    Sample("Herbs.csv", "Herb;Bed\nLovage;7\nTarragon;9\n", "Tarragon Bed", "Tarragon", "cells"),
    Sample("Offer.eml", mail(), "We can come on Friday", "We can come on Friday.", "text"),
)


def write(folder: Path) -> Path:
    folder.mkdir()
    for sample in SAMPLES:
        content = sample.content
        (folder / sample.name).write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return folder
