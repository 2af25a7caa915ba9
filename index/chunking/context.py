"""The context line of a chunk: where it stands, in words that a search can match. Not part of the quoted text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

JOINER = " › "
_WORD = re.compile(r"[^\W\d_]{3,}")
_UNTELLING = frozenset(
    [
        "scan",
        "img",
        "image",
        "document",
        "dokument",
        "doc",
        "file",
        "datei",
        "copy",
        "kopie",
        "final",
        "draft",
        "entwurf",
        "version",
    ]
    + [
        "new",
        "neu",
        "page",
        "index",
        "readme",
        "untitled",
        "unbenannt",
        "the",
        "and",
        "und",
        "der",
        "die",
        "das",
        "for",
        "pdf",
        "docx",
    ]
)
_RANDOM = re.compile(r"[0-9a-f]{12,}|[0-9a-f]{8}-[0-9a-f]{4}", re.IGNORECASE)


def chunk_text(context: str, content: str) -> str:
    """What is embedded and counted for a chunk; the one place that knows how both are put together."""
    return f"{context}\n{content}" if context else content


def informative_stem(file_name: str, known: str) -> str | None:
    """The file name without extension, if it has words that ``known`` (title, headings) has not; None for "scan_0012.pdf"."""
    stem = PurePath(file_name).stem
    if _RANDOM.search(stem):
        return None
    if " " not in stem:
        stem = re.sub(r"[_\-.]+", " ", stem)
    stem = " ".join(stem.split())
    have = {word.lower() for word in _WORD.findall(known)}
    fresh = {word.lower() for word in _WORD.findall(stem)} - have - _UNTELLING
    return stem if fresh else None


@dataclass(frozen=True)
class ContextParts:
    """From general to special. ``extra`` is the header of a table or the sentence that leads a list in."""

    document: tuple[str, ...]
    headings: tuple[str, ...]
    extra: str = ""

    def render(self) -> str:
        seen: list[str] = []
        for part in (*self.document, *self.headings):
            if part and part not in seen:
                seen.append(part)
        line = JOINER.join(seen)
        return f"{line}\n{self.extra}" if self.extra and line else line or self.extra


def bounded_contexts(
    parts: Sequence[ContextParts], max_tokens: int, count_tokens: Callable[[Sequence[str]], list[int]]
) -> dict[ContextParts, tuple[str, int]]:
    """Context and its tokens (without prefix and special tokens) for each, none above ``max_tokens``.

    Too long ones lose, in this order: middle headings, the table header, the file name, words at the end of each part.
    """
    overhead = count_tokens([""])[0]
    result: dict[ContextParts, tuple[str, int]] = {}
    pending = [(part, _shorter_forms(part)) for part in dict.fromkeys(parts)]
    step = 0
    while pending:
        texts = [forms[min(step, len(forms) - 1)] for _, forms in pending]
        counts = count_tokens(texts)
        left: list[tuple[ContextParts, list[str]]] = []
        for (part, forms), text, count in zip(pending, texts, counts, strict=True):
            tokens = max(count - overhead, 0)
            if not text or tokens <= max_tokens:
                result[part] = (text, tokens if text else 0)
            else:
                left.append((part, forms))
        pending = left
        step += 1
    return result


def _shorter_forms(part: ContextParts) -> list[str]:
    forms = [part.render()]
    headings = list(part.headings)
    while len(headings) > 2:
        headings.pop(1)
        forms.append(ContextParts(part.document, tuple(headings), part.extra).render())
    forms.append(ContextParts(part.document, tuple(headings)).render())
    forms.append(ContextParts(part.document[-1:], tuple(headings)).render())
    for words in (16, 10, 6, 4):
        cut = [" ".join(text.split()[:words])[: words * 10] for text in (*part.document[-1:], *headings[-1:])]
        forms.append(ContextParts((), tuple(cut)).render())
    forms.append("")
    return forms
