"""The reader of E5S1 files and the converter, on a tiny encoder made here with known weights."""

from __future__ import annotations

import math
import struct
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from models.convert.e5_small import check_conversion, write_model
from models.convert.e5_tokenizer import build_tokenizer
from models.convert.e5s1 import E5File
from models.errors import ModelDamaged, SetupFailed
from models.silence import import_onnxruntime

HIDDEN, FEED_FORWARD, VOCABULARY, POSITIONS, HEADS = 64, 96, 12, 256, 4
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", "a", "b", "ab", "▁ab", "ä", ":", "▁a"]
Array = npt.NDArray[np.float32]


def q4_blocks(weights: Array) -> tuple[bytes, Array]:
    """A matrix as Q4_0 blocks, and the values that it then has."""
    blocks = weights.reshape(-1, 32)
    scales = (np.abs(blocks).max(axis=1) / 7).astype(np.float16)
    nibbles = np.clip(np.round(blocks / scales.astype(np.float32)[:, None]) + 8, 0, 15).astype(np.uint8)
    data = b"".join(scale.tobytes() + (row[:16] | row[16:] << 4).tobytes() for scale, row in zip(scales, nibbles, strict=True))
    values = (nibbles.astype(np.float32) - 8) * scales.astype(np.float32)[:, None]
    return data, values.reshape(weights.shape)


class TinyEncoder:
    """The bytes of an E5S1 file with one layer, and the weights in it."""

    def __init__(self) -> None:
        self.random = np.random.default_rng(7)
        self.values: dict[str, Array] = {}
        self._entries: list[tuple[str, int, int, bytes]] = []
        self._matrix("emb.word", VOCABULARY, HIDDEN)
        for name, size in (("emb.pos", POSITIONS * HIDDEN), ("emb.type", 2 * HIDDEN)):
            self._vector(name, size)
        self._vector("emb.ln.w", HIDDEN, near=1.0)
        self._vector("emb.ln.b", HIDDEN)
        for name, rows, columns in (
            ("q", HIDDEN, HIDDEN),
            ("k", HIDDEN, HIDDEN),
            ("v", HIDDEN, HIDDEN),
            ("ao", HIDDEN, HIDDEN),
            ("fi", FEED_FORWARD, HIDDEN),
            ("fo", HIDDEN, FEED_FORWARD),
        ):
            self._matrix(f"l0.{name}.w", rows, columns)
            self._vector(f"l0.{name}.b", rows)
        for name in ("aln", "oln"):
            self._vector(f"l0.{name}.w", HIDDEN, near=1.0)
            self._vector(f"l0.{name}.b", HIDDEN)

    def _matrix(self, name: str, rows: int, columns: int) -> None:
        data, values = q4_blocks(self.random.normal(0, 0.3, (rows, columns)).astype(np.float32))
        self.values[name] = values
        self._entries.append((name, 1, rows * columns, data))

    def _vector(self, name: str, size: int, near: float = 0.0) -> None:
        values = (near + self.random.normal(0, 0.1, size)).astype(np.float32)
        self.values[name] = values
        self._entries.append((name, 0, size, values.tobytes()))

    def write(self, path: Path) -> Path:
        head = b"E5S1" + struct.pack("<I7ifi", 1, HIDDEN, 1, HEADS, FEED_FORWARD, VOCABULARY, POSITIONS, 2, 1e-12, 32)
        encoded = [piece.encode() for piece in PIECES]
        offsets = np.cumsum([0] + [len(e) for e in encoded]).astype("<u4")
        scores = -np.arange(len(PIECES), dtype="<f4")[::-1]
        head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, int(offsets[-1]))
        head += offsets.tobytes() + scores.tobytes() + b"".join(encoded)
        changes = [("\x01", ""), ("\n", " "), ("\u200b", " "), ("ﬁ", "fi")]
        table = b"".join(struct.pack(f"<IB{len(t)}I", ord(f), len(t), *map(ord, t)) for f, t in changes)
        head += struct.pack("<iI", len(changes), len(table)) + table
        directory_size = 4 + sum(2 + len(name) + 1 + 4 + 8 + 8 for name, *_ in self._entries)
        at = len(head) + directory_size
        directory, body = struct.pack("<i", len(self._entries)), b""
        for name, kind, elements, data in self._entries:
            directory += struct.pack("<H", len(name)) + name.encode()
            directory += struct.pack("<BIQQ", kind, elements, at + len(body), len(data))
            body += data
        path.write_bytes(head + directory + body)
        return path

    def encode(self, ids: list[int]) -> Array:
        """The encoder in plain numpy, as the format's description says it: post-norm, exact GELU."""
        v = self.values

        def norm(x: Array, name: str) -> Array:
            mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
            return (x - mean) / np.sqrt(variance + 1e-12) * v[f"{name}.w"] + v[f"{name}.b"]

        def dense(x: Array, name: str) -> Array:
            return x @ v[f"l0.{name}.w"].T + v[f"l0.{name}.b"]

        x = v["emb.word"][ids] + v["emb.pos"].reshape(POSITIONS, HIDDEN)[: len(ids)] + v["emb.type"][:HIDDEN]
        x = norm(x, "emb.ln")
        width = HIDDEN // HEADS
        context = np.zeros_like(x)
        query, key, value = dense(x, "q"), dense(x, "k"), dense(x, "v")
        for head in range(HEADS):
            part = slice(head * width, (head + 1) * width)
            score = query[:, part] @ key[:, part].T / np.sqrt(width)
            weight = np.exp(score - score.max(-1, keepdims=True))
            context[:, part] = weight / weight.sum(-1, keepdims=True) @ value[:, part]
        x = norm(x + dense(context, "ao"), "l0.aln")
        wide = dense(x, "fi")
        erf = np.vectorize(math.erf)
        return norm(x + dense(0.5 * wide * (1 + erf(wide / np.sqrt(2))), "fo"), "l0.oln").astype(np.float32)


