"""XML that is no office document: each value with the name of its element, records as rows, running text as paragraphs.

No external entity is ever resolved, and a file that defines entities is refused: nobody writes them by hand any more, and they are
how a kilobyte becomes gigabytes.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from index.document import ParsedDocument
from index.errors import UnsafeDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.encodings import declared_charset, decode, mend
from index.parsers.html_blocks import HtmlBlocks
from index.parsers.html_tree import Node, parse_tree

PARSER = "xml_text/1"
_ENTITY = re.compile(r"<!ENTITY\s", re.IGNORECASE)
_DECLARATION = re.compile(r"\A\ufeff?\s*<\?xml[^>]*\?>")
_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?[^>]*>", re.IGNORECASE)
_MARKUP = re.compile(r"</?(?:p|br|div|span|b|i|a|ul|li|strong|em|h[1-6])\b[^>]*>", re.IGNORECASE)
_TITLES = frozenset({"title", "head", "heading", "titel", "titre", "caption"})
_PROSE_WORDS = 12
_ROW_CHARS = 1500
_MAX_DEPTH = 200


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    data = source.read()
    text = mend(decode(data, declared_charset(data)))
    builder = DocumentBuilder("xml", PARSER)
    if _ENTITY.search(text):
        raise UnsafeDocument(
            "The file defines XML entities, which can make it grow without end; it is not read.",
            next_step="Save it without entity definitions, and import it again.",
        )
    try:
        # Decoded already: the declaration would contradict.
        root = ElementTree.fromstring(_DOCTYPE.sub("", _DECLARATION.sub("", text), count=1).lstrip())
    except (ElementTree.ParseError, ValueError):
        # Not well-formed: what can be read of it is better than nothing.
        builder.warn("The XML is not well-formed; it was read as far as possible.")
        HtmlBlocks(builder, drop_boilerplate=False).add(parse_tree(_DECLARATION.sub("", text)))
    else:
        _Walker(builder).add(root, 1)
    return builder.build()


class _Walker:
    def __init__(self, builder: DocumentBuilder) -> None:
        self._builder = builder

    def add(self, element: ElementTree.Element, depth: int) -> None:
        name = _name(element)
        if depth > _MAX_DEPTH or _is_leaf(element) or _is_mixed(element):
            self._value(element, name)
            return
        if element.attrib:
            self._builder.add("paragraph", _attributes(element, name))
        children = list(element)
        leaves = [child for child in children if _is_leaf(child)]
        if len(leaves) > 1 and len(leaves) == len(children) and not any(_is_prose(child) for child in leaves):
            self._row(leaves)
            return
        for child in children:
            self.add(child, depth + 1)

    def _row(self, leaves: list[ElementTree.Element]) -> None:
        cells = [cell for leaf in leaves if (cell := _cell(leaf))]
        row: list[str] = []
        for cell in cells:
            if row and sum(map(len, row)) + len(cell) > _ROW_CHARS:
                self._builder.add("table_row", " | ".join(row))
                row = []
            row.append(cell)
        self._builder.add("table_row", " | ".join(row))

    def _value(self, element: ElementTree.Element, name: str) -> None:
        text = "".join(element.itertext())
        if _MARKUP.search(text):
            HtmlBlocks(self._builder, drop_boilerplate=False).add(_as_markup(text))
        elif name.lower() in _TITLES and len(text) < 300 and not element.attrib:
            self._builder.heading(2, text)
        elif _is_mixed(element) or _is_prose(element):
            if element.attrib:
                self._builder.add("paragraph", _attributes(element, name))
            self._builder.add("paragraph", re.sub(r"[ \t]*\n[ \t]*", "\n", text))
        else:
            self._builder.add("paragraph", _cell(element))


def _as_markup(text: str) -> Node:
    """HTML that was put into an element as text, as feeds do."""
    return parse_tree(text)


def _name(element: ElementTree.Element) -> str:
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def _is_leaf(element: ElementTree.Element) -> bool:
    return len(element) == 0


def _is_mixed(element: ElementTree.Element) -> bool:
    """Text beside child elements: a sentence with marked words in it."""
    return len(element) > 0 and bool((element.text or "").strip() or any((child.tail or "").strip() for child in element))


def _is_prose(element: ElementTree.Element) -> bool:
    return len((element.text or "").split()) >= _PROSE_WORDS


def _attributes(element: ElementTree.Element, name: str) -> str:
    pairs = ", ".join(f"{key.rsplit('}', 1)[-1]} = {value}" for key, value in element.attrib.items() if value.strip())
    return f"{name} ({pairs})" if pairs else ""


def _cell(element: ElementTree.Element) -> str:
    name, text = _name(element), " ".join("".join(element.itertext()).split())
    label = _attributes(element, name) or name
    if text:
        return f"{label}: {text}"
    return label if element.attrib else ""
