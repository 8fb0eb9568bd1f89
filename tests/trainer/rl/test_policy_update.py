"""The update, held against what it must be by the definition, on a policy of a few weights."""

import math
from dataclasses import replace

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from toy_phone import ToyPolicy

from runtime.engine import TokenTrace
from trainer.optimizers import Optimizer, OptimizerConfig
from trainer.rl.losses import Clip
from trainer.rl.policy_update import Update, Updated, batched, update
from trainer.rl.trajectories import WeightedReply

FINE = OptimizerConfig(kind="adamw", adamw_rate=0.01, weight_decay=0.0, clip=0.0)


def _sample(
    screen: int, reply: int, advantage: float, *, weight: int = 1, iteration: int = 1
) -> WeightedReply:
    policy = ToyPolicy()
    said = float(policy.odds(0, screen)[reply].log())
    return WeightedReply(TokenTrace((0, screen), (reply,), (said,)), advantage, weight, iteration)


def _update(
    policy: ToyPolicy,
    samples: list[WeightedReply],
    *,
    clip: Clip | None = None,
    reference: ToyPolicy | None = None,
    **changes: float,
) -> Updated:
    options = {"kl": 0.0, **changes}
    return update(
        policy,
        Optimizer(policy.model, FINE),
        samples,
        iteration=1,
        clip=clip or Clip(),
        config=Update(**options),  # pyright: ignore[reportArgumentType]  counts are whole
        reference=reference,
    )


def test_what_was_good_becomes_likelier_and_what_was_bad_less_likely() -> None:
    policy = ToyPolicy()
    before = policy.odds(0, 0)

    _update(policy, [_sample(0, 1, 0.5), _sample(0, 2, -0.5)])

    after = policy.odds(0, 0)
    assert after[1] > before[1]
    assert after[2] < before[2]


def test_opposite_lessons_on_one_step_cancel_whatever_the_batches() -> None:
    policy = ToyPolicy()
    before = {name: value.clone() for name, value in policy.model.state_dict().items()}

    updated = _update(policy, [_sample(0, 1, 0.5), _sample(0, 1, -0.5)], batch_tokens=3)

    assert updated.gradient == pytest.approx(0, abs=1e-8)
    for name, value in policy.model.state_dict().items():
        torch.testing.assert_close(value, before[name], atol=1e-5, rtol=0)


@pytest.mark.parametrize("batch_tokens", [3, 7, 1000])
def test_batches_only_bound_the_memory(batch_tokens: int) -> None:
    samples = [_sample(n % 3, n % 4, 0.3 - 0.1 * n, weight=1 + n % 2) for n in range(8)]
    one, many = ToyPolicy(), ToyPolicy()

    whole = _update(one, samples)
    pieces = _update(many, samples, batch_tokens=batch_tokens)

    assert pieces.gradient == pytest.approx(whole.gradient, rel=1e-4)
    assert pieces.entropy == pytest.approx(whole.entropy, rel=1e-5)


def test_a_lesson_weighs_as_many_tries_as_gave_it() -> None:
    merged, apart = ToyPolicy(), ToyPolicy()

    once = _update(merged, [_sample(0, 1, 0.5, weight=3), _sample(1, 0, -0.5)])
    thrice = _update(apart, [_sample(0, 1, 0.5)] * 3 + [_sample(1, 0, -0.5)])

    assert once.gradient == pytest.approx(thrice.gradient, rel=1e-5)


def test_stale_lessons_count_less_where_the_policy_has_turned_away_from_them() -> None:
    turn = _sample(0, 1, 0.5).turn
    fresh = WeightedReply(turn, 0.5, 1, iteration=1)
    # Whoever said it found it four times as likely as the policy does now.
    likelier = TokenTrace(
        turn.prompt, turn.reply, (min(0.0, float(ToyPolicy().odds(0, 0)[1].log()) + 1.386),)
    )
    stale = WeightedReply(likelier, 0.5, 1, iteration=0)

    whole, part = _update(ToyPolicy(), [fresh]), _update(ToyPolicy(), [stale])

    assert (whole.stale, part.stale) == (0, 1)
    assert part.gradient == pytest.approx(whole.gradient / 4, rel=1e-3)


