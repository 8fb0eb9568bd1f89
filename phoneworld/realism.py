"""Disturbances and looks that make a phone as hard to use as a real one: seeded, off by default.

Probabilities are between 0 and 1, for each occasion. All of it is drawn from a stream that is part of
the phone's state, so that a restored phone goes on exactly as the first one did.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from phoneworld.errors import PhoneWorldError
from phoneworld.ui.variant import PLAIN, Variant
from phoneworld.world import stream


@dataclass(frozen=True, slots=True)
class ScreenSize:
    """The size of a screen."""

    width_px: int = 1080
    height_px: int = 2400
    density_dpi: int = 420


DISPLAYS = (
    ScreenSize(),
    ScreenSize(720, 1560, 280),
    ScreenSize(1440, 3120, 560),
    ScreenSize(1080, 1920, 420),
)


@dataclass(frozen=True, slots=True)
class Realism:
    """The switches. `latency_ms` is how far the clock moves with every touch."""

    seed: int = 0
    latency_ms: int = 0
    popups: float = 0.0
    permission_prompts: float = 0.0
    ads: float = 0.0
    slow_loading: float = 0.0
    flaky_touches: float = 0.0
    layout_shift: float = 0.0
    dark: bool | None = None
    locale: str = ""
    font_scale: float = 1.0
    display: ScreenSize = ScreenSize()
    variant: Variant = PLAIN

    def draw(self, kind: str, count: int) -> Random:
        """The random stream of the `count`-th occasion of a kind."""
        return stream("realism", self.seed, kind, count)


OFF = Realism()
LEVELS = ("off", "looks", "events", "mild", "harsh")
"""Named amounts: `looks` is only how things look (language, size, layout), `events` only what happens
(pop-ups, prompts, waits, lost touches), `mild` is both, `harsh` much of both.
"""


def _some_look(rng: Random) -> Variant:
    return Variant(*(rng.random() < 0.35 for _ in range(7)))


def at_level(level: str, seed: int) -> Realism:
    """One of `LEVELS`, drawn for a seed."""
    rng = stream("realism level", seed)
    looks = Realism(
        seed=seed,
        dark=rng.random() < 0.5,
        locale=rng.choice(("en", "en", "de", "es", "fr")),
        font_scale=rng.choice((0.85, 1.0, 1.0, 1.15, 1.3)),
        display=rng.choice(DISPLAYS),
        variant=_some_look(rng),
    )
    match level:
        case "off":
            return replace(OFF, seed=seed)
        case "looks":
            return looks
        case "events":
            return _with_events(Realism(seed=seed))
        case "mild":
            return _with_events(looks)
        case "harsh":
            return replace(
                looks,
                latency_ms=400,
                popups=0.2,
                permission_prompts=1.0,
                ads=0.4,
                slow_loading=0.4,
                flaky_touches=0.06,
                layout_shift=0.05,
            )
        case _:
            raise PhoneWorldError(
                f"there is no realism level {level!r}: choose one of {', '.join(LEVELS)}"
            )


def _with_events(realism: Realism) -> Realism:
    return replace(
        realism,
        latency_ms=120,
        popups=0.05,
        permission_prompts=0.3,
        ads=0.1,
        slow_loading=0.1,
        flaky_touches=0.01,
        layout_shift=0.01,
    )
