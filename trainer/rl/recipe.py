"""The whole training by reward, from top to bottom.

Every iteration: choose tasks, try each of them several times on phones in lock-step, compare the
tries of a task with each other, update the policy once, write it all down. Nothing but the state that
a checkpoint holds goes over from one iteration to the next, so that an interrupted training ends as an
uninterrupted one does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

from phoneworld import WordingSet
from phoneworld.catalogue import CatalogueFacts
from runtime.turn.decider import Decider
from runtime.turn.start import AT_ONCE, Opening
from trainer.checkpoints import Checkpoints
from trainer.data.environments import Environment
from trainer.errors import TrainingError
from trainer.optimizers import Optimizer
from trainer.process_group import ProcessGroup
from trainer.rl import journal
from trainer.rl.advantages import has_signal, weighted_replies
from trainer.rl.config import RlConfig
from trainer.rl.curriculum import Curriculum, places
from trainer.rl.deciders import Draws, SamplingDecider
from trainer.rl.language import Language
from trainer.rl.lockstep import RolloutTimes
from trainer.rl.policy import Policy
from trainer.rl.policy_update import update
from trainer.rl.replay import ReplaySample
from trainer.rl.rollout_workers import (
    LocalRolloutWorkers,
    RolloutConditions,
    RolloutJob,
    RolloutWorkers,
)
from trainer.rl.shared_workers import SharedRolloutWorkers
from trainer.rl.streams import seed_of, stream
from trainer.rl.trajectories import TrajectoryGroup

CHECKPOINTS = "checkpoints"
MODEL = "model"
"""The folder of the trained policy, in the folder of its training."""


@dataclass(frozen=True, slots=True)
class Training:
    """What is trained, on what, and where it is written.

    `real` and `mock` name environments; a share `mix` of the groups is tried on the real ones.
    `decider` decides in rollouts in place of the policy itself; `workers` make them in place of this
    process. Processes of a `process_group` share rollouts and updates. `init` is what training began from,
    `catalogue` what tasks were chosen from, with its splits.
    """

    policy: Policy
    language: Language
    environments: Mapping[str, Environment]
    real: tuple[str, ...]
    mock: str
    mix: float
    folder: Path
    config: RlConfig
    reference: Policy | None = None
    decider: Callable[[int], Decider] | None = None
    workers: RolloutWorkers | None = None
    process_group: ProcessGroup = field(default_factory=ProcessGroup)
    init: str = ""
    opening: Opening = AT_ONCE
    """How the policy begins a task."""
    catalogue: CatalogueFacts | None = None

    def facts(self) -> dict[str, Any]:
        """What makes a training this one and no other: what may not change when it is resumed."""
        facts = asdict(self.config)
        for free in ("iterations", "keep", "judge", "real", "workers"):
            del facts[free]
        if not self.config.rollouts.image_tokens:
            del facts["rollouts"]["image_tokens"]
        if self.config.tasks.wordings == (WordingSet.STANDARD,):
            del facts["tasks"]["wordings"]
        if self.catalogue is not None and self.catalogue.folders:
            facts["with"] = [folder.digest for folder in self.catalogue.folders]
        if self.catalogue is not None and self.catalogue.splits.held_out_apps:
            facts["hold_out"] = list(self.catalogue.splits.held_out_apps)
        if self.catalogue is not None and self.catalogue.splits.held_out_families:
            facts["hold_out_families"] = list(self.catalogue.splits.held_out_families)
        return {**facts, "init": self.init, "real": self.real, "mock": self.mock, "mix": self.mix}


def train(training: Training, *, resume: bool = False) -> Iterator[journal.Line]:
    """Train to the last iteration, and yield the log's line of each. `resume` goes on after the newest
    checkpoint.
    """
    config, process_group = training.config, training.process_group
    log = training.folder / journal.FILE
    optimizer = Optimizer(training.policy.model, config.optimizer, process_group=process_group)
    curriculum = Curriculum(config.sampling)
    replay = ReplaySample(config.replay)
    checkpoints = Checkpoints(
        training.folder / CHECKPOINTS, facts=training.facts(), keep=config.keep
    )
    newest = checkpoints.newest()
    if newest is not None and not resume:
        raise TrainingError(
            f"{training.folder} holds a training up to iteration {newest.step}: go on with --resume, "
            "or choose another folder"
        )
    # Nobody writes before all have looked.
    process_group.wait()
    training.folder.mkdir(parents=True, exist_ok=True)
    if newest is not None:
        counts = checkpoints.load(newest, training.policy.model, optimizer)
        curriculum.restore(counts["tasks"])
        replay.restore(counts["successes"])
    done = newest.step if newest else 0
    if process_group.leads:
        journal.forget_after(log, done)
        if training.catalogue is not None:
            journal.write_catalogue(training.folder, training.catalogue)
    workers = _workers(training)
    begun = False

    for iteration in range(done + 1, config.iterations + 1):
        torch.manual_seed(seed_of(config.seed, "layers", iteration))

        pace = RolloutTimes()
        if not begun:
            chosen = choose_groups(training, curriculum, iteration)
            workers.begin(_jobs(chosen), iteration, policy_of=iteration)
        groups = workers.finish(pace)
        begun = workers.ahead and iteration < config.iterations
        if begun:
            chosen = choose_groups(training, curriculum, iteration + 1)
            workers.begin(_jobs(chosen), iteration + 1, policy_of=iteration)
        if config.shuffle_rewards:
            groups = shuffled(groups, stream(config.seed, "control", iteration).shuffle)

        helped = [replay.help_out(group, iteration) for group in groups]
        useful = [group for group in helped if is_useful(group)]
        samples = [
            sample for group in useful for sample in weighted_replies(group.tries, config.credit)
        ]
        started = time.perf_counter()
        updated = update(
            training.policy,
            optimizer,
            samples,
            iteration=iteration,
            clip=config.clip,
            config=config.update,
            reference=training.reference,
            process_group=process_group,
        )
        train_s = time.perf_counter() - started

        curriculum.learn(
            (group.environment, group.task, [each.success for each in group.tries])
            for group in groups
        )
        replay.remember(each for group in groups for each in group.tries)
        line = journal.report(
            iteration,
            groups,
            used=len(useful),
            replayed=sum(
                len(new.tries) - len(old.tries) for new, old in zip(helped, groups, strict=True)
            ),
            updated=updated,
            pace=pace,
            train_s=train_s,
        )
        if process_group.leads:
            # The log first: a crash in between costs this iteration, not its line.
            journal.append(log, line)
            counts = {"tasks": curriculum.state(), "successes": replay.state()}
            checkpoints.save(iteration, training.policy.model, optimizer, counts)
        yield line
    if process_group.leads:
        training.policy.save(training.folder / MODEL)
    process_group.wait()


def choose_groups(
    training: Training, curriculum: Curriculum, iteration: int
) -> list[tuple[str, str]]:
    """The environment and task of each group of an iteration."""
    config = training.config
    count = config.rollouts.groups
    where = places(count, training.mix, iteration - 1, training.real, training.mock)
    groups: list[tuple[str, str]] = []
    for name in dict.fromkeys(where):
        rng = stream(config.seed, "tasks", iteration, name)
        tasks = training.environments[name].tasks
        chosen = curriculum.choose(name, tasks, where.count(name), rng)
        groups += [(name, task) for task in chosen]
    return groups


def is_useful(group: TrajectoryGroup) -> bool:
    """Whether a group teaches something: its tries ended differently, and one of them well.

    Where all fail, they differ only by false claims: all there is to learn from them is never to
    finish.
    """
    return not group.all_failed and has_signal([each.reward for each in group.tries])


def shuffled(
    groups: Sequence[TrajectoryGroup], shuffle: Callable[[list[tuple[float, bool]]], None]
) -> list[TrajectoryGroup]:
    """The groups with each other's rewards: the control in which nothing can be learnt."""
    ends = [(each.reward, each.success) for group in groups for each in group.tries]
    shuffle(ends)
    given = iter(ends)

    def other(group: TrajectoryGroup) -> TrajectoryGroup:
        tries = []
        for each in group.tries:
            reward, success = next(given)
            tries.append(replace(each, reward=reward, success=success))
        return replace(group, tries=tuple(tries))

    return [other(group) for group in groups]


def _jobs(groups: Sequence[tuple[str, str]]) -> list[RolloutJob]:
    return [RolloutJob(number, name, task) for number, (name, task) in enumerate(groups)]


def _workers(training: Training) -> RolloutWorkers:
    if training.workers is not None:
        return training.workers
    config, rollouts = training.config, training.config.rollouts
    own = SamplingDecider(
        training.policy, training.language, Draws(config.seed), rollouts.longest_prompt
    )
    terms = RolloutConditions(rollouts.tries, config.rewards, rollouts.most_live, training.opening)
    here = LocalRolloutWorkers(training.environments, training.decider or (lambda _: own), terms)
    if training.process_group.size == 1:
        return here
    return SharedRolloutWorkers(training.process_group, here, training.environments)
