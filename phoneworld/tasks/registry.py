"""All task templates, by name.

An app's tasks are the `TASKS` of the module `tasks` in its folder; tasks across apps are those of
`phoneworld.tasks.cross`. Nothing else names them.
"""

from __future__ import annotations

import difflib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType

from phoneworld import apps
from phoneworld.errors import TaskError
from phoneworld.tasks.template import Template


def _modules() -> Iterator[ModuleType]:
    for info in pkgutil.iter_modules(apps.__path__, apps.__name__ + "."):
        if info.ispkg and find_spec(f"{info.name}.tasks") is not None:
            yield import_module(f"{info.name}.tasks")
    yield import_module("phoneworld.tasks.cross")
    for point in entry_points(group="phoneworld.tasks"):
        yield import_module(point.value)


@cache
def templates() -> Mapping[str, Template]:
    """Every template, sorted by name."""
    found: dict[str, Template] = {}
    for module in _modules():
        listed: tuple[Template, ...] | None = getattr(module, "TASKS", None)
        if listed is None:
            raise TaskError(f"{module.__name__} has no TASKS: list its templates in a tuple")
        for template in listed:
            if template.name in found:
                raise TaskError(f"two templates are called {template.name!r}: rename one")
            found[template.name] = template
    return dict(sorted(found.items()))


def find_template(name: str) -> Template:
    """The template of that name, or `TaskError` with the closest ones."""
    known = templates()
    if name in known:
        return known[name]
    close = difflib.get_close_matches(name, known, n=5, cutoff=0.4)
    hint = f"did you mean {', '.join(close)}?" if close else "`phoneworld tasks` lists them"
    raise TaskError(f"there is no task {name!r}: {hint}")
