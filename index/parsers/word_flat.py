"""Word documents that are one XML file: Office Open XML in flat form, and the XML of Word 2003."""

from __future__ import annotations

import base64
import binascii
from xml.etree import ElementTree

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.office_package import Element, OfficePackage, child, safe_xml, value
from index.parsers.word import read_word

_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships/"
_FORMATS = {"0": "decimal", "1": "upperRoman", "2": "lowerRoman", "3": "upperLetter", "4": "lowerLetter", "22": "decimalZero",
            "23": "bullet", "255": "none"}  # fmt: skip
_PROPERTIES = {"Title": "title", "Author": "creator", "LastSaved": "modified"}


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises UnreadableDocument."""
    root = safe_xml(source.read())
    parts = _opc_parts(root) if root.tag == "package" else _Word2003(root).parts
    return read_word(_FlatPackage(parts))


class _FlatPackage(OfficePackage):
    """A package whose parts are elements of one tree, or bytes."""

    def __init__(self, parts: dict[str, Element | bytes]) -> None:
        self.warnings = []
        self._parts = {name.lower(): part for name, part in parts.items()}

    def close(self) -> None:
        self._parts = {}

    def names(self) -> list[str]:
        return list(self._parts)

    def has(self, name: str) -> bool:
        return name.lower() in self._parts

    def read(self, name: str) -> bytes:
        part = self._parts[name.lower()]
        return part if isinstance(part, bytes) else ElementTree.tostring(part)

    def xml(self, name: str) -> Element | None:
        part = self._parts.get(name.lower())
        return safe_xml(part) if isinstance(part, bytes) else part


def _opc_parts(root: Element) -> dict[str, Element | bytes]:
    parts: dict[str, Element | bytes] = {}
    for part in root.iter("part"):
        name = part.get("name", "").lstrip("/")
        data, binary = child(part, "xmlData"), child(part, "binaryData")
        if data is not None and len(data):
            parts[name] = data[0]
        elif binary is not None:
            try:
                parts[name] = base64.b64decode(binary.text or "")
            except binascii.Error:
                continue
    return parts


class _Word2003:
    """Rearranges the one tree of Word 2003 as the parts of today's format, whose element names it shares."""

    def __init__(self, root: Element) -> None:
        body = child(root, "body")
        if body is None:
            raise UnreadableDocument("The document is damaged: it has no body.")
        self.parts: dict[str, Element | bytes] = {}
        self._relations = ElementTree.Element("Relationships")
        self._notes = {kind: ElementTree.Element(f"{kind}s") for kind in ("footnote", "endnote", "comment")}
        document = ElementTree.Element("document")
        document.append(body)
        self._rearrange(body)
        styles, lists = child(root, "styles"), child(root, "lists")
        if styles is not None:
            self.parts["word/styles.xml"] = styles
        if lists is not None:
            self.parts["word/numbering.xml"] = _numbering(lists)
        for kind, notes in self._notes.items():
            self.parts[f"word/{kind}s.xml"] = notes
        core = ElementTree.Element("coreProperties")
        for element in root.iter("DocumentProperties"):
            for name, ours in _PROPERTIES.items():
                ElementTree.SubElement(core, ours).text = (element.findtext(name) or "").strip()
        self.parts["docProps/core.xml"] = core
        self.parts["word/document.xml"] = document
        self.parts["word/_rels/document.xml.rels"] = self._relations

    def _rearrange(self, parent: Element) -> None:
        for element in list(parent):
            tag = element.tag
            if tag in {"hdr", "ftr"}:
                self._take_header(element)
                element.tag = "del"
            elif tag in {"footnote", "endnote"}:
                self._take_note(element, tag)
            elif tag == "annotation":
                self._annotation(element)
            elif tag == "listPr":
                element.tag = "numPr"
                for part in element:
                    part.tag = {"ilfo": "numId"}.get(part.tag, part.tag)
            elif tag == "vmerge":
                element.tag = "vMerge"
            self._rearrange(element)

    def _take_header(self, element: Element) -> None:
        kind = "header" if element.tag == "hdr" else "footer"
        name = f"{kind}{len(self._relations) + 1}"
        part = ElementTree.Element(element.tag)
        part.extend(list(element))
        self._rearrange(part)
        for inner in list(element):
            element.remove(inner)
        self.parts[f"word/{name}.xml"] = part
        ElementTree.SubElement(self._relations, "Relationship", {"Id": name, "Type": _PACKAGE + kind, "Target": f"{name}.xml"})

    def _take_note(self, element: Element, kind: str, author: str = "") -> None:
        notes = self._notes[kind]
        identifier = str(len(notes) + 1)
        note = ElementTree.SubElement(notes, kind, {"id": identifier, "author": author})
        note.extend(list(element))
        for inner in list(element):
            element.remove(inner)
        element.tag = f"{kind}Reference"
        element.attrib = {"id": identifier}

    def _annotation(self, element: Element) -> None:
        kind = element.get("type", "")
        if kind == "Word.Deletion":
            element.tag = "del"
        elif kind == "Word.Comment":
            self._take_note(element, "comment", element.get("author", ""))


def _numbering(lists: Element) -> Element:
    root = ElementTree.Element("numbering")
    for definition in lists.iter("listDef"):
        abstract = ElementTree.SubElement(root, "abstractNum", {"abstractNumId": definition.get("listDefId", "")})
        for level in definition.iter("lvl"):
            one = ElementTree.SubElement(abstract, "lvl", {"ilvl": level.get("ilvl", "0")})
            ElementTree.SubElement(one, "numFmt", {"val": _FORMATS.get(value(level, "nfc") or "0", "decimal")})
            ElementTree.SubElement(one, "lvlText", {"val": value(level, "lvlText") or ""})
            ElementTree.SubElement(one, "start", {"val": value(level, "start") or "1"})
    for use in lists.iter("list"):
        number = ElementTree.SubElement(root, "num", {"numId": use.get("ilfo", "")})
        ElementTree.SubElement(number, "abstractNumId", {"val": value(use, "ilst") or ""})
    return root
