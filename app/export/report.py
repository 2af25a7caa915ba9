"""A conversation as JSON: everything that is kept of it, with reports, traces, passages and signs."""

from __future__ import annotations

from app.conversations.rows import StoredConversation


def write(conversation: StoredConversation) -> bytes:
    return (conversation.model_dump_json(indent=1) + "\n").encode("utf-8", "replace")
