"""Writes archives, mails and Outlook messages for the tests, with what the standard library cannot write."""

from __future__ import annotations

import hashlib
import hmac
import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Mapping
from email.message import EmailMessage

Tree = Mapping[str, "bytes | Tree"]


def zip_bytes(files: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def tar_bytes(files: Mapping[str, bytes], mode: str = "w:gz") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def mail_bytes(
    body: str = "Hello.",
    *,
    html: str | None = None,
    subject: str = "Offer",
    attachments: Mapping[str, bytes] | None = None,
    pictures: Mapping[str, bytes] | None = None,
) -> bytes:
    """``pictures`` are shown within the text."""
    message = EmailMessage()
    message["From"] = "Ann <ann@example.org>"
    message["To"] = "Ben <ben@example.org>"
    message["Date"] = "Mon, 01 Jan 2024 10:00:00 +0100"
    message["Subject"] = subject
    message.set_content(body)
    if html is not None:
        message.add_alternative(html, subtype="html")
    for name, data in (attachments or {}).items():
        message.add_attachment(data, "application", "octet-stream", filename=name)
    for name, data in (pictures or {}).items():
        message.add_attachment(data, "image", "png", filename=name, disposition="inline", cid=f"<{name}>")
    return message.as_bytes()


# --- encrypted members ------------------------------------------------------------------------------------------------------


def zip_with_aes(name: str, content: bytes, password: str) -> bytes:
    """AE-2, 256 bits, deflated, as 7-Zip writes it."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(content) + packer.flush()
    salt = bytes(range(16))
    keys = hashlib.pbkdf2_hmac("sha1", password.encode(), salt, 1000, 66)
    blocks = -(-len(packed) // 16)
    encryptor = Cipher(algorithms.AES(keys[:32]), modes.ECB()).encryptor()
    stream = b"".join(encryptor.update(number.to_bytes(16, "little")) for number in range(1, blocks + 1))
    body = bytes(a ^ b for a, b in zip(packed, stream, strict=False))
    mac = hmac.new(keys[32:64], body, "sha1").digest()[:10]
    extra = struct.pack("<HHH2sBH", 0x9901, 7, 2, b"AE", 3, 8)
    return _raw_zip(name, salt + keys[64:] + body + mac, method=99, size=len(content), crc=0, extra=extra)


def zip_with_old_encryption(name: str, content: bytes, password: str) -> bytes:
    """The stream cipher of PKWARE, as the Windows shell writes it; stored."""
    keys = [0x12345678, 0x23456789, 0x34567890]

    def update(byte: int) -> None:
        keys[0] = _crc(keys[0], byte)
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = _crc(keys[2], keys[1] >> 24)

    for byte in password.encode():
        update(byte)
    crc = zlib.crc32(content)
    out = bytearray()
    for byte in bytes(11) + bytes([crc >> 24]) + content:
        value = (keys[2] | 2) & 0xFFFF
        out.append(byte ^ (value * (value ^ 1) >> 8 & 0xFF))
        update(byte)
    return _raw_zip(name, bytes(out), method=0, size=len(content), crc=crc, extra=b"")


def _crc(crc: int, byte: int) -> int:
    return zlib.crc32(bytes([byte]), crc ^ 0xFFFFFFFF) ^ 0xFFFFFFFF


def _raw_zip(name: str, data: bytes, *, method: int, size: int, crc: int, extra: bytes) -> bytes:
    encoded = name.encode()
    common = struct.pack("<HHHHHIIIHH", 51, 1, method, 0, 33, crc, len(data), size, len(encoded), len(extra))
    local = b"PK\x03\x04" + common + encoded + extra + data
    central = b"PK\x01\x02" + struct.pack("<H", 51) + common + struct.pack("<HHHII", 0, 0, 0, 0, 0) + encoded + extra
    return local + central + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0)


# --- OLE --------------------------------------------------------------------------------------------------------------------

_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


_MINI = 4096
"""Streams below this size lie in the mini stream, in pieces of 64 bytes."""


class _Entry:
    def __init__(self, name: str, kind: int, content: bytes = b"") -> None:
        self.name, self.kind, self.content = name, kind, content
        self.right = self.child = _FREE
        self.start, self.size = _END, len(content)

    def packed(self) -> bytes:
        wide = self.name.encode("utf-16-le") + b"\0\0"
        head = wide.ljust(64, b"\0") + struct.pack("<HBBIII", len(wide), self.kind, 1, _FREE, self.right, self.child)
        return head + bytes(36) + struct.pack("<IQ", self.start, self.size)


def ole_bytes(tree: Tree) -> bytes:
    """A compound file (MS-CFB) with 512-byte sectors: folders are mappings, streams bytes."""
    entries = [_Entry("Root Entry", 5)]

    def add(folder: Tree) -> int:
        first, previous = _FREE, None
        for name, content in folder.items():
            stream = isinstance(content, bytes)
            entry = _Entry(name, 2 if stream else 1, content if isinstance(content, bytes) else b"")
            index = len(entries)
            entries.append(entry)
            if previous is None:
                first = index
            else:
                previous.right = index
            previous = entry
            if not isinstance(content, bytes):
                entry.child = add(content)
        return first

    entries[0].child = add(tree)
    mini, mini_fat = bytearray(), list[int]()
    for entry in entries:
        if 0 < entry.size < _MINI:
            entry.start = len(mini_fat)
            mini_fat += _chain(entry.start, -(-entry.size // 64))
            mini += entry.content.ljust(-(-entry.size // 64) * 64, b"\0")
    entries[0].content, entries[0].size = bytes(mini), len(mini)
    mini_table = struct.pack(f"<{len(mini_fat)}I", *mini_fat)
    big = [e for e in entries if e is entries[0] or e.size >= _MINI]
    directory_sectors, table_sectors = -(-len(entries) // 4), -(-len(mini_table) // 512)
    needed = directory_sectors + table_sectors + sum(-(-e.size // 512) for e in big)
    fat_sectors = next(n for n in range(1, 100) if n * 128 >= n + needed)
    fat = [_FAT] * fat_sectors
    fat += _chain(len(fat), directory_sectors)
    table_start = len(fat) if table_sectors else _END
    fat += _chain(len(fat), table_sectors)
    body = mini_table.ljust(table_sectors * 512, b"\xff")
    for entry in big:
        if entry.size:
            entry.start = len(fat)
            fat += _chain(entry.start, -(-entry.size // 512))
            body += entry.content.ljust(-(-entry.size // 512) * 512, b"\0")
    directory = b"".join(entry.packed() for entry in entries).ljust(directory_sectors * 512, b"\0")
    fat += [_FREE] * (fat_sectors * 128 - len(fat))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<9I", 0, fat_sectors, fat_sectors, 0, _MINI, table_start, table_sectors, _END, 0)
    header += struct.pack("<109I", *range(fat_sectors), *[_FREE] * (109 - fat_sectors))
    return header + struct.pack(f"<{len(fat)}I", *fat) + directory + body


def _chain(start: int, count: int) -> list[int]:
    return [*range(start + 1, start + count), _END] if count else []


def msg_tree(
    texts: Mapping[int, str],
    *,
    narrow: str | None = None,
    binaries: Mapping[int, bytes] | None = None,
    numbers: Mapping[int, int] | None = None,
    header: int = 32,
    below: Tree | None = None,
) -> Tree:
    """A message, receiver or attachment of an Outlook file. ``narrow`` writes texts in that encoding instead of UTF-16."""
    properties = bytes(header)
    for tag, value in (numbers or {}).items():
        properties += struct.pack("<HHIq", 3, tag, 6, value)
    tree: dict[str, bytes | Tree] = {"__properties_version1.0": properties}
    for tag, text in texts.items():
        kind = "001E" if narrow else "001F"
        tree[f"__substg1.0_{tag:04X}{kind}"] = text.encode(narrow or "utf-16-le")
    for tag, data in (binaries or {}).items():
        tree[f"__substg1.0_{tag:04X}0102"] = data
    return {**tree, **(below or {})}
