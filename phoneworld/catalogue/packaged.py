"""What comes with the package, and with other packages by their entry points.

An app is a folder of `phoneworld.apps` with an `APP`, or an entry point of the group
`phoneworld.apps`. Its tasks are the `TASKS` of the module `tasks` in its folder; tasks across apps
are those of the modules in `phoneworld.cross_app`, and entry points of the group
`phoneworld.tasks` name further modules. Wordings are the files in `phoneworld/wordings`, and those
in a folder `wordings` beside a module that such an entry point names.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from phoneworld.app import App
from phoneworld.errors import AppError, TaskError
from phoneworld.system import launcher
from phoneworld.tasks.template import Template

APPS, CROSS = "phoneworld.apps", "phoneworld.cross_app"
UNSERVED = "phoneworld.unserved"
TASKS_GROUP = "phoneworld.tasks"
WORDINGS = "wordings"


def packaged_apps() -> dict[str, App]:
    """All apps by package, the launcher among them."""
    found = {launcher.APP.package: launcher.APP}
    names = sorted(info.name for info in pkgutil.iter_modules(import_module(APPS).__path__))
    modules = [import_module(f"{APPS}.{name}") for name in names]
    declared = [(module.__name__, getattr(module, "APP", None)) for module in modules]
    declared += [(point.value, point.load()) for point in entry_points(group=APPS)]
    for origin, app in declared:
        if not isinstance(app, App):
            raise AppError(f"{origin} has no APP: define APP = App(...) in it")
        if app.package in found:
            raise AppError(
                f"two apps are called {app.package}: {origin} must choose another package"
            )
        found[app.package] = app
    return found


def packaged_templates() -> dict[str, Template]:
    """Every template by name."""
    found: dict[str, Template] = {}
    for module in _task_modules():
        listed: tuple[Template, ...] | None = getattr(module, "TASKS", None)
        if listed is None:
            raise TaskError(f"{module.__name__} has no TASKS: list its templates in a tuple")
        for template in listed:
            if template.name in found:
                raise TaskError(f"two templates are called {template.name!r}: rename one")
            found[template.name] = template
    return found


def wording_folders() -> list[Path]:
    """The folders of wordings that packages bring."""
    own = Path(__file__).parents[1] / WORDINGS
    others = [
        Path(spec.origin).parent / WORDINGS
        for point in entry_points(group=TASKS_GROUP)
        if (spec := find_spec(point.value)) is not None and spec.origin is not None
    ]
    return [own, *(folder for folder in others if folder.is_dir())]


def _task_modules() -> Iterator[ModuleType]:
    for info in pkgutil.iter_modules(import_module(APPS).__path__, f"{APPS}."):
        if info.ispkg and find_spec(f"{info.name}.tasks") is not None:
            yield import_module(f"{info.name}.tasks")
    yield import_module(CROSS)
    yield import_module(UNSERVED)
    for point in entry_points(group=TASKS_GROUP):
        yield import_module(point.value)
