"""Where phones come from: worlds made once and copied from then on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from phoneworld import serialization
from phoneworld.app import App
from phoneworld.errors import TaskError
from phoneworld.phone import Phone
from phoneworld.phone_data import create_data, populate
from phoneworld.ready_connections import ReadyConnections
from phoneworld.realism import OFF, Realism, at_level
from phoneworld.world import World

MAX_SEED = 2**63 - 1
WORLDS = 32
"""How many different lives there are: seeds beyond share them, with other tasks on top."""


class Workshop:
    """Makes populated phones. The first phone of a seed is slow to make; further ones are copies."""

    def __init__(
        self, apps: Mapping[str, App], furnish: Callable[[Phone, World], None] = populate
    ) -> None:
        """`apps` by package, the launcher among them: those of a catalogue. `furnish` puts a world's
        content on an empty phone.
        """
        self.apps = apps
        self._furnish = furnish
        self._worlds: dict[int, World] = {}
        self._built: dict[int, bytes] = {}
        self._read: dict[int, serialization.SavedPhone] = {}
        self._ready = ReadyConnections()

    def world(self, seed: int) -> World:
        """The world that phones of a seed live in."""
        check_seed(seed)
        number = seed % WORLDS
        world = self._worlds.get(number)
        if world is None:
            world = self._worlds[number] = World(number)
        return world

    def built(self, seed: int) -> bytes:
        """The snapshot of a freshly populated phone."""
        world = self.world(seed)
        made = self._built.get(world.seed)
        if made is None:
            phone = Phone(self.apps)
            create_data(phone)
            self._furnish(phone, world)
            phone.go_home()
            made = self._built[world.seed] = phone.snapshot()
        return made

    def phone(self, seed: int, *, realism: str | Realism = OFF) -> Phone:
        """A populated phone for a seed."""
        level = realism if isinstance(realism, Realism) else at_level(realism, seed)
        phone = Phone(self.apps, realism=level)
        self.reset(phone, seed)
        return phone

    def reset(self, phone: Phone, seed: int) -> None:
        """Reset a phone to the populated state of a seed."""
        world = self.world(seed).seed
        saved = self._read.get(world)
        if saved is None:
            saved = self._read[world] = serialization.read(self.built(seed), ready=self._ready)
        serialization.load(phone, saved)
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
