"""Tiny models as ONNX graphs: exported by onnxruntime-genai's builder, and one written by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

_EXPORT = """
import sys
from onnxruntime_genai.models import builder
for source, target in zip(sys.argv[1::2], sys.argv[2::2]):
    what = ("", source, target, "fp32", "cpu", target + "-cache")
    builder.create_model(*what, **builder.parse_extra_options(*what, []))
"""


def export_onnx(models: Mapping[Path, Path]) -> None:
    """Export models from transformers' folders to folders of ONNX, in one process: 5 s."""
    pairs = [str(path) for pair in models.items() for path in pair]
    ended = subprocess.run(
        [sys.executable, "-c", _EXPORT, *pairs],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-2000:]


def save_growing(
    path: Path,
    vocabulary: int,
    *,
    extra_inputs: Iterable[str] = (),
    domain: str = "",
    external: str = "",
    huge: bool = False,
    deadly: bool = False,
) -> None:
    """A decoder whose cache comes back longer every time, as optimum's and torch.onnx's do.

    It is no transformer: it scores tokens by the sum of all keys so far. `extra_inputs` are inputs
    that it does not need; `domain` has an operator of that one; `external` keeps a weight there;
    `huge` has it make a tensor of 4 TB; `deadly` has it divide the least whole number by -1,
    which ends the process that evaluates it.
    """
    from onnx import TensorProto, helper, numpy_helper

    width = 16
    random = np.random.default_rng(0)

    def weight(name: str, *shape: int) -> Any:  # noqa: ANN401  onnx has no types
        return numpy_helper.from_array(random.normal(size=shape).astype(np.float32), name)

    def value(name: str, kind: int, shape: list[int | str]) -> Any:  # noqa: ANN401
        return helper.make_tensor_value_info(name, kind, shape)

    whole, real = TensorProto.INT64, TensorProto.FLOAT
    past: list[int | str] = ["batch", 1, "past", width]
    nodes = [
        helper.make_node("Gather", ["embedding", "input_ids"], ["embedded"]),
        helper.make_node("Unsqueeze", ["embedded", "axis1"], ["key"]),
        helper.make_node("Concat", ["past_key_values.0.key", "key"], ["present.0.key"], axis=2),
        helper.make_node("Neg", ["key"], ["value"]),
        helper.make_node(
            "Concat", ["past_key_values.0.value", "value"], ["present.0.value"], axis=2
        ),
        helper.make_node("ReduceSum", ["present.0.key", "axis2"], ["summed"], keepdims=0),
        helper.make_node("Tanh", ["summed"], ["mixed"]),
        helper.make_node("MatMul", ["mixed", "head"], ["logits"], domain=domain),
    ]
    weights = [
        weight("embedding", vocabulary, width),
        weight("head", width, vocabulary),
        numpy_helper.from_array(np.array([1]), "axis1"),
        numpy_helper.from_array(np.array([2]), "axis2"),
    ]
    inputs = [
        value("input_ids", whole, ["batch", "sequence"]),
        value("attention_mask", whole, ["batch", "total"]),
        value("past_key_values.0.key", real, past),
        value("past_key_values.0.value", real, past),
        *(value(name, real, [1]) for name in extra_inputs),
    ]
    outputs = [
        value("logits", real, ["batch", 1, vocabulary]),
        value("present.0.key", real, ["batch", 1, "total", width]),
        value("present.0.value", real, ["batch", 1, "total", width]),
    ]
    if huge:
        weights.append(numpy_helper.from_array(np.array([1 << 40]), "size"))
        nodes[-1].output[0] = "scores"
        nodes += [
            helper.make_node("ConstantOfShape", ["size"], ["zeros"]),
            helper.make_node("ReduceSum", ["zeros"], ["zero"], keepdims=0),
            helper.make_node("Add", ["scores", "zero"], ["logits"]),
        ]
    if deadly:
        weights.append(numpy_helper.from_array(np.array([np.iinfo(np.int64).min]), "least"))
        weights.append(numpy_helper.from_array(np.array([2]), "two"))
        nodes[-1].output[0] = "scores"
        nodes += [
            # Made of an input, so that no optimiser can tell beforehand.
            helper.make_node("ReduceMin", ["attention_mask"], ["one"], keepdims=0),
            helper.make_node("Sub", ["one", "two"], ["minus_one"]),
            helper.make_node("Div", ["least", "minus_one"], ["never"]),
            helper.make_node("Cast", ["never"], ["nowhere"], to=real),
            helper.make_node("Add", ["scores", "nowhere"], ["logits"]),
        ]
    if external:
        weights[1].ClearField("raw_data")
        weights[1].data_location = TensorProto.EXTERNAL
        entry = weights[1].external_data.add()
        entry.key, entry.value = "location", external
    graph = helper.make_graph(nodes, "growing", inputs, outputs, weights)
    opsets = [helper.make_opsetid("", 17)]
    if domain:
        opsets.append(helper.make_opsetid(domain, 1))
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    path.write_bytes(model.SerializeToString())
