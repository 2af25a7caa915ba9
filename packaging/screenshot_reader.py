"""Scenes of the reader for ``screenshots.py``: samples read by their real parsers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.viewmodels.evidence import EvidenceTarget
from index.document import Span
from index.parsers.registry import parse

if TYPE_CHECKING:
    from screenshot_stage import Stage


def find(stage: Stage, word: str) -> None:
    """The word found in the pages that are open."""
    reader = stage.window.evidence_panel.reader
    reader.open_find()
    reader.find_bar.field.setText(word)
    stage.until(lambda: reader.page.found()[1] > 0)


def read(stage: Stage, samples: str, name: str, quote: str = "") -> None:
    """A sample with these words marked, or those of its third block."""
    path = Path(samples) / name
    document = parse(path)
    library = stage.session._program.ledger()
    library.add_file("collection-1", str(path), file_id=name, document=document, kind=document.kind)
    block = next((b for b in document.blocks if quote and quote in document.text[b.start : b.end]), document.blocks[2])
    words = quote or document.text[block.start : block.end]
    start = document.text.index(words, block.start)
    span = Span(start=start, end=start + len(words))
    target = EvidenceTarget(name, str(path), document.kind, document.title, block.place, (span,), (words,))
    shown: list[bool] = []
    stage.window.evidence_panel.reader.shown.connect(lambda: shown.append(True))
    stage.window.evidence_panel.open(target)
    stage.until(lambda: bool(shown))
    stage.settle()
