"""Writes a checked answer into a text document: text, underlined doubtful words, marks and chips.

Everything goes in by ``insertText``, so that nothing that a model or a document says is read as markup. Anchors are ours alone:
``dossier:cite/PIECE``, ``dossier:mark/SENTENCE`` and ``dossier:doubt/SENTENCE/FINDINGS``; those of a table stand in ``table_document``.
"""

from __future__ import annotations

import re

from PySide6.QtGui import QFontMetrics, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument, QTextImageFormat

from app.ui.ask import chip_pictures
from app.ui.theme.theme import theme
from app.ui.widgets.text_browser import OWN_SCHEME
from app.viewmodels.answer_layout import AnswerLayout, ChipPiece, MarkPiece, TextPiece
from app.viewmodels.evidence import SourceSign

LINE_HEIGHT = 1.5
"""Of the font's height, fixed for each line: the chips would else push lines apart unevenly."""
BULLET = "•  "
_POINT = re.compile(r"([-*•–]|\d{1,2}[.)])\s+(?=\S)")
NARROW_SPACE = "\u202f"
"""Does not break, so that no line begins with a mark."""
JOINER = "\u2060"
"""Keeps the chips of a sentence on one line, without room between them."""


def write(document: QTextDocument, layout: AnswerLayout) -> None:
    """Into an empty document."""
    document.setDefaultFont(theme().font("reading"))
    cursor = QTextCursor(document)
    cursor.setBlockFormat(block_format())
    for index, piece in enumerate(layout.pieces):
        if isinstance(piece, TextPiece):
            cursor.insertText(piece.text, _piece_format(piece))
        elif isinstance(piece, ChipPiece):
            _insert_chip(cursor, layout, index, piece)
        elif not _has_chip(layout, index):
            _insert_mark(cursor, piece)
    _set_lists(document)


def block_format() -> QTextBlockFormat:
    made = QTextBlockFormat()
    height = QFontMetrics(theme().font("reading")).height() * LINE_HEIGHT
    made.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    return made


def _set_lists(document: QTextDocument) -> None:
    """Lines that begin as points of a list get a bullet, and hang: what wraps stands below the words. Empty lines are half as high."""
    metrics = QFontMetrics(theme().font("reading"))
    block = document.begin()
    while block.isValid():
        point = _POINT.match(block.text())
        cursor = QTextCursor(block)
        form = block_format()
        if point is not None:
            if not point[1][0].isdigit():
                cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, len(point[0]))
                cursor.insertText(BULLET, text_format())
            indent = metrics.horizontalAdvance(BULLET if not point[1][0].isdigit() else point[0])
            form.setLeftMargin(indent)
            form.setTextIndent(-indent)
            cursor.setBlockFormat(form)
        elif block.length() == 1 and block.next().isValid():
            form.setLineHeight(metrics.height() * LINE_HEIGHT / 2, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
            cursor.setBlockFormat(form)
        block = block.next()


def text_format() -> QTextCharFormat:
    plain = QTextCharFormat()
    plain.setForeground(theme().colour("text"))
    return plain


def anchor_range(document: QTextDocument, href: str) -> tuple[int, int]:
    """Positions of the first and behind the last character of an anchor; (0, 0) when there is none."""
    block = document.begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            if fragment.charFormat().anchorHref() == href:
                return fragment.position(), fragment.position() + fragment.length()
            fragments += 1
        block = block.next()
    return 0, 0


def _piece_format(piece: TextPiece) -> QTextCharFormat:
    made = text_format()
    if piece.doubts:
        made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        made.setUnderlineColor(theme().colour("unsupported" if piece.severity == "fail" else "partly"))
        made.setAnchor(True)
        made.setAnchorHref(f"{OWN_SCHEME}:doubt/{piece.sentence}/{'-'.join(str(i) for i in piece.doubts)}")
    return made


def _has_chip(layout: AnswerLayout, index: int) -> bool:
    """Whether a chip follows the mark at ``index``."""
    return index + 1 < len(layout.pieces) and isinstance(layout.pieces[index + 1], ChipPiece)


def _insert_mark(cursor: QTextCursor, piece: MarkPiece) -> None:
    size = chip_pictures.chip_size()[1]
    cursor.insertText(NARROW_SPACE, text_format())
    _insert_picture(cursor, f"mark-picture/{piece.verdict}", size, size, f"mark/{piece.sentence}")


def _insert_chip(cursor: QTextCursor, layout: AnswerLayout, index: int, piece: ChipPiece) -> None:
    before = layout.pieces[index - 1]
    verdict = before.verdict if isinstance(before, MarkPiece) else ""
    cursor.insertText(NARROW_SPACE if verdict else JOINER, text_format())
    insert_chip(cursor, piece.number, verdict, f"cite/{index}", piece.target.sign)


def insert_chip(cursor: QTextCursor, number: int, verdict: str, anchor: str, sign: SourceSign = "") -> None:
    """``verdict`` "" for a chip without a mark."""
    height = chip_pictures.chip_size()[1]
    width = chip_pictures.chip_width(number, sign) + (height if verdict else 0)
    _insert_picture(cursor, f"chip-picture/{number}/{verdict}/{sign}", width, height, anchor)


def _insert_picture(cursor: QTextCursor, picture: str, width: int, height: int, anchor: str) -> None:
    made = QTextImageFormat()
    made.setName(f"{OWN_SCHEME}:{picture}")
    made.setWidth(width)
    made.setHeight(height)
    made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
    made.setAnchor(True)
    made.setAnchorHref(f"{OWN_SCHEME}:{anchor}")
    cursor.insertImage(made)
