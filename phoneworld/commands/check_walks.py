"""The part of `phoneworld check` that walks through the screens of the apps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from phoneworld.catalogue import Catalogue
from phoneworld.tasks.check import TaskFinding
from phoneworld.walk import Walked, walk_app


@dataclass(frozen=True, slots=True)
class WalkedApp:
    """An app by its label, and what came of the walk through it."""

    label: str
    walked: Walked

    @property
    def findings(self) -> list[TaskFinding]:
        return [TaskFinding(self.label, "crash", str(crash)) for crash in self.walked.crashes]


def packages_of(catalogue: Catalogue, names: Iterable[str]) -> list[str]:
    """The apps that templates take, each once."""
    labels = {label for name in names for label in catalogue.template(name).apps}
    return [package for package, app in catalogue.apps.items() if app.label in labels]


def walk_one(catalogue: Catalogue, seed: int, tries: int, package: str) -> WalkedApp:
    """A walk, in a process of its own."""
    walked = walk_app(catalogue.workshop(), package, seed=seed, tries=tries)
    return WalkedApp(catalogue.apps[package].label, walked)


def summary(walks: Sequence[WalkedApp]) -> str:
    """How much of the apps was seen, in one line, and which screens were not."""
    seen = sum(len(one.walked.seen) for one in walks)
    missed = {one.label: sorted(one.walked.unseen) for one in walks if one.walked.unseen}
    known = seen + sum(map(len, missed.values()))
    text = f"walked through {len(walks)} apps: {seen} of {known} screens seen"
    unseen = "; ".join(f"{label}: {', '.join(routes)}" for label, routes in missed.items())
    return f"{text}, not {unseen}" if unseen else text
