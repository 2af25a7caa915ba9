"""An OpenDocument file, zipped or flat: content, styles and properties, decrypted where it is encrypted."""

from __future__ import annotations

import io
import posixpath
from types import TracebackType
from typing import IO, BinaryIO, Self

from index.errors import UnreadableDocument, UnsafeDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.odf_password import OdfCipher
from index.parsers.zip_package import Element, ZipPackage, child, refuse_entities, safe_xml

_PACKAGE = "encrypted-package"
_OVERLAP = 32


class OdfPackage:
    """Use as a context manager. ``warnings`` names parts that had to be left out."""

    def __init__(self, source: Source, options: ParseOptions) -> None:
        self.warnings: list[str] = []
        self._source = source
        self._zip: ZipPackage | None = None
        self._flat: Element | None = None
        self._cipher = OdfCipher(None, None)
        with source.open() as file:
            if not file.read(2).startswith(b"PK"):
                return
        try:
            self._open(source, options)
            if self._cipher.covers(_PACKAGE):
                # Since 24.2 LibreOffice encrypts the whole document as one part.
                inner = Source(path=source.path, kind=source.kind, data=self.read(_PACKAGE))
                self.close()
                self._open(inner, options)
        except BaseException:
            # Whoever gets no package cannot close it.
            self.close()
            raise

    def _open(self, source: Source, options: ParseOptions) -> None:
        self._zip = ZipPackage(source, options)
        self.warnings = self._zip.warnings
        self._cipher = OdfCipher(self._zip.optional_xml("META-INF/manifest.xml"), options.password)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        if self._zip is not None:
            self._zip.close()

    def read(self, name: str) -> bytes:
        if self._zip is None or not self._zip.has(name):
            raise UnreadableDocument("The document is damaged: its content is missing.")
        data = self._zip.read(name)
        return self._cipher.decrypt(name, data) if self._cipher.covers(name) else data

    def stream(self, name: str = "content.xml") -> io.RawIOBase:
        """A part to be read piece by piece; XML entities raise UnsafeDocument while it is read."""
        if self._zip is None:
            return _Checked(self._source.open())
        if self._cipher.covers(name) or not self._zip.has(name):
            return _Checked(io.BytesIO(self.read(name)))
        return _Checked(self._zip.open(name))

    def xml(self, name: str) -> Element | None:
        """Root of a part, None when it is missing; of a flat file its one root. Damage raises UnreadableDocument."""
        if self._zip is None:
            if self._flat is None:
                self._flat = safe_xml(self._source.read())
            return self._flat
        return safe_xml(self.read(name)) if self._zip.has(name) else None

    def optional_xml(self, name: str) -> Element | None:
        try:
            return self.xml(name)
        except UnsafeDocument:
            raise
        except UnreadableDocument:
            self.warnings.append(f"The part {name} is damaged and was left out.")
            return None

    def object_root(self, frame_object: Element) -> Element | None:
        """Root of an embedded chart or formula: inside the element in flat files, else a part of its own."""
        if len(frame_object):
            return frame_object
        href = frame_object.get("href", "").removeprefix("./")
        return self.optional_xml(posixpath.join(href, "content.xml")) if href and self._zip is not None else None

    def properties(self) -> dict[str, str]:
        """Title, creator, date, language … of meta.xml, those that are filled."""
        meta = child(self.optional_xml("meta.xml"), "meta")
        return {e.tag: e.text.strip() for e in meta if e.text and e.text.strip()} if meta is not None else {}


class _Checked(io.RawIOBase):
    """Passes bytes through and refuses entity declarations in them."""

    def __init__(self, file: IO[bytes] | BinaryIO) -> None:
        super().__init__()
        self._file = file
        self._tail = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        data = self._file.read(size)
        refuse_entities(self._tail + data)
        self._tail = data[-_OVERLAP:]
        return data

    def close(self) -> None:
        self._file.close()
        super().close()
