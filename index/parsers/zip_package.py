"""Reads the parts of a document that is a zip archive of XML, within limits and without resolving anything outside the file."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import IO, Self
from xml.etree import ElementTree

from index.errors import PasswordNeeded, UnreadableDocument, UnsafeDocument
from index.parsers.base import ParseOptions, Source

Element = ElementTree.Element
_MAX_RATIO = 200
"""Compression beyond which a large archive is a bomb; text compresses to about a tenth, sheets of one value to a hundredth."""
_RATIO_FLOOR = 64 << 20
_DECLARATIONS = tuple("<!ENTITY".encode(encoding) for encoding in ("ascii", "utf-16-le", "utf-16-be"))
_OUTSIDE = re.compile(r"<!ENTITY\s+(?:%\s*)?[^\s>]+\s+(?:SYSTEM|PUBLIC)\b")
_NESTED = re.compile(r"<!ENTITY\s+(?:%\s*)?[^\s>]+\s+(?:\"[^\"]*&[^\"]*\"|'[^']*&[^']*')")
_CONTROL_REFERENCE = re.compile(rb"&#(?:[xX]0*(?:[0-8bBcCeEfF]|1[0-9a-fA-F]|[fF]{3}[eEfF])|0*(?:[0-8]|1[124-9]|2\d|3[01]));")
_BARE_AMPERSAND = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)")
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_ENTITIES = "The file defines XML entities, which no office program writes; it is refused."
DAMAGED_PART = "The document is damaged: a part of it cannot be unpacked."


class ZipPackage:
    """Use as a context manager. Tags and attributes of ``xml`` come without namespaces; relationship ids keep an ``r:``.

    Parts are found whatever the case of their names and the direction of their slashes, which writers mix up.
    """

    def __init__(self, source: Source, options: ParseOptions) -> None:
        self.warnings: list[str] = []
        self._file = source.open()
        try:
            self._zip = zipfile.ZipFile(self._file)
        except (zipfile.BadZipFile, EOFError, OSError, ValueError) as error:
            self._file.close()
            raise UnreadableDocument("The file is damaged: its inner archive cannot be opened.") from error
        infos = self._zip.infolist()
        unpacked = sum(info.file_size for info in infos)
        packed = sum(info.compress_size for info in infos) or 1
        if unpacked > options.max_unpacked_bytes or (unpacked > _RATIO_FLOOR and unpacked / packed > _MAX_RATIO):
            self.close()
            raise UnsafeDocument(
                f"The file would unpack to {max(unpacked >> 20, 1)} MB, more than is allowed.",
                next_step="If you trust the file, open it in its own program, save it anew and import that.",
            )
        self._names = {_key(info.filename): info for info in infos}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._zip.close()
        self._file.close()

    def names(self) -> list[str]:
        """Names of all parts as written, with forward slashes."""
        return [info.filename.replace("\\", "/").lstrip("/") for info in self._names.values()]

    def has(self, name: str) -> bool:
        return _key(name) in self._names

    def read(self, name: str) -> bytes:
        """Raises UnreadableDocument when the part cannot be unpacked, PasswordNeeded when the archive itself is encrypted."""
        with unpacking():
            return self._zip.read(self._names[_key(name)])

    def open(self, name: str) -> IO[bytes]:
        with unpacking():
            return self._zip.open(self._names[_key(name)])

    def xml(self, name: str) -> Element | None:
        """Root of a part, None when the part is missing. Raises UnreadableDocument when it is damaged."""
        if not self.has(name):
            return None
        return safe_xml(self.read(name))

    def optional_xml(self, name: str) -> Element | None:
        """Like ``xml`` for what a document can do without: damage costs the part only, and is kept in ``warnings``."""
        try:
            return self.xml(name)
        except UnsafeDocument:
            raise
        except UnreadableDocument:
            self.warnings.append(f"The part {name.rsplit('/', 1)[-1]} is damaged and was left out.")
            return None


@contextmanager
def unpacking() -> Iterator[None]:
    """Classifies what zipfile and zlib throw."""
    try:
        yield
    except RuntimeError as error:
        if "password" in str(error) or "encrypted" in str(error):
            raise PasswordNeeded("The document is protected with a password.") from error
        raise UnreadableDocument(DAMAGED_PART) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
        raise UnreadableDocument(DAMAGED_PART) from error


def _key(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()


def safe_xml(data: bytes) -> Element:
    """The tree of ``data``, names without namespaces. Raises UnsafeDocument for entities and UnreadableDocument for what is not well-formed."""
    refuse_entities(data)
    try:
        root = _tree(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise UnreadableDocument("The document is damaged: a part of it is not well-formed.") from error
    for element in root.iter():
        strip_namespaces(element)
    return root


def _tree(data: bytes) -> Element:
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError:
        # Many programs export control characters and bare ampersands, which XML forbids; without them the rest is whole.
        mended = _CONTROLS.sub(b"", _BARE_AMPERSAND.sub(b"&amp;", _CONTROL_REFERENCE.sub(b"", data)))
        if mended == data or data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise
        return ElementTree.fromstring(mended)


def refuse_entities(data: bytes) -> None:
    """No office program defines XML entities; what does is an attack, and the reason says which."""
    if not any(mark in data for mark in _DECLARATIONS):
        return
    text = data.replace(b"\0", b"").decode("ascii", errors="replace")
    if _OUTSIDE.search(text):
        raise _unsafe("The file wants another file to be read in (external XML entities); it is refused.")
    if _NESTED.search(text):
        raise _unsafe("The file defines XML entities that multiply when they are opened; it is refused.")
    raise _unsafe(_ENTITIES)


def _unsafe(message: str) -> UnsafeDocument:
    return UnsafeDocument(message, next_step="If you trust the file, open it in its own program, save it anew and import that.")


def entity_refuser() -> Callable[..., None]:
    """A handler of entity declarations for an expat parser that reads a part piece by piece."""

    def refuse(*declaration: object) -> None:
        raise _unsafe(_ENTITIES)

    return refuse


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
    """Elements named ``tag`` below, in order, none inside ``skip`` (the doubled content for old programs).

    With ``tag`` in ``skip`` only the outermost ones.
    """
    stack = list(reversed(element))
    while stack:
        node = stack.pop()
        if node.tag == tag:
            yield node
        if node.tag not in skip:
            stack.extend(reversed(node))


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


def is_on(element: Element | None) -> bool:
    """A switch of OOXML: there and not switched off."""
    return element is not None and element.get("val", "1").lower() not in {"0", "false", "off", "none"}


def whole_number(text: str | None, default: int, *, low: int = 0, high: int = 1 << 20) -> int:
    """An attribute that should be a number, within bounds; what writers put there instead counts as ``default``."""
    try:
        return min(max(int(text or ""), low), high)
    except ValueError:
        return default
