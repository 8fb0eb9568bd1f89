"""All commands of the phone's shell, gathered from the modules of `phoneworld.adb.commands`."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from phoneworld.adb import commands as folder
from phoneworld.adb.errors import ServeError
from phoneworld.adb.shell.command import Command


@cache
def find_commands() -> Mapping[str, Command]:
    """Commands by name. Two of the same name are a mistake."""
    found: dict[str, Command] = {}
    origins: dict[str, str] = {}
    for info in sorted(pkgutil.iter_modules(folder.__path__), key=lambda info: info.name):
        module = import_module(f"{folder.__name__}.{info.name}")
        declared: Mapping[str, Command] | None = getattr(module, "COMMANDS", None)
        if declared is None:
            raise ServeError(f"{module.__name__} has no COMMANDS: define them, or move it away")
        for name, command in declared.items():
            if name in found:
                raise ServeError(f"{name} is defined in {origins[name]} and {module.__name__}")
            found[name] = command
            origins[name] = module.__name__
    return found
