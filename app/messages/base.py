"""The base of all messages between stages: frozen, unknown fields refused, with a ``kind`` and a schema version."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal
from uuid import UUID, uuid4

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

SCHEMA_VERSION: Literal[3] = 3
"""2: the trace in the answer, history and mode of a question, codes of what went wrong on the way. 3: tasks over whole documents (table
and coverage of an answer, documents of a question, their progress); the conversation and the attachments of a question, provenance of a
citation; pinned facts among the passages."""


class Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class StageMessage(Message):
    """A message that crosses a stage boundary."""

    schema_version: Literal[3] = SCHEMA_VERSION
    correlation_id: Annotated[UUID, AfterValidator(lambda v: _version_4(v))]


def _version_4(value: UUID) -> UUID:
    if value.version != 4:
        raise ValueError("correlation_id must be a UUID of version 4")
    return value


def new_correlation_id() -> UUID:
    return uuid4()


def utc_now() -> datetime:
    return datetime.now(UTC)


Provenance = Literal["documents", "attachment", "facts", "model"]
Unit01 = Annotated[float, Field(ge=0.0, le=1.0)]
