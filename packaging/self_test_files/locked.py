"""Files that ask for a password, as Office and LibreOffice write them today. Salts and keys are made from names: nothing here is secret,
and the same files come out each time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import struct
import zlib

import zipped
from compound import compound_file
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

_ROUNDS = 1000
"""Office takes 100,000; what is proved is the same."""
_SEGMENT = 4096


def office(package: bytes, password: str) -> bytes:
    """Agile encryption ([MS-OFFCRYPTO] 2.3.4.10 to 15) of an Office Open XML package, with AES-256 and SHA-512."""
    salt, package_salt, key = _made("salt", 16), _made("package", 16), _made("key", 32)
    verifier, integrity = _made("verifier", 16), _made("integrity", 64)
    spun = _sha512(salt + password.encode("utf-16-le"))
    for number in range(_ROUNDS):
        spun = _sha512(struct.pack("<I", number) + spun)

    def under_password(block: str, data: bytes) -> bytes:
        return _aes(_sha512(spun + bytes.fromhex(block))[:32], salt, data)

    def under_key(block: bytes, data: bytes) -> bytes:
        return _aes(key, _sha512(package_salt + block)[:16], data)

    stream = struct.pack("<Q", len(package))
    for number, at in enumerate(range(0, len(package), _SEGMENT)):
        stream += under_key(struct.pack("<I", number), package[at : at + _SEGMENT])
    signed = hmac.digest(integrity, stream, "sha512")
    common = 'blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"'
    spaces = 'xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"'
    info = (
        f'{zipped.XML}<encryption {spaces}><keyData saltSize="16" {common} saltValue="{_base64(package_salt)}"/>'
        f'<dataIntegrity encryptedHmacKey="{_base64(under_key(bytes.fromhex("5FB2AD010CB9E1F6"), integrity))}" '
        f'encryptedHmacValue="{_base64(under_key(bytes.fromhex("A0677F02B22C8433"), signed))}"/>'
        '<keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">'
        f'<p:encryptedKey spinCount="{_ROUNDS}" saltSize="16" {common} saltValue="{_base64(salt)}" '
        f'encryptedVerifierHashInput="{_base64(under_password("FEA7D2763B4B9E79", verifier))}" '
        f'encryptedVerifierHashValue="{_base64(under_password("D7AA0F6D3061344E", _sha512(verifier)))}" '
        f'encryptedKeyValue="{_base64(under_password("146E0BE7ABACD0D6", key))}"/></keyEncryptor></keyEncryptors></encryption>'
    )
    return compound_file({"EncryptionInfo": struct.pack("<HHI", 4, 4, 0x40) + info.encode(), "EncryptedPackage": stream})


def open_document(document: bytes, password: str, mimetype: str) -> bytes:
    """As LibreOffice writes it since 24.2: the whole document as one encrypted part (Argon2id, AES-256 in GCM)."""
    salt, vector = _made("odf salt", 16), _made("odf vector", 12)
    first = hashlib.sha256(password.encode()).digest()
    key = Argon2id(salt=salt, length=32, iterations=3, lanes=4, memory_cost=65536).derive(first)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(document) + packer.flush()
    encrypted = vector + AESGCM(key).encrypt(vector, packed, None)
    entry = (
        f'<manifest:file-entry manifest:full-path="encrypted-package" manifest:media-type="{mimetype}" manifest:size="{len(document)}">'
        "<manifest:encryption-data>"
        f'<manifest:algorithm manifest:algorithm-name="http://www.w3.org/2009/xmlenc11#aes256-gcm" manifest:initialisation-vector="{_base64(vector)}"/>'
        '<manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2001/04/xmlenc#sha256" manifest:key-size="32"/>'
        '<manifest:key-derivation manifest:key-derivation-name="urn:org:documentfoundation:names:experimental:office:manifest:argon2id" '
        f'manifest:key-size="32" manifest:argon2-iterations="3" manifest:argon2-memory="65536" manifest:argon2-lanes="4" manifest:salt="{_base64(salt)}"/>'
        "</manifest:encryption-data></manifest:file-entry>"
    )
    parts = {"META-INF/manifest.xml": zipped.open_manifest(mimetype, entry), "encrypted-package": encrypted}
    return zipped.archive(parts, first=mimetype)


def _sha512(data: bytes) -> bytes:
    return hashlib.sha512(data).digest()


def _made(name: str, size: int) -> bytes:
    return hashlib.shake_128(f"harbour {name}".encode()).digest(size)


def _aes(key: bytes, vector: bytes, data: bytes) -> bytes:
    encryptor = Cipher(AES(key), CBC(vector)).encryptor()
    return encryptor.update(data.ljust(-(-len(data) // 16) * 16, b"\0")) + encryptor.finalize()


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
