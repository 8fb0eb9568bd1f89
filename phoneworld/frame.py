"""What is to be painted: the layers of one look at a phone, from back to front.

`phoneworld.phone` makes frames and `phoneworld.render` paints them; neither knows the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from phoneworld.ui.env import Env
from phoneworld.ui.view import View
from runtime.hierarchy import elements_of
from runtime.observation import Element

STATUS_BAR_DP = 32
NAV_BAR_DP = 48
KEYBOARD_DP = 280


@dataclass(slots=True, eq=False)
class Layer:
    """A window: a view tree that is laid out. `dims` darkens what lies behind it.

    `wallpaper` paints the phone's wallpaper behind the view (home screen, recents).
    """

    view: View
    env: Env
    dims: bool = False
    wallpaper: bool = False
    _elements: tuple[Element, ...] | None = field(default=None, init=False, repr=False)

    @property
    def elements(self) -> tuple[Element, ...]:
        """What a policy reads of it."""
        if self._elements is None:
            self._elements = elements_of(self.view)
        return self._elements


@dataclass(frozen=True, slots=True)
class KeptLayer:
    """A window to be shown again as long as all that it was made of is the same."""

    made_of: tuple[object, ...]
    layer: Layer


@dataclass(frozen=True, slots=True)
class StatusBar:
    """What the bar at the top shows. `icons` are icon names, from left to right before the battery."""

    time: str
    icons: tuple[str, ...]
    notifications: tuple[str, ...]
    battery_percent: int


@dataclass(frozen=True, slots=True)
class KeyboardLook:
    """The keyboard as it is shown: `layout` is `letters`, `numbers` or `symbols`."""

    layout: str
    shifted: bool
    enter: str


@dataclass(frozen=True, slots=True)
class Frame:
    """One look at a phone, ready to be painted."""

    width_px: int
    height_px: int
    density: float
    dark: bool
    brightness: int
    wallpaper: str
    layers: tuple[Layer, ...]
    status: StatusBar
    keyboard: KeyboardLook | None
    toast: str
    black: bool = False
