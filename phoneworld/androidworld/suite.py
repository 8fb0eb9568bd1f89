"""Templates as a suite: task types by name, each with some instances.

An instance's seed follows from the suite's seed, the type's name and the instance's number, so that
the same call always makes the same suite and a new template changes nothing for the others. Seeds
are spread over all worlds, also those that a policy was trained on, unless `worlds` says which.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from phoneworld.androidworld.errors import bad_value, not_found
from phoneworld.tasks.template import Kind, Template
from phoneworld.tasks.trial import Task
from phoneworld.workshop import WORLDS

ALL = "phoneworld"
STANDARD = "android_world"
"""AndroidWorld's tasks, on stand-in apps: what clients ask for if nobody tells them otherwise."""
# The injection suite is measured by `trainer eval`.
FAMILIES = (
    ALL,
    STANDARD,
    *(kind.value for kind in Kind if kind not in (Kind.INJECTION, Kind.NAVIGATION)),
)
MOST_INSTANCES = 1000
DEFAULT_INSTANCES = 2
DEFAULT_SEED = 42
ALL_WORLDS = range(WORLDS)


@dataclass(frozen=True, slots=True)
class Suite:
    """What there is to be done."""

    types: Mapping[str, Template]
    instances: int
    seed: int
    worlds: Sequence[int] = ALL_WORLDS

    def task(self, name: str, number: int) -> Task:
        """An instance of a type."""
        template = self.template(name)
        if not 0 <= number < self.instances:
            raise not_found(
                f"{name} has the instances 0 to {self.instances - 1}, not {number}: "
                "/suite/reinitialize makes more"
            )
        return Task(template, instance_seed(self.seed, name, number, self.worlds))

    def template(self, name: str) -> Template:
        """A type by name."""
        if name not in self.types:
            raise not_found(f"there is no task type {name!r}: /suite/task_list lists them")
        return self.types[name]


def make_suite(
    templates: Mapping[str, Template],
    *,
    instances: int = DEFAULT_INSTANCES,
    seed: int = DEFAULT_SEED,
    family: str = ALL,
    worlds: Sequence[int] = ALL_WORLDS,
) -> Suite:
    """A suite of a family: all of the templates, or those of a kind (`cross-app`)."""
    if not 1 <= instances <= MOST_INSTANCES:
        raise bad_value(f"n_task_combinations is {instances}: it can be 1 to {MOST_INSTANCES}")
    if not worlds or not all(world in ALL_WORLDS for world in worlds):
        raise bad_value(f"the worlds are {list(worlds)}: choose some of 0 to {WORLDS - 1}")
    if family in (ALL, STANDARD):
        return Suite(templates, instances, seed, worlds)
    chosen = {name: one for name, one in templates.items() if one.kind.value == family}
    return Suite(chosen, instances, seed, worlds)


def instance_seed(seed: int, name: str, number: int, worlds: Sequence[int] = ALL_WORLDS) -> int:
    """The seed of an instance's task, which is played in one of the worlds."""
    digest = hashlib.sha256(f"androidworld {seed} {name} {number}".encode()).digest()
    found = int.from_bytes(digest[:4]) >> 1
    return found - found % WORLDS + worlds[found % len(worlds)]
