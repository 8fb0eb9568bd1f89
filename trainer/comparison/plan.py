"""The stages of a comparison, in order: what each runs, in which folder, and after which others.

Stages are commands of `trainer` and `phoneworld`, as one would type them; nothing of training or
measuring is done here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from trainer.comparison.recipe import (
    OUT,
    SHUFFLED,
    START,
    Arm,
    ComparisonRecipe,
    Measurement,
)
from trainer.errors import BadConfig

Words = tuple[str, ...]
DATA, MADE = "data", "made"


@dataclass(frozen=True, slots=True)
class RecipeStage:
    """Some commands with a folder of their own. What is in `anew` is made again after a stop."""

    name: str
    folder: Path
    commands: tuple[Words, ...]
    needs: tuple[str, ...] = ()
    anew: tuple[Path, ...] = ()

    @property
    def kind(self) -> str:
        """What it belongs to: `rl` of `rl/mixed/seed-0`."""
        return self.name.partition("/")[0]


@dataclass(frozen=True, slots=True)
class TrainedPolicy:
    """A policy of the comparison: the start, or an arm with a seed."""

    name: str
    arm: str
    seed: int | None
    folder: Path
    stage: str

    @property
    def shuffled(self) -> bool:
        return self.arm.endswith(f"-{SHUFFLED}")


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    """All stages, each after those that it needs, and the policies that they make."""

    stages: tuple[RecipeStage, ...]
    policies: tuple[TrainedPolicy, ...]

    def chosen(self, only: str) -> tuple[RecipeStage, ...]:
        """The stages whose names are `only` or begin with it; `BadConfig` if there is none."""
        found = [
            stage
            for stage in self.stages
            if stage.name == only or stage.name.startswith(f"{only}/")
        ]
        if not found:
            kinds = ", ".join(dict.fromkeys(stage.kind for stage in self.stages))
            raise BadConfig(f"there is no stage {only!r}: say one of {kinds}, or a whole name")
        return tuple(found)


def make_plan(recipe: ComparisonRecipe, out: Path) -> ComparisonPlan:
    """The stages of a recipe in a folder."""

    def there(text: str) -> str:
        return text.replace(OUT, str(out))

    prepared = [
        RecipeStage(
            f"prepare/{one.name}",
            out / "prepare" / one.name,
            tuple(tuple(map(there, words)) for words in one.commands),
        )
        for one in recipe.preparations
    ]
    before = tuple(stage.name for stage in prepared)
    first, start, data = _start(recipe, out, there)
    trained = [_training(recipe, arm, seed, out) for arm, seed in _runs(recipe)]
    needed = (*before, *(stage.name for stage in first))
    stages = [*prepared, *first]
    for policy in trained:
        arm = next(
            one for one in recipe.arms if one.name == policy.arm.removesuffix(f"-{SHUFFLED}")
        )
        words = _rl_words(recipe, arm, policy, start.folder, data, there)
        stages.append(RecipeStage(policy.stage, out / policy.stage, (words,), needed))
    policies = (start, *trained)
    stages += all_measured(policies, recipe.measurements, out)
    return ComparisonPlan(tuple(stages), policies)


def result_folder(out: Path, policy: TrainedPolicy, measurement: str) -> Path:
    """Where the results of a policy lie."""
    return out / "eval" / policy.name / measurement


def _runs(recipe: ComparisonRecipe) -> list[tuple[str, int]]:
    runs = [(arm.name, seed) for seed in recipe.seeds for arm in recipe.arms]
    return runs + [
        (f"{arm.name}-{SHUFFLED}", seed) for seed in recipe.shuffled_seeds for arm in recipe.arms
    ]


def _start(
    recipe: ComparisonRecipe, out: Path, there: Callable[[str], str]
) -> tuple[list[RecipeStage], TrainedPolicy, Path | None]:
    """The stages that make the start, the start, and the data set to imitate."""
    wanted = recipe.start
    beside = Path(there(wanted.beside)) if wanted.beside else None
    if wanted.checkpoint:
        policy = TrainedPolicy(START, START, None, Path(there(wanted.checkpoint)), "")
        return [], policy, beside
    if wanted.bundle:
        folder = out / "start" / "bundle"
        made = folder / MADE
        words = ("trainer", "unpack", there(wanted.bundle), "--out", str(made))
        unpacked = RecipeStage("start/bundle", folder, (words,), anew=(made,))
        return [unpacked], TrainedPolicy(START, START, None, made, unpacked.name), beside
    data, sft = out / "start" / DATA, out / "start" / "sft"
    collected = RecipeStage(
        "start/data",
        data,
        tuple(
            ("trainer", "collect", "--out", str(data / part), *options)
            for part, options in (("train", wanted.data), ("validation", wanted.validation))
            if options
        ),
    )
    words = ("--config", there(wanted.config), "--data", str(data), "--out", str(sft))
    trained = RecipeStage(
        "start/sft",
        sft,
        (("trainer", "sft", *words, "--resume", *wanted.options),),
        ("start/data",),
    )
    policy = TrainedPolicy(START, START, None, sft / "model", trained.name)
    return [collected, trained], policy, data


def _training(recipe: ComparisonRecipe, arm: str, seed: int, out: Path) -> TrainedPolicy:
    stage = f"rl/{arm}/seed-{seed}"
    folder = out / stage / recipe.measured
    return TrainedPolicy(f"{arm}-seed-{seed}", arm, seed, folder, stage)


def _rl_words(
    recipe: ComparisonRecipe,
    arm: Arm,
    policy: TrainedPolicy,
    start: Path,
    data: Path | None,
    there: Callable[[str], str],
) -> Words:
    words = ["trainer", "rl", "--init", str(start), "--config", there(recipe.rl)]
    if arm.real:
        words += ["--real", *arm.real]
    if arm.mock:
        words.append("--mock")
        for folder in arm.mock:
            words += ["--mock-with", there(folder)]
        if arm.mock_templates:
            words += ["--mock-templates", *arm.mock_templates]
    words += ["--mix", str(arm.mix if arm.mock and arm.real else float(bool(arm.real)))]
    if data is not None:
        words += ["--beside", str(data)]
    if policy.shuffled:
        words.append("--shuffle-rewards")
    folder = policy.folder.parent
    return (*words, "--seed", str(policy.seed), "--out", str(folder), "--resume")


def all_measured(
    policies: Sequence[TrainedPolicy], measurements: Sequence[Measurement], out: Path
) -> list[RecipeStage]:
    """What measures all policies. What several measurements need, such as an export, is there once."""
    return list(
        dict.fromkeys(
            stage
            for policy in policies
            for measurement in measurements
            for stage in _measured(policy, measurement, out)
        )
    )


def _measured(policy: TrainedPolicy, measurement: Measurement, out: Path) -> list[RecipeStage]:
    """What measures a policy: in torch, and through its exports."""
    needs = (policy.stage,) if policy.stage else ()
    torch = result_folder(out, policy, measurement.name)
    words = _eval_words(policy.folder, "torch", torch, policy.name, measurement)
    stages: list[RecipeStage] = []
    if measurement.torch:
        stages.append(RecipeStage(f"eval/{policy.name}/{measurement.name}", torch, (words,), needs))
    for quant in measurement.exports:
        exported = out / "export" / policy.name / quant
        bundle = exported / MADE
        name = f"export/{policy.name}/{quant}"
        command = ("trainer", "export", str(policy.folder), "--out", str(bundle), "--quant", quant)
        # Both are held against torch by their results, whatever their first decisions are.
        command += ("--name", f"{policy.name}-{quant.replace('_', '-')}", "--allow-disagreement")
        command += ("--tasks", "0", "--most", "20")
        stages.append(RecipeStage(name, exported, (command,), needs, (bundle,)))
        results = result_folder(out, policy, f"{measurement.name}-{quant}")
        words = _eval_words(bundle, "engine", results, f"{policy.name}-{quant}", measurement)
        stage = f"eval/{policy.name}/{measurement.name}-{quant}"
        stages.append(RecipeStage(stage, results, (words,), (name,)))
    return stages


def _eval_words(
    policy: Path, through: str, out: Path, name: str, measurement: Measurement
) -> Words:
    words = ["trainer", "eval", "--policy", str(policy), "--through", through, "--out", str(out)]
    words += ["--name", name, "--suite", measurement.suite, "--realism", measurement.realism]
    words += ["--start", measurement.start, "--wordings", *measurement.wordings]
    for pack in measurement.packs:
        words += ["--with", pack]
    if measurement.split:
        words += ["--split", measurement.split]
    if measurement.per_template:
        words += ["--per-template", str(measurement.per_template)]
    return tuple(words)
