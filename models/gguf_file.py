"""The header of a GGUF file, read without loading the model (format: ggml's docs/gguf.md, versions 2 and 3).

The ``gguf`` package has a full reader, but it walks every token of the vocabulary into an object and maps the whole
file; here only the few values that a person or the fit judgement needs are kept, and every length is checked against the
size of the file first, because a file that a person drops may be anything.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import IO

from models.errors import UserFixable
from models.installed import GgufFacts

_MAGIC = b"GGUF"
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_MAX_KEYS = 4096
_MAX_TENSORS = 65_536
_MAX_TEXT = 4 * 1024 * 1024

Value = str | int | float | bool | None


class NotGguf(UserFixable):
    """The file is not a GGUF model, or it is cut off."""

    code = "not_gguf"
    next_step = "Choose a model in GGUF format (its name usually ends in .gguf); download it again if it was cut off."


class _Reader:
    def __init__(self, stream: IO[bytes], size: int) -> None:
        self.stream = stream
        self.size = size

    def number(self, code: str) -> int | float | bool:
        width = struct.calcsize("<" + code)
        data = self.stream.read(width)
        if len(data) != width:
            raise NotGguf("The file ends in the middle of its header.")
        (value,) = struct.unpack("<" + code, data)
        return value  # type: ignore[no-any-return]

    def count(self, code: str, limit: int, what: str) -> int:
        value = int(self.number(code))
        if not 0 <= value <= limit:
            raise NotGguf(f"The header of the file is damaged ({what}: {value}).")
        return value

    def skip(self, length: int) -> None:
        if self.stream.tell() + length > self.size:
            raise NotGguf("The file ends in the middle of its header.")
        self.stream.seek(length, 1)

    def text(self) -> str:
        length = self.count("Q", _MAX_TEXT, "length of a text")
        data = self.stream.read(length)
        if len(data) != length:
            raise NotGguf("The file ends in the middle of its header.")
        return data.decode("utf-8", errors="replace")

    def value(self, kind: int) -> Value:
        """A scalar or text; arrays are walked over and give None, but for short numeric ones, which give their largest number."""
        if kind in _SCALARS:
            return self.number(_SCALARS[kind])
        if kind == _STRING:
            return self.text()
        if kind == _ARRAY:
            return self._array()
        raise NotGguf(f"The header of the file has a value of an unknown kind ({kind}).")

    def _array(self) -> Value:
        kind = self.count("I", 12, "kind of a list")
        length = self.count("Q", self.size, "length of a list")
        if kind in _SCALARS:
            if length and length <= _MAX_KEYS:
                return max(self.number(_SCALARS[kind]) for _ in range(length))
            self.skip(length * struct.calcsize("<" + _SCALARS[kind]))
        elif kind == _STRING:
            for _ in range(length):
                self.skip(self.count("Q", self.size, "length of a text"))
        else:
            for _ in range(length):
                self.value(kind)
        return None


def read_gguf(path: Path) -> GgufFacts:
    """Facts of the header. Raises NotGguf for a file of another kind, a damaged header or a file that is cut off."""
    size = path.stat().st_size
    with path.open("rb") as stream:
        reader = _Reader(stream, size)
        if stream.read(4) != _MAGIC:
            raise NotGguf(f"{path.name} is not a GGUF model.")
        version = reader.count("I", 0xFFFFFFFF, "version")
        if version not in (2, 3):
            raise NotGguf(f"{path.name} is a GGUF file of version {version}; versions 2 and 3 can be read.")
        tensors = reader.count("Q", _MAX_TENSORS, "number of tensors")
        keys = reader.count("Q", _MAX_KEYS, "number of keys")
        values: dict[str, Value] = {}
        for _ in range(keys):
            key = reader.text()
            values[key] = reader.value(reader.count("I", 12, "kind of a value"))
        parameters, data_bytes = _tensors(reader, tensors)
        alignment = _integer(values, "general.alignment") or 32
        start = -(-stream.tell() // alignment) * alignment
        if tensors == 0 or start + data_bytes > size:
            missing = start + data_bytes - size
            raise NotGguf(
                f"{path.name} is cut off: {missing} bytes are missing." if tensors else f"{path.name} holds no model."
            )
    return _facts(values, parameters, path)


def gguf_facts(path: Path) -> GgufFacts | None:
    """The facts of a file whose checksum is known to be right; None for a file of another kind."""
    try:
        return read_gguf(path) if path.suffix.lower() == ".gguf" else None
    except NotGguf:
        return None


def _tensors(reader: _Reader, count: int) -> tuple[int, int]:
    """(weights in all, bytes from the start of the data to the end of the last tensor)."""
    from gguf.constants import GGML_QUANT_SIZES, GGMLQuantizationType  # a quarter of a second that the start does not need

    parameters, end = 0, 0
    for _ in range(count):
        reader.text()
        elements = 1
        for _ in range(reader.count("I", 8, "number of dimensions")):
            elements *= reader.count("Q", 1 << 40, "dimension")
        kind = reader.count("I", 0xFFFF, "kind of a tensor")
        offset = reader.count("Q", 1 << 50, "offset of a tensor")
        parameters += elements
        try:
            block, width = GGML_QUANT_SIZES[GGMLQuantizationType(kind)]
        except (ValueError, KeyError):
            block, width = 1, 0  # newer than this reader: llama.cpp may know it, so only the offset is checked
        end = max(end, offset + elements // block * width)
    return parameters, end


def _integer(values: dict[str, Value], key: str) -> int:
    value = values.get(key)
    return int(value) if isinstance(value, int | float) else 0


def _facts(values: dict[str, Value], parameters: int, path: Path) -> GgufFacts:
    architecture = str(values.get("general.architecture") or "")
    if not architecture:
        raise NotGguf(f"{path.name} does not say which kind of model it is.")
    layers = _integer(values, f"{architecture}.block_count")
    heads = _integer(values, f"{architecture}.attention.head_count")
    kv_heads = _integer(values, f"{architecture}.attention.head_count_kv") or heads
    width = _integer(values, f"{architecture}.embedding_length")
    key_length = _integer(values, f"{architecture}.attention.key_length") or (width // heads if heads else 0)
    value_length = _integer(values, f"{architecture}.attention.value_length") or key_length
    return GgufFacts(
        architecture=architecture,
        name=str(values.get("general.name") or ""),
        context_tokens=_integer(values, f"{architecture}.context_length"),
        quantisation=_quantisation(values),
        parameters=parameters,
        has_chat_template=bool(values.get("tokenizer.chat_template")),
        layers=layers,
        kv_bytes_per_token=layers * kv_heads * (key_length + value_length) * 2,
        licence=str(values.get("general.license") or ""),
    )


def _quantisation(values: dict[str, Value]) -> str:
    if "general.file_type" not in values:
        return ""
    from gguf.constants import LlamaFileType

    try:
        name: str = LlamaFileType(_integer(values, "general.file_type")).name
        return name.removeprefix("MOSTLY_").removeprefix("ALL_")
    except ValueError:
        return ""
