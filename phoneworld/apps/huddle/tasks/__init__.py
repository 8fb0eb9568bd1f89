"""Tasks with chats, and those of all mini-apps."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from phoneworld.apps.huddle import mini
from phoneworld.apps.huddle.miniapp import find_minis
from phoneworld.apps.huddle.tasks import keeping, talking
from phoneworld.author import Template


def _mini_tasks() -> tuple[Template, ...]:
    """The tasks of all mini-apps: `TASKS` of their module `tasks`, or of the file itself."""
    tasks: list[Template] = []
    for name in find_minis():
        origin = f"{mini.__name__}.{name}"
        module = import_module(origin)
        if hasattr(module, "__path__") and find_spec(f"{origin}.tasks") is not None:
            module = import_module(f"{origin}.tasks")
        tasks += getattr(module, "TASKS", ())
    return tuple(tasks)


TASKS = (*talking.TASKS, *keeping.TASKS, *_mini_tasks())
