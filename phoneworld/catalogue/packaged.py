"""What comes with the package, and with other packages by their entry points.

An app is a folder of `phoneworld.apps` with an `APP`, or an entry point of the group
`phoneworld.apps`. Its tasks are the `TASKS` of the module `tasks` in its folder; tasks across apps
are those of the modules in `phoneworld.cross_app`, and entry points of the group
`phoneworld.tasks` name further modules. Wordings are the files in `phoneworld/wordings`, and those
in a folder `wordings` beside a module that such an entry point names.

A pack (`phoneworld.packs`) is a whole phone of its own: a folder of apps laid out in the same way.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from phoneworld.app import App
from phoneworld.errors import AppError, TaskError
from phoneworld.packs.pack import Pack
from phoneworld.system import launcher
from phoneworld.tasks.template import Template

APPS, CROSS = "phoneworld.apps", "phoneworld.cross_app"
UNSERVED = "phoneworld.unserved"
TASKS_GROUP = "phoneworld.tasks"
WORDINGS = "wordings"


def packaged_apps() -> dict[str, App]:
    """All apps of the default phone by package, the launcher among them."""
    declared = _apps_in(APPS)
    declared += [(point.value, point.load()) for point in entry_points(group=APPS)]
    return _by_package(declared)


def pack_apps(pack: Pack) -> dict[str, App]:
    """The apps of a pack by package, and the launcher."""
    return _by_package(_apps_in(pack.module))


def _apps_in(folder: str) -> list[tuple[str, object]]:
    """What each package in a folder declares as its app, with the package's name."""
    found = pkgutil.iter_modules(import_module(folder).__path__)
    names = sorted(info.name for info in found if info.ispkg)
    modules = [import_module(f"{folder}.{name}") for name in names]
    return [(module.__name__, getattr(module, "APP", None)) for module in modules]


def _by_package(declared: Iterable[tuple[str, object]]) -> dict[str, App]:
    found = {launcher.APP.package: launcher.APP}
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
    """Every template of the default phone by name."""
    return _templates_of(_task_modules())


def pack_templates(pack: Pack) -> dict[str, Template]:
    """The templates of a pack by name."""
    return _templates_of(_app_tasks(pack.module))


def _templates_of(modules: Iterable[ModuleType]) -> dict[str, Template]:
    found: dict[str, Template] = {}
    for module in modules:
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


def _app_tasks(folder: str) -> Iterator[ModuleType]:
    for info in pkgutil.iter_modules(import_module(folder).__path__, f"{folder}."):
        if info.ispkg and find_spec(f"{info.name}.tasks") is not None:
            yield import_module(f"{info.name}.tasks")


def _task_modules() -> Iterator[ModuleType]:
    yield from _app_tasks(APPS)
    yield import_module(CROSS)
    yield import_module(UNSERVED)
    for point in entry_points(group=TASKS_GROUP):
        yield import_module(point.value)
