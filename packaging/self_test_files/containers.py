"""Files that hold other files, and mails: archives, mailboxes, saved web pages, Outlook's winmail.dat ([MS-OXTNEF])."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import zipped

_WHEN = 1_748_851_200
"""2 June 2025, 08:00 UTC."""
_LEDGER = "harbour/ledger.txt"


def zip_archive(text: str) -> bytes:
    return zipped.archive({_LEDGER: text})


def tar_archive(text: str) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        info = tarfile.TarInfo(_LEDGER)
        info.size, info.mtime = len(text), _WHEN
        archive.addfile(info, io.BytesIO(text.encode("ascii")))
    return out.getvalue()


def gz(text: str) -> bytes:
    return gzipped(text.encode())


def bz2_file(text: str) -> bytes:
    return bz2.compress(text.encode())


def xz(text: str) -> bytes:
    return lzma.compress(text.encode())


def tar_gz(text: str) -> bytes:
    return gzipped(tar_archive(text))


def gzipped(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def mail(text: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "Ada Quay <ada@example.org>", "Ben Mole <ben@example.org>"
    message["Subject"], message["Date"] = "Berths", "Mon, 02 Jun 2025 08:00:00 +0000"
    message["Message-ID"] = "<berths@example.org>"
    message.set_content(text)
    return message.as_bytes()


def mailbox(text: str) -> bytes:
    return b"From ada@example.org Mon Jun  2 08:00:00 2025\n" + mail(text) + b"\n"


def web_archive(text: str) -> bytes:
    """As Chromium saves a page."""
    page = MIMEText(
        f"<!DOCTYPE html><html><head><title>Berths</title></head><body><p>{text}</p></body></html>", "html", "us-ascii"
    )
    page["Content-Location"] = "https://example.org/berths"
    whole = MIMEMultipart("related", boundary="----berths----", type="text/html")
    whole["From"], whole["Subject"] = "<Saved by Blink>", "Berths"
    whole["Snapshot-Content-Location"] = "https://example.org/berths"
    whole["Date"] = "Mon, 02 Jun 2025 08:00:00 +0000"
    whole.attach(page)
    return whole.as_bytes()


def winmail(text: str) -> bytes:
    """Version, code page, subject and text of a message."""
    attributes = (
        (0x9006, 0x0008, struct.pack("<I", 0x00010000)),
        (0x9007, 0x0006, struct.pack("<II", 1252, 0)),
        (0x8004, 0x0001, b"Berths\0"),
        (0x800C, 0x0002, text.encode("cp1252") + b"\0"),
    )
    out = struct.pack("<IH", 0x223E9F78, 1)
    for number, kind, value in attributes:
        out += struct.pack("<BHHI", 1, number, kind, len(value)) + value + struct.pack("<H", sum(value) & 0xFFFF)
    return out