@pytest.fixture(scope="module")
def tiny() -> TinyEncoder:
    return TinyEncoder()


def run_graph(path: Path, ids: list[list[int]], mask: list[list[int]]) -> Array:
    session = import_onnxruntime().InferenceSession(str(path), providers=["CPUExecutionProvider"])
    inputs = {"input_ids": np.array(ids, dtype=np.int64), "attention_mask": np.array(mask, dtype=np.int64)}
    result: Array = session.run(["last_hidden_state"], inputs)[0]
    return result


def test_the_reader_gives_back_shape_pieces_and_weights(tiny: TinyEncoder, tmp_path: Path) -> None:
    file = E5File(tiny.write(tmp_path / "tiny.bin"))

    assert (file.shape.hidden, file.shape.layers, file.shape.feed_forward) == (HIDDEN, 1, FEED_FORWARD)
    assert [piece for piece, _ in file.pieces.vocabulary] == PIECES
    assert file.pieces.replacements["\n"] == " "
    assert np.array_equal(file.matrix("l0.fi.w", HIDDEN), tiny.values["l0.fi.w"])
    assert np.array_equal(file.floats("emb.ln.b"), tiny.values["emb.ln.b"])


def test_the_unquantised_graph_computes_what_the_description_says(tiny: TinyEncoder, tmp_path: Path) -> None:
    import onnx

    from models.convert.e5_graph import build_graph

    onnx.save(build_graph(E5File(tiny.write(tmp_path / "tiny.bin"))), tmp_path / "f32.onnx")
    ids = [0, 8, 5, 6, 2]

    got = run_graph(tmp_path / "f32.onnx", [ids], [[1] * 5])[0]

    assert np.abs(got - tiny.encode(ids)).max() < 1e-4


