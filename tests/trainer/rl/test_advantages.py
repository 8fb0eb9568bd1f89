import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.engine import TokenTrace
from trainer.rl.advantages import Credit, has_signal, trajectory_advantages, weighted_replies
from trainer.rl.trajectories import Trajectory

REWARDS = st.lists(st.sampled_from([-0.1, 0.0, 0.5, 1.0]), min_size=1, max_size=8)
TURNS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=6)
TRIES = st.lists(st.tuples(TURNS, st.sampled_from([-0.1, 0.0, 1.0])), min_size=1, max_size=6)


def _try(turns: list[tuple[int, int]], reward: float, iteration: int = 1) -> Trajectory:
    said = tuple(TokenTrace((prompt,), (reply,), (-1.0,)) for prompt, reply in turns)
    return Trajectory("mock", "t#1", "single", said, reward, reward > 0, iteration)


@given(rewards=REWARDS, by_deviation=st.booleans())
def test_the_advantages_of_a_group_sum_to_zero(*, rewards: list[float], by_deviation: bool) -> None:
    advantages = trajectory_advantages(rewards, by_deviation=by_deviation)

    assert sum(advantages) == pytest.approx(0, abs=1e-9)


@given(REWARDS)
def test_who_ended_better_has_the_larger_advantage(rewards: list[float]) -> None:
    advantages = trajectory_advantages(rewards)

    by_reward = sorted(zip(rewards, advantages, strict=True))
    assert [advantage for _, advantage in by_reward] == sorted(advantages)


@given(REWARDS.filter(lambda rewards: len(set(rewards)) > 1), st.floats(0.1, 100))
def test_by_deviation_the_scale_of_rewards_does_not_matter(
    rewards: list[float], scale: float
) -> None:
    plain = trajectory_advantages(rewards, by_deviation=True)
    scaled = trajectory_advantages([scale * reward for reward in rewards], by_deviation=True)

    assert scaled == pytest.approx(plain, rel=1e-6)


@given(TRIES, st.sampled_from([0.0, 1.0]))
def test_tries_that_end_alike_teach_nothing(tries: list, reward: float) -> None:
    assert not has_signal([reward] * len(tries))
    assert weighted_replies([_try(turns, reward) for turns, _ in tries]) == []


@given(TRIES)
def test_on_each_shared_prompt_weighted_advantages_sum_to_zero(tries: list) -> None:
    group = [_try(turns, reward) for turns, reward in tries]
    sums: dict[tuple[int, ...], float] = {}
    for sample in weighted_replies(group):
        sums[sample.turn.prompt] = (
            sums.get(sample.turn.prompt, 0) + sample.advantage * sample.weight
        )

    for prompt, total in sums.items():
        seen_by = sum(any(turn.prompt == prompt for turn in each.turns) for each in group)
        if seen_by > 1:
            assert total == pytest.approx(0, abs=1e-9)


@given(TRIES)
def test_equal_steps_become_one_lesson_that_weighs_as_many_tries(tries: list) -> None:
    group = [_try(turns, reward) for turns, reward in tries]
    samples = weighted_replies(group)
    steps = [(sample.turn.prompt, sample.turn.reply) for sample in samples]

    assert len(steps) == len(set(steps))
    for sample in samples:
        assert sample.weight == sum(sample.turn in each.turns for each in group)


def test_a_step_that_all_tries_share_is_not_taught() -> None:
    won, lost = _try([(0, 0), (1, 1)], 1.0), _try([(0, 0), (1, 2)], 0.0)

    samples = weighted_replies([won, lost])

    taught = {(sample.turn.prompt[0], sample.turn.reply[0]): sample.advantage for sample in samples}
    assert taught == {(1, 1): 0.5, (1, 2): -0.5}


def test_a_reply_is_judged_by_all_tries_that_gave_it() -> None:
    group = [_try([(0, 0)], 1.0), _try([(0, 0)], 0.0), _try([(0, 1)], 0.0), _try([(0, 1)], 0.0)]

    taught = {
        sample.turn.reply[0]: (sample.advantage, sample.weight)
        for sample in weighted_replies(group)
    }

    assert taught == {0: (0.25, 2), 1: (-0.25, 2)}


def test_steps_taken_alone_get_the_scaled_advantage_of_their_try() -> None:
    group = [
        _try([(0, 0), (5, 0)], 1.0),
        _try([(0, 1)], 0.0),
        _try([(0, 1)], 0.0),
        _try([(0, 1)], 0.0),
    ]

    samples = weighted_replies(group, Credit(alone=0.5))

    (alone,) = [sample for sample in samples if sample.turn.prompt == (5,)]
    assert alone.advantage == pytest.approx(0.5 * 0.75)


def test_what_was_wrong_can_be_spared() -> None:
    group = [_try([(0, 0)], 1.0), _try([(0, 1)], 0.0)]

    samples = weighted_replies(group, Credit(negative=0.5))

    assert [sample.advantage for sample in samples] == [0.5, -0.25]


def test_a_lesson_remembers_whose_policy_said_it() -> None:
    group = [_try([(0, 0)], 1.0, iteration=2), _try([(0, 1)], 0.0, iteration=7)]

    assert [sample.iteration for sample in weighted_replies(group)] == [2, 7]
