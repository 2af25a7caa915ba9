"""Shortcuts as this system and language write them."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence


def key_text(keys: str) -> str:
    """ "Ctrl+K" is "Strg+K" in German and "⌘K" on a Mac."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
