"""The pack `androidworld`, read once for all tests of a process."""

from __future__ import annotations

from pathlib import Path

from phoneworld import Catalogue, open_catalogue

PACK_CATALOGUE: Catalogue = open_catalogue([Path("androidworld")])
