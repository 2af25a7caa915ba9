"""Writes or compares the JSON Schemas of the messages: `make schemas` after a change that raised the schema version."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from app.messages.answer import Answer, ErrorEnvelope, Question
from app.messages.events import AnswerWithdrawn, PassagesFound, QueuePosition, StillWorking, TaskProgress, TokensArrived
from app.messages.retrieval import RetrievalRequest, RetrievalResponse
from app.messages.trace import TraceEvent
from app.messages.validation import ValidationReport, ValidationRequest

FOLDER = Path(__file__).parent / "schemas"
MESSAGES = (
    Question, RetrievalRequest, RetrievalResponse, ValidationRequest, ValidationReport, Answer, ErrorEnvelope, TraceEvent,
    PassagesFound, TokensArrived, AnswerWithdrawn, QueuePosition, StillWorking, TaskProgress,
)  # fmt: skip


def current() -> dict[str, dict[str, Any]]:
    return {message.__name__: message.model_json_schema() for message in MESSAGES}


def main() -> int:
    for name, schema in current().items():
        (FOLDER / f"{name}.json").write_text(json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
