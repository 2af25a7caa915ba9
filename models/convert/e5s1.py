"""Reader of an "E5S1" file: a BERT encoder with 4-bit weights and its Unigram tokenizer in one file.

Layout, little-endian: magic ``E5S1``, version u32, seven i32 (hidden, layers, heads, feed-forward, vocabulary, positions,
token types), layer-norm epsilon f32, block size i32; tokenizer (pieces i32; bos, eos, pad, unk i32; blob length u64;
pieces + 1 offsets u32; scores f32; blob; normalization map: count i32, byte length u32, bytes); tensors (count i32; each:
name length u16, name, dtype u8, elements u32, offset u64, byte length u64).

Two-dimensional weights are Q4_0 blocks of 32 along the input: scale f16, then 16 bytes, byte j with weight j in its low and
weight j + 16 in its high nibble, value minus 8. All else is f32. The source of both facts is the header file that comes
with the format's own engine.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models.errors import ModelDamaged

_BLOCK = 32
_BLOCK_BYTES = 2 + _BLOCK // 2

FloatArray = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Shape:
    """The sizes of the encoder."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float


@dataclass(frozen=True)
class Pieces:
    """The Unigram vocabulary: (piece, log probability) in id order; ``replacements`` maps a character to what the model's
    own normalization makes of it."""

    vocabulary: tuple[tuple[str, float], ...]
    bos: int
    eos: int
    pad: int
    unk: int
    replacements: dict[str, str]


@dataclass(frozen=True)
class _Tensor:
    elements: int
    offset: int
    length: int


class E5File:
    """An opened file. Raises ModelDamaged when it is not what it should be."""

    def __init__(self, path: Path) -> None:
        self._data = memoryview(path.read_bytes())
        self._at = 0
        try:
            self._read()
        except (struct.error, ValueError, IndexError) as error:
            raise ModelDamaged(f"{path.name} is not a readable E5S1 file: {error}") from error

    def _take(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from("<" + layout, self._data, self._at)
        self._at += struct.calcsize("<" + layout)
        return values

    def _bytes(self, length: int) -> memoryview:
        if length < 0 or self._at + length > len(self._data):
            raise ValueError("the file ends too early")
        part = self._data[self._at : self._at + length]
        self._at += length
        return part

    def _read(self) -> None:
        if bytes(self._bytes(4)) != b"E5S1":
            raise ValueError("wrong magic")
        (version,) = self._take("I")
        hidden, layers, heads, feed_forward, vocabulary, positions, types = self._take("7i")
        (epsilon,) = self._take("f")
        (block,) = self._take("i")
        if version != 1 or block != _BLOCK:
            raise ValueError(f"version {version} with blocks of {block} is not known")
        self.shape = Shape(hidden, layers, heads, feed_forward, vocabulary, positions, types, float(epsilon))
        self.pieces = self._read_pieces()
        (count,) = self._take("i")
        self._tensors: dict[str, _Tensor] = {}
        for _ in range(count):
            (length,) = self._take("H")
            name = bytes(self._bytes(length)).decode("ascii")
            _, elements, offset, size = self._take("BIQQ")
            if offset + size > len(self._data):
                raise ValueError(f"tensor {name} lies outside the file")
            self._tensors[name] = _Tensor(elements, offset, size)

    def _read_pieces(self) -> Pieces:
        count, bos, eos, pad, unk = self._take("5i")
        (blob_length,) = self._take("Q")
        offsets = np.frombuffer(self._bytes(4 * (count + 1)), dtype="<u4")
        scores = np.frombuffer(self._bytes(4 * count), dtype="<f4")
        blob = bytes(self._bytes(blob_length))
        vocabulary = tuple(
            (blob[offsets[i] : offsets[i + 1]].decode("utf-8", errors="replace"), float(scores[i])) for i in range(count)
        )
        entries, length = self._take("iI")
        end = self._at + length
        replacements: dict[str, str] = {}
        for _ in range(entries):
            code, width = self._take("IB")
            replacements[chr(code)] = "".join(map(chr, self._take(f"{width}I")))
        if self._at != end:
            raise ValueError("the normalization map has another length than it says")
        return Pieces(vocabulary, bos, eos, pad, unk, replacements)

    def _raw(self, name: str) -> tuple[_Tensor, memoryview]:
        tensor = self._tensors.get(name)
        if tensor is None:
            raise ModelDamaged(f"The model file has no tensor {name}.")
        return tensor, self._data[tensor.offset : tensor.offset + tensor.length]

    def floats(self, name: str) -> FloatArray:
        """A one-dimensional f32 tensor (or a flat view of a larger one)."""
        tensor, raw = self._raw(name)
        if tensor.length != 4 * tensor.elements:
            raise ModelDamaged(f"The tensor {name} is not f32.")
        return np.frombuffer(raw, dtype="<f4").astype(np.float32)

    def blocks(self, name: str, columns: int) -> tuple[npt.NDArray[np.uint8], FloatArray]:
        """(nibbles of shape (rows, columns) with values 0–15, scales of shape (rows, columns / 32))."""
        tensor, raw = self._raw(name)
        if tensor.elements % columns or tensor.length != tensor.elements // _BLOCK * _BLOCK_BYTES:
            raise ModelDamaged(f"The tensor {name} is not in 4-bit blocks.")
        rows = tensor.elements // columns
        table = np.frombuffer(raw, dtype=np.dtype([("scale", "<f2"), ("bytes", "u1", (_BLOCK // 2,))]))
        nibbles = np.concatenate([table["bytes"] & 0x0F, table["bytes"] >> 4], axis=1)
        return nibbles.reshape(rows, columns), table["scale"].astype(np.float32).reshape(rows, columns // _BLOCK)

    def matrix(self, name: str, columns: int) -> FloatArray:
        """A 4-bit weight as f32 of shape (rows, columns)."""
        nibbles, scales = self.blocks(name, columns)
        return (nibbles.astype(np.float32) - 8.0) * np.repeat(scales, _BLOCK, axis=1)
