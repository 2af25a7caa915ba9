"""Files in ZIP archives that are encrypted with AES, as 7-Zip and WinZip write them (WinZip's AE-1 and AE-2 specification)."""

from __future__ import annotations

import hashlib
import hmac
import struct
import zipfile
import zlib

from index.errors import PasswordNeeded, UnreadableDocument, UnsupportedFormat

AES_METHOD = 99
_EXTRA = 0x9901
_KEY_BYTES = {1: 16, 2: 24, 3: 32}
_ITERATIONS = 1000
_MAC_BYTES = 10
_LOCAL_HEADER = struct.Struct("<4s5H3I2H")
_STORED, _DEFLATED = 0, 8


def decrypt_aes(archive: zipfile.ZipFile, info: zipfile.ZipInfo, password: str) -> bytes:
    """Content of the file. Raises PasswordNeeded, UnreadableDocument, UnsupportedFormat."""
    strength, method = _parameters(info)
    raw = _raw(archive, info)
    key_bytes = _KEY_BYTES[strength]
    salt, check = raw[: key_bytes // 2], raw[key_bytes // 2 : key_bytes // 2 + 2]
    body, mac = raw[key_bytes // 2 + 2 : -_MAC_BYTES], raw[-_MAC_BYTES:]
    keys = hashlib.pbkdf2_hmac("sha1", password.encode("utf-8"), salt, _ITERATIONS, 2 * key_bytes + 2)
    if keys[2 * key_bytes :] != check:
        raise PasswordNeeded(
            "The file is protected with a password, and the one that was given does not open it.",
            next_step="Give the right password, then import it again.",
        )
    if not hmac.compare_digest(hmac.new(keys[key_bytes : 2 * key_bytes], body, "sha1").digest()[:_MAC_BYTES], mac):
        raise UnreadableDocument("The file is damaged in the archive.")
    plain = _counter_mode(keys[:key_bytes], body)
    if method == _STORED:
        return plain
    if method == _DEFLATED:
        inflate = zlib.decompressobj(-15)
        return inflate.decompress(plain, info.file_size + 1)[: info.file_size]
    raise UnsupportedFormat("The file is packed in a way that cannot be read here.", next_step="Unpack the archive.")


def _parameters(info: zipfile.ZipInfo) -> tuple[int, int]:
    """Strength (1 to 3) and compression method from the extra field."""
    extra = info.extra
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<2H", extra)
        if kind == _EXTRA and size >= 7:
            strength, method = struct.unpack_from("<BH", extra, 8)
            if strength in _KEY_BYTES:
                return strength, method
        extra = extra[4 + size :]
    raise UnreadableDocument("The file is damaged in the archive.")


def _raw(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    file = archive.fp
    if file is None:
        raise UnreadableDocument("The archive is closed.")
    file.seek(info.header_offset)
    header = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
    file.seek(header[-2] + header[-1], 1)
    raw = file.read(info.compress_size)
    if header[0] != b"PK\x03\x04" or len(raw) < info.compress_size or len(raw) < 2 + _MAC_BYTES + 8:
        raise UnreadableDocument("The file is damaged in the archive.")
    return raw


def _counter_mode(key: bytes, data: bytes) -> bytes:
    """AES in counter mode with WinZip's counter: 1, 2, … in little-endian order, which no library offers ready-made."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    blocks = -(-len(data) // 16)
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()  # noqa: S305 - a block cipher for the key stream only
    stream = encryptor.update(b"".join(number.to_bytes(16, "little") for number in range(1, blocks + 1)))
    size = len(data)
    return (int.from_bytes(data, "little") ^ int.from_bytes(stream[:size], "little")).to_bytes(size, "little")
