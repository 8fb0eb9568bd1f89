"""A deeper policy says the same until it is trained, and its new layers learn."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from trainer.commands.deepen import deepen
from trainer.errors import InvalidDataRequest, ModelError
from trainer.facts import PolicyFacts, read_facts, write_facts
from trainer.models.config import TinyLfm2
from trainer.models.tiny_lfm2 import build_lfm2
from trainer.models.trainable_model import load_model, save_model

SHAPE = TinyLfm2(hidden=32, heads=2, kv_heads=2, feed_forward=64, layers="caca")
IDS = torch.tensor([[5, 9, 2, 31, 7]])


@pytest.fixture
def shallow(tmp_path: Path) -> Path:
    folder = tmp_path / "shallow"
    folder.mkdir()
    model = build_lfm2(replace(SHAPE, seed=3), vocabulary=40, pad=0, end=1)
    save_model(model, folder)
    write_facts(folder, PolicyFacts(recipe=("made up",)))
    return folder


def test_a_deeper_policy_says_the_same_at_first_and_its_new_layers_learn(
    shallow: Path, tmp_path: Path
) -> None:
    deepen(shallow, tmp_path / "deep", layers=2)

    before, deeper = load_model(shallow), load_model(tmp_path / "deep")
    assert deeper.config.num_hidden_layers == 6
    assert deeper.config.layer_types[-2:] == ["conv", "full_attention"]
    assert torch.equal(before(IDS).logits, deeper(IDS).logits)
    assert read_facts(tmp_path / "deep").recipe == (
        "made up",
        "2 more layers, with outputs of zero",
    )
    loss = torch.nn.functional.cross_entropy(deeper(IDS).logits[0, :-1], IDS[0, 1:])
    loss.backward()
    learning = {
        name
        for name, weight in deeper.named_parameters()
        if weight.grad is not None and weight.grad.abs().max() > 0
    }
    assert {f"model.layers.{layer}.feed_forward.w2.weight" for layer in (4, 5)} <= learning


@pytest.mark.parametrize("layers", [0, 5])
def test_only_layers_that_are_there_are_put_in_again(
    shallow: Path, tmp_path: Path, layers: int
) -> None:
    with pytest.raises(InvalidDataRequest, match="from 1 to 4"):
        deepen(shallow, tmp_path / "deep", layers=layers)
    assert not (tmp_path / "deep").exists()


def test_another_model_is_refused(tmp_path: Path) -> None:
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=40,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=1,
        num_attention_heads=2,
    )
    save_model(LlamaForCausalLM(config), tmp_path)
    with pytest.raises(ModelError, match="no LFM2"):
        deepen(tmp_path, tmp_path / "deep", layers=1)
