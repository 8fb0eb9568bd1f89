from __future__ import annotations

from pathlib import Path

import pytest
import torch
from seeing_policy import SHAPE, SIGHT, seeing_model, seeing_tokenizer
from tiny_models import tiny_qwen35
from torch_twin import picture, png

from runtime.observation import Screenshot
from runtime.prompts.format import ChatMarkup
from trainer.errors import BadConfig, ModelError, TokenizerError
from trainer.models.config import Lora, ModelConfig, TinyLfm2, TinyQwen35, read_model
from trainer.models.trainable_model import Model, can_see, load_model, open_model, save_model
from trainer.rl.reply_scores import score_replies
from trainer.tables import Table
from trainer.token_scorer import TokenScorer
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer
from trainer.vision.encoder import VisionEncoder
from trainer.vision.image_settings import read_image_settings
from trainer.vision.pictures import ImageBuffer
from trainer.vision.tokenizers import adopt_tokenizer, shown


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return seeing_tokenizer(tmp_path_factory.mktemp("tokenizer"))


def odds(model: Model, tokenizer: PolicyTokenizer) -> torch.Tensor:
    album = ImageBuffer()
    show = shown(tokenizer, SIGHT, album)
    screen = Screenshot(png(picture(96, 256)), "image/png", 96, 256)
    prompt = tuple(tokenizer.encode_prompt([show(screen), "Open"]))
    reader = TokenScorer(model, encoder=VisionEncoder(model, album, SIGHT))
    with torch.no_grad():
        return score_replies(reader, [prompt], [(5, 6, 7)], pad=tokenizer.pad).log_probs


def trained(model: Model) -> set[str]:
    return {name for name, weight in model.named_parameters() if weight.requires_grad}


def test_a_saved_model_reads_exactly_as_before(tokenizer: PolicyTokenizer, tmp_path: Path) -> None:
    model = seeing_model(tokenizer, louder=2.0).eval()
    save_model(model, tmp_path)
    again = load_model(tmp_path).eval()
    assert can_see(again)
    assert torch.equal(odds(again, tokenizer), odds(model, tokenizer))


def test_the_configured_shape_has_between_one_and_two_million_weights(
    tokenizer: PolicyTokenizer,
) -> None:
    model = open_model(ModelConfig(TinyQwen35()), tokenizer)
    assert 1_000_000 < sum(weight.numel() for weight in model.parameters()) < 2_000_000


def test_frozen_eyes_are_not_trained(tokenizer: PolicyTokenizer) -> None:
    free = trained(open_model(ModelConfig(SHAPE), tokenizer))
    frozen = trained(open_model(ModelConfig(SHAPE, freeze_vision=True), tokenizer))
    assert frozen == {name for name in free if ".visual." not in name}
    assert frozen < free


@pytest.mark.parametrize("frozen", [True, False])
def test_lora_leaves_frozen_eyes_alone(tokenizer: PolicyTokenizer, *, frozen: bool) -> None:
    config = ModelConfig(SHAPE, Lora(rank=2), freeze_vision=frozen)
    names = trained(open_model(config, tokenizer))
    assert all("lora_" in name for name in names)
    assert any("language_model" in name for name in names)
    assert any(".visual." in name for name in names) is not frozen


def test_a_model_with_lora_is_saved_whole(tokenizer: PolicyTokenizer, tmp_path: Path) -> None:
    model = open_model(ModelConfig(SHAPE, Lora(rank=2), freeze_vision=True), tokenizer).eval()
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if "lora_B" in name:
                weight.normal_(0, 0.3)
    save_model(model, tmp_path)
    again = load_model(tmp_path).eval()
    torch.testing.assert_close(odds(again, tokenizer), odds(model, tokenizer), atol=1e-4, rtol=0)
    plain = open_model(ModelConfig(SHAPE), tokenizer)
    assert (odds(again, tokenizer) - odds(plain, tokenizer)).abs().max() > 1e-3


def test_eyes_that_are_not_there_cannot_be_frozen(tokenizer: PolicyTokenizer) -> None:
    with pytest.raises(ModelError, match="freeze_vision"):
        open_model(ModelConfig(TinyLfm2(), freeze_vision=True), tokenizer)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"layers": "daad"}, "layers"),
        ({"layers": "ca"}, "layers"),
        ({"hidden": 100}, "hidden"),
        ({"eye_hidden": 30}, "eye_hidden"),
        ({"eye_layers": 0}, "below 1"),
    ],
)
def test_shapes_that_make_no_sense_are_refused(entries: dict[str, object], message: str) -> None:
    with pytest.raises(BadConfig, match=message):
        read_model(Table("model", {"kind": "qwen3.5", **entries}))


def test_a_published_models_own_chat_markup_is_taken_over(tmp_path: Path) -> None:
    files = tiny_qwen35(tmp_path)
    (files.torch_folder / "chat_template.jinja").write_text(
        "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
        "{% if add_generation_prompt %}<|im_start|>assistant\n<think>\n{% endif %}"
    )
    tokenizer = adopt_tokenizer(files.torch_folder, tmp_path / "adopted")
    assert tokenizer.facts.chat == ChatMarkup(
        "<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n", "<|im_end|>"
    )
    assert read_image_settings(files.torch_folder).cell_px == 32
    assert adopt_tokenizer(tmp_path / "adopted", tmp_path / "again").folder == tmp_path / "adopted"


def test_a_model_without_a_chat_template_is_refused(tmp_path: Path) -> None:
    files = tiny_qwen35(tmp_path)
    (files.torch_folder / "chat_template.jinja").unlink(missing_ok=True)
    with pytest.raises(TokenizerError, match="chat template"):
        adopt_tokenizer(files.torch_folder, tmp_path / "adopted")
