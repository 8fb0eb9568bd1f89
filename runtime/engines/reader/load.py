"""From a bundle's files to a reader, after they were tried."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from runtime.engine import Engine
from runtime.engines.onnx.model_file import read_model_file
from runtime.engines.reader.about import read_facts
from runtime.errors import BadBundle, UnsupportedPolicy
from runtime.install_words import install_command

LIBRARIES = ("onnxruntime", "tokenizers", "numpy")
TRIAL_S = 300.0
_THREADS = 1
"""A goal is a few dozen tokens: one core has read it before others were woken."""


def load_reader(about: Path, find: Callable[[str], Path]) -> Engine:
    """The engine; `find` tells where a file of the bundle lies. Nothing is left behind where it fails."""
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        raise UnsupportedPolicy(
            f"the policy reads goals with weights in ONNX, and {', '.join(missing)} is not installed: "
            f"{install_command('onnx')}"
        )
    facts = read_facts(about)
    weights, tokenizer = find(facts.weights), find(facts.tokenizer)
    if read_model_file(weights).external_files:
        raise BadBundle(
            f"{weights.name} keeps weights in other files, which a reader's graph may not"
        )
    from runtime.engines.reader.trial import verify_reads

    verify_reads(about, weights, tokenizer, timeout_s=TRIAL_S)

    from runtime.engines.reader.engine import ReaderEngine
    from runtime.engines.reader.graph import ReaderGraph

    return ReaderEngine(facts, ReaderGraph(weights, tokenizer, facts, threads=_THREADS))
