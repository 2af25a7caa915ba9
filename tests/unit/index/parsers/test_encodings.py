"""Bytes become text, or are told to be none."""

import random

import pytest

from index.errors import UnreadableDocument
from index.parsers.encodings import decode_text


def test_random_bytes_are_no_text():
    data = random.Random(1).randbytes(20_000)
    with pytest.raises(UnreadableDocument, match="no text"):
        decode_text(data)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252", "cp932"])
def test_real_text_in_any_encoding_is_text(encoding):
    text = {"cp932": "佐藤太郎は東京に住んでいます。\n"}.get(encoding, "Die Gebühr beträgt zwölf Euro.\n") * 50
    assert decode_text(text.encode(encoding)) == text
