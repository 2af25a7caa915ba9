"""Types of the migrations."""

from __future__ import annotations

from pydantic import JsonValue

RawSettings = dict[str, JsonValue]
"""A settings file as it was read, before it is checked."""
