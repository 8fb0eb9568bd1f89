"""One way to read pictures, for training and for sampling."""

from __future__ import annotations

import pytest
import torch
from seeing_policy import SIGHT, seeing_model, seeing_tokenizer
from torch_twin import picture, png

from runtime.observation import Screenshot
from trainer.errors import ModelError
from trainer.models.trainable_model import Model
from trainer.rl.reply_scores import score_replies
from trainer.sampler import Sampler
from trainer.token_scorer import TokenScorer
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer
from trainer.vision.encoder import VisionEncoder
from trainer.vision.pictures import ImageBuffer
from trainer.vision.tokenizers import shown

SIZES = [(96, 256), (128, 96), (256, 96)]


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return seeing_tokenizer(tmp_path_factory.mktemp("tokenizer"))


@pytest.fixture(scope="module")
def model(tokenizer: PolicyTokenizer) -> Model:
    return seeing_model(tokenizer, louder=3.0).eval()


@pytest.fixture
def album() -> ImageBuffer:
    return ImageBuffer()


def shot(seed: int, size: tuple[int, int]) -> Screenshot:
    return Screenshot(png(picture(*size, seed=seed)), "image/png", *size)


def prompt_of(
    tokenizer: PolicyTokenizer, album: ImageBuffer, text: str, seed: int, size: tuple[int, int]
) -> tuple[int, ...]:
    pieces: list[str | list[int]] = [shown(tokenizer, SIGHT, album)(shot(seed, size)), text]
    return tuple(tokenizer.encode_prompt(pieces))


def several(tokenizer: PolicyTokenizer, album: ImageBuffer) -> list[tuple[int, ...]]:
    """Prompts of various lengths and pictures; two are alike."""
    texts = ["Turn on Wi-Fi", "Open", "Open the clock and set an alarm", "a", "Open", "x"]
    return [
        prompt_of(tokenizer, album, text, number % 2, SIZES[number % 3])
        for number, text in enumerate(texts)
    ] + [prompt_of(tokenizer, album, "Open", 1, SIZES[1])]


@pytest.mark.parametrize("temperature", [1.0, 0.7])
def test_replies_are_as_likely_in_training_as_when_they_were_sampled(
    tokenizer: PolicyTokenizer, model: Model, album: ImageBuffer, temperature: float
) -> None:
    prompts = several(tokenizer, album)
    encoder = VisionEncoder(model, album, SIGHT)
    # Any of these may end a reply, so that rows leave the batch at different times.
    sampler = Sampler(model, ends=range(60), pad=tokenizer.pad, encoder=encoder)

    said = sampler.sample(
        prompts, most_tokens=12, temperature=temperature, random=torch.Generator().manual_seed(1)
    )
    scores = score_replies(
        TokenScorer(model, encoder=encoder),
        prompts,
        [each.tokens for each in said],
        pad=tokenizer.pad,
        temperature=temperature,
    )

    assert len({len(each.tokens) for each in said}) > 2
    sampled = torch.tensor([log_prob for each in said for log_prob in each.log_probs])
    torch.testing.assert_close(scores.log_probs.detach(), sampled, atol=1e-4, rtol=0)


def test_the_odds_are_those_of_transformers_own_pass(
    tokenizer: PolicyTokenizer, model: Model, album: ImageBuffer
) -> None:
    ids = torch.tensor([prompt_of(tokenizer, album, "Open the clock", 3, SIZES[0])])
    (key,) = {int(token) for token in ids[0] if token < 0}
    patches, grid = SIGHT.look(album.data(key))
    plain = torch.where(ids < 0, model.config.image_token_id, ids)
    with torch.no_grad():
        theirs = model(
            input_ids=plain,
            pixel_values=torch.from_numpy(patches),
            image_grid_thw=torch.tensor([grid]),
            mm_token_type_ids=(ids < 0).int(),
        ).logits[0]

        reader = TokenScorer(model, encoder=VisionEncoder(model, album, SIGHT))
        ours = reader.states(ids, torch.arange(ids.shape[1])) @ reader.head.T

    torch.testing.assert_close(ours, theirs, atol=1e-4, rtol=1e-4)


def test_what_a_picture_shows_and_where_changes_the_odds(
    tokenizer: PolicyTokenizer, model: Model, album: ImageBuffer
) -> None:
    reader = TokenScorer(model, encoder=VisionEncoder(model, album, SIGHT))
    prompts = [prompt_of(tokenizer, album, "Open", seed, SIZES[0]) for seed in (0, 1)]
    with torch.no_grad():
        one, other = (
            score_replies(reader, [prompt], [(5,)], pad=tokenizer.pad).log_probs
            for prompt in prompts
        )
    assert float((one - other).abs()) > 1e-4


def test_a_token_for_pictures_that_a_model_says_is_no_picture(
    tokenizer: PolicyTokenizer, model: Model, album: ImageBuffer
) -> None:
    prompts = several(tokenizer, album)[:2]
    image = model.config.image_token_id
    reader = TokenScorer(model, encoder=VisionEncoder(model, album, SIGHT))
    scores = score_replies(reader, prompts, [(image, 7), (image, image)], pad=tokenizer.pad)
    assert torch.isfinite(scores.log_probs).all()


def test_pictures_are_learnt_to_be_seen(
    tokenizer: PolicyTokenizer, model: Model, album: ImageBuffer
) -> None:
    prompts = several(tokenizer, album)[:2]
    reader = TokenScorer(model, encoder=VisionEncoder(model, album, SIGHT))
    score_replies(reader, prompts, [(7,), (8,)], pad=tokenizer.pad).log_probs.sum().backward()
    gradient = model.model.visual.patch_embed.proj.weight.grad
    model.zero_grad()
    assert gradient is not None
    assert float(gradient.abs().max()) > 0


def test_prompts_for_another_size_of_pictures_are_refused(
    tokenizer: PolicyTokenizer, model: Model, album: ImageBuffer
) -> None:
    ids = torch.tensor([prompt_of(tokenizer, album, "Open", 0, SIZES[0])])
    with pytest.raises(ModelError, match="another size"):
        VisionEncoder(model, album, SIGHT.at_most(8)).read(ids)
