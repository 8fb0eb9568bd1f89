import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from learnt_models import Learnt, random_checkpoint

from runtime.policies.bundle import EngineKind
from trainer.errors import ExportError
from trainer.export.files import write_files
from trainer.export.formats import FORMATS
from trainer.export.gguf.quantizer import quantize, tensor_types
from trainer.export.onnx.exporter import Exporter
from trainer.export.scorers import open_scorer
from trainer.models.checkpoint import ModelCheckpoint, open_checkpoint
from trainer.models.torch_checkpoint import load_model

# The models are taught when the first test wants them: minutes on a busy machine.

PROMPT = [int(token) for token in np.random.default_rng(5).integers(10, 400, 40)]


def _write(checkpoint: ModelCheckpoint, kind: str, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    files = write_files(checkpoint, FORMATS[kind], folder, folder, exporter=Exporter.AUTO)
    return folder / files.weights


def _scores(path: Path) -> np.ndarray:
    scorer = open_scorer(path, EngineKind.GGUF, context_tokens=256)
    scorer.begin(PROMPT[:7])
    scores = scorer.begin(PROMPT[:20])
    scores = scorer.go_on(PROMPT[20:])
    scorer.close()
    return scores


def _torch_scores(checkpoint: ModelCheckpoint) -> np.ndarray:
    with torch.inference_mode():
        found = load_model(checkpoint.folder)(input_ids=torch.tensor([PROMPT]))
    return found.logits[0, -1].numpy()


def _distance(found: np.ndarray, wanted: np.ndarray) -> float:
    return float(np.abs(found - wanted).max() / wanted.std())


@pytest.mark.parametrize("kind", ["llama", "lfm2"])
def test_scores_are_torchs_as_near_as_the_format_allows(
    kind: str, learnt: dict[str, Learnt], tmp_path: Path
) -> None:
    checkpoint = learnt[kind].checkpoint
    wanted = _torch_scores(checkpoint)

    distances = {
        name: _distance(_scores(_write(checkpoint, name, tmp_path / name)), wanted)
        for name in ("f32", "f16", "q8_0")
    }

    assert distances["f32"] < 0.02
    assert distances["f16"] < 0.05
    assert distances["q8_0"] < 0.25
    sizes = [
        (tmp_path / name / f"model-{name}.gguf").stat().st_size for name in ("f32", "f16", "q8_0")
    ]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("Qwen2Config", {"tie_word_embeddings": False}),
        ("Qwen3Config", {"head_dim": 32, "tie_word_embeddings": True}),
        ("LlamaConfig", {"attention_bias": True, "tie_word_embeddings": False}),
    ],
)
def test_architectures_that_were_not_trained_here_score_as_in_torch(
    kind: str, changes: dict[str, Any], tmp_path: Path
) -> None:
    checkpoint = random_checkpoint(tmp_path / "saved", kind, **changes)

    found = _scores(_write(checkpoint, "f32", tmp_path / "f32"))

    assert _distance(found, _torch_scores(checkpoint)) < 0.02


def test_weights_in_shards_are_those_in_one_file(learnt: dict[str, Learnt], tmp_path: Path) -> None:
    lfm2 = learnt["lfm2"]
    folder = tmp_path / "shards"
    lfm2.model.save_pretrained(folder, max_shard_size="60KB")
    assert len(list(folder.glob("*.safetensors"))) > 1
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copyfile(lfm2.checkpoint.folder / name, folder / name)

    one = _write(lfm2.checkpoint, "f16", tmp_path / "one")
    several = _write(open_checkpoint(folder), "f16", tmp_path / "several")

    assert _scores(one).tolist() == _scores(several).tolist()
    assert one.stat().st_size == several.stat().st_size


def test_rows_that_k_quants_do_not_fit_are_reported(
    learnt: dict[str, Learnt], tmp_path: Path
) -> None:
    # 64 numbers to a row: no block of 256.
    types = tensor_types(_write(learnt["llama"].checkpoint, "q4_k_m", tmp_path / "q4"))

    assert "Q4_K" not in types
    assert types["Q5_0"] > 5


def test_quantizing_what_is_no_model_is_an_error(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + bytes(100))

    with pytest.raises(ExportError, match=r"cannot write out\.gguf as q8_0"):
        quantize(broken, tmp_path / "out.gguf", "q8_0")


@pytest.fixture
def damaged(learnt: dict[str, Learnt], tmp_path: Path) -> Path:
    """A copy of a checkpoint to be damaged."""
    folder = tmp_path / "damaged"
    shutil.copytree(learnt["llama"].checkpoint.folder, folder)
    return folder


def _change_config(folder: Path, **changes: object) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_unknown_architecture_is_named(damaged: Path) -> None:
    _change_config(damaged, model_type="mamba9")

    with pytest.raises(ExportError, match=r"'mamba9' cannot be written as GGUF.*llama, qwen2"):
        _write(open_checkpoint(damaged), "f16", damaged)


def test_scaled_positions_are_refused(damaged: Path) -> None:
    _change_config(damaged, rope_parameters={"rope_type": "yarn", "factor": 4.0})

    with pytest.raises(ExportError, match="'yarn' rotary positions"):
        _write(open_checkpoint(damaged), "f16", damaged)


def test_truncated_weights_are_reported(damaged: Path) -> None:
    weights = damaged / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])

    with pytest.raises(ExportError, match=r"model\.safetensors cannot be read .*cut off"):
        _write(open_checkpoint(damaged), "f16", damaged)
    with pytest.raises(ExportError, match="cannot be loaded as a llama model"):
        load_model(damaged)


@pytest.mark.parametrize("change", ["missing", "unexpected", "mismatched"])
def test_weights_that_do_not_fit_the_config_are_reported(change: str, damaged: Path) -> None:
    from safetensors.torch import load_file, save_file

    weights = load_file(damaged / "model.safetensors")
    name = "model.layers.1.mlp.up_proj.weight"
    match change:
        case "missing":
            del weights[name]
        case "unexpected":
            weights[name.replace("up", "sideways")] = torch.zeros(2, 2)
        case _:
            weights[name] = torch.zeros(3, 3)
    save_file(weights, damaged / "model.safetensors", metadata={"format": "pt"})

    with pytest.raises(ExportError, match=r"layers\.1\.mlp\.(up|sideways)_proj"):
        load_model(damaged)


def test_tensor_that_llama_cpp_has_no_name_for_is_reported(damaged: Path) -> None:
    from safetensors.torch import load_file, save_file

    weights = load_file(damaged / "model.safetensors")
    weights["model.layers.1.mlp.sideways.weight"] = torch.zeros(2, 2)
    save_file(weights, damaged / "model.safetensors", metadata={"format": "pt"})

    with pytest.raises(ExportError, match=r"no tensor like model\.layers\.1\.mlp\.sideways"):
        _write(open_checkpoint(damaged), "f16", damaged)


def test_folder_without_weights_or_config_is_reported(damaged: Path) -> None:
    checkpoint = open_checkpoint(damaged)
    (damaged / "model.safetensors").unlink()
    with pytest.raises(ExportError, match=r"holds no model\.safetensors"):
        checkpoint.weights()
    (damaged / "config.json").unlink()
    with pytest.raises(ExportError, match=r"has no config\.json"):
        open_checkpoint(damaged)
    with pytest.raises(ExportError, match="is no folder"):
        open_checkpoint(damaged / "nowhere")
