"""Sentences that come in English from below Qt, recognised by their form and said in the person's language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

_HOLE = re.compile(r"{\w+}")


class SaidAnew:
    """``texts`` are sentences of one translation context, with ``{holes}`` where facts stand."""

    def __init__(self, context: str, texts: Sequence[str]) -> None:
        self._context = context
        # Longest fixed text first, so that "{what} is in {place}." does not swallow the more precise ones.
        ordered = sorted(texts, key=lambda t: -len(_HOLE.sub("", t)))
        self._patterns = [(t, re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(t)), re.DOTALL)) for t in ordered]

    def match(self, sentence: str) -> tuple[str, dict[str, str]] | None:
        """The sentence's form and its facts; None where it is not known."""
        for text, pattern in self._patterns:
            found = pattern.fullmatch(sentence)
            if found is not None:
                return text, found.groupdict()
        return None

    def say(self, sentence: str) -> str | None:
        """In the person's language; None where it is not known."""
        found = self.match(sentence)
        return None if found is None else QCoreApplication.translate(self._context, found[0]).format(**found[1])
