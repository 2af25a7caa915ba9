"""Decrypts the parts of an OpenDocument file (OASIS OpenDocument 1.3 part 2, section 4, and what LibreOffice writes since 24.2)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import zlib

from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.decrepit.ciphers.algorithms import Blowfish
from cryptography.hazmat.decrepit.ciphers.modes import CFB
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from index.errors import PasswordNeeded, UnreadableDocument
from index.parsers.office_password import NEEDED, wrong_password
from index.parsers.zip_package import Element, child, whole_number

_MAX_ITERATIONS = 5_000_000
_MAX_ARGON_KIB = 1 << 19
"""LibreOffice asks for 64 MB; a document that asks for more than half a gigabyte is meant to hurt."""


class OdfCipher:
    """The encrypted entries of ``META-INF/manifest.xml``. ``decrypt`` raises PasswordNeeded and UnreadableDocument."""

    def __init__(self, manifest: Element | None, password: str | None) -> None:
        self._password = password
        self._keys: dict[bytes, bytes] = {}
        self._entries: dict[str, Element] = {}
        for entry in manifest.iter("file-entry") if manifest is not None else ():
            data = child(entry, "encryption-data")
            if data is not None:
                self._entries[entry.get("full-path", "")] = data

    def covers(self, name: str) -> bool:
        return name in self._entries

    def decrypt(self, name: str, data: bytes) -> bytes:
        """Plain bytes of the entry ``name``, unpacked. A wrong password shows in the checksum, or as noise that does not unpack."""
        if not self._password:
            raise PasswordNeeded(NEEDED)
        entry = self._entries[name]
        try:
            packed = self._decrypted(entry, data)
        except (InvalidTag, binascii.Error, UnsupportedAlgorithm, ValueError) as error:
            raise wrong_password() from error
        checksum = entry.get("checksum")
        if checksum and "1k" in entry.get("checksum-type", "").lower():
            kind = "sha256" if "256" in entry.get("checksum-type", "") else "sha1"
            if hashlib.new(kind, packed[:1024]).digest() != base64.b64decode(checksum):
                raise wrong_password()
        if packed.startswith(b"PK\x03\x04"):
            return packed
        try:
            return zlib.decompressobj(-15).decompress(packed)
        except zlib.error as error:
            raise wrong_password() from error

    def _decrypted(self, entry: Element, data: bytes) -> bytes:
        algorithm = child(entry, "algorithm")
        if algorithm is None:
            raise UnreadableDocument("The document is protected with a password, and its encryption is damaged.")
        name = algorithm.get("algorithm-name", "").lower()
        vector = base64.b64decode(algorithm.get("initialisation-vector", ""))
        key = self._key(entry)
        if "gcm" in name:
            # XML encryption puts the vector before the text as well.
            return AESGCM(key).decrypt(vector, data.removeprefix(vector), None)
        if "blowfish" in name:
            decryptor = Cipher(Blowfish(key), CFB(vector)).decryptor()
            return decryptor.update(data) + decryptor.finalize()
        decryptor = Cipher(AES(key), CBC(vector)).decryptor()
        padded = decryptor.update(data) + decryptor.finalize()
        return padded[: -padded[-1]] if padded and padded[-1] <= 16 else padded

    def _key(self, entry: Element) -> bytes:
        derivation, start = child(entry, "key-derivation"), child(entry, "start-key-generation")
        start_name = start.get("start-key-generation-name", "") if start is not None else "sha1"
        first = hashlib.new("sha256" if "256" in start_name else "sha1", (self._password or "").encode()).digest()
        if derivation is None:
            return first
        salt = base64.b64decode(derivation.get("salt", ""))
        size = whole_number(derivation.get("key-size"), 16, low=1, high=64)
        name = derivation.get("key-derivation-name", "").lower()
        cached = self._keys.get(salt)
        if cached is not None:
            return cached
        if "argon2" in name:
            key = Argon2id(
                salt=salt,
                length=size,
                iterations=whole_number(derivation.get("argon2-iterations"), 3, low=1, high=100),
                lanes=whole_number(derivation.get("argon2-lanes"), 4, low=1, high=64),
                memory_cost=whole_number(derivation.get("argon2-memory"), 65536, low=8, high=_MAX_ARGON_KIB),
            ).derive(first)
        else:
            rounds = whole_number(derivation.get("iteration-count"), 1024, low=1, high=_MAX_ITERATIONS)
            key = hashlib.pbkdf2_hmac("sha1", first, salt, rounds, size)
        self._keys[salt] = key
        return key
