"""What a configuration says about a training by reward. `BadConfig` names what makes no sense."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from phoneworld import WordingSet
from trainer.errors import BadConfig
from trainer.models.config import Lora
from trainer.optimizers import OptimizerConfig
from trainer.rate_schedule import ScheduleConfig
from trainer.rl.advantages import Credit
from trainer.rl.curriculum import TemplateSampling
from trainer.rl.held_out import HeldOutConfig
from trainer.rl.judge import JudgeConfig
from trainer.rl.losses import Clip
from trainer.rl.policy_update import Update
from trainer.rl.replay import ReplayBuffer
from trainer.rl.rewards import Rewards
from trainer.rl.sampling_server import SamplerConfig
from trainer.tables import read_toml


@dataclass(frozen=True, slots=True)
class Tasks:
    """PhoneWorld tasks of the training split: templates by pattern, kinds, seeds `A:B`, the sets of
    sentences that goals are drawn from, and where they begin.
    """

    templates: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    seeds: str = "100:132"
    wordings: tuple[WordingSet, ...] = (WordingSet.STANDARD,)
    start: str = "home"


@dataclass(frozen=True, slots=True)
class RealPhones:
    """Of phones that nobody can look into: the file of their goals (see `judged`), and the command
    that resets one, with `{address}` for its address.
    """

    goals: Path
    reset: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rollouts:
    """`groups` tasks an iteration, each tried `tries` times; at most `most_live` phones at once."""

    groups: int = 16
    tries: int = 8
    most_live: int = 128
    temperature: float = 1.0
    longest_prompt: int = 1536
    longest_reply: int = 96
    """In tokens. A longer prompt ends its try, a longer reply is cut off."""
    image_tokens: int = 0
    """Virtual phones in this process take pictures of so many tokens at most (0: they take none). A
    policy that sees sets it to what it was trained with."""
    mock_realism: str = "off"
    half: bool = False
    """Sample in bfloat16 and train in float32: replies are then corrected by importance weights, like
    those of an older policy."""
    threads: int = 4
    """So many questions at once to an engine, where one makes the rollouts."""


@dataclass(frozen=True, slots=True)
class RolloutWorkerResources:
    """Rollout workers elsewhere (`--rollout-workers`): what each takes. With `ahead`, they make the next
    iteration's rollouts, with the policy as it was, while this one's update runs. One that is silent
    for `patience_s` counts as dead.
    """

    cpus: int = 1
    gpus: float = 0.0
    ahead: bool = False
    patience_s: float = 1800.0


@dataclass(frozen=True, slots=True)
class RehearsalConfig:
    """A batch of imitation beside each update (`--beside DATA`): written and batched as an SFT
    configuration has it, with so much weight.
    """

    config: Path
    weight: float = 1.0


LEVEL = ScheduleConfig(warmup_steps=0, decay_share=0.0)
"""The same rate in all iterations."""


@dataclass(frozen=True, slots=True)
class RlConfig:
    """A whole configuration. `shuffle_rewards` is the control experiment: nothing may be learnt.

    `mock_tasks` are those of mock phones with apps of their own (`--mock-with`); without, all seeds of
    `tasks`. `schedule` counts in iterations. With `lora`, low-rank additions are trained instead of the
    policy's own weights; with `half`, layers compute in bfloat16, in which those weights are then kept.
    """

    seed: int = 0
    iterations: int = 50
    keep: int = 2
    """How many checkpoints are kept."""
    shuffle_rewards: bool = False
    half: bool = False
    lora: Lora | None = None
    sampler: SamplerConfig | None = None
    tasks: Tasks = field(default_factory=Tasks)
    mock_tasks: Tasks | None = None
    rollouts: Rollouts = field(default_factory=Rollouts)
    rewards: Rewards = field(default_factory=Rewards)
    credit: Credit = field(default_factory=Credit)
    clip: Clip = field(default_factory=Clip)
    update: Update = field(default_factory=Update)
    sampling: TemplateSampling = field(default_factory=TemplateSampling)
    replay: ReplayBuffer = field(default_factory=ReplayBuffer)
    optimizer: OptimizerConfig = field(
        default_factory=lambda: OptimizerConfig(kind="adamw", adamw_rate=2e-4, weight_decay=0.0)
    )
    schedule: ScheduleConfig = LEVEL
    beside: RehearsalConfig | None = None
    held_out: HeldOutConfig = field(default_factory=HeldOutConfig)
    workers: RolloutWorkerResources = field(default_factory=RolloutWorkerResources)
    judge: JudgeConfig | None = None
    real: RealPhones | None = None

    def in_slot(self, slot: str) -> RlConfig:
        """With the sampling server of this slot, where several trainings at once have one each."""
        if self.sampler is None:
            return self
        url = self.sampler.url.replace("{slot}", slot)
        return replace(self, sampler=replace(self.sampler, url=url))


def read_config(path: Path) -> RlConfig:
    """A configuration from a TOML file; what it leaves out is as usual."""
    table = read_toml(path)
    # `Any`: each is of the type that its table is read as.
    parts: dict[str, Any] = {
        name: found.whole(kind)
        for name, kind in _PARTS.items()
        if (found := table.table(name)) is not None
    }
    for name in ("tasks", "mock_tasks"):
        if name in parts:
            parts[name] = _with_wordings(parts[name])
    if (schedule := table.table("schedule")) is not None:
        parts["schedule"] = replace(
            LEVEL,
            warmup_steps=schedule.take("warmup", int, 0),
            decay_share=schedule.take("decay_share", float, 0.0),
        )
        schedule.done()
    config = RlConfig(
        seed=table.take("seed", int, 0),
        iterations=table.take("iterations", int, 50),
        keep=table.take("keep", int, 2),
        shuffle_rewards=table.take("shuffle_rewards", bool, False),
        half=table.take("half", bool, False),
        **parts,
    )
    table.done()
    _check(config)
    return config


_PARTS = {
    "tasks": Tasks,
    "mock_tasks": Tasks,
    "rollouts": Rollouts,
    "rewards": Rewards,
    "credit": Credit,
    "clip": Clip,
    "update": Update,
    "sampling": TemplateSampling,
    "replay": ReplayBuffer,
    "optimizer": OptimizerConfig,
    "beside": RehearsalConfig,
    "held_out": HeldOutConfig,
    "workers": RolloutWorkerResources,
    "judge": JudgeConfig,
    "real": RealPhones,
    "lora": Lora,
    "sampler": SamplerConfig,
}


def _with_wordings(tasks: Tasks) -> Tasks:
    try:
        return replace(tasks, wordings=tuple(map(WordingSet, tasks.wordings)))
    except ValueError as error:
        known = ", ".join(WordingSet)
        raise BadConfig(f"tasks.wordings is {list(tasks.wordings)}: say {known}") from error


def _check(config: RlConfig) -> None:
    rollouts = config.rollouts
    for name, value, least in (
        ("iterations", config.iterations, 1),
        ("keep", config.keep, 1),
        ("rollouts.groups", rollouts.groups, 1),
        ("rollouts.tries", rollouts.tries, 2),
        ("rollouts.most_live", rollouts.most_live, 1),
        ("rollouts.longest_prompt", rollouts.longest_prompt, 1),
        ("rollouts.longest_reply", rollouts.longest_reply, 1),
        ("update.passes", config.update.passes, 1),
        ("schedule.warmup", config.schedule.warmup_steps, 0),
        ("held_out.every", config.held_out.every, 0),
        ("held_out.tasks", config.held_out.tasks, 0),
        ("held_out.jobs", config.held_out.jobs, 1),
        ("workers.cpus", config.workers.cpus, 1),
        ("workers.gpus", config.workers.gpus, 0),
        ("judge.votes", config.judge.votes if config.judge else 1, 1),
        ("lora.rank", config.lora.rank if config.lora else 1, 1),
        ("sampler.requests", config.sampler.requests if config.sampler else 1, 1),
    ):
        if value < least:
            raise BadConfig(f"{name} is {value}: it must be {least} or more")
    if rollouts.temperature <= 0:
        raise BadConfig(
            f"rollouts.temperature is {rollouts.temperature}: tries must differ, so say more than 0"
        )
    if not 0 <= config.clip.low < 1:
        raise BadConfig(f"clip.low is {config.clip.low}: it must be at least 0 and below 1")
    if not 0 <= config.schedule.decay_share <= 1:
        raise BadConfig(
            f"schedule.decay_share is {config.schedule.decay_share}: it is a share, from 0 to 1"
        )
    if not 0 < config.sampling.exploration <= 1:
        raise BadConfig(
            f"sampling.exploration is {config.sampling.exploration}: more than 0, at most 1"
        )
    if config.lora is not None and config.lora.dropout:
        raise BadConfig(
            f"lora.dropout is {config.lora.dropout}: replies must be as likely in training as when they "
            "were sampled, so leave it out"
        )
    if config.sampler is not None and config.lora is None:
        raise BadConfig("[sampler] is handed the weights as a LoRA adapter: add [lora]")
    if config.sampler is not None and config.sampler.most_gap <= 0:
        raise BadConfig(f"sampler.most_gap is {config.sampler.most_gap}: it must be more than 0")
