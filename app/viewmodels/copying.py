"""An answer as plain text with its sources, for the clipboard; a table in it is Markdown."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.viewmodels.answer_layout import AnswerLayout, ChipPiece, TextPiece
from app.viewmodels.finding_wording import verdict_text
from app.viewmodels.places import signed_source, source_text
from app.viewmodels.table_layout import as_markdown


def as_text(layout: AnswerLayout) -> str:
    """Numbers in brackets behind the sentences, a list of sources below; doubtful sentences keep their mark."""
    text = ""
    used: dict[int, str] = {}
    for piece in layout.pieces:
        if isinstance(piece, TextPiece):
            text += piece.text
        elif isinstance(piece, ChipPiece):
            text += f" [{piece.number}]"
            used[piece.number] = signed_source(source_text(piece.target.source, piece.target.place), piece.target.sign)
        elif piece.verdict in ("partly_supported", "unsupported"):
            text += f" ({verdict_text(piece.verdict)})"
    if layout.table is not None:
        text += f"\n\n{as_markdown(layout.table)}"
        chips = (chip for row in layout.table.rows for cell in row.cells for chip in cell.chips)
        used |= {chip.number: source_text(chip.target.source, chip.target.place) for chip in chips}
    if not used:
        return text
    heading = QCoreApplication.translate("Copying", "Sources")
    return text + f"\n\n{heading}\n" + "\n".join(f"[{n}] {s}" for n, s in sorted(used.items()))
