"""A PDF of one page with one line of text, also one that asks for a password."""

from __future__ import annotations

import hashlib
import struct

_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
"""ISO 32000-1, 7.6.3.3: fills up passwords to 32 bytes."""
_PERMISSIONS = -4
_FILE_ID = b"harbour-ledgers."
_STREAM = 5


def pdf(text: str, password: str = "") -> bytes:
    """The text in Helvetica. With ``password`` it is encrypted by the standard handler, revision 2 (RC4, 40 bits)."""
    lock = _Lock(password) if password else None
    stream = f"BT /F1 14 Tf 60 700 Td ({text}) Tj ET".encode("ascii")
    stream = lock.encrypted(_STREAM, stream) if lock else stream
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    if lock:
        objects.append(lock.dictionary())
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start, count = len(out), len(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % count + b"".join(b"%010d 00000 n \n" % at for at in offsets)
    more = b" /Encrypt 6 0 R /ID [<%s> <%s>]" % ((_FILE_ID.hex().encode(),) * 2) if lock else b""
    return bytes(out) + b"trailer << /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF\n" % (count, more, start)


class _Lock:
    """Algorithms 1 to 4 of ISO 32000-1, 7.6; the owner's password is the user's."""

    def __init__(self, password: str) -> None:
        padded = (password.encode("latin-1") + _PADDING)[:32]
        self._owner = _rc4(hashlib.md5(padded).digest()[:5], padded)
        self._key = hashlib.md5(padded + self._owner + struct.pack("<i", _PERMISSIONS) + _FILE_ID).digest()[:5]

    def encrypted(self, number: int, data: bytes) -> bytes:
        return _rc4(hashlib.md5(self._key + struct.pack("<I", number)[:3] + b"\0\0").digest()[:10], data)

    def dictionary(self) -> bytes:
        user = _rc4(self._key, _PADDING)
        words = (self._owner.hex().encode(), user.hex().encode(), _PERMISSIONS)
        return b"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P %d >>" % words


def _rc4(key: bytes, data: bytes) -> bytes:
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)
