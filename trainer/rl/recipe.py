"""The whole training by reward, from top to bottom.

Every iteration: choose tasks, try each of them several times on phones in lock-step, compare the
tries of a task with each other, update the policy once, write it all down. Nothing but the state that
a checkpoint holds goes over from one iteration to the next, so that an interrupted training ends as an
uninterrupted one does.
"""

from __future__ import annotations

import json
import math
import shutil
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
from trainer.checkpoints import PART, Checkpoints, publish_folder
from trainer.data.environments import Environment
from trainer.errors import TrainingError
from trainer.optimizers import Optimizer
from trainer.process_group import ProcessGroup
from trainer.progress import EventFiles
from trainer.rate_schedule import rate_share
from trainer.rl import held_out, journal
from trainer.rl.advantages import has_signal, weighted_replies
from trainer.rl.config import LEVEL, RlConfig
from trainer.rl.curriculum import Curriculum, places
from trainer.rl.deciders import Draws, SamplingDecider
from trainer.rl.held_out import HeldOutTasks, PolicyChoice, shares_of
from trainer.rl.language import Language
from trainer.rl.lockstep import RolloutTimes
from trainer.rl.policy import Policy, ReplyScorer
from trainer.rl.policy_update import Rehearsal, update
from trainer.rl.replay import ReplaySample
from trainer.rl.rollout_workers import (
    LocalRolloutWorkers,
    RolloutConditions,
    RolloutJob,
    RolloutWorkers,
)
from trainer.rl.sampler_gap import check_gap, sampler_gap
from trainer.rl.shared_workers import SharedRolloutWorkers
from trainer.rl.streams import seed_of, stream
from trainer.rl.trajectories import TrajectoryGroup

