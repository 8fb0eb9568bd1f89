"""The settings that `trainer sft --config FILE` reads. Every table may be left out; see `trainer/configs`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from runtime.prompts.format import FormatOptions, ObservationKind, PromptFormat
from runtime.prompts.registry import find_format
from trainer.data.rewording import GoalMix
from trainer.errors import BadConfig
from trainer.models.config import ModelConfig, read_model
from trainer.optimizers import OptimizerConfig
from trainer.rate_schedule import ScheduleConfig
from trainer.tables import Table, read_toml

_NEWER = ("observation", "image_tokens", "own_rules")
_STORED_NAMES = {"drill_batches": "resample_batches", "drill_floor": "resample_floor"}
"""Entries of `DecisionsConfig` by the names that checkpoints store them under."""


@dataclass(frozen=True, slots=True)
class PromptConfig:
    """How prompts are written: as the exported policy will be asked.

    `observation` is "elements", "screenshot" or "both"; a picture takes at most `image_tokens` (0: as
    many as the model allows). With `own_rules`, prompts begin as the format has it, not with `rules`.
    """

    format: str = "compact"
    history_steps: int = 24
    rules: str = ""
    observation: str = field(default=ObservationKind.ELEMENTS.value, repr=False)
    image_tokens: int = field(default=0, repr=False)
    own_rules: bool = field(default=False, repr=False)

    @property
    def shows(self) -> ObservationKind:
        """What of a screen the policy is shown."""
        return ObservationKind(self.observation)

    @property
    def begins(self) -> str | None:
        """The constant first part of prompts; None for the format's own."""
        return None if self.own_rules else self.rules

    def open(self) -> PromptFormat:
        """The format itself."""
        options = FormatOptions(
            observation=self.shows, history_steps=self.history_steps, rules=self.begins
        )
        return find_format(self.format, options)

    def changed(self) -> dict[str, Any]:
        """Those of the newer entries that differ from their defaults."""
        usual = PromptConfig()
        newer = {name: getattr(self, name) for name in _NEWER}
        return {name: value for name, value in newer.items() if value != getattr(usual, name)}


@dataclass(frozen=True, slots=True)
class CopyingConfig:
    """Before all others: made-up lines to copy, growing from `shortest` to `longest` tokens.

    Later, every so many steps is such a one too (`every`; 0: none), so that it is not forgotten.
    """

    steps: int = 0
    batch_tokens: int = 4000
    shortest: int = 48
    longest: int = 512
    every: int = 0


@dataclass(frozen=True, slots=True)
class PackedConfig:
    """The first phase on episodes: whole episodes as one sequence, loss on all tokens."""

    steps: int = 600
    batch_tokens: int = 8000
    longest: int = 768


@dataclass(frozen=True, slots=True)
class PlanningConfig:
    """Goals and the steps that reached them, without screens: so many steps from step `begin` on.

    After them, every so many steps is such a one too (`every`; 0: none).
    """

    begin: int = 0
    steps: int = 0
    batch_tokens: int = 4000
    every: int = 0


@dataclass(frozen=True, slots=True)
class ChoosingConfig:
    """Made-up screens to choose from: three of four steps from step `begin` on, for so many steps.

    After them, every so many steps is such a one too (`every`; 0: none).
    """

    begin: int = 0
    steps: int = 0
    batch_tokens: int = 4000
    every: int = 0


@dataclass(frozen=True, slots=True)
class FindingConfig:
    """Recorded screens on which the goal names another line, or one that must be scrolled to.

    Every so many steps of the decisions' phase is such a one (`every`; 0: none). They are made from at
    most `episodes` episodes (0: from all).
    """

    every: int = 0
    episodes: int = 6000
    batch_tokens: int = 4000


