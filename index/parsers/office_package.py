"""An Office Open XML file: its parts, how they are related, and its properties."""

from __future__ import annotations

import posixpath
from pathlib import Path
from urllib.parse import unquote

from index.parsers.base import ParseOptions, Source
from index.parsers.zip_package import (
    Element,
    ZipPackage,
    child,
    descendants,
    is_on,
    safe_xml,
    strip_namespaces,
    value,
    whole_number,
)

__all__ = [
    "Element",
    "OfficePackage",
    "child",
    "descendants",
    "is_on",
    "safe_xml",
    "strip_namespaces",
    "value",
    "whole_number",
]


class OfficePackage(ZipPackage):
    """Use as a context manager."""

    def __init__(self, source: Source, options: ParseOptions) -> None:
        super().__init__(source, options)
        self._options = options

    def inside(self, data: bytes) -> OfficePackage:
        """A package within this one, under the same limits; close it."""
        return OfficePackage(Source(path=Path("inner"), kind="docx", data=data), self._options)

    def related(self, part: str) -> dict[str, tuple[str, str]]:
        """Relationship id → (type's last word, target part) of ``part``; only inner targets."""
        folder, name = posixpath.split(part)
        root = self.optional_xml(posixpath.join(folder, "_rels", f"{name}.rels"))
        found: dict[str, tuple[str, str]] = {}
        for element in root if root is not None else ():
            if element.get("TargetMode") == "External":
                continue
            word = element.get("Type", "").rsplit("/", 1)[-1]
            target = element.get("Target", "").replace("\\", "/").split("#")[0]
            resolved = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            found[element.get("Id", "")] = (word, resolved if self.has(resolved) else unquote(resolved))
        return found

    def main_part(self, default: str) -> str:
        for word, target in self.related("").values():
            if word == "officeDocument" and self.has(target):
                return target
        if self.has(default):
            return default
        # Templates, macro files and odd writers: the part of that name, with any number or suffix.
        folder, name = posixpath.split(default)
        stem = posixpath.join(folder, name.removesuffix(".xml")).lower()
        return next((n for n in self.names() if n.lower().startswith(stem) and n.lower().endswith(".xml")), default)

    def core_properties(self) -> dict[str, str]:
        """Title, creator, modified, language … of docProps/core.xml, those that are filled."""
        related = self.related("").values()
        part = next((target for word, target in related if word == "core-properties"), "docProps/core.xml")
        root = self.optional_xml(part if self.has(part) else "docProps/core.xml")
        return {e.tag: e.text.strip() for e in root if e.text and e.text.strip()} if root is not None else {}
