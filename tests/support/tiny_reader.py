"""A reader of a few words, as a graph that looks each of them up."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from runtime.engines.reader.about import Capitals, ReadableRequest, ReaderFacts, ValueSlot
from runtime.record_codec import to_json

ALARM, TEXT = "Set an alarm for {time~}.", "Tell {name}: {text}"
REQUESTS = (
    ReadableRequest(ALARM, (ValueSlot("time~", ("7:30 AM",)),)),
    ReadableRequest(
        TEXT, (ValueSlot("name", (), Capitals.WORDS), ValueSlot("text", (), Capitals.FIRST))
    ),
)
WORDS = ["[UNK]", "[CLS]", "wake", "tell", "ada", "half", "seven", "hello", "bob", "joke"]
MEANS: Mapping[str, tuple[float, float, float]] = {
    "wake": (9, 0, 0),
    "tell": (0, 9, 0),
    "joke": (0, 0, 30),
}
"""What a word says for the alarm, for telling, and for neither."""
BEGINS: Mapping[str, tuple[float, float, float]] = {
    "half": (9, 0, 3),
    "seven": (5, 0, 0),
    "ada": (0, 9, 8),
    "bob": (0, 7, 7),
    "hello": (0, 0, 7),
}
"""How likely the time, the name and the text begin with a word."""
ENDS = BEGINS | {"half": (2, 0, 0), "seven": (9, 0, 0)}

MakeReader = Callable[..., Path]


def write_reader(place: Path, prefix: str, *, outputs: int = 3, slots: int = 3) -> Path:
    """A reader's three files; `outputs` and `slots` may leave some of the graph's out. Paths in it have the prefix."""
    place.mkdir()
    onnx.save(_graph(outputs, slots), place / "model.onnx")
    _tokenizer().save(str(place / "tokenizer.json"))
    facts = ReaderFacts(REQUESTS, f"{prefix}/model.onnx", f"{prefix}/tokenizer.json")
    (place / "reader.json").write_text(json.dumps(to_json(ReaderFacts, facts)))
    return place / "reader.json"


def _tokenizer() -> Tokenizer:
    words = {word: number for number, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordLevel(words, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A", special_tokens=[("[CLS]", 1)]
    )
    return tokenizer


def _graph(outputs: int, slots: int) -> onnx.ModelProto:
    def table(name: str, of: Mapping[str, tuple[float, float, float]]) -> onnx.TensorProto:
        rows = np.array([of.get(word, (0, 0, 0)) for word in WORDS], np.float32)
        return numpy_helper.from_array(rows[:, :slots] if name != "means" else rows, name)

    tables = [table("means", MEANS), table("begin", BEGINS), table("end", ENDS)]
    tables.append(numpy_helper.from_array(np.array([1], np.int64), "words"))
    nodes = [
        helper.make_node("Gather", ["means", "input_ids"], ["each"]),
        helper.make_node("ReduceSum", ["each", "words"], ["requests"], keepdims=0),
        helper.make_node("Gather", ["begin", "input_ids"], ["begun"]),
        helper.make_node("Transpose", ["begun"], ["begins"], perm=[0, 2, 1]),
        helper.make_node("Gather", ["end", "input_ids"], ["ended"]),
        helper.make_node("Transpose", ["ended"], ["ends"], perm=[0, 2, 1]),
        helper.make_node("Identity", ["attention_mask"], ["said"]),
    ]
    shape = [None, None]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, shape)
        for name in ("input_ids", "attention_mask")
    ]
    given = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, None)
        for name in ("requests", "begins", "ends")[:outputs]
    ]
    graph = helper.make_graph(nodes, "reader", inputs, given, tables)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
