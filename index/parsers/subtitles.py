"""Subtitle files (SRT, WebVTT): what is said, in paragraphs that begin with the time at which they are said."""

from __future__ import annotations

import re

from index.parsers.builder import DocumentBuilder

_TIMES = re.compile(
    r"^\s*(?P<start>(?:\d{1,2}:)?\d{1,2}:\d{2})[.,]\d{1,3}\s*-->\s*(?P<end>(?:\d{1,2}:)?\d{1,2}:\d{2})[.,]\d{1,3}[^\n]*$",
    re.MULTILINE,
)
_TAG = re.compile(r"</?[a-zA-Z][^>\n]{0,40}>|\{\\[^}\n]*\}")
_MIN_CUES = 2
_PAUSE_SECONDS = 5
_PARAGRAPH_SECONDS = 60


def is_subtitles(text: str) -> bool:
    return len(_TIMES.findall(text[:4000])) >= _MIN_CUES


def add_subtitles(builder: DocumentBuilder, text: str) -> None:
    """Cues follow each other in one paragraph up to a pause of five seconds, or a minute."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    cues = list(_TIMES.finditer(text))
    said: list[str] = []
    begin, last = "", 0
    for number, cue in enumerate(cues):
        stop = cues[number + 1].start() if number + 1 < len(cues) else len(text)
        lines = [line for line in text[cue.end() : stop].split("\n") if line.strip()]
        if number + 1 < len(cues) and lines and lines[-1].strip().isdigit():
            lines.pop()  # the number of the next cue
        start = _seconds(cue["start"])
        if said and (start - last > _PAUSE_SECONDS or start - _seconds(begin) > _PARAGRAPH_SECONDS):
            builder.add("paragraph", f"[{begin}] {' '.join(said)}")
            said = []
        if not said:
            begin = cue["start"]
        said += [words for line in lines if (words := _TAG.sub("", line).strip())]
        last = _seconds(cue["end"])
    if said:
        builder.add("paragraph", f"[{begin}] {' '.join(said)}")


def _seconds(time: str) -> int:
    total = 0
    for part in time.split(":"):
        total = total * 60 + int(part)
    return total
