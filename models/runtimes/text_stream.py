"""From the bytes of single tokens to text that can be shown: whole characters, nothing beyond a stop sequence."""

from __future__ import annotations

import codecs
from collections.abc import Sequence


class TextStream:
    """Feed bytes, get text. A token may hold half a character, and a stop sequence may come in several tokens: what might
    still become one is held back."""

    def __init__(self, stop: Sequence[str] = ()) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._stop = [s for s in stop if s]
        self._held = ""
        self.stopped = False

    def feed(self, data: bytes) -> str:
        """Text that is safe to show now; empty after a stop sequence was found."""
        if self.stopped:
            return ""
        self._held += self._decoder.decode(data)
        found = [at for s in self._stop if (at := self._held.find(s)) >= 0]
        if found:
            text, self._held, self.stopped = self._held[: min(found)], "", True
            return text
        keep = max((_overlap(self._held, s) for s in self._stop), default=0)
        text = self._held[: len(self._held) - keep]
        self._held = self._held[len(text) :]
        return text

    def finish(self) -> str:
        """What was held back, when nothing more comes. Half a character becomes U+FFFD."""
        if self.stopped:
            return ""
        text = self._held + self._decoder.decode(b"", final=True)
        self._held = ""
        return text


def _overlap(text: str, stop: str) -> int:
    """Length of the longest end of ``text`` with which ``stop`` begins."""
    for length in range(min(len(text), len(stop) - 1), 0, -1):
        if text.endswith(stop[:length]):
            return length
    return 0
