"""Reads the parts of an Office Open XML file, within limits and without resolving anything outside the file."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from types import TracebackType
from typing import IO
from xml.etree import ElementTree

from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source

Element = ElementTree.Element
_MAX_RATIO = 200
"""Compression beyond which a large archive is a bomb; text compresses to about a tenth, sheets of one value to a hundredth."""
_RATIO_FLOOR = 64 << 20


class OfficePackage:
    """Use as a context manager. Tags and attributes come without namespaces; relationship ids keep an ``r:``."""

    def __init__(self, source: Source, options: ParseOptions) -> None:
        try:
            self._zip = zipfile.ZipFile(source.path)
        except (zipfile.BadZipFile, EOFError) as error:
            raise UnreadableDocument("The file is damaged: its inner archive cannot be opened.") from error
        infos = self._zip.infolist()
        unpacked = sum(info.file_size for info in infos)
        packed = sum(info.compress_size for info in infos) or 1
        if unpacked > options.max_unpacked_bytes or (unpacked > _RATIO_FLOOR and unpacked / packed > _MAX_RATIO):
            self._zip.close()
            raise UnreadableDocument(f"The file would unpack to {unpacked >> 20} MB, more than is allowed.")
        self._names = {info.filename.lstrip("/"): info.filename for info in infos}

    def __enter__(self) -> OfficePackage:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._zip.close()

    def names(self) -> list[str]:
        return list(self._names)

    def has(self, name: str) -> bool:
        return name in self._names

    def read(self, name: str) -> bytes:
        return self._zip.read(self._names[name])

    def open(self, name: str) -> IO[bytes]:
        return self._zip.open(self._names[name])

    def xml(self, name: str) -> Element | None:
        """Root of a part, None when the part is missing. Raises UnreadableDocument when it is not well-formed."""
        if name not in self._names:
            return None
        data = self.read(name)
        if b"<!ENTITY" in data:
            raise UnreadableDocument("The file defines XML entities, which no office program writes; it is refused.")
        try:
            root = ElementTree.fromstring(data)
        except ElementTree.ParseError as error:
            raise UnreadableDocument("The document is damaged: a part of it is not well-formed.") from error
        for element in root.iter():
            strip_namespaces(element)
        return root

    def related(self, part: str, kind: str | None = None) -> dict[str, tuple[str, str]]:
        """Relationship id → (type's last word, target part) of ``part``; only inner targets."""
        folder, name = posixpath.split(part)
        root = self.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
        found: dict[str, tuple[str, str]] = {}
        for element in root if root is not None else ():
            word = element.get("Type", "").rsplit("/", 1)[-1]
            if element.get("TargetMode") == "External" or (kind is not None and word != kind):
                continue
            target = element.get("Target", "")
            resolved = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            found[element.get("Id", "")] = (word, resolved)
        return found

    def main_part(self, default: str) -> str:
        for _, target in self.related("", "officeDocument").values():
            if target in self._names:
                return target
        return default

    def core_properties(self) -> dict[str, str]:
        """Title, creator, modified, language … of docProps/core.xml, those that are filled."""
        try:
            root = self.xml("docProps/core.xml")
        except UnreadableDocument:
            return {}
        return {e.tag: e.text.strip() for e in root if e.text and e.text.strip()} if root is not None else {}


def strip_namespaces(element: Element) -> None:
    """In place; an attribute of the relationships namespace becomes ``r:name``."""
    if isinstance(element.tag, str):
        element.tag = element.tag.rsplit("}", 1)[-1]
    for key in list(element.attrib):
        if key.startswith("{"):
            namespace, name = key[1:].split("}", 1)
            prefix = "r:" if namespace.rsplit("/", 1)[-1] == "relationships" else ""
            element.attrib[prefix + name] = element.attrib.pop(key)


def descendants(element: Element, tag: str, skip: tuple[str, ...] = ("Fallback",)) -> Iterator[Element]:
    """Elements named ``tag`` below, in order, not inside ``skip`` (the doubled content for old programs)."""
    for child in element:
        if child.tag in skip:
            continue
        if child.tag == tag:
            yield child
        yield from descendants(child, tag, skip)


def child(element: Element | None, *path: str) -> Element | None:
    """The first child along ``path``, None when one is missing."""
    for tag in path:
        if element is None:
            return None
        element = element.find(tag)
    return element


def value(element: Element | None, *path: str) -> str | None:
    """``val`` attribute of the element at ``path``."""
    found = child(element, *path)
    return found.get("val") if found is not None else None
