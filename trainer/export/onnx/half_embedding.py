"""The table of tokens in 16 bits: in a small graph of 8 bits it is a third of the file in 32.

Rows are looked up as they are stored and made 32 bits wide again, so that nothing after them changes. A
table that is multiplied too, and not only looked up, stays as it is.
"""

from __future__ import annotations

from pathlib import Path

_FLOAT, _HALF = 1, 10
"""Types of ONNX."""


def halve_embedding(path: Path) -> None:
    """Rewrite a graph and its data with every table of floats that is only looked up in 16 bits."""
    import numpy as np
    import onnx
    from onnx import helper, numpy_helper

    model = onnx.load(str(path))
    graph = model.graph
    tables = {
        one.name: one for one in graph.initializer if one.data_type == _FLOAT and len(one.dims) > 1
    }
    for node in graph.node:
        looked_up = node.input[0] if node.op_type == "Gather" else None
        for name in node.input:
            if name in tables and name != looked_up:
                del tables[name]
    if not tables:
        return
    for place, node in reversed(list(enumerate(graph.node))):
        if node.op_type != "Gather" or node.input[0] not in tables:
            continue
        rows = node.output[0]
        node.output[0] = f"{rows}/half"
        cast = helper.make_node("Cast", [node.output[0]], [rows], name=f"{rows}/cast", to=_FLOAT)
        graph.node.insert(place + 1, cast)
        for known in [one for one in graph.value_info if one.name == node.output[0]]:
            known.type.tensor_type.elem_type = _HALF
    for name, table in tables.items():
        half = numpy_helper.from_array(numpy_helper.to_array(table).astype(np.float16), name)
        table.CopyFrom(half)
    data = path.with_name(f"{path.name}.data")
    beside = data.name if data.exists() else ""
    data.unlink(missing_ok=True)
    onnx.save(
        model,
        str(path),
        save_as_external_data=bool(beside),
        all_tensors_to_one_file=True,
        location=beside or None,
    )