def test_replies_without_log_probabilities_are_taken_as_the_policys_own() -> None:
    said = _sample(0, 1, 0.5)
    unscored = WeightedReply(TokenTrace(said.turn.prompt, said.turn.reply), 0.5, 1, iteration=1)

    known, unknown = _update(ToyPolicy(), [said]), _update(ToyPolicy(), [unscored])

    assert unknown.gradient == pytest.approx(known.gradient, rel=1e-5)


def test_replies_without_log_probabilities_are_weighed_as_the_references() -> None:
    first = ToyPolicy(seed=5)
    with torch.no_grad():
        for weight in first.model.parameters():
            weight.mul_(20)
    reply = int(first.odds(0, 0).div(ToyPolicy().odds(0, 0)).argmax())
    prompt, likely = (0, 0), float(first.odds(0, 0)[reply].log())
    said = WeightedReply(TokenTrace(prompt, (reply,), (likely,)), 0.5, 1, iteration=0)
    unscored = WeightedReply(TokenTrace(prompt, (reply,)), 0.5, 1, iteration=1)

    known = _update(ToyPolicy(), [said])
    unknown = _update(ToyPolicy(), [unscored], reference=first)
    own = _update(ToyPolicy(), [unscored])

    assert unknown.stale == 1
    assert unknown.kl == 0
    assert unknown.gradient == pytest.approx(known.gradient, rel=1e-5)
    assert unknown.gradient < 0.9 * own.gradient


def test_the_reference_holds_the_policy_back_only_where_asked() -> None:
    free, held = ToyPolicy(), ToyPolicy()

    first = ToyPolicy(seed=5)
    assert _update(free, [_sample(0, 1, 0.5)], reference=first).kl == 0
    assert _update(held, [_sample(0, 1, 0.5)], reference=first, kl=1.0).kl > 0


def test_later_passes_are_clipped() -> None:
    held, free = ToyPolicy(), ToyPolicy()

    updated = _update(held, [_sample(0, 1, 1.0)], passes=60)
    _update(free, [_sample(0, 1, 1.0)], clip=Clip(high=100.0), passes=60)

    assert updated.clipped > 0.1
    assert held.odds(0, 0)[1] < free.odds(0, 0)[1]


def test_without_lessons_nothing_happens() -> None:
    policy = ToyPolicy()

    assert _update(policy, []) == Updated()
    for name, value in policy.model.state_dict().items():
        assert torch.equal(value, ToyPolicy().model.state_dict()[name])


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30), st.integers(1, 100))
def test_batches_hold_every_lesson_once_and_stay_small(sizes: list[int], most: int) -> None:
    samples = [
        WeightedReply(TokenTrace((0,) * size, (1,)), 1.0, 1, number)
        for number, size in enumerate(sizes)
    ]

    batches = list(batched(samples, most))

    assert sorted(sample.iteration for batch in batches for sample in batch) == list(
        range(len(sizes))
    )
    for batch in batches:
        assert len(batch) == 1 or len(batch) * max(sample.size for sample in batch) <= most


@pytest.mark.parametrize(("told", "share"), [(0.0, 1.0), (1.0, math.exp(-1)), (-1.0, 1.0)])
def test_odds_computed_elsewhere_weigh_a_reply_by_what_the_policy_gives_it(
    told: float, share: float
) -> None:
    sample = _sample(0, 1, 0.5)
    own = sample.turn.log_probs
    assert own is not None
    turn = replace(sample.turn, log_probs=(own[0] + told,))
    gradients: list[float] = []
    for samples, elsewhere in (([sample], False), ([replace(sample, turn=turn)], True)):
        policy = ToyPolicy()
        updated = update(
            policy,
            Optimizer(policy.model, FINE),
            samples,
            iteration=1,
            clip=Clip(),
            config=Update(kl=0.0, stale_cap=1.0),
            elsewhere=elsewhere,
        )
        gradients.append(updated.gradient)

    assert gradients[1] == pytest.approx(share * gradients[0], rel=1e-4)
