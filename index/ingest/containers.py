"""One reading of a file on the disk with all documents inside it: what each of them becomes in the ledger."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from index import errors
from index.document import ChildDocument, Chunk, ParsedDocument
from index.ingest import batch, reading
from index.ingest.file_ledger import EXCLUDED
from index.ingest.file_stamp import FileStamp
from index.ingest.ledger import Ledger
from index.ingest.rows import ChildFile, FileRow
from index.ingest.texts import digest

Cut = Callable[[ParsedDocument, str], Sequence[Chunk]]
"""Document and file name to chunks, measured with the embedder's tokenizer: ``chunk_document`` with its limits bound."""

_NO_TEXT = "No text was found in it."
_FAILED = frozenset(
    {
        "password_needed", "unreadable", "unsafe", "vanished", "no_permission", "retryable", "locked", "defect", "parser_crashed",
        "parser_timeout", "parser_memory", "user_fixable",
    }
)  # fmt: skip
"""Reasons of documents inside others that are failures; all others say that there is nothing to read or that it was left out."""


@dataclass
class Reading:
    """``files`` have passages to be stored, the file on the disk first. ``children`` are the rows of the documents inside it,
    containers first; ``kept`` as ``mark_indexed`` takes it. ``unchanged`` are ids whose passages stay as they are, ``settled`` those
    for which text recognition found nothing more, with the warnings of that reading."""

    row: FileRow
    files: list[batch.ReadFile] = field(default_factory=list)
    children: list[ChildFile] = field(default_factory=list)
    kept: dict[str, set[str]] = field(default_factory=dict)
    unchanged: set[str] = field(default_factory=set)
    settled: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def passages(self) -> int:
        return sum(len(file.chunks) for file in self.files)

    @property
    def pages(self) -> int:
        return sum(len(file.document.pages) for file in self.files)


