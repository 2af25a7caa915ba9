"""Ways to damage a document. Each takes bytes and dice and gives other bytes; the same dice give the same damage."""

from __future__ import annotations

import io
import random
import re
import warnings
import zipfile
import zlib
from collections.abc import Callable

MAX_BYTES = 2_000_000
"""Larger results are cut, so that a run tries many documents and not a few long ones."""
HUGE = (b"0", b"-1", b"65536", b"2147483648", b"4294967295", b"9223372036854775808", b"1e308", b"99999999999999999999999")
_BYTES = (0x00, 0x01, 0x7F, 0x80, 0xFF)
_NUMBER = re.compile(rb"\d+")
_TAG = re.compile(rb"</?[A-Za-z][^<>]{0,200}>")

Mutation = Callable[[bytes, random.Random], bytes]


def flip_bytes(data: bytes, dice: random.Random) -> bytes:
    """One to fifty bytes become others, some of them those at the edges of their range."""
    out = bytearray(data)
    for _ in range(dice.randint(1, 50) if out else 0):
        at = dice.randrange(len(out))
        out[at] = dice.choice(_BYTES) if dice.random() < 0.5 else out[at] ^ (1 << dice.randrange(8))
    return bytes(out)


def truncate(data: bytes, dice: random.Random) -> bytes:
    """Cut off at the end, or now and then at the beginning."""
    at = dice.randint(0, len(data))
    return data[at:] if dice.random() < 0.2 else data[:at]


def duplicate_chunk(data: bytes, dice: random.Random) -> bytes:
    """A piece is said again, up to two hundred times."""
    if not data:
        return data
    start = dice.randrange(len(data))
    piece = data[start : start + dice.choice((1, 16, 256, 4096))]
    return data[:start] + piece * dice.choice((2, 10, 200)) + data[start:]


def huge_numbers(data: bytes, dice: random.Random) -> bytes:
    """Some of the numbers that stand in it as digits become too large, negative or nothing."""
    found = list(_NUMBER.finditer(data))
    for match in sorted(dice.sample(found, min(len(found), dice.randint(1, 8))), key=lambda m: -m.start()):
        data = data[: match.start()] + dice.choice(HUGE) + data[match.end() :]
    return data


def tags(data: bytes, dice: random.Random) -> bytes:
    """Tags of XML or HTML are lost, doubled, moved, or nested many times."""
    found = list(_TAG.finditer(data))
    for match in sorted(dice.sample(found, min(len(found), dice.randint(1, 6))), key=lambda m: -m.start()):
        tag = match.group()
        new = dice.choice((b"", tag * 2, dice.choice(found).group(), tag * 3000, b"<![CDATA[", b"&#0;", b"<!--"))
        data = data[: match.start()] + new + data[match.end() :]
    return data


def zip_members(data: bytes, dice: random.Random) -> bytes:
    """A member of a zip file is lost, renamed, doubled, emptied or damaged itself; no zip file stays as it is."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(info.filename, archive.read(info)) for info in archive.infolist()]
    except (zipfile.BadZipFile, NotImplementedError, OSError, EOFError, RuntimeError, ValueError, zlib.error):
        return flip_bytes(data, dice)
    if not members:
        return data
    at = dice.randrange(len(members))
    name, content = members[at]
    kind = dice.choice(("lose", "rename", "double", "empty", "damage", "damage", "damage", "swap"))
    if kind == "lose":
        del members[at]
    elif kind == "rename":
        members[at] = (dice.choice(("../../outside.txt", "/etc/name", name + "\u202e", "a" * 300, name.upper())), content)
    elif kind == "double":
        members.insert(at, (name, dice.choice(members)[1]))
    elif kind == "empty":
        members[at] = (name, b"")
    elif kind == "swap":
        members[at] = (name, dice.choice(members)[1])
    else:
        members[at] = (name, dice.choice((flip_bytes, truncate, huge_numbers, tags, duplicate_chunk))(content, dice))
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # names that stand there twice are on purpose
        for written, content in members:
            archive.writestr(zipfile.ZipInfo(written), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


MUTATIONS: dict[str, Mutation] = {
    "bytes": flip_bytes,
    "cut": truncate,
    "doubled": duplicate_chunk,
    "numbers": huge_numbers,
    "tags": tags,
    "members": zip_members,
}


def mutate(data: bytes, dice: random.Random) -> tuple[str, bytes]:
    """One to three damages that suit the content, and their names."""
    suiting = ["bytes", "cut", "doubled"]
    if data.startswith(b"PK"):
        suiting += ["members"] * 5
    elif _TAG.search(data[:4096]):
        suiting += ["tags", "tags", "numbers"]
    else:
        suiting += ["numbers", "numbers"]
    names = [dice.choice(suiting) for _ in range(dice.choice((1, 1, 2, 3)))]
    for name in names:
        data = MUTATIONS[name](data, dice)[:MAX_BYTES]
    return "+".join(names), data
