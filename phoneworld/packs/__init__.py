"""Packs: phones of their own, each a folder here with its apps and their tasks.

A pack is named with `--with NAME`, and is on no phone otherwise. Its apps take the place of all
built-in ones, so that a phone shows what the pack is about and nothing besides.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path

from phoneworld.errors import CatalogueError
from phoneworld.packs.pack import Pack

__all__ = ["Pack", "find_pack", "is_pack", "pack_names"]


def pack_names() -> list[str]:
    """The names of all packs."""
    return sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg)


def is_pack(place: Path) -> bool:
    """Whether what was named is a pack; a folder of that name comes first."""
    return str(place) in pack_names() and not place.is_dir()


def find_pack(name: str) -> Pack:
    """The pack of a name, or `CatalogueError`."""
    if name not in pack_names():
        raise CatalogueError(f"no pack is called {name!r}; there is {', '.join(pack_names())}")
    pack = getattr(import_module(f"{__name__}.{name}"), "PACK", None)
    if not isinstance(pack, Pack):
        raise CatalogueError(f"{__name__}.{name} has no PACK: define PACK = Pack(...) in it")
    return pack
