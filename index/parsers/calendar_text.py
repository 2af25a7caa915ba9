"""Calendar and address files (iCalendar, vCard): folded lines joined, escapes undone, each entry a paragraph of "Name: value" lines."""

from __future__ import annotations

import re

from index.parsers.builder import DocumentBuilder

_BEGIN = re.compile(r"\A\ufeff?\s*BEGIN:(?:VCALENDAR|VCARD)\b", re.IGNORECASE)
_FOLD = re.compile(r"\n[ \t]")
_LINE = re.compile(r"(?:[\w-]+\.)?(?P<name>[A-Za-z-]+)(?:;(?P<parameters>(?:[^\":]|\"[^\"]*\")*))?:(?P<value>.*)")
_COMMON_NAME = re.compile(r"(?:^|;)CN=(?:\"([^\"]*)\"|([^;:]*))", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(.)")
_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?")
_SEMICOLON = re.compile(r"(?<!\\);")
_MAIL_SCHEME = re.compile(r"\Amailto:", re.IGNORECASE)
_STRUCTURED = frozenset({"ADR", "ORG"})
"""Values of several parts."""
_ENTRIES = frozenset({"VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VCARD"})
_SKIPPED = frozenset({"VTIMEZONE", "VALARM"})
_NAMES = {
    "SUMMARY": "Summary", "DESCRIPTION": "Description", "LOCATION": "Location", "DTSTART": "Start", "DTEND": "End", "DUE": "Due",
    "ORGANIZER": "Organizer", "ATTENDEE": "Attendee", "STATUS": "Status", "RRULE": "Repeats", "COMMENT": "Comment", "URL": "URL",
    "CATEGORIES": "Categories", "DURATION": "Duration", "CONTACT": "Contact", "RESOURCES": "Resources",
    "FN": "Name", "ORG": "Organisation", "TITLE": "Title", "ROLE": "Role", "TEL": "Telephone", "EMAIL": "E-mail", "ADR": "Address",
    "BDAY": "Birthday", "NOTE": "Note", "NICKNAME": "Nickname",
}  # fmt: skip
"""What a person reads of an entry; the rest (identifiers, stamps, pictures) is for programs."""


def is_calendar(text: str) -> bool:
    return bool(_BEGIN.match(text))


def add_calendar(builder: DocumentBuilder, text: str) -> None:
    text = _FOLD.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    entry: list[str] = []
    skipped: list[str] = []
    for line in text.split("\n"):
        found = _LINE.match(line)
        if found is None:
            continue
        name, value = found["name"].upper(), found["value"].strip()
        if name in ("BEGIN", "END") and value.upper() in _SKIPPED:
            skipped = [*skipped, value] if name == "BEGIN" else skipped[:-1]
        elif name in ("BEGIN", "END") and value.upper() in _ENTRIES:
            builder.add("paragraph", "\n".join(entry))
            entry = []
        elif name in _NAMES and not skipped and value:
            entry.append(f"{_NAMES[name]}: {_shown(name, value, found['parameters'] or '')}")
    builder.add("paragraph", "\n".join(entry))


def _shown(name: str, value: str, parameters: str) -> str:
    moment = _MOMENT.fullmatch(value)
    if moment:
        year, month, day, hour, minute, universal = moment.groups()
        zone = " UTC" if universal else ""
        return f"{year}-{month}-{day}" + (f" {hour}:{minute}{zone}" if hour else "")
    pieces = _SEMICOLON.split(value) if name in _STRUCTURED else [value]
    words = ", ".join(filter(None, (_ESCAPE.sub(_unescaped, piece).strip() for piece in pieces)))
    person = _COMMON_NAME.search(parameters)
    words = _MAIL_SCHEME.sub("", words)
    return f"{person[1] or person[2]} <{words}>" if person else words


def _unescaped(found: re.Match[str]) -> str:
    return "\n" if found[1] in "nN" else found[1]
