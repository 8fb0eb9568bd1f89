from __future__ import annotations

from typing import Any

import pytest
import torch
from tiny_policy import tiny_tokenizer
from torch.nn import functional

from trainer.errors import ModelError
from trainer.models.config import TinyLfm2
from trainer.models.lean_replies import attend_last
from trainer.models.tiny_lfm2 import build_lfm2
from trainer.models.trainable_model import Model
from trainer.sampler import Sampled, Sampler
from trainer.token_scorer import TokenScorer
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

VOCABULARY, PAD = 24, 0
ENDS = (1, 2, 3, 4)
PROMPTS = [[5, 6, 7], [8] * 9, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], [20], [9, 2] * 8]


def lfm2() -> Model:
    shape = TinyLfm2(hidden=32, heads=4, kv_heads=2, feed_forward=48, layers="caca")
    return build_lfm2(shape, vocabulary=VOCABULARY, pad=PAD, end=ENDS[0])


def llama() -> Model:
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=VOCABULARY,
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=128,
    )
    return LlamaForCausalLM(config)


def sharpened(model: Model) -> Model:
    """With larger weights, so that what was read matters and the odds differ."""
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(3.0)
    return model


@pytest.fixture(params=[lfm2, llama], ids=["lfm2", "llama"])
def model(request: pytest.FixtureRequest) -> Model:
    return sharpened(request.param())


def sampler_of(model: Model, **options: Any) -> Sampler:  # noqa: ANN401  of several types
    return Sampler(model, ends=ENDS, pad=PAD, **options)


def trained_log_probs(
    model: Model, prompt: list[int], reply: Sampled, temperature: float
) -> torch.Tensor:
    """What the training pass says, on one row without any padding."""
    ids = torch.tensor([[*prompt, *reply.tokens]])
    reader = TokenScorer(model)
    places = torch.arange(len(prompt) - 1, ids.shape[1] - 1)
    scores = reader.states(ids, places) @ reader.head.T / temperature
    return torch.log_softmax(scores, -1).gather(1, torch.tensor(reply.tokens)[:, None])[:, 0]


@pytest.mark.parametrize("temperature", [1.0, 0.7])
def test_log_probabilities_are_those_of_the_training_pass(model: Model, temperature: float) -> None:
    random = torch.Generator().manual_seed(3)
    prompts = PROMPTS * 4
    replies = sampler_of(model).sample(
        prompts, most_tokens=12, temperature=temperature, random=random
    )
    assert len({len(reply.tokens) for reply in replies}) > 2  # rows left at different times
    for prompt, reply in zip(prompts, replies, strict=True):
        expected = trained_log_probs(model, prompt, reply, temperature)
        assert torch.allclose(torch.tensor(reply.log_probs), expected, atol=1e-4)


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_rounded_weights_sample_nearly_alike_and_follow_the_model(temperature: float) -> None:
    model = lfm2()
    sampler = sampler_of(model, half=True)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    prompts = PROMPTS * 4
    for _ in range(2):
        replies = sampler.sample(
            prompts,
            most_tokens=12,
            temperature=temperature,
            random=torch.Generator().manual_seed(3),
        )
        assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())
        for prompt, reply in zip(prompts, replies, strict=True):
            expected = trained_log_probs(model, prompt, reply, temperature or 1.0)
            assert torch.allclose(torch.tensor(reply.log_probs), expected, atol=0.05)
            assert not torch.equal(torch.tensor(reply.log_probs), expected)
        with torch.no_grad():
            for weight in model.parameters():
                weight.mul_(1.1)
        before = {name: value.clone() for name, value in model.state_dict().items()}


def test_only_the_lean_pass_is_rounded() -> None:
    with pytest.raises(ModelError, match="bfloat16"):
        sampler_of(llama(), half=True)


@pytest.mark.parametrize("shared", [1, 2])
def test_attention_of_one_query_is_torchs(shared: int) -> None:
    random = torch.Generator().manual_seed(0)
    query = torch.randn(5, 2 * shared, 1, 8, generator=random)
    keys, values = torch.randn(2, 5, 2, 7, 8, generator=random)
    seen = torch.arange(7) <= torch.tensor([0, 2, 3, 6, 6])[:, None]
    expected = functional.scaled_dot_product_attention(
        query, keys, values, attn_mask=seen[:, None, None], enable_gqa=True
    )
    assert torch.allclose(attend_last(query, keys, values, seen), expected, atol=1e-6)


