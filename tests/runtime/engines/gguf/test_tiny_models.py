from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file
from tiny_models import tiny_lfm2, tiny_llama, tiny_lora, tiny_qwen35, torch_folder
from torch_twin import tokenizer, torch_logits, torch_model

from runtime.engines.gguf.context import Context, ContextSize, Stretch
from runtime.engines.gguf.model import Model

TEXT = 'Task: open Settings at 7:30. ünï <|im_end|>\n<|im_start|>assistant\n{"name": "click"'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


def _read(path: Path, *, adapter: Path | None = None) -> tuple[list[int], np.ndarray]:
    model = Model.load(path)
    if adapter:
        model.add_adapter(adapter)
    context = Context(model, ContextSize(cells=256, sequences=1, batch=128))
    tokens = model.tokens(TEXT, markup=True)
    assert context.evaluate([Stretch(0, 0, tokens, ask=True)]) == 0
    logits = context.logits(-1).copy()
    context.close()
    model.close()
    return tokens, logits


@pytest.mark.parametrize("kind", ["llama", "lfm2", "qwen35"])
def test_llama_cpp_and_torch_agree_on_tokens_and_logits(folder: Path, kind: str) -> None:
    makers = {"llama": tiny_llama, "lfm2": tiny_lfm2, "qwen35": lambda at: tiny_qwen35(at).text}
    path = makers[kind](folder)

    tokens, ours = _read(path)

    assert tokens == tokenizer(torch_folder(path)).encode(TEXT).ids
    theirs = torch_logits(torch_folder(path), tokens)
    assert np.corrcoef(ours, theirs)[0, 1] > 0.9999
    assert ours.argmax() == theirs.argmax()


def test_another_seed_gives_another_model(folder: Path) -> None:
    one, other = tiny_llama(folder, seed=0), tiny_llama(folder, seed=1)

    assert np.corrcoef(_read(one)[1], _read(other)[1])[0, 1] < 0.5


def test_the_adapter_changes_the_logits_as_adding_its_product_does(folder: Path) -> None:
    import gguf
    import torch

    base = tiny_llama(folder)
    adapter = tiny_lora(folder, base)
    tokens, plain = _read(base)

    _, adapted = _read(base, adapter=adapter)

    model = torch_model(torch_folder(base))
    before = {name: value.clone() for name, value in model.state_dict().items()}
    pairs = {str(t.name): np.array(t.data) for t in gguf.GGUFReader(adapter).tensors}
    names = {"attn_v": "self_attn.v_proj", "ffn_down": "mlp.down_proj"}
    changed = dict(before)
    for layer in range(2):
        for ours, theirs in names.items():
            place = f"blk.{layer}.{ours}.weight"
            down, up = pairs[f"{place}.lora_a"], pairs[f"{place}.lora_b"]
            added = torch.tensor(8.0 / len(down) * up @ down)
            changed[f"model.layers.{layer}.{theirs}.weight"] = (
                before[f"model.layers.{layer}.{theirs}.weight"] + added
            )
    model.load_state_dict(changed)
    expected = torch_logits(torch_folder(base), tokens)
    model.load_state_dict(before)
    assert np.corrcoef(adapted, expected)[0, 1] > 0.9999
    assert adapted.argmax() == expected.argmax() != plain.argmax()


def test_making_a_model_again_gives_the_same_file_and_does_not_write(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()
    path = tiny_llama(first)
    written = path.stat().st_mtime_ns

    assert tiny_llama(first).stat().st_mtime_ns == written
    assert tiny_llama(second).read_bytes() == path.read_bytes()
    ours, theirs = (
        load_file(torch_folder(p) / "model.safetensors") for p in (path, tiny_llama(second))
    )
    assert all(np.array_equal(ours[name], theirs[name]) for name in ours)
