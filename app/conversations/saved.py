"""Messages on the disk: packed JSON, readable by later programs whose messages have gained fields."""

from __future__ import annotations

import json
import zlib
from typing import Any, TypeVar

from pydantic import ValidationError

from app.messages.base import SCHEMA_VERSION, StageMessage

M = TypeVar("M", bound=StageMessage)


def pack(message: StageMessage) -> bytes:
    return zlib.compress(message.model_dump_json().encode())


def unpack(kind: type[M], packed: bytes) -> M | None:
    """The message, brought to the present schema version: new fields get their defaults. None when this program cannot read it."""
    try:
        data = json.loads(zlib.decompress(packed))
        return kind.model_validate_json(json.dumps(_present(data)))
    except (zlib.error, ValueError, ValidationError):
        return None


def _present(data: Any) -> Any:
    """The same with every ``schema_version`` in it set to the present one."""
    if isinstance(data, list):
        return [_present(item) for item in data]
    if isinstance(data, dict):
        return {name: SCHEMA_VERSION if name == "schema_version" else _present(value) for name, value in data.items()}
    return data
