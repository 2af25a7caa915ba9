"""The ONNX graph of a post-norm BERT encoder from an E5S1 file, and its int8 form.

``input_ids`` and ``attention_mask``, int64 (batch, tokens), give ``last_hidden_state``, f32 (batch, tokens, hidden).
Word embeddings keep their 4 bits (``GatherBlockQuantized``); the matrices are written as f32 and then quantised to int8 by
onnxruntime. Attention and the residual norms are written as onnxruntime's own fused operators, which saves its graph optimiser
from having to find them (``com.microsoft``: MultiHeadAttention, SkipLayerNormalization).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from models.convert.e5s1 import E5File

_MS = "com.microsoft"
_OPSET = 17
_IR = 9


class _Graph:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, name: str, value: npt.NDArray[np.generic]) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind: str, inputs: list[str], output: str, *, domain: str = "", **attributes: object) -> str:
        name = f"{output}/{kind}"
        self.nodes.append(helper.make_node(kind, inputs, [output], name=name, domain=domain, **attributes))
        return output


def build_graph(source: E5File) -> onnx.ModelProto:
    """The encoder with f32 matrices."""
    graph = _Graph()
    hidden = _embeddings(graph, source)
    for layer in range(source.shape.layers):
        hidden = _layer(graph, source, layer, hidden)
    graph.nodes[-1].output[0] = "last_hidden_state"
    sizes = ["batch", "tokens"]
    proto = helper.make_graph(
        graph.nodes,
        "e5",
        [helper.make_tensor_value_info(name, TensorProto.INT64, sizes) for name in ("input_ids", "attention_mask")],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*sizes, source.shape.hidden])],
        graph.constants,
    )
    opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_MS, 1)]
    return helper.make_model(proto, opset_imports=opsets, ir_version=_IR, producer_name="dossier")


def _embeddings(graph: _Graph, source: E5File) -> str:
    shape = source.shape
    nibbles, scales = source.blocks("emb.word", shape.hidden)
    signed = nibbles ^ 0x08  # value - 8 in two's complement of four bits: then the zero point is the default, 0
    packed = (signed[:, 0::2] | signed[:, 1::2] << 4).astype(np.uint8)
    graph.constants.append(
        helper.make_tensor("word", TensorProto.INT4, [shape.vocabulary, shape.hidden], packed.tobytes(), raw=True)
    )
    graph.constant("word_scales", scales)
    words = graph.op(
        "GatherBlockQuantized",
        ["word", "input_ids", "word_scales"],
        "words",
        domain=_MS,
        gather_axis=0,
        quantize_axis=1,
        block_size=32,
    )
    # There is one token type here, so its vector is part of the positions.
    positions = source.floats("emb.pos").reshape(shape.positions, shape.hidden)
    first_type = source.floats("emb.type").reshape(shape.token_types, shape.hidden)[0]
    graph.constant("positions", (positions + first_type)[None])
    graph.constant("zero", np.array([0], dtype=np.int64))
    graph.constant("one", np.array([1], dtype=np.int64))
    graph.op("Shape", ["input_ids"], "length", start=1, end=2)
    graph.op("Slice", ["positions", "zero", "length", "one"], "position_rows")
    graph.op("Add", [words, "position_rows"], "embedded")
    graph.constant("emb_ln_w", source.floats("emb.ln.w"))
    graph.constant("emb_ln_b", source.floats("emb.ln.b"))
    # 0 where a token is, a large negative number where there is padding, for every head and every query.
    graph.op("Cast", ["attention_mask"], "mask_f32", to=TensorProto.FLOAT)
    graph.constant("one_f32", np.array(1.0, dtype=np.float32))
    graph.constant("blocked", np.array(-10000.0, dtype=np.float32))
    graph.op("Sub", ["one_f32", "mask_f32"], "padding")
    graph.op("Mul", ["padding", "blocked"], "mask_row")
    graph.constant("mask_axes", np.array([1, 2], dtype=np.int64))
    graph.op("Unsqueeze", ["mask_row", "mask_axes"], "mask_row4")
    graph.op("Shape", ["input_ids"], "batch_length")
    graph.op("Slice", ["batch_length", "zero", "one", "zero"], "batch_size")
    graph.op("Concat", ["batch_size", "one", "length", "length"], "mask_shape", axis=0)
    graph.op("Expand", ["mask_row4", "mask_shape"], "attention_bias")
    return graph.op("LayerNormalization", ["embedded", "emb_ln_w", "emb_ln_b"], "hidden_in", axis=-1, epsilon=shape.epsilon)


def _dense(graph: _Graph, source: E5File, names: list[str], columns: int, value: str, output: str) -> tuple[str, str]:
    """(product without its bias, name of the bias). Several names give one wide matrix."""
    weights = np.concatenate([source.matrix(f"{n}.w", columns) for n in names])
    graph.constant(f"{output}.w", weights.T)
    graph.constant(f"{output}.b", np.concatenate([source.floats(f"{n}.b") for n in names]))
    return graph.op("MatMul", [value, f"{output}.w"], output), f"{output}.b"


def _skip_norm(graph: _Graph, source: E5File, name: str, value: str, skip: str, bias: str) -> str:
    graph.constant(f"{name}.w", source.floats(f"{name}.w"))
    graph.constant(f"{name}.b", source.floats(f"{name}.b"))
    inputs = [value, skip, f"{name}.w", f"{name}.b", bias]
    return graph.op("SkipLayerNormalization", inputs, f"{name}.out", domain=_MS, epsilon=source.shape.epsilon)


def _layer(graph: _Graph, source: E5File, layer: int, hidden: str) -> str:
    shape, p = source.shape, f"l{layer}"
    merged, bias = _dense(graph, source, [f"{p}.q", f"{p}.k", f"{p}.v"], shape.hidden, hidden, f"{p}.qkv")
    if layer == 0:
        graph.constant("qkv_split", np.array([shape.hidden] * 3, dtype=np.int64))
    parts = [f"{p}.query", f"{p}.key", f"{p}.value"]
    graph.nodes.append(helper.make_node("Split", [merged, "qkv_split"], parts, name=f"{p}/Split", axis=-1))
    attention = graph.op(
        "MultiHeadAttention", [*parts, bias, "", "attention_bias"], f"{p}.context", domain=_MS, num_heads=shape.heads
    )
    projected, bias = _dense(graph, source, [f"{p}.ao"], shape.hidden, attention, f"{p}.attended")
    hidden = _skip_norm(graph, source, f"{p}.aln", projected, hidden, bias)
    wide, bias = _dense(graph, source, [f"{p}.fi"], shape.hidden, hidden, f"{p}.wide")
    active = graph.op("BiasGelu", [wide, bias], f"{p}.active", domain=_MS)
    narrow, bias = _dense(graph, source, [f"{p}.fo"], shape.feed_forward, active, f"{p}.narrow")
    return _skip_norm(graph, source, f"{p}.oln", narrow, hidden, bias)


def save_for_quantization(model: onnx.ModelProto, path: Path) -> None:
    """Marked as pre-processed: every operator is in its final form and every matrix a constant, so that onnxruntime's own
    pre-processing has nothing to add, and its advice to run it would only be printed."""
    from onnxruntime.quantization.quant_utils import add_pre_process_metadata

    add_pre_process_metadata(model)
    onnx.save(model, path)


def quantize(model: Path, target: Path) -> None:
    """f32 matrices to int8, one scale a column. ``reduce_range`` keeps a bit free: processors without VNNI add two products
    in 16 bits, and 8-bit weights would overflow there (onnxruntime's documentation on quantization, "U8S8")."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        model,
        target,
        op_types_to_quantize=["MatMul"],
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        extra_options={"MatMulConstBOnly": True, "DefaultTensorType": TensorProto.FLOAT},
    )
