"""What the user calls apps: a file of names and packages, for those that no table knows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from runtime.errors import DeviceError

FILE = Path("~/.phonebuddy/app-names.json")


def read_own_names(path: Path = FILE) -> Mapping[str, str]:
    """Packages by the names that the user gives them: `{"My bank": "com.example.bank"}`.

    None where there is no such file; one that cannot be read is an error, not an empty list.
    """
    place = path.expanduser()
    if not place.is_file():
        return {}
    try:
        found: object = json.loads(place.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DeviceError(f"{place} cannot be read ({error}): mend it or take it away") from error
    if not isinstance(found, dict) or not all(
        isinstance(name, str) and isinstance(package, str)
        for name, package in cast("dict[object, object]", found).items()
    ):
        raise DeviceError(
            f'{place} must hold names and packages: {{"My bank": "com.example.bank"}}'
        )
    return cast("dict[str, str]", found)
