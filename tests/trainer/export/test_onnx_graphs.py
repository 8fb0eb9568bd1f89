from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from learnt_models import Learnt, random_checkpoint

from runtime.policies.bundle import EngineKind
from trainer.errors import ExportError
from trainer.export.onnx.exporter import FILE, Exporter, export_graph, run_steps
from trainer.export.scorers import open_scorer
from trainer.models.torch_checkpoint import load_model

# Torch and the exporters take seconds to load, in children too: minutes on a busy machine.

PROMPT = [int(token) for token in np.random.default_rng(5).integers(10, 400, 40)]


@pytest.fixture(scope="module")
def graphs(
    learnt: dict[str, Learnt], tmp_path_factory: pytest.TempPathFactory
) -> dict[tuple[str, str], Path]:
    """Both models in every format, made in one process: starting one takes most of the time."""
    folder = tmp_path_factory.mktemp("graphs")
    found: dict[tuple[str, str], Path] = {}
    steps: list[tuple[str | Path, ...]] = []
    for kind, one in learnt.items():
        for name in ("fp32", "int8"):
            found[kind, name] = folder / f"{kind}-{name}"
            steps.append(("build", one.checkpoint.folder, found[kind, name], name))
        steps.append(("halve", found[kind, "int8"] / FILE))
        found[kind, "int8_dynamic"] = folder / f"{kind}-dynamic"
        found[kind, "int8_dynamic"].mkdir()
        target = found[kind, "int8_dynamic"] / FILE
        steps.append(("quantize", found[kind, "fp32"] / FILE, target, "int8_dynamic"))
    for kind in ("Qwen2Config", "Qwen3Config"):
        source = random_checkpoint(folder / kind, kind, head_dim=16).folder
        found[kind, "fp32"] = folder / f"{kind}-fp32"
        steps.append(("build", source, found[kind, "fp32"], "fp32"))
    run_steps(*steps, what="the tiny models")
    return {key: path / FILE for key, path in found.items()}


def test_a_graph_of_8_bits_looks_tokens_up_in_16(graphs: dict[tuple[str, str], Path]) -> None:
    graph = onnx.load(str(graphs["lfm2", "int8"])).graph
    stored = {one.name: one for one in graph.initializer}
    tables = [
        stored[node.input[0]]
        for node in graph.node
        if node.op_type == "Gather" and len(getattr(stored.get(node.input[0]), "dims", ())) > 1
    ]
    assert {one.data_type for one in tables} == {onnx.TensorProto.FLOAT16}


def _distances(model: Any, graph: Path) -> list[float]:  # noqa: ANN401  a transformers model
    """How far the scores are from torch's: after a prompt, after one more token, after several."""
    scorer = open_scorer(graph, EngineKind.ONNX, context_tokens=256)
    scorer.begin(PROMPT[:7])
    found: list[float] = []
    for start, end in ((0, 20), (20, 21), (21, 40)):
        tokens = PROMPT[start:end]
        scores = scorer.go_on(tokens) if start else scorer.begin(tokens)
        with torch.inference_mode():
            wanted = model(input_ids=torch.tensor([PROMPT[:end]])).logits[0, -1].numpy()
        found.append(float(np.abs(scores - wanted).max() / wanted.std()))
    scorer.close()
    return found


@pytest.mark.parametrize("kind", ["llama", "lfm2"])
@pytest.mark.parametrize(("name", "most"), [("fp32", 1e-3), ("int8", 0.3), ("int8_dynamic", 0.8)])
def test_scores_are_torchs_as_near_as_the_format_allows(
    kind: str,
    name: str,
    most: float,
    learnt: dict[str, Learnt],
    graphs: dict[tuple[str, str], Path],
) -> None:
    assert max(_distances(learnt[kind].model, graphs[kind, name])) < most


@pytest.mark.parametrize("kind", ["Qwen2Config", "Qwen3Config"])
def test_qwens_score_as_in_torch(kind: str, graphs: dict[tuple[str, str], Path]) -> None:
    graph = graphs[kind, "fp32"]

    assert max(_distances(load_model(graph.parent.parent / kind), graph)) < 1e-3


@pytest.mark.parametrize("kind", ["llama", "lfm2"])
def test_eight_bits_are_smaller(kind: str, graphs: dict[tuple[str, str], Path]) -> None:
    sizes = {
        name: sum(path.stat().st_size for path in graphs[kind, name].parent.glob("model.onnx*"))
        for name in ("fp32", "int8", "int8_dynamic")
    }
    assert sizes["fp32"] > 1.3 * max(sizes["int8"], sizes["int8_dynamic"])


@pytest.mark.exhaustive
def test_torchs_own_exporter_gives_the_same_scores(
    learnt: dict[str, Learnt], tmp_path: Path
) -> None:
    hybrid = learnt["lfm2"]

    graph = export_graph(hybrid.checkpoint, tmp_path / "out", "fp32", exporter=Exporter.TORCH)

    assert max(_distances(hybrid.model, graph)) < 1e-3
    assert {path.name for path in graph.parent.iterdir()} <= {FILE, "model.onnx.data"}


@pytest.mark.slow
def test_what_an_exporter_cannot_do_is_reported_in_its_words(
    learnt: dict[str, Learnt], tmp_path: Path
) -> None:
    with pytest.raises(ExportError, match=r"nothing at all cannot be exported.*no config\.json"):
        run_steps(("trace", tmp_path, tmp_path / "out"), what="nothing at all")
