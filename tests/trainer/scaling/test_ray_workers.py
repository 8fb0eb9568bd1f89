"""Two local Ray workers. Ray is started once: that takes most of the time."""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from ray_toys import ToyOutfit
from toy_phone import ToyLanguage, ToyPhones, ToyPolicy
from toy_training import ToyTrainings

from runtime.engine import TokenTrace
from trainer.errors import InvalidDataRequest
from trainer.rl.config import Rollouts, RolloutWorkerResources
from trainer.rl.deciders import Draws, SamplingDecider
from trainer.rl.lockstep import RolloutTimes
from trainer.rl.recipe import train
from trainer.rl.rewards import Rewards
from trainer.rl.rollout_workers import LocalRolloutWorkers, RolloutConditions, RolloutJob
from trainer.rl.trajectories import Trajectory, TrajectoryGroup
from trainer.scaling.ray_workers import RayAddress, RayRolloutWorkers, read_address

TERMS = RolloutConditions(tries=4, rewards=Rewards(), most_live=64)
JOBS = [RolloutJob(number, "mock", f"toy.{number % 3}#{number % 3}") for number in range(4)]
DEADLY = JOBS[2].task


@pytest.fixture(scope="module")
def policy() -> ToyPolicy:
    return ToyPolicy(seed=5)