@dataclass(frozen=True, slots=True)
class RestatingConfig:
    """Goals in a stranger's words, to be said again plainly: a `share` of all steps (0: none).

    They are drawn from `seeds` training seeds of every template. Which known requests are shown is learnt
    from `ranked` training seeds (0: they are found by their words alone).
    """

    share: float = 0.0
    seeds: int = 24
    ranked: int = 3
    batch_tokens: int = 5000
    longest: int = 256


@dataclass(frozen=True, slots=True)
class DecisionsConfig:
    """The second phase: a sample for each step, loss on the reply.

    A random `observation_share` of the tokens before it counts `observation_weight`. From the
    training's step `abridged_from` to before `abridged_until`, screens have at most `abridged_lines`
    lines besides the one that is pointed at. With `resample_batches`, samples that are often decided
    wrongly are drawn more often, and drawn anew after so many batches; `resample_floor` is added to
    every estimate of how often a sample is wrong.
    """

    steps: int = 2000
    batch_tokens: int = 8000
    longest: int = 1024
    observation_weight: float = 0.1
    observation_share: float = 0.25
    abridged_from: int = 0
    abridged_until: int = 0
    abridged_lines: int = 6
    resample_batches: int = 0
    resample_floor: float = 0.1


@dataclass(frozen=True, slots=True)
class ValidationConfig:
    """How often and on how many samples; `patience` checks without a lower loss end it (0: never)."""

    every: int = 200
    samples: int = 800
    patience: int = 0


@dataclass(frozen=True, slots=True)
class RunConfig:
    """How it runs. `processes` share each batch between them, with `threads` each.

    With `half`, layers compute in bfloat16; weights, norms and the loss stay float32. Quicker on
    processors that have instructions for it (AVX512-BF16, AMX).
    """

    seed: int = 0
    processes: int = 1
    threads: int = 1
    compiled: bool = True
    half: bool = False
    checkpoint_every: int = 100
    log_every: int = 10


@dataclass(frozen=True, slots=True)
class SftConfig:
    """A whole training."""

    prompt: PromptConfig = PromptConfig()
    model: ModelConfig = field(default_factory=ModelConfig)
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    copying: CopyingConfig = CopyingConfig()
    packed: PackedConfig = PackedConfig()
    planning: PlanningConfig = PlanningConfig()
    choosing: ChoosingConfig = ChoosingConfig()
    finding: FindingConfig = FindingConfig()
    decisions: DecisionsConfig = DecisionsConfig()
    goals: GoalMix = field(default_factory=GoalMix)
    restating: RestatingConfig = RestatingConfig()
    schedule: ScheduleConfig = field(default_factory=ScheduleConfig)
    validation: ValidationConfig = ValidationConfig()
    run: RunConfig = RunConfig()

    @property
    def steps(self) -> int:
        before = self.copying.steps + self.packed.steps + self.planning.steps
        return before + self.choosing.steps + self.decisions.steps

    def phase(self, step: int) -> str:
        """What is learnt at a step, whatever else it goes over again."""
        if step < self.copying.steps:
            return "copying"
        if 0 <= step - self.planning.begin < self.planning.steps:
            return "planning"
        if 0 <= step - self.choosing.begin < self.choosing.steps:
            return "choosing"
        return "packed" if step < self.copying.steps + self.packed.steps else "decisions"

    def facts(self) -> dict[str, Any]:
        """What makes a training this one and no other: what may not change when it is resumed."""
        facts = asdict(self)
        for free in ("processes", "threads", "compiled", "half", "checkpoint_every", "log_every"):
            del facts["run"][free]
        # Checkpoints keep the names and entries of older trainings, so that these can be resumed: an
        # entry that came later is written only where it differs from its default.
        decisions = facts["decisions"]
        for stored, name in _STORED_NAMES.items():
            decisions[stored] = decisions.pop(name)
        for name in set(_NEWER) - self.prompt.changed().keys():
            del facts["prompt"][name]
        if not self.model.freeze_vision:
            del facts["model"]["freeze_vision"]
        if not self.goals.variants:
            del facts["goals"]
        if not self.restating.share:
            del facts["restating"]
        if not self.finding.every:
            del facts["finding"]
        return facts


