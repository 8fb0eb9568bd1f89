"""Where phones come from: apps found and put together, worlds made once and copied from then on."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from phoneworld import apps as apps_folder
from phoneworld.app import App
from phoneworld.errors import AppError, TaskError
from phoneworld.phone import Phone
from phoneworld.realism import OFF, Realism, at_level
from phoneworld.system import launcher
from phoneworld.world import World

MAX_SEED = 2**63 - 1
WORLDS = 32
"""How many different lives there are: seeds beyond share them, with other tasks on top."""


@cache
def find_apps() -> Mapping[str, App]:
    """All apps by package: the folders of `phoneworld.apps`, and the entry points `phoneworld.apps`."""
    found = {launcher.APP.package: launcher.APP}
    modules = [
        import_module(f"{apps_folder.__name__}.{info.name}")
        for info in sorted(pkgutil.iter_modules(apps_folder.__path__), key=lambda info: info.name)
    ]
    declared = [(module.__name__, getattr(module, "APP", None)) for module in modules]
    declared += [(point.value, point.load()) for point in entry_points(group="phoneworld.apps")]
    for origin, app in declared:
        if not isinstance(app, App):
            raise AppError(f"{origin} has no APP: define APP = App(...) in it")
        if app.package in found:
            raise AppError(
                f"two apps are called {app.package}: {origin} must choose another package"
            )
        found[app.package] = app
    return found


class Workshop:
    """Makes populated phones. The first of a seed takes a while, the others are copies."""

    def __init__(self, apps: Mapping[str, App] | None = None) -> None:
        self.apps = apps if apps is not None else find_apps()
        self._built: dict[int, bytes] = {}

    def world(self, seed: int) -> World:
        """The world that phones of a seed live in."""
        check_seed(seed)
        return World(seed % WORLDS)

    def built(self, seed: int) -> bytes:
        """The snapshot of a freshly populated phone."""
        world = self.world(seed)
        made = self._built.get(world.seed)
        if made is None:
            phone = Phone(self.apps)
            phone.create_data()
            phone.populate(world)
            phone.go_home()
            made = self._built[world.seed] = phone.snapshot()
        return made

    def phone(self, seed: int, *, realism: str | Realism = OFF) -> Phone:
        """A phone with the life of a seed on it."""
        level = realism if isinstance(realism, Realism) else at_level(realism, seed)
        phone = Phone(self.apps, realism=level)
        self.reset(phone, seed)
        return phone

    def reset(self, phone: Phone, seed: int) -> None:
        """Make a phone as new, with the life of a seed on it."""
        phone.restore(self.built(seed))
        realism = phone.realism
        if realism.dark is not None:
            phone.settings.put("secure", "ui_night_mode", "2" if realism.dark else "1")
        if realism.locale:
            phone.settings.put("system", "locale", realism.locale)
        if realism.font_scale != 1.0:
            phone.settings.put("system", "font_scale", str(realism.font_scale))


def check_seed(seed: int) -> None:
    """Refuse a seed out of range."""
    if not 0 <= seed <= MAX_SEED:
        raise TaskError(f"seed {seed} is out of range: choose a whole number from 0 to 2**63 - 1")
