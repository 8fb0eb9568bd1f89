"""What a person has set for the screens, in a TOML file.

    # ~/.phonebuddy/tui.toml
    theme = "nord"
    picture = "auto"          # auto, sixel, kitty, drawing, half-blocks, text
    outlines = false
    mirror_fps = 5.0
    device = "adb://"
    policy = "buddy"
    model = "openai:gpt-5.4"  # before the policy
    welcome = true
    export_folder = "~/phonebuddy"

What is unknown or makes no sense is told as a warning and left at its default: a typing error must
not keep anyone from their phone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from tui.plain_text import one_line

DEFAULT_PATH = Path("~/.phonebuddy/tui.toml")
FASTEST_FPS = 10.0


class PictureMode(StrEnum):
    """How the phone's screen is shown. AUTO asks the terminal what it can."""

    AUTO = "auto"
    SIXEL = "sixel"
    KITTY = "kitty"
    DRAWING = "drawing"
    HALF_BLOCKS = "half-blocks"
    TEXT = "text"
    BROWSER = "browser"
    """A picture in the page beside the terminal. Never set by a person: AUTO chooses it."""


@dataclass(frozen=True, slots=True)
class TuiSettings:
    """All that can be set. Empty texts mean: choose by yourself."""

    theme: str = ""
    picture: PictureMode = PictureMode.AUTO
    outlines: bool = False
    mirror_fps: float = 5.0
    device: str = ""
    policy: str = ""
    model: str = ""
    """A model by its name, which goes before the policy."""
    welcome: bool = True
    """Offer the virtual phone when there is neither a phone nor a run."""
    export_folder: str = "."
    warnings: tuple[str, ...] = ()
    """What in the file was not understood."""


def load_settings(path: Path | None = None) -> TuiSettings:
    """The settings of a file; without a path, of the usual one, which need not be there."""
    file = (path or DEFAULT_PATH).expanduser()
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return TuiSettings() if path is None else _warned(f"there is no {file}")
    except (OSError, UnicodeDecodeError) as error:
        return _warned(f"{file} cannot be read: {error}")
    return parse_settings(text, str(file))


def parse_settings(text: str, name: str = "the settings") -> TuiSettings:
    """The settings that a text in TOML form makes."""
    try:
        told: Mapping[str, Any] = tomllib.loads(text)
    # RecursionError: deep nesting.
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return _warned(f"{name} is not TOML and is ignored: {one_line(str(error), 100)}")
    settings, warnings = TuiSettings(), list[str]()
    for key, value in told.items():
        read = _READERS.get(key)
        if read is None:
            warnings.append(f"{name}: there is no setting {one_line(key, 40)!r}")
            continue
        try:
            settings = replace(settings, **{key: read(value)})
        except ValueError as error:
            warnings.append(f"{name}: {key} {error}; {_shown(getattr(settings, key))} is used")
    return replace(settings, warnings=tuple(warnings))


def _warned(warning: str) -> TuiSettings:
    return TuiSettings(warnings=(warning,))


def _shown(value: object) -> str:
    return repr(str(value)) if isinstance(value, str) else str(value).lower()


# Values are whatever the file holds.


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a text")  # noqa: TRY004 - one kind of error for what a file holds
    return one_line(value)


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")  # noqa: TRY004
    return value


def _picture(value: object) -> PictureMode:
    modes = [mode for mode in PictureMode if mode is not PictureMode.BROWSER]
    name = _text(value)
    if name not in modes:
        raise ValueError(f"must be one of {', '.join(modes)}")
    return PictureMode(name)


def _fps(value: object) -> float:
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else 0.0
    # `nan` is a TOML value too, and compares with nothing.
    if not 0.1 <= number <= FASTEST_FPS:
        raise ValueError(f"must be a number from 0.1 to {FASTEST_FPS:g}")
    return float(number)


_READERS: Mapping[str, Callable[[object], object]] = {
    "theme": _text,
    "picture": _picture,
    "outlines": _truth,
    "mirror_fps": _fps,
    "device": _text,
    "policy": _text,
    "model": _text,
    "welcome": _truth,
    "export_folder": _text,
}