def read_config(path: Path) -> SftConfig:
    """A configuration file; `BadConfig` names what is wrong in it."""
    file = read_toml(path)

    def table(name: str) -> Table:
        return file.table(name) or Table(name, {})

    config = SftConfig(
        prompt=table("prompt").whole(PromptConfig),
        model=read_model(table("model")),
        optimizer=table("optimizer").whole(OptimizerConfig),
        copying=table("copying").whole(CopyingConfig),
        packed=table("packed").whole(PackedConfig),
        planning=table("planning").whole(PlanningConfig),
        choosing=table("choosing").whole(ChoosingConfig),
        finding=table("finding").whole(FindingConfig),
        decisions=table("decisions").whole(DecisionsConfig),
        goals=table("goals").whole(GoalMix),
        restating=table("restating").whole(RestatingConfig),
        schedule=table("schedule").whole(ScheduleConfig),
        validation=table("validation").whole(ValidationConfig),
        run=table("run").whole(RunConfig),
    )
    file.done()
    _check(config)
    return config


def _check(config: SftConfig) -> None:
    if config.prompt.observation not in [kind.value for kind in ObservationKind]:
        raise BadConfig(
            f"prompt.observation is {config.prompt.observation!r}: say elements, screenshot or both"
        )
    if config.steps < 1:
        raise BadConfig("all phases have 0 steps: there is nothing to train")
    least_one = {
        "copying.batch_tokens": config.copying.batch_tokens,
        "copying.shortest": config.copying.shortest,
        "copying.longest": config.copying.longest,
        "packed.batch_tokens": config.packed.batch_tokens,
        "packed.longest": config.packed.longest,
        "planning.batch_tokens": config.planning.batch_tokens,
        "choosing.batch_tokens": config.choosing.batch_tokens,
        "finding.batch_tokens": config.finding.batch_tokens,
        "decisions.batch_tokens": config.decisions.batch_tokens,
        "decisions.longest": config.decisions.longest,
        "restating.seeds": config.restating.seeds,
        "restating.batch_tokens": config.restating.batch_tokens,
        "restating.longest": config.restating.longest,
        "validation.every": config.validation.every,
        "run.processes": config.run.processes,
        "run.threads": config.run.threads,
        "run.checkpoint_every": config.run.checkpoint_every,
        "run.log_every": config.run.log_every,
    }
    for name, value in least_one.items():
        if value < 1:
            raise BadConfig(f"{name} is {value}: it must be at least 1")
    shares = {
        "decisions.observation_share": config.decisions.observation_share,
        "schedule.decay_share": config.schedule.decay_share,
        "restating.share": config.restating.share,
    }
    for name, value in shares.items():
        if not 0 <= value <= 1:
            raise BadConfig(f"{name} is {value}: it is a share, from 0 to 1")
    if config.finding.every < 0 or config.finding.episodes < 0:
        raise BadConfig("finding.every and finding.episodes are 0 or more")
    if config.finding.every and config.prompt.shows.has_screenshot:
        raise BadConfig("finding.every needs prompts without screenshots: leave it out")
    if config.goals.variants < 0 or not (
        0 <= config.goals.standard <= 1 and 0 <= config.goals.noise <= 1
    ):
        raise BadConfig("goals.variants is 0 or more; goals.standard and goals.noise are 0 to 1")
    if config.goals.variants and config.prompt.shows.has_screenshot:
        raise BadConfig("goals.variants needs prompts without screenshots: leave it out")
    if config.decisions.resample_batches < 0 or config.decisions.resample_floor <= 0:
        raise BadConfig("decisions.resample_batches is 0 or more, and resample_floor more than 0")
    if config.optimizer.kind not in ("muon", "adamw"):
        raise BadConfig(f"optimizer.kind is {config.optimizer.kind!r}: say muon or adamw")
