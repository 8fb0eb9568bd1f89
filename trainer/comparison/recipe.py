"""What a recipe of a comparison says: the start, the arms, the seeds, the measurements and the hypotheses.

`{out}` in a path or a command stands for the folder of the comparison. `BadConfig` names what makes no
sense: an arm that is not there, names that are used twice, a hypothesis without a measurement.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from trainer.errors import BadConfig
from trainer.evaluation.figures import ALL
from trainer.tables import Table, read_toml

OUT = "{out}"
START = "start"
SHUFFLED = "shuffled"
PROGRAMS = ("phoneworld", "trainer")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Preparation:
    """Commands of ours that make what arms need, such as rebuilt apps: each a list of words."""

    name: str
    commands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class StartPolicy:
    """The policy that all arms begin with: a `checkpoint`, a `bundle` in GGUF that is unpacked, or made by
    SFT of `config` on what `trainer collect` makes with the options `data` and `validation`. `beside` is a
    data set for imitation beside updates, where there is no such collection.
    """

    checkpoint: str = ""
    bundle: str = ""
    config: str = ""
    data: tuple[str, ...] = ()
    validation: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Arm:
    """One way to train: real phones, a share `mix` of the groups, and folders of rebuilt apps for mock
    phones; without folders, real phones alone. `mock_templates` are patterns of the mock tasks that it
    takes, instead of those of the configuration.
    """

    name: str
    real: tuple[str, ...]
    mock: tuple[str, ...] = ()
    mock_templates: tuple[str, ...] = ()
    mix: float = 0.5


@dataclass(frozen=True, slots=True)
class Measurement:
    """What every policy is measured on. `packs` are for `--with`; `exports` are formats in which the
    policies are measured besides; without `torch`, in those alone. What an export comes to is called by both
    names: `paper-150-q8_0`.
    """

    name: str
    suite: str
    realism: str = "off"
    start: str = "home"
    wordings: tuple[str, ...] = ("standard",)
    packs: tuple[str, ...] = ()
    split: str = ""
    per_template: int = 0
    exports: tuple[str, ...] = ()
    torch: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """What its results are called."""
        exported = tuple(f"{self.name}-{quant}" for quant in self.exports)
        return (self.name, *exported) if self.torch else exported


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """That `better` solves more than `than` of a group of tasks of a measurement."""

    name: str
    better: str
    than: str
    measurement: str
    group: str = ALL


@dataclass(frozen=True, slots=True)
class ComparisonRecipe:
    """A whole recipe. `tries` is the least that an arm and seed has; `jobs` stages run at once, each on one of
    `gpus` where there are any; `measured` is which policy of a training is measured: `model` (chosen on held-out
    tasks) or `last`.
    """

    rl: str
    arms: tuple[Arm, ...]
    measurements: tuple[Measurement, ...]
    hypotheses: tuple[Hypothesis, ...]
    start: StartPolicy
    seeds: tuple[int, ...] = (0, 1, 2)
    shuffled_seeds: tuple[int, ...] = (0,)
    tries: int = 0
    jobs: int = 1
    gpus: tuple[int, ...] = ()
    measured: str = "model"
    preparations: tuple[Preparation, ...] = ()
    digest: str = ""


def read_recipe(path: Path) -> ComparisonRecipe:
    """A recipe from a TOML file."""
    table = read_toml(path)
    start = table.table("start")
    recipe = ComparisonRecipe(
        rl=table.take("rl", str),
        arms=_all(table, "arms", Arm),
        measurements=_all(table, "measurements", Measurement),
        hypotheses=_all(table, "hypotheses", Hypothesis),
        start=StartPolicy() if start is None else start.whole(StartPolicy),
        seeds=tuple(table.take("seeds", list, [0, 1, 2])),
        shuffled_seeds=tuple(table.take("shuffled_seeds", list, [0])),
        tries=table.take("tries", int, 0),
        jobs=table.take("jobs", int, 1),
        gpus=tuple(table.take("gpus", list, [])),
        measured=table.take("measured", str, "model"),
        preparations=_preparations(table),
        digest=hashlib.sha256(path.read_bytes()).hexdigest()[:16],
    )
    table.done()
    _check(recipe)
    return recipe


def _all(table: Table, name: str, kind: type[T]) -> tuple[T, ...]:
    return tuple(
        Table(f"{name}[{number}]", entries).whole(kind)
        for number, entries in enumerate(_tables(table, name))
    )


def _tables(table: Table, name: str) -> list[dict[str, Any]]:
    found = table.take(name, list, [])
    if not all(isinstance(one, dict) for one in found):
        raise BadConfig(f"{name} must be tables: [[{name}]]")
    return found


def _preparations(table: Table) -> tuple[Preparation, ...]:
    found: list[Preparation] = []
    for number, entries in enumerate(_tables(table, "prepare")):
        each = Table(f"prepare[{number}]", entries)
        name, commands = each.take("name", str), each.take("commands", list)
        each.done()
        for words in commands:
            if not isinstance(words, list) or not words or words[0] not in PROGRAMS:
                raise BadConfig(
                    f"{each.name}.commands has {words!r}: a command is a list of words that begins "
                    f"with {' or '.join(PROGRAMS)}"
                )
        found.append(Preparation(name, tuple(tuple(map(str, words)) for words in commands)))
    return tuple(found)


def _check(recipe: ComparisonRecipe) -> None:
    arms = [arm.name for arm in recipe.arms]
    measured = [one.name for one in recipe.measurements]
    results = [name for one in recipe.measurements for name in one.names]
    for what, names in (
        ("arms", arms),
        ("measurements", measured),
        ("prepare", [one.name for one in recipe.preparations]),
        ("hypotheses", [one.name for one in recipe.hypotheses]),
    ):
        if len(set(names)) != len(names):
            raise BadConfig(f"{what} has a name twice: {', '.join(names)}")
        for name in names:
            if not _NAME.fullmatch(name):
                raise BadConfig(f"{what} has {name!r}: a name has small letters, digits and dashes")
            if name == START or name.endswith(SHUFFLED):
                raise BadConfig(
                    f"{what} has {name!r}: the start and shuffled arms are called so; choose another"
                )
    for what, there in (("arms", arms), ("measurements", results), ("seeds", recipe.seeds)):
        if not there:
            raise BadConfig(f"{what} is empty: a comparison needs some")
    if not set(recipe.shuffled_seeds) <= set(recipe.seeds):
        raise BadConfig("shuffled_seeds must be some of seeds: each is held against its twin")
    if recipe.jobs < 1:
        raise BadConfig(f"jobs is {recipe.jobs}: it must be 1 or more")
    if recipe.gpus and len(set(recipe.gpus)) != recipe.jobs:
        raise BadConfig(
            f"gpus has {list(recipe.gpus)}: name one GPU for each of {recipe.jobs} jobs"
        )
    if recipe.measured not in ("model", "last"):
        raise BadConfig(f"measured is {recipe.measured!r}: say model or last")
    start = recipe.start
    if sum(map(bool, (start.checkpoint, start.bundle, start.config))) != 1:
        raise BadConfig(
            "start takes a checkpoint, a bundle in GGUF, or a config of SFT with data: one of them"
        )
    for arm in recipe.arms:
        if not arm.real and not arm.mock:
            raise BadConfig(f"the arm {arm.name} has no phones: name real ones, mock ones or both")
    for one in recipe.hypotheses:
        unknown = {one.better, one.than} - {*arms, START}
        if unknown or one.measurement not in results:
            raise BadConfig(
                f"the hypothesis {one.name} names {sorted(unknown) or one.measurement}, which the "
                "recipe does not have"
            )
