"""Chat messages to the text that a model was trained on, by the Jinja template in its GGUF file.

The template's own text and the messages' texts stay apart: a message may hold a document that says "<|im_end|>", and only the
template may speak in such control marks. So a chat is rendered into segments, and the runtime reads control marks in
the template's segments alone.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import jinja2
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

from models.runtimes.base import ChatMessage

_log = logging.getLogger(__name__)

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
"""The layout of OpenAI's ChatML, which most small models know; used when a file has no template or a broken one."""


@dataclass(frozen=True)
class Segment:
    """``trusted`` text comes from the template and may hold control marks; other text is plain, whatever it says."""

    text: str
    trusted: bool


class _Generation(Extension):
    """Some templates mark the assistant's part with ``{% generation %}`` for training; here the mark is passed through."""

    tags = {"generation"}

    def parse(self, parser: Any) -> Any:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class ChatTemplate:
    """A compiled template. A file from anywhere brings it, so it runs in Jinja's sandbox."""

    def __init__(self, source: str | None, bos: str = "", eos: str = "") -> None:
        self.bos = bos
        self.eos = eos
        self.is_fallback = not source
        self._environment = ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=[_Generation, loopcontrols]
        )
        self._environment.filters["tojson"] = _tojson
        self._environment.globals["raise_exception"] = _raise
        self._environment.globals["strftime_now"] = _now
        if not source:
            _log.warning("the model has no chat template: ChatML is used")
        try:
            self._template = self._environment.from_string(source or CHATML)
        except jinja2.TemplateError as error:
            self._fall_back(error)

    def _fall_back(self, error: Exception) -> None:
        _log.warning("the model's chat template is not usable (%s): ChatML is used", type(error).__name__)
        self.is_fallback = True
        self._template = self._environment.from_string(CHATML)

    def render(self, messages: Sequence[ChatMessage], *, add_generation_prompt: bool = True) -> list[Segment]:
        """The prompt as segments in order. A template that knows no system role gets it in front of the first user message."""
        attempts = [list(messages), _without_system(messages)]
        for attempt in attempts:
            try:
                return self._render(attempt, add_generation_prompt)
            except (jinja2.TemplateError, TypeError, ValueError) as error:
                problem = error
        self._fall_back(problem)
        return self._render(list(messages), add_generation_prompt)

    def _render(self, messages: Sequence[ChatMessage], add_generation_prompt: bool) -> list[Segment]:
        mark = secrets.token_hex(8)
        stand_ins = [f"{mark}x{number}x" for number in range(len(messages))]
        text = self._template.render(
            messages=[{"role": m.role, "content": s} for m, s in zip(messages, stand_ins, strict=True)],
            add_generation_prompt=add_generation_prompt,
            bos_token=self.bos,
            eos_token=self.eos,
            tools=None,
            documents=None,
        )
        segments: list[Segment] = []
        for number, part in enumerate(re.split(f"{mark}x([0-9]+)x", text)):
            if number % 2:
                segments.append(Segment(messages[int(part)].content, trusted=False))
            elif part:
                segments.append(Segment(part, trusted=True))
        used = {s.text for s in segments if not s.trusted}
        if any(m.content not in used for m in messages):
            raise ValueError("the template drops a message")
        return segments


def _without_system(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    system = "\n\n".join(m.content for m in messages if m.role == "system")
    rest = [m for m in messages if m.role != "system"]
    if not system or not rest:
        return list(messages)
    return [ChatMessage(rest[0].role, f"{system}\n\n{rest[0].content}"), *rest[1:]]


def _tojson(value: Any, ensure_ascii: bool = False, indent: int | None = None, **_: Any) -> str:
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent)


def _raise(message: str) -> None:
    raise jinja2.TemplateError(message)


def _now(layout: str) -> str:
    return datetime.now().astimezone().strftime(layout)
