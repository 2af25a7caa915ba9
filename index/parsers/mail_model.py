"""A mail, whatever file it came in: EML, a message of a mailbox, Outlook's MSG."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from index.document import ParsedDocument
from index.errors import IndexError_, PasswordNeeded, TooLarge
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.children import Member, Names, not_read, parse_members, with_children
from index.parsers.mail_body import Body, add_body

MAX_MAIL_DEPTH = 8
"""Mails that were forwarded as attachments of each other; beyond, the inner one stays closed."""
_LOGO_PIXELS = 100
_LOGO_BYTES = 5 * 1024
"""A picture in the text below either size is a logo, a smiley or a tracking pixel, and no document."""
_SIGNATURES = frozenset({"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"})
_SEALED = frozenset({"application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
_EXTENSIONS = {
    "application/pdf": ".pdf", "text/plain": ".txt", "text/html": ".html", "text/csv": ".csv", "text/calendar": ".ics",
    "image/png": ".png", "image/jpeg": ".jpg", "image/tiff": ".tif", "message/rfc822": ".eml", "application/zip": ".zip",
    "text/rtf": ".rtf", "application/rtf": ".rtf",
}  # fmt: skip


@dataclass(frozen=True)
class Attachment:
    """``inline``: shown within the text, by its content id. ``read`` gives the decoded bytes."""

    name: str | None
    content_type: str
    read: Callable[[], bytes]
    inline: bool = False


@dataclass
class Mail:
    """``fields`` are those that a person sees at the top of a mail, in that order and with decoded text."""

    fields: list[tuple[str, str]] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    modified: str | None = None

    def get(self, name: str) -> str | None:
        return next((value for key, value in self.fields if key == name), None)


def mail_document(mail: Mail, source: Source, options: ParseOptions, kind: str, parser: str) -> ParsedDocument:
    """Fields, body and a line for each attachment as text; the attachments themselves as children."""
    builder = DocumentBuilder(kind, parser)
    builder.set_place("mail", part="subject")
    builder.heading(1, mail.get("Subject") or "")
    builder.set_place("mail", part="fields")
    builder.add("paragraph", "\n".join(f"{name}: {value}" for name, value in mail.fields))
    for body in mail.bodies:
        add_body(builder, body)
    listed = [(member, attachment) for member, attachment in _named(mail, source.depth) if member is not None]
    builder.set_place("mail", part="attachments")
    for member, attachment in listed:
        builder.add("note", f"Attachment: {member.name} ({attachment.content_type})")
    children = parse_members((member for member, _ in listed), source, options)
    document = builder.build(title=mail.get("Subject"), author=mail.get("From"), modified=mail.modified)
    return with_children(document, children)


def mail_members(mail: Mail, source: Source) -> Iterator[Member]:
    """The attachments that are documents of their own, under the names that they have as children."""
    yield from (member for member, _ in _named(mail, source.depth) if member is not None)


def _named(mail: Mail, depth: int) -> Sequence[tuple[Member | None, Attachment]]:
    names = Names()
    found: list[tuple[Member | None, Attachment]] = []
    for attachment in mail.attachments:
        data = attachment.read()
        if attachment.content_type in _SIGNATURES or (attachment.inline and _is_decoration(attachment, data)):
            continue
        name = names.take(_file_name(attachment))
        # Gateways name what they do not know .bin: the content decides.
        refusal = _refusal(attachment, depth) or not_read(name.removesuffix(".bin"), len(data))
        found.append((Member(name, len(data), attachment.read, refusal), attachment))
    return found


def _file_name(attachment: Attachment) -> str:
    name = " ".join((attachment.name or "").split()).replace("/", "_").replace("\\", "_").lstrip(".")
    suffix = _EXTENSIONS.get(attachment.content_type, "")
    if not name:
        return "attachment" + suffix
    return name if PurePosixPath(name).suffix or not suffix else name + suffix


def _refusal(attachment: Attachment, depth: int) -> IndexError_ | None:
    if attachment.content_type in _SEALED:
        return PasswordNeeded(
            "This part of the mail is encrypted for its receiver.",
            next_step="Open the mail in your mail program and save it, or what is attached to it, without encryption.",
        )
    if attachment.content_type == "message/rfc822" and depth >= MAX_MAIL_DEPTH:
        return TooLarge(
            f"It lies in more than {MAX_MAIL_DEPTH} mails, one inside the other.", next_step="Save it from your mail program."
        )
    return None


def _is_decoration(attachment: Attachment, data: bytes) -> bool:
    if not attachment.content_type.startswith("image/"):
        return False
    if len(data) < _LOGO_BYTES:
        return True
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as picture:
            return min(picture.size) < _LOGO_PIXELS
    except Exception:  # noqa: BLE001 - boundary to a library; a picture that cannot be opened becomes a child with its reason
        return False


def subject_name(subject: str | None) -> str:
    """A file name for a mail that has none of its own."""
    name = re.sub(r'[\\/:*?"<>|\x00-\x1f]+', " ", subject or "").strip(" .")
    return f"{' '.join(name.split())[:80].strip() or 'Mail'}.eml"