class Reader:
    """Makes a ``Reading`` of a parsed document. ``ocr``: whether it was parsed with text recognition; ``recognise``: whether that
    follows for what was parsed without; ``release`` gives the old content of a file to its
    copies and says whether there were any."""

    def __init__(
        self,
        ledger: Ledger,
        cut: Cut,
        chunker_version: str,
        release: Callable[[str], bool],
        *,
        ocr: bool,
        recognise: bool,
    ) -> None:
        self._ledger = ledger
        self._cut = cut
        self._chunker_version = chunker_version
        self._release = release
        self._ocr = ocr
        self._recognise = recognise and not ocr
        self.not_stored: dict[str, str] = {}
        """Content of documents inside others to the id of its first copy, until that is in the ledger."""

    def read(self, row: FileRow, mark: reading.Fingerprint, document: ParsedDocument) -> Reading:
        """Raises NoText when there is nothing to search in, and what cutting raises."""
        made = Reading(row)
        document = batch.clean(document)
        known = self._known(row, document)
        if self._ocr and row.passages and self._found_nothing_more(row, document):
            made.settled[row.id] = document.warnings
            made.unchanged.add(row.id)
        else:
            chunks = tuple(self._cut(document, os.path.basename(row.path)))
            needs_ocr = self._recognise and batch.awaits_ocr(document)
            if not chunks and not document.children and not needs_ocr:
                raise errors.NoText(_NO_TEXT)
            made.files.append(
                batch.ReadFile(row.id, mark.stamp, mark.sha256, document, chunks, needs_ocr, row.revision)
            )  # fmt: skip
        if not document.children:
            self.not_stored.setdefault(mark.sha256, row.id)
        self._inside(made, row.id, row.path, document, known, mark.stamp)
        return made

    def _inside(
        self,
        made: Reading,
        parent_id: str,
        parent_path: str,
        document: ParsedDocument,
        known: dict[str, FileRow],
        outer: FileStamp,
    ) -> None:
        if document.children or any(child.parent_id == parent_id for child in known.values()):
            made.kept[parent_id] = set()
        for child in document.children:
            path = f"{parent_path}/{child.name}"
            before = known.get(path)
            file_id = before.id if before else uuid.uuid4().hex
            made.kept[parent_id].add(path)
            if before is not None and before.reason_code == EXCLUDED:
                continue
            self._child(made, ChildFile(file_id=file_id, parent_id=parent_id, path=path, size=child.size), child, before, outer)
            if child.document is not None:
                self._inside(made, file_id, path, child.document, known, outer)

    def _known(self, row: FileRow, document: ParsedDocument) -> dict[str, FileRow]:
        """The rows of the documents inside, by path. Where content has changed, copies elsewhere have taken the old over before."""
        while True:
            known = {child.path: child for child in self._ledger.inside(row.id)}
            changed = [
                known[path].id
                for path, child in _walk(row.path, document)
                if path in known and known[path].sha256 is not None and child.sha256 != known[path].sha256
            ]
            # One at a time: a copy that took over may lie in this file, and have changed as well.
            if self._ocr or not any(self._release(file_id) for file_id in changed):
                return known

    def _child(self, made: Reading, entry: ChildFile, child: ChildDocument, before: FileRow | None, outer: FileStamp) -> None:
        if child.document is None:
            made.children.append(_refused(entry, child.reason_code, child.message, child.next_step))
            return
        document = batch.clean(child.document)
        if before is not None and (before.revision is not None or before.duplicate_of is not None):
            if self._ocr:
                # The container's bytes are the same, so this is the same document.
                if self._is_settled(made, before, document):
                    return
            elif self._is_known(before, child):
                made.unchanged.add(before.id)
                if before.needs_ocr and not self._recognise:
                    made.settled[before.id] = document.warnings
                return
        if not document.children and not self._ocr and child.sha256 is not None:
            original = self._ledger.original_by_hash(made.row.collection_id, child.sha256, self._chunker_version)
            first = self.not_stored.get(child.sha256) or (original.id if original and original.id != entry.file_id else None)
            if first is not None:
                made.children.append(entry.model_copy(update={"sha256": child.sha256, "duplicate_of": first}))
                return
        self._keep(made, entry, document, child.sha256, before, outer)

    def _is_settled(self, made: Reading, before: FileRow, document: ParsedDocument) -> bool:
        """After text recognition: whether a document inside another stays as it was."""
        if before.duplicate_of is not None or not before.needs_ocr:
            made.unchanged.add(before.id)
            return True
        if before.passages and self._found_nothing_more(before, document):
            made.unchanged.add(before.id)
            made.settled[before.id] = document.warnings
            return True
        return False

    def _is_known(self, before: FileRow, child: ChildDocument) -> bool:
        return child.sha256 is not None and (before.sha256, before.chunker_version) == (child.sha256, self._chunker_version)

    def _found_nothing_more(self, before: FileRow, document: ParsedDocument) -> bool:
        """Text recognition saw only empty pages."""
        kept = self._ledger.document(before.id)
        return kept is not None and (kept.text, kept.blocks) == (document.text, document.blocks)

    def _keep(
        self,
        made: Reading,
        entry: ChildFile,
        document: ParsedDocument,
        sha256: str | None,
        before: FileRow | None,
        outer: FileStamp,
    ) -> None:
        sha256 = sha256 or digest(document)
        try:
            chunks = tuple(self._cut(document, os.path.basename(entry.path)))
        except reading.Cancelled:
            raise
        except Exception as error:  # noqa: BLE001 - boundary: what one document provokes costs this document alone
            trouble = reading.classify(error)
            made.children.append(_refused(entry, trouble.code, trouble.message, trouble.next_step))
            return
        needs_ocr = self._recognise and batch.awaits_ocr(document)
        if not chunks and not document.children and not needs_ocr:
            made.children.append(_without_text(entry))
            return
        self.not_stored.setdefault(sha256, entry.file_id)
        made.children.append(entry.model_copy(update={"sha256": sha256}))
        previous = before.revision if before else None
        made.files.append(
            batch.ReadFile(entry.file_id, outer._replace(size=entry.size), sha256, document, chunks, needs_ocr, previous)
        )


def _walk(parent_path: str, document: ParsedDocument) -> Iterator[tuple[str, ChildDocument]]:
    for child in document.children:
        path = f"{parent_path}/{child.name}"
        yield path, child
        if child.document is not None:
            yield from _walk(path, child.document)


def _without_text(entry: ChildFile) -> ChildFile:
    return _refused(entry, errors.NoText.code, _NO_TEXT, errors.NoText.next_step)


def _refused(entry: ChildFile, code: str | None, message: str | None, next_step: str | None) -> ChildFile:
    code = code or errors.UnreadableDocument.code
    status = "failed" if code in _FAILED else "skipped"
    return entry.model_copy(update={"status": status, "reason_code": code, "message": message, "next_step": next_step})
