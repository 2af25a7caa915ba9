"""Documents inside documents: files of an archive, attachments of a mail, mails of a mailbox.

A container's module has ``members(source, options)``, which yields ``Member`` one by one, and calls ``parse_members`` on it. Each
member goes through the ordinary registry, by way of a private temporary file, and becomes a ``ChildDocument`` with its document or
with the reason why there is none. What a file of the disk may cost with everything nested in it is counted in one ``Budget``.
"""

from __future__ import annotations

import hashlib
import importlib
import re
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from os import stat_result
from pathlib import Path, PurePosixPath

from index import errors
from index.document import ChildDocument, ParsedDocument
from index.ingest import ignore
from index.parsers import registry, trail
from index.parsers.base import Budget, ParseOptions, Source

MAX_DEPTH = 3
"""Containers around an archive beyond which it stays closed; people nest two, only bombs and archives of themselves nest more."""
_MAX_LEVELS = 12
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}")
_CODES = {kind.code: kind for kind in (errors.ParserCrashed, errors.ParserTimeout, errors.ParserOutOfMemory)}
_NOTHING = "Nothing in it could be read."
_LOST = {
    "parser_timeout": "Reading this part took longer than allowed.",
    "parser_memory": "Reading this part needed more memory than allowed.",
    "parser_crashed": "The reader ended unexpectedly on this part.",
}


@dataclass(frozen=True)
class Member:
    """A file inside a container. ``name`` is safe and unique there; ``refusal`` says why it is not read (then ``read`` is not
    called). ``read`` raises only ``index.errors``."""

    name: str
    size: int
    read: Callable[[], bytes]
    refusal: errors.IndexError_ | ignore.Reason | None = None


def budget_of(source: Source, options: ParseOptions) -> Budget:
    return source.budget or Budget(bytes_left=options.max_unpacked_bytes)


def parse_members(members: Iterable[Member], source: Source, options: ParseOptions) -> tuple[ChildDocument, ...]:
    """All members as children, in order; what goes beyond the budget is refused, one by one, with its reason."""
    budget = budget_of(source, options)
    return tuple(_child(member, source.depth + 1, options, budget) for member in members)


def with_children(document: ParsedDocument, children: tuple[ChildDocument, ...]) -> ParsedDocument:
    """The container's document with its children; it awaits OCR when one of them does."""
    awaits = document.awaits_ocr or any(child.document is not None and child.document.awaits_ocr for child in children)
    return document.model_copy(update={"children": children, "awaits_ocr": awaits})


def parse_member(name: str, data: bytes, options: ParseOptions, depth: int, budget: Budget | None = None) -> ChildDocument:
    """Parse the bytes of one member. ``depth`` is the number of containers around it (1 = inside a file of the disk).

    ``name`` must be safe and unique in its container (``Names``). Never raises for what is wrong with the member.
    """
    member = Member(name=name, size=len(data), read=lambda: data)
    return _child(member, depth, options, budget or Budget(bytes_left=options.max_unpacked_bytes))


def _child(member: Member, depth: int, options: ParseOptions, budget: Budget) -> ChildDocument:
    refusal = member.refusal or _over_budget(member, budget)
    if refusal is not None:
        return refused(member.name, member.size, refusal)
    sha256: str | None = None
    try:
        with trail.inside(member.name, member.size) as path:
            code = dict(options.lost_members).get(path)
            if code is not None:
                kind = _CODES.get(code, errors.ParserCrashed)
                return refused(member.name, member.size, kind(_LOST.get(code, _LOST["parser_crashed"])))
            data = member.read()
            budget.members_left -= 1
            budget.bytes_left -= len(data)
            sha256 = hashlib.sha256(data).hexdigest()
            document = _parse(member.name, data, depth, options, budget)
    except errors.DiskFull:
        raise  # no fault of the member
    except errors.IndexError_ as error:
        return refused(member.name, member.size, error, sha256)
    except MemoryError:
        return refused(member.name, member.size, errors.ParserOutOfMemory(_LOST["parser_memory"]), sha256)
    budget.characters_left -= len(document.text)
    return ChildDocument(name=member.name, size=len(data), sha256=sha256, document=document)


def _parse(name: str, data: bytes, depth: int, options: ParseOptions, budget: Budget) -> ParsedDocument:
    # A file, not a folder: for the thousands of mails of a mailbox that takes half the time.
    handle, file = tempfile.mkstemp(prefix="member-", suffix=_suffixes(name))
    path = Path(file)
    try:
        with open(handle, "wb") as out:
            out.write(data)
        return registry.parse(path, options, depth=depth, budget=budget)
    finally:
        path.unlink(missing_ok=True)


def _suffixes(name: str) -> str:
    """A name of a member may be longer than a file system allows; what parsers look at is its suffix (``.csv.gz``: both)."""
    return "".join(s for s in PurePosixPath(name).suffixes[-2:] if _SUFFIX.fullmatch(s))


