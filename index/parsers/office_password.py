"""Opens Office files that are protected with a password, in memory only: OOXML in its OLE container, and the files of Office 97-2003."""

from __future__ import annotations

import io
from typing import Any

from index.errors import PasswordNeeded, UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.ole_container import has_sound_sizes
from index.parsers.sniffing import zip_kind

_DEFAULT_PASSWORD = "VelvetSweatshop"  # noqa: S105
"""With this one Excel encrypts workbooks that are only write-protected, and opens them without asking (MS-OFFCRYPTO 2.4.2.3)."""
NEEDED = "The document is protected with a password."
WRONG = "The document is protected with a password, and the one that was given does not open it."
_WRONG_STEP = "Give the right password, or save a copy without one, then import it again."


def wrong_password() -> PasswordNeeded:
    return PasswordNeeded(WRONG, next_step=_WRONG_STEP)


def unlocked(source: Source, options: ParseOptions) -> Source:
    """The OOXML document inside an encrypted container, with its own kind. Raises PasswordNeeded and UnreadableDocument."""
    data = _decrypt(source.read(), options)
    return Source(path=source.path, kind=zip_kind(io.BytesIO(data)), data=data)


def opened_old_office(source: Source, options: ParseOptions) -> Source:
    """A DOC, XLS or PPT as it is, or decrypted when it is encrypted. Raises PasswordNeeded and UnreadableDocument."""
    import msoffcrypto

    data = source.read()
    try:
        encrypted = has_sound_sizes(data) and bool(msoffcrypto.OfficeFile(io.BytesIO(data)).is_encrypted())
    except ImportError:
        raise  # of this installation, not of the document
    except Exception:  # noqa: BLE001 - boundary to a library; what is wrong with the file its reader says in better words
        encrypted = False
    return Source(path=source.path, kind=source.kind, data=_decrypt(data, options) if encrypted else data)


def _decrypt(data: bytes, options: ParseOptions) -> bytes:
    for password in (_DEFAULT_PASSWORD, options.password):
        if password:
            plain = _with_password(data, password)
            if plain is not None:
                return plain
    raise wrong_password() if options.password else PasswordNeeded(NEEDED)


def _with_password(data: bytes, password: str) -> bytes | None:
    """The decrypted file, None when the password is wrong. The library opens neither a file nor a network for this."""
    import msoffcrypto
    from msoffcrypto.exceptions import DecryptionError

    out = io.BytesIO()
    try:
        if not has_sound_sizes(data):
            raise ValueError("the container claims more than it has")
        file: Any = msoffcrypto.OfficeFile(io.BytesIO(data))
        if file.format == "ooxml":
            file.load_key(password=password, verify_password=True)
        else:
            file.load_key(password=password)
        file.decrypt(out)
    except DecryptionError:
        return None
    except ImportError:
        raise
    except Exception as error:  # noqa: BLE001 - boundary to a library that reads what a damaged container says
        if password == _DEFAULT_PASSWORD:
            return None
        raise UnreadableDocument("The document is protected with a password, and its encryption is damaged.") from error
    return out.getvalue() or None