CHECKPOINTS = "checkpoints"
MODEL = "model"
"""The folder of the trained policy, in the folder of its training."""
LAST, BEST = "last", "best"
"""Where held-out tasks choose the policy: that of the last iteration, and the best on the first set."""


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
    reference: ReplyScorer | None = None
    decider: Callable[[int], Decider] | None = None
    workers: RolloutWorkers | None = None
    process_group: ProcessGroup = field(default_factory=ProcessGroup)
    init: str = ""
    opening: Opening = AT_ONCE
    """How the policy begins a task."""
    catalogue: CatalogueFacts | None = None
    mock_catalogue: CatalogueFacts | None = None
    """What the mock phones' tasks were chosen from, where they have apps of their own."""
    rehearsal: Rehearsal | None = None
    held_out: HeldOutTasks | None = None
    """Measured every `config.held_out.every` iterations; it chooses the policy that is kept."""

    @property
    def most_gap(self) -> float | None:
        """How far log-probabilities may be off that were not computed as training computes them."""
        if self.config.sampler is not None:
            return self.config.sampler.most_gap
        # Sampling and scoring round differently in bfloat16.
        return math.inf if self.config.half or self.config.rollouts.half else None

    def facts(self) -> dict[str, Any]:
        """What makes a training this one and no other: what may not change when it is resumed."""
        facts = asdict(self.config)
        for free in ("iterations", "keep", "judge", "real", "workers", "sampler"):
            del facts[free]
        if not self.config.rollouts.image_tokens:
            del facts["rollouts"]["image_tokens"]
        if not self.config.rollouts.half:
            del facts["rollouts"]["half"]
        if self.config.tasks.wordings == (WordingSet.STANDARD,):
            del facts["tasks"]["wordings"]
        # What newer versions brought is told only where it is used.
        if self.config.schedule == LEVEL:
            del facts["schedule"]
        elif self.config.schedule.decay_share:
            # The rates of all iterations depend on how many there are.
            facts["iterations"] = self.config.iterations
        for name, unused in (
            ("mock_tasks", None),
            ("beside", None),
            ("lora", None),
            ("half", False),
        ):
            if facts[name] == unused:
                del facts[name]
        if not self.config.held_out.every:
            del facts["held_out"]
        for name in ("by_visits", "once"):
            if not facts["sampling"][name]:
                del facts["sampling"][name]
        if self.mock_catalogue is not None:
            facts["mock_with"] = [folder.digest for folder in self.mock_catalogue.folders]
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
    choice = PolicyChoice()
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
        curriculum.tried = {(name, task) for name, task in counts.get("tried", ())}
        choice.restore(counts.get("choice", {}))
    done = newest.step if newest else 0
    if process_group.leads:
        journal.forget_after(log, done)
        # The start is measured again where nothing of the training is left.
        journal.forget_after(training.folder / held_out.FILE, done or -1)
        if training.catalogue is not None:
            journal.write_catalogue(training.folder, training.catalogue)
    workers = _workers(training)
    events = EventFiles(training.folder) if process_group.leads else None
    if not done:
        _measure(training, choice, 0, events)
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
        gap = 0.0
        if training.most_gap is not None:
            gap = sampler_gap(training.policy, groups, batch_tokens=config.update.batch_tokens)
            check_gap(gap, training.most_gap)
        if config.shuffle_rewards:
            groups = shuffled(groups, stream(config.seed, "control", iteration).shuffle)

        helped = [replay.help_out(group, iteration) for group in groups]
        useful = [group for group in helped if is_useful(group)]
        samples = [
            sample for group in useful for sample in weighted_replies(group.tries, config.credit)
        ]
        started = time.perf_counter()
        rate = rate_share(iteration - 1, config.iterations, config.schedule)
        updated = update(
            training.policy,
            optimizer,
            samples,
            iteration=iteration,
            rate_share=rate,
            clip=config.clip,
            config=config.update,
            reference=training.reference,
            process_group=process_group,
            rehearsal=training.rehearsal,
            elsewhere=training.most_gap is not None or config.rollouts.half,
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
            rate=rate,
            gap=gap,
        )
        every = config.held_out.every
        if every and (iteration % every == 0 or iteration == config.iterations):
            _measure(training, choice, iteration, events)
        if process_group.leads:
            # The log first: a crash in between costs this iteration, not its line.
            journal.append(log, line)
            if events is not None:
                events.write("rl", iteration, journal.figures_of(line))
            counts = {
                "tasks": curriculum.state(),
                "successes": replay.state(),
                "tried": sorted(map(list, curriculum.tried)),
                "choice": choice.state(),
            }
            checkpoints.save(iteration, training.policy.model, optimizer, counts)
        yield line
    if process_group.leads:
        _keep_policy(training, choice)
        if events is not None:
            events.close()
    process_group.wait()


def _measure(
    training: Training, choice: PolicyChoice, iteration: int, events: EventFiles | None
) -> None:
    """Have the held-out tasks played, note it down, and keep the policy if it is the best so far."""
    if training.held_out is None or not training.process_group.leads:
        return
    measured = training.held_out.measure()
    shares = shares_of(iteration, measured)
    if choice.sees(shares):
        training.policy.save(training.folder / BEST)
    first, second = measured
    journal.append(
        training.folder / held_out.FILE,
        {**asdict(shares), "first_solved": _solved(first), "second_solved": _solved(second)},
    )
    if events is not None:
        events.write("held out", iteration, {"first": shares.first, "second": shares.second})


def _solved(tasks: Mapping[str, bool]) -> list[str]:
    return sorted(task for task, solved in tasks.items() if solved)


def _keep_policy(training: Training, choice: PolicyChoice) -> None:
    """Write the policy of the training: the last one, or the one that held-out tasks choose."""
    folder = training.folder
    if training.held_out is None:
        training.policy.save(folder / MODEL)
        return
    training.policy.save(folder / LAST)
    kept = folder / BEST if choice.keeps_best else Path(training.init)
    part = folder / f"{MODEL}{PART}"
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(kept, part)
    publish_folder(part, folder / MODEL)
    said = {"kept": BEST if choice.keeps_best else "start", **choice.state()}
    (folder / held_out.CHOICE).write_text(f"{json.dumps(said, indent=1)}\n", encoding="utf-8")


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