def _over_budget(member: Member, budget: Budget) -> errors.IndexError_ | None:
    if budget.members_left <= 0:
        return errors.TooLarge("The file holds more parts than are read from one file; this one was left out.")
    if budget.characters_left <= 0:
        return errors.TooLarge("The file holds more text than is read from one file; this part was left out.")
    if member.size > budget.bytes_left:
        return errors.TooLarge("The file unpacks to more than is allowed; this part was left out.")
    return None


def refuse_if_closed(children: tuple[ChildDocument, ...]) -> None:
    """Raise what keeps a container closed when all of its members are refused for the same reason: a password, a bomb, a limit, damage.

    A member whose bytes were had is locked or damaged itself, and is listed by its own path.
    """
    codes = {child.reason_code for child in children}
    is_open = any(child.sha256 is not None for child in children)
    for kind in (errors.PasswordNeeded, errors.UnsafeDocument, errors.TooLarge, errors.UnreadableDocument):
        if codes == {kind.code} and not (is_open and kind in (errors.PasswordNeeded, errors.UnreadableDocument)):
            message = children[0].message or ""
            words = message if message.startswith(_NOTHING) or kind is errors.PasswordNeeded else f"{_NOTHING} {message}"
            raise kind(words, next_step=children[0].next_step)


def refused(name: str, size: int, reason: errors.IndexError_ | ignore.Reason, sha256: str | None = None) -> ChildDocument:
    """``sha256`` of its bytes, where they could be had."""
    return ChildDocument(
        name=name, size=size, sha256=sha256, reason_code=reason.code, message=reason.message, next_step=reason.next_step or None
    )


def not_read(name: str, size: int) -> ignore.Reason | None:
    """Why a file of an archive is listed but not read: the rules for folders on the disk. Its folders are asked about apart."""
    status = stat_result((stat.S_IFREG | 0o600, 0, 0, 1, 0, 0, size, 0, 0, 0))
    return ignore.file_reason(PurePosixPath(name).name, status)


def ignored_folder(name: str) -> tuple[str, ignore.Reason] | None:
    """The outermost folder on the way to ``name`` that is not entered, with the reason; None when all are."""
    parts = name.split("/")[:-1]
    for count, part in enumerate(parts, start=1):
        reason = ignore.folder_reason(part)
        if reason is not None:
            return "/".join(parts[:count]), reason
    return None


class Names:
    """Makes the names of one container safe and unique."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, raw: str) -> str:
        """A relative path with ``/`` and without ``..``, drive letters and controls, unlike all before it."""
        path = re.sub(r"\A[A-Za-z]:", "", raw.replace("\\", "/"))
        parts = [re.sub(r"[\x00-\x1f\x7f\ud800-\udfff]", "", part).strip()[:200] for part in path.split("/")]
        name = "/".join(part for part in parts if part not in ("", ".", "..")) or "unnamed"
        unique, count = name, 1
        while unique.casefold() in self._taken:
            count += 1
            suffix = PurePosixPath(name).suffix
            unique = f"{name.removesuffix(suffix)} ({count}){suffix}"
        self._taken.add(unique.casefold())
        return unique


def extract_member(container: Path, name: str, options: ParseOptions | None = None) -> bytes:
    """The bytes of a child, by its name as ``ChildDocument`` gives it; ``a.zip/letter.eml/report.pdf`` leads through containers.

    Raises ``index.errors``: FileVanished when there is no such member, else what reading it raises. Writes containers on the way to
    TMPDIR for as long as it runs; a hostile archive belongs in a child process.
    """
    options = options or ParseOptions()
    with tempfile.TemporaryDirectory(prefix="member-") as folder:
        source = Source(path=container, kind=registry.kind_of(container), budget=Budget(options.max_unpacked_bytes))
        rest = name
        for depth in range(1, _MAX_LEVELS):
            found, data = _read(source, rest, options)
            if found == rest:
                return data
            rest = rest.removeprefix(found + "/")
            path = Path(folder) / f"{depth}{_suffixes(found)}"
            path.write_bytes(data)
            source = replace(source, path=path, kind=registry.kind_of(path), depth=depth)
    raise errors.FileVanished("The file holds no such part.")


def _read(source: Source, name: str, options: ParseOptions) -> tuple[str, bytes]:
    """Name and bytes of the member that is ``name`` or a container on the way to it."""
    for member in members_of(source, options):
        if name == member.name or name.startswith(member.name + "/"):
            if isinstance(member.refusal, errors.IndexError_):
                raise member.refusal
            return member.name, member.read()  # here, while the container is open
    raise errors.FileVanished("The file holds no such part.")


def members_of(source: Source, options: ParseOptions) -> Iterator[Member]:
    """The members of a container, none for any other document."""
    spec = registry.spec_of(source.kind)
    function = getattr(importlib.import_module(spec.module), "members", None) if spec else None
    if function is not None:
        yield from function(source, options)