@pytest.fixture(scope="module")
def deaths(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As many files as there are, so often a worker dies of the deadly task."""
    return tmp_path_factory.mktemp("deaths")


@pytest.fixture(scope="module")
def workers(policy: ToyPolicy, deaths: Path) -> Iterator[RayRolloutWorkers]:
    made = RayRolloutWorkers(
        RayAddress(2),
        RolloutWorkerResources(patience_s=150),
        ToyOutfit(DEADLY, deaths),
        TERMS,
        policy.model.state_dict,
        seed=3,
        longest_prompt=8,
    )
    with pytest.MonkeyPatch.context() as patched:
        # Workers must find what the tests share.
        patched.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        made.start()
        yield made
        made.close()


def _roll(
    workers: RayRolloutWorkers | LocalRolloutWorkers,
    iteration: int,
    *,
    policy_of: int | None = None,
) -> list[TrajectoryGroup]:
    workers.begin(JOBS, iteration, policy_of=iteration if policy_of is None else policy_of)
    return workers.finish(RolloutTimes())


def _here(policy: ToyPolicy) -> LocalRolloutWorkers:
    decider = SamplingDecider(policy, ToyLanguage(), Draws(3), longest_prompt=8)
    return LocalRolloutWorkers({"mock": ToyPhones(screens=1, goals=3)}, lambda _: decider, TERMS)


def _words(groups: list[TrajectoryGroup]) -> list[TrajectoryGroup]:
    """Everything but how likely replies were."""

    def bare(turn: TokenTrace) -> TokenTrace:
        return replace(turn, log_probs=None)

    def bare_try(each: Trajectory) -> Trajectory:
        return replace(each, turns=tuple(map(bare, each.turns)))

    return [replace(group, tries=tuple(map(bare_try, group.tries))) for group in groups]


def _log_probs(groups: list[TrajectoryGroup]) -> list[float]:
    turns = [turn for group in groups for each in group.tries for turn in each.turns]
    return [one for turn in turns for one in turn.log_probs or ()]


def _assert_same(some: list[TrajectoryGroup], others: list[TrajectoryGroup]) -> None:
    assert _words(some) == _words(others)
    # Batches of other sizes round the last digits otherwise.
    assert _log_probs(some) == pytest.approx(_log_probs(others), abs=1e-4)


def test_a_crew_that_never_started_starts_nothing_to_close(
    policy: ToyPolicy, tmp_path: Path
) -> None:
    ray = pytest.importorskip("ray")
    before = ray.is_initialized()
    workers = RayRolloutWorkers(
        RayAddress(1),
        RolloutWorkerResources(),
        ToyOutfit(DEADLY, tmp_path),
        TERMS,
        policy.model.state_dict,
        seed=3,
        longest_prompt=8,
    )

    workers.close()

    assert ray.is_initialized() is before


@pytest.mark.slow
def test_workers_make_the_rollouts_that_this_process_would(
    workers: RayRolloutWorkers, policy: ToyPolicy
) -> None:
    pace = RolloutTimes()
    workers.begin(JOBS, 1, policy_of=1)
    elsewhere = workers.finish(pace)

    _assert_same(elsewhere, _roll(_here(policy), 1))
    assert pace.steps == sum(len(each.turns) for group in elsewhere for each in group.tries) > 0


@pytest.mark.slow
def test_workers_get_the_weights_of_each_iteration(
    workers: RayRolloutWorkers, policy: ToyPolicy
) -> None:
    before = {name: each.clone() for name, each in policy.model.state_dict().items()}
    with torch.no_grad():
        for weight in policy.model.parameters():
            weight.mul_(20)

    changed = _roll(workers, 2)
    stale = _roll(workers, 3, policy_of=2)

    _assert_same(changed, _roll(_here(policy), 2))
    assert {each.iteration for group in changed for each in group.tries} == {2}
    assert {each.iteration for group in stale for each in group.tries} == {2}
    policy.model.load_state_dict(before)
    unchanged = _log_probs(_roll(_here(policy), 2))
    assert _log_probs(changed) != pytest.approx(unchanged, abs=1e-4)


@pytest.mark.slow
def test_a_dead_workers_tasks_are_tried_by_another(
    workers: RayRolloutWorkers, policy: ToyPolicy, deaths: Path
) -> None:
    before = workers.replaced
    (deaths / "1").touch()

    groups = _roll(workers, 4)

    assert list(deaths.iterdir()) == []
    assert workers.replaced == before + 1
    _assert_same(groups, _roll(_here(policy), 4))


@pytest.mark.slow
def test_tasks_of_which_two_workers_died_are_faults(
    workers: RayRolloutWorkers, policy: ToyPolicy, deaths: Path
) -> None:
    before = workers.replaced
    (deaths / "1").touch()
    (deaths / "2").touch()

    groups, later = _roll(workers, 5), _roll(workers, 6)

    assert workers.replaced == before + 2
    # Jobs 0 and 2 were in the same hands.
    assert [len(group.tries) for group in groups] == [0, 4, 0, 4]
    assert [len(group.faults) for group in groups] == [4, 0, 4, 0]
    assert "two rollout workers died" in groups[2].faults[0].error
    _assert_same(later, _roll(_here(policy), 6))


@pytest.mark.slow
def test_a_training_ahead_of_its_updates_weighs_what_is_stale(
    workers: RayRolloutWorkers, tmp_path: Path
) -> None:
    training = ToyTrainings(tmp_path)(
        ToyPhones(screens=1, goals=3), iterations=3, rollouts=Rollouts(groups=4, tries=4), seed=3
    )
    ahead = replace(
        workers,
        weights=training.policy.model.state_dict,
        workers=RolloutWorkerResources(patience_s=150, ahead=True),
    )

    lines = list(train(replace(training, workers=ahead)))

    assert [line["iteration"] for line in lines] == [1, 2, 3]
    assert [line["tries"] for line in lines] == [16, 16, 16]
    assert lines[0]["stale_lessons"] == 0
    for line in lines[1:]:
        assert line["stale_lessons"] == line["lessons"]
    assert sum(line["lessons"] for line in lines[1:]) > 0


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("ray:2", RayAddress(2)),
        ("ray:16@auto", RayAddress(16, "auto")),
        ("ray:3@10.0.0.1:6379", RayAddress(3, "10.0.0.1:6379")),
    ],
)
def test_workers_are_named_in_a_word(words: str, address: RayAddress) -> None:
    assert read_address(words) == address


@pytest.mark.parametrize("words", ["ray", "ray:0", "ray:-1", "dask:2", "ray:2@"])
def test_other_words_are_refused(words: str) -> None:
    with pytest.raises(InvalidDataRequest, match="ray:COUNT"):
        read_address(words)
