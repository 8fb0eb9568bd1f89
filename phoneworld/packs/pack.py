"""What a pack is: a name, the folder of its apps, and what a new phone of it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from phoneworld.phone import Phone
from phoneworld.world import World


@dataclass(frozen=True, slots=True)
class Pack:
    """A phone of its own. Each package in `module` is an app, laid out like those of `phoneworld.apps`.

    The names of its templates begin with its own and a dot. `furnish` puts on an empty phone what is
    there before any task. Only a pack that says so is `train`ed on.
    """

    name: str
    title: str
    module: str
    furnish: Callable[[Phone, World], None]
    train: bool = False

    @property
    def family(self) -> str:
        """The pattern that the names of all its templates fit."""
        return f"{self.name}.*"
