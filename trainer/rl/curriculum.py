"""Which tasks are tried next: those that sometimes succeed, with some exploration.

A task that always or never succeeds teaches nothing. How often its kind succeeded lately is kept for
each environment and template; old knowledge fades, so that what was hopeless is tried again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

UNKNOWN = 0.5


@dataclass(frozen=True, slots=True)
class TemplateSampling:
    """`exploration` is the least weight a template has, against 1 for one that succeeds half the time.
    `decay` is what remains of earlier knowledge after each iteration, `prior` how many imagined tries
    at even odds every template starts with. With `by_visits`, only what is known of the templates that
    were tried fades: where there are many, one is forgotten otherwise before it comes round again. With
    `once`, no task is tried a second time while there are others: what is learnt of an instance does not
    carry over.
    """

    exploration: float = 0.15
    decay: float = 0.9
    prior: float = 2.0
    by_visits: bool = False
    once: bool = False


@dataclass(slots=True)
class Record:
    """Successes and tries, faded."""

    successes: float = 0.0
    tries: float = 0.0


@dataclass(slots=True)
class Curriculum:
    """The records, by environment and template."""

    sampling: TemplateSampling = field(default_factory=TemplateSampling)
    records: dict[tuple[str, str], Record] = field(default_factory=dict)
    tried: set[tuple[str, str]] = field(default_factory=set)
    """The tasks that were chosen, by environment, where none is to be tried twice."""

    def success_rate(self, environment: str, template: str) -> float:
        """How often it would succeed now, by what is known."""
        record = self.records.get((environment, template), Record())
        prior = self.sampling.prior
        total = record.tries + prior
        return (record.successes + prior * UNKNOWN) / total if total else UNKNOWN

    def weight(self, environment: str, template: str) -> float:
        """How likely it is tried next, against the others."""
        rate = self.success_rate(environment, template)
        least = self.sampling.exploration
        return least + (1 - least) * 4 * rate * (1 - rate)

    def choose(
        self, environment: str, tasks: Sequence[str], how_many: int, rng: Random
    ) -> list[str]:
        """Tasks to try, different ones while there are enough."""
        chosen: list[str] = []
        left = _by_template(task for task in tasks if (environment, task) not in self.tried)
        for _ in range(how_many if tasks else 0):
            if not left:
                left = _by_template(tasks)
            names = list(left)
            weights = [self.weight(environment, name) for name in names]
            if not any(weights):
                weights = [1.0] * len(names)
            name = rng.choices(names, weights)[0]
            some = left[name]
            chosen.append(some.pop(rng.randrange(len(some))))
            if not some:
                del left[name]
        if self.sampling.once:
            self.tried.update((environment, task) for task in chosen)
        return chosen

    def learn(self, results: Iterable[tuple[str, str, Sequence[bool]]]) -> None:
        """Take in an iteration: environment, task, and whether each try succeeded."""
        ends = [(environment, task, list(successes)) for environment, task, successes in results]
        visited = {(environment, template_of(task)) for environment, task, _ in ends}
        for name, record in self.records.items():
            if name in visited or not self.sampling.by_visits:
                record.successes *= self.sampling.decay
                record.tries *= self.sampling.decay
        for environment, task, successes in ends:
            record = self.records.setdefault((environment, template_of(task)), Record())
            record.successes += sum(successes)
            record.tries += len(successes)

    def state(self) -> list[list[str | float]]:
        """The records as plain values, for `restore`."""
        return [
            [environment, template, record.successes, record.tries]
            for (environment, template), record in self.records.items()
        ]

    def restore(self, state: Sequence[Sequence[str | float]]) -> None:
        """Go on from an earlier `state`."""
        self.records = {
            (str(environment), str(template)): Record(float(successes), float(tries))
            for environment, template, successes, tries in state
        }


def _by_template(tasks: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for task in tasks:
        found.setdefault(template_of(task), []).append(task)
    return found


def template_of(task: str) -> str:
    """`contacts.add#7` is one of `contacts.add`."""
    return task.rpartition("#")[0] or task


def places(how_many: int, mix: float, iteration: int, real: Sequence[str], mock: str) -> list[str]:
    """The environment of each group of an iteration (from 0): a share `mix` of them on real phones.

    What does not divide evenly is made up for in later iterations; real phones take turns.
    """
    if not real:
        return [mock] * how_many
    if not mock:
        mix = 1.0
    before, after = (int(how_many * mix * count + 0.5) for count in (iteration, iteration + 1))
    turns = [real[number % len(real)] for number in range(before, after)]
    return turns + [mock] * (how_many - len(turns))
