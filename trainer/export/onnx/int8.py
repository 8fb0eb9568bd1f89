"""Graphs in 8 bits, by onnxruntime's own quantizers.

By blocks: weights only, each 32 numbers with a scale of their own: nearest to the whole graph.
Dynamically: weights by row and inputs by tensor, as they come: prompts are evaluated at twice the
speed, but what is far larger than its neighbours costs the others their precision.
"""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import Any

_LARGEST_BYTES = 1 << 30
_BLOCK = 32
_INT8_ACCURACY = 4
"""Inputs are multiplied as 8 bits too, by block; as floats it decodes eight times slower."""


def by_blocks(source: Path, target: Path) -> None:
    """Weights in 8 bits by blocks."""
    import onnx

    model = _in_blocks(onnx.load(source), bits=8)
    model.save_model_to_file(str(target), use_external_data_format=_is_large(source))


def largest_in_four(source: Path, target: Path) -> None:
    """Weights by blocks: in 4 bits those of the largest shape, as an encoder's wide layers are, the others in 8."""
    import onnx

    graph = onnx.load(source)
    weights = {one.name: tuple(one.dims) for one in graph.graph.initializer}
    sizes = {
        node.name: prod(weights[node.input[1]])
        for node in graph.graph.node
        if node.op_type == "MatMul" and node.input[1] in weights
    }
    smaller = [name for name, size in sizes.items() if size < max(sizes.values())]
    model = _in_blocks(graph, bits=4, without=smaller)
    model = _in_blocks(model.model, bits=8)
    model.save_model_to_file(str(target), use_external_data_format=False)


def _in_blocks(model: Any, *, bits: int, without: list[str] | None = None) -> Any:  # noqa: ANN401
    from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer

    quantizer: Any = MatMulNBitsQuantizer(
        model,
        bits=bits,
        block_size=_BLOCK,
        is_symmetric=True,
        accuracy_level=_INT8_ACCURACY,
        nodes_to_exclude=without,
    )
    quantizer.process()
    return quantizer.model


def dynamically(source: Path, target: Path) -> None:
    """Weights and inputs in 8 bits."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        source,
        target,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["MatMul"],
        per_channel=True,
        # Processors without VNNI add pairs of products in 16 bits, which 8-bit weights overflow.
        reduce_range=True,
        use_external_data_format=_is_large(source),
    )


def _is_large(source: Path) -> bool:
    """Near to more than one protobuf file takes."""
    return sum(path.stat().st_size for path in source.parent.glob("model.onnx*")) > _LARGEST_BYTES
