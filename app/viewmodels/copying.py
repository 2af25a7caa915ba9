"""An answer as plain text with its sources, for the clipboard."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.viewmodels.answer_layout import AnswerLayout, ChipPiece, TextPiece
from app.viewmodels.finding_wording import verdict_text
from app.viewmodels.places import source_text


def as_text(layout: AnswerLayout) -> str:
    """Numbers in brackets behind the sentences, a list of sources below; doubtful sentences keep their mark."""
    text = ""
    used: dict[int, str] = {}
    for piece in layout.pieces:
        if isinstance(piece, TextPiece):
            text += piece.text
        elif isinstance(piece, ChipPiece):
            text += f" [{piece.number}]"
            used[piece.number] = source_text(piece.target.source, piece.target.place)
        elif piece.verdict in ("partly_supported", "unsupported"):
            text += f" ({verdict_text(piece.verdict)})"
    if not used:
        return text
    heading = QCoreApplication.translate("Copying", "Sources")
    return text + f"\n\n{heading}\n" + "\n".join(f"[{n}] {s}" for n, s in sorted(used.items()))