def test_what_was_read_is_forgotten_with_the_weights_it_was_read_with(model: Model) -> None:
    sampler, prompts = sampler_of(model), [[*range(5, 24), number] for number in (5, 6, 7)]
    for _ in range(3):
        for prompt, reply in zip(
            prompts,
            sampler.sample(prompts, most_tokens=6, random=torch.Generator().manual_seed(2)),
            strict=True,
        ):
            expected = trained_log_probs(model, prompt, reply, 1.0)
            assert torch.allclose(torch.tensor(reply.log_probs), expected, atol=1e-4)
        # A fused step is one that torch's count of changes does not tell of.
        model(torch.tensor(prompts)).logits.sum().backward()
        torch.optim.AdamW(model.parameters(), lr=0.01, fused=True).step()


def test_greedy_replies_are_the_likeliest_tokens(model: Model) -> None:
    for prompt, reply in zip(
        PROMPTS, sampler_of(model).sample(PROMPTS, most_tokens=6), strict=True
    ):
        ids = torch.tensor([[*prompt, *reply.tokens]])
        best = model(ids).logits[0].argmax(-1)[len(prompt) - 1 : -1]
        assert best.tolist() == list(reply.tokens)


def test_replies_end_with_an_end_or_at_the_most_tokens(model: Model) -> None:
    random = torch.Generator().manual_seed(0)
    replies = sampler_of(model).sample(PROMPTS * 6, most_tokens=5, temperature=2.0, random=random)
    assert {reply.ended for reply in replies} == {True, False}
    for reply in replies:
        assert (reply.tokens[-1] in ENDS) == reply.ended
        assert reply.ended or len(reply.tokens) == 5
        assert not set(ENDS) & set(reply.tokens[:-1])
        assert len(reply.tokens) == len(reply.log_probs)


def test_what_a_row_draws_does_not_depend_on_the_rows_beside_it(model: Model) -> None:
    drawn = [
        sampler_of(model, batch_tokens=size).sample(
            PROMPTS, most_tokens=8, temperature=1.0, random=torch.Generator().manual_seed(1)
        )
        for size in (1, 10_000)
    ]
    assert [reply.tokens for reply in drawn[0]] == [reply.tokens for reply in drawn[1]]


def test_the_model_is_left_as_it_was(model: Model) -> None:
    for training in (True, False):
        model.train(training)
        sampler_of(model).sample(PROMPTS, most_tokens=2)
        assert model.training is training


def test_no_prompts_have_no_replies(model: Model) -> None:
    assert sampler_of(model).sample([], most_tokens=2) == []


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return tiny_tokenizer(tmp_path_factory.mktemp("tokenizer"))


@pytest.mark.parametrize("temperature", [0.0, 1.5])
def test_constrained_replies_keep_to_their_grammar(
    tokenizer: PolicyTokenizer, temperature: float
) -> None:
    shape = TinyLfm2(hidden=32, heads=4, kv_heads=4, feed_forward=48, layers="ca")
    model = build_lfm2(shape, vocabulary=tokenizer.size, pad=tokenizer.pad, end=tokenizer.end)
    vocabulary = tokenizer.vocabulary()
    grammars = ['start: "Tap " /[0-9]{1,3}/', 'start: "Done" | "Give up"']
    prompts = [tokenizer.encode(text) for text in ("Task: a\n", "Task: a much longer one\n")] * 3
    replies = Sampler(model, ends=tokenizer.ends, pad=tokenizer.pad).sample(
        prompts,
        most_tokens=10,
        temperature=temperature,
        random=torch.Generator().manual_seed(0),
        constrain=lambda number: vocabulary.constrain(grammars[number % 2]),
    )
    for number, reply in enumerate(replies):
        assert reply.ended
        said = tokenizer.decode(reply.tokens)
        if number % 2:
            assert said in {"Done", "Give up"}
        else:
            assert said.startswith("Tap ")
            assert said.removeprefix("Tap ").isdecimal()