def test_padding_does_not_change_a_text(tiny: TinyEncoder, tmp_path: Path) -> None:
    write_model(E5File(tiny.write(tmp_path / "tiny.bin")), tmp_path / "model.onnx")

    together = run_graph(tmp_path / "model.onnx", [[0, 8, 2, 1, 1], [0, 5, 6, 7, 2]], [[1, 1, 1, 0, 0], [1] * 5])
    alone = run_graph(tmp_path / "model.onnx", [[0, 8, 2]], [[1, 1, 1]])

    a, b = together[0, :3].ravel(), alone[0].ravel()
    assert a @ b / (np.linalg.norm(a) * np.linalg.norm(b)) > 0.999


def test_int8_stays_near_the_plain_computation(tiny: TinyEncoder, tmp_path: Path) -> None:
    write_model(E5File(tiny.write(tmp_path / "tiny.bin")), tmp_path / "model.onnx")
    ids = [0, 8, 5, 9, 2]

    got, wanted = run_graph(tmp_path / "model.onnx", [ids], [[1] * 5])[0].mean(0), tiny.encode(ids).mean(0)

    assert got @ wanted / (np.linalg.norm(got) * np.linalg.norm(wanted)) > 0.99
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".onnx"] == ["model.onnx"]


def test_the_tokenizer_follows_the_models_own_normalization(tiny: TinyEncoder, tmp_path: Path) -> None:
    tokenizer = build_tokenizer(E5File(tiny.write(tmp_path / "tiny.bin")).pieces)

    def pieces(text: str) -> list[str]:
        return list(tokenizer.encode(text).tokens)

    assert pieces("ab") == ["<s>", "▁ab", "</s>"]
    assert pieces("ab\n ab  ") == ["<s>", "▁ab", "▁ab", "</s>"]
    assert pieces("a\x01b\u200bab") == ["<s>", "▁ab", "▁ab", "</s>"]
    assert pieces("ba\u0308") == pieces("bä")
    assert tokenizer.encode("ab z").ids[-2] == 3


@pytest.mark.parametrize("change", ["magic", "cut", "version", "tensor outside"])
def test_a_damaged_file_is_named(tiny: TinyEncoder, tmp_path: Path, change: str) -> None:
    path = tiny.write(tmp_path / "tiny.bin")
    data = path.read_bytes()
    broken = {
        "magic": b"E5S2" + data[4:],
        "cut": data[:200],
        "version": data[:4] + struct.pack("<I", 9) + data[8:],
        "tensor outside": data[:-100],
    }[change]
    path.write_bytes(broken)

    with pytest.raises(ModelDamaged, match=r"tiny\.bin"):
        E5File(path)


def test_a_missing_tensor_is_named(tiny: TinyEncoder, tmp_path: Path) -> None:
    with pytest.raises(ModelDamaged, match=r"l7\.q\.w"):
        E5File(tiny.write(tmp_path / "tiny.bin")).matrix("l7.q.w", HIDDEN)


def test_a_conversion_that_embeds_wrongly_is_refused(tiny: TinyEncoder, tmp_path: Path) -> None:
    file = E5File(tiny.write(tmp_path / "tiny.bin"))
    build_tokenizer(file.pieces).save(str(tmp_path / "tokenizer.json"))
    write_model(file, tmp_path / "model.onnx")

    with pytest.raises(SetupFailed, match="counts"):
        check_conversion(tmp_path)


def test_a_conversion_with_wrong_vectors_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from models.convert import e5_small
    from models.convert.e5_reference import TOKEN_COUNTS

    same = np.ones((len(TOKEN_COUNTS), 4), dtype=np.float32) / 2
    monkeypatch.setattr(e5_small, "embed_texts", lambda *_: (list(TOKEN_COUNTS), same))

    with pytest.raises(SetupFailed, match="deviates"):
        check_conversion(tmp_path)


@pytest.mark.model
def test_the_real_conversion_agrees_with_the_reference(models_dir: Path) -> None:
    assert check_conversion(models_dir / "multilingual-e5-small") <= 0.025
