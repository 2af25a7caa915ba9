"""Text inside a paragraph of a Word document: runs, fields, symbols, formulas; what hangs on it is put aside."""

from __future__ import annotations

from dataclasses import dataclass, field

from index.parsers.builder import current_text
from index.parsers.math_text import math_text
from index.parsers.office_package import Element, child, descendants, is_on, value
from index.parsers.word_numbering import MARKS, Styles

DROPPED = frozenset(
    "del moveFrom Fallback pPr rPr delText delInstrText sectPr sdtPr sdtEndPr rt trPr tcPr tblPr tblGrid fonts docProps ffData binData "  # noqa: SIM905
    "numPr listPr proofErr".split()
)
"""Elements without text that is shown: what was deleted, properties, copies for old programs."""
_DRAWINGS = frozenset(["drawing", "pict", "object"])
_ANCHORS = _DRAWINGS | {"footnoteReference", "endnoteReference", "commentReference", "txbxContent", "tbl"}
_MARKS = {"tab": " ", "ptab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}
_SYMBOLS = {
    "F0FE": "☒", "F0FD": "☒", "F0A8": "☐", "F06F": "☐", "F071": "☐", "F0FC": "✓", "F0FB": "✗", "F0E0": "→", "F0DF": "←", "F0B7": "•",
    "F0A7": "•", "F0D8": "•", "F0AE": "→", "F0B0": "°", "F0B1": "±", "F0A3": "≤", "F0B3": "≥", "F0B4": "×", "F0AB": "*", "F028": "☎",
    "F02A": "✉", "F04A": "☺",
}  # fmt: skip
"""Signs of the fonts Wingdings and Symbol that office documents use; others have no meaning without the font."""
_SHOWN_FIELDS = frozenset(["PAGE", "NUMPAGES", "SECTIONPAGES", "DATE", "TIME", "FILENAME", "AUTHOR", "TITLE", "DOCPROPERTY"])
"""Fields whose code stands for the value when a writer stored none."""


@dataclass
class _Field:
    code: list[str] = field(default_factory=list)
    in_result: bool = False
    checkbox: str = ""


class InlineText:
    """Collects references to notes and comments, text boxes, drawings and nested tables until the caller takes them."""

    def __init__(self, styles: Styles | None = None) -> None:
        self.has_hidden = False
        """Was any text left out because it is hidden?"""
        self._styles = styles or Styles()
        self._inherited: frozenset[str] = frozenset()
        self._struck: list[str] = []
        self.notes: list[tuple[str, str]] = []
        self.boxes: list[Element] = []
        self.drawings: list[Element] = []
        self.tables: list[Element] = []
        self._fields: list[_Field] = []

    def text(self, element: Element) -> str:
        """Text of a paragraph as its reader sees it: tracked changes accepted, without what is hidden or struck out."""
        self._fields, self._struck = [], []
        style = value(element, "pPr", "pStyle")
        self._inherited = frozenset(mark for mark in MARKS if self._styles.is_marked(style, mark))
        return current_text(self._text(element), "".join(self._struck))

    def _text(self, element: Element) -> str:
        parts: list[str] = []
        for node in element:
            tag = node.tag
            if tag == "t":
                parts.append(node.text or "")
            elif tag in DROPPED:
                if tag == "ffData" and self._fields:
                    self._fields[-1].checkbox = _checkbox(node)
            elif tag in _MARKS:
                parts.append(_MARKS[tag])
            elif tag in {"fldChar", "instrText"}:
                parts.append(self._field(node))
            elif tag == "sym":
                parts.append(_symbol(node))
            elif tag in {"oMath", "oMathPara"}:
                parts.append(f" {math_text(node)} ")
            elif tag == "r":
                parts.append(self._run(node))
            elif tag not in _ANCHORS or not self._put_aside(node):
                if tag == "textpath":
                    parts.append(f" {node.get('string', '')} ")
                parts.append(self._text(node))
        return "".join(parts)

    def _run(self, run: Element) -> str:
        marks = self._marks(run)
        words = self._text(run)  # even if it is not shown: fields may begin or end in it
        if not marks:
            return words
        if "vanish" not in marks:
            self._struck.append(words)
        elif words.strip():
            self.has_hidden = True
        return ""

    def _marks(self, run: Element) -> list[str]:
        """Those of ``MARKS`` that hold for a run: what it says itself, else its style and that of its paragraph, which cancel out."""
        properties = child(run, "rPr")
        if properties is None:
            return list(self._inherited)
        style = value(properties, "rStyle")
        found: list[str] = []
        for mark in MARKS:
            own = child(properties, mark)
            inherited = self._styles.is_marked(style, mark) != (mark in self._inherited)
            if is_on(own) if own is not None else inherited:
                found.append(mark)
        return found

    def _put_aside(self, node: Element) -> bool:
        """Keep what is shown elsewhere; False for a drawing, whose inside is still to be read for text boxes."""
        tag = node.tag
        if tag == "txbxContent":
            self.boxes.append(node)
        elif tag == "tbl":
            self.tables.append(node)
        elif tag in _DRAWINGS:
            self.drawings.append(node)
            return False
        else:
            self.notes.append((tag.removesuffix("Reference"), node.get("id", "")))
        return True

    def _field(self, node: Element) -> str:
        if node.tag == "instrText":
            if self._fields and not self._fields[-1].in_result:
                self._fields[-1].code.append(node.text or "")
            return ""
        kind = node.get("fldCharType")
        if kind == "begin":
            self._fields.append(_Field(checkbox=_checkbox(node)))
        elif kind == "separate" and self._fields:
            self._fields[-1].in_result = True
        elif kind == "end" and self._fields:
            ended = self._fields.pop()
            words = "".join(ended.code).split()
            name = words[0].upper() if words else ""
            if name == "FORMCHECKBOX":
                return ended.checkbox
            if not ended.in_result and name in _SHOWN_FIELDS:
                return f"[{name}]"
        return ""

    def take(self) -> tuple[list[tuple[str, str]], list[Element], list[Element], list[Element]]:
        """(notes, text boxes, drawings, nested tables) since the last call."""
        found = self.notes, self.boxes, self.drawings, self.tables
        self.notes, self.boxes, self.drawings, self.tables = [], [], [], []
        return found


def plain(element: Element, styles: Styles | None = None) -> str:
    """Text of a part beside the body (a note, a header) in one line, without what hangs on it."""
    reader = InlineText(styles)
    texts = [reader.text(paragraph) for paragraph in descendants(element, "p", ("Fallback", "p"))]
    return " ".join(" ".join(texts).split())


def _symbol(node: Element) -> str:
    code = node.get("char", "").upper()
    if code in _SYMBOLS:
        return _SYMBOLS[code]
    if code.startswith("F0") or not code:
        return ""
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        return ""


def _checkbox(node: Element) -> str:
    box = next(descendants(node, "checkBox"), None)
    if box is None:
        return ""
    checked = child(box, "checked") if child(box, "checked") is not None else child(box, "default")
    return "☒" if is_on(checked) else "☐"
