"""The drawn map: the Rhine, roads between places, names, pins, and a line of planned points."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from phoneworld.packs.androidworld.osmand.places import LARGE, PLACES, Place
from phoneworld.ui.canvas import Canvas, Color
from phoneworld.ui.custom_view import Spot, TouchSurface
from phoneworld.ui.env import Env
from phoneworld.ui.typeset import width_of
from phoneworld.ui.view import Handler, View, keep_visible
from runtime.observation import CLICKABLE, FOCUSABLE

LAND: Color = (240, 238, 228, 255)
WATER: Color = (150, 196, 235, 255)
ROAD: Color = (250, 205, 120, 255)
INK: Color = (60, 64, 70, 255)
LINE: Color = (216, 27, 96, 255)
STAR: Color = (245, 160, 0, 255)
FLAG: Color = (25, 118, 210, 255)
RHINE = (
    (47.045, 9.485), (47.075, 9.491), (47.105, 9.512), (47.135, 9.508), (47.165, 9.494),
    (47.195, 9.489), (47.215, 9.499), (47.235, 9.518), (47.262, 9.532),
)  # fmt: skip
ROADS = (
    ("Balzers", "Triesen", "Vaduz", "Schaan", "Nendeln", "Schaanwald"),
    ("Schaan", "Bendern", "Gamprin", "Ruggell"),
    ("Bendern", "Eschen", "Mauren", "Schaanwald"),
    ("Eschen", "Nendeln"),
    ("Ruggell", "Schellenberg", "Mauren"),
    ("Schaan", "Oberplanken", "Planken", "Nendeln"),
    ("Vaduz", "Rotenboden", "Triesenberg", "Steg", "Malbun"),
    ("Triesen", "Triesenberg"),
    ("Steg", "Schönberg"),
)
NAME_PX, NAME_BELOW_PX = 13, 5
"""How large the name of a place is, and how far below its spot."""
WIDEST, NEAREST = 0.6, 0.004
"""How many degrees of longitude the map's width shows, from afar and near."""


@dataclass(frozen=True, slots=True)
class MapWindow:
    """What of the earth a rectangle of pixels shows."""

    center: Place
    span: float
    x: int
    y: int
    w: int
    h: int

    @property
    def _scale(self) -> tuple[float, float]:
        """Pixels a degree, across and down."""
        across = self.w / self.span
        return across, across / math.cos(math.radians(self.center.lat))

    def pixel(self, lat: float, lon: float) -> tuple[int, int]:
        across, down = self._scale
        return (
            self.x + self.w // 2 + round((lon - self.center.lon) * across),
            self.y + self.h // 2 - round((lat - self.center.lat) * down),
        )

    def place(self, spot: Spot) -> Place:
        across, down = self._scale
        return Place(
            self.center.lat - (spot[1] - 0.5) * self.h / down,
            self.center.lon + (spot[0] - 0.5) * self.w / across,
        )


class PlacePin(View):
    """A named place on the map, to tap."""

    class_name = "android.widget.Button"

    def __init__(self, place: Place, on_click: Handler) -> None:
        self.description = place.name
        self.spot_of = place
        self.on_click = on_click
        self.flags = CLICKABLE | FOCUSABLE

    def draw(self, canvas: Canvas, env: Env) -> None:
        cx, cy = self.x + self.w // 2, self.y + self.h // 2
        canvas.circle(cx, cy, env.px(4), INK)
        size = env.px(NAME_PX)
        wide = width_of(self.spot_of.name, size, 500)
        canvas.text(
            cx - wide // 2,
            cy + env.px(NAME_BELOW_PX),
            self.spot_of.name,
            size_px=size,
            weight=500,
            color=INK,
        )


class CountryMap(TouchSurface):
    """The map. A tap or a hold tells which place was meant, a stroke by how much to move."""

    def __init__(
        self,
        center: Place,
        span: float,
        *,
        on_tap: Callable[[Place], object],
        on_hold: Callable[[Place], object],
        on_move: Callable[[Place], object],
        line: Sequence[Place] = (),
        stars: Sequence[Place] = (),
        flags: Sequence[Place] = (),
    ) -> None:
        super().__init__(
            self.paint, self._stroke, height=300, description="Map", on_press=self._press
        )
        self.center = center
        self.span = span
        self.on_tap = on_tap
        self.on_hold = on_hold
        self.on_move = on_move
        self.line = line
        self.stars = stars
        self.marked = flags

    @property
    def window(self) -> MapWindow:
        return MapWindow(self.center, self.span, self.x, self.y, self.w, self.h)

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        super().place(env, x, y, w, h)
        side, pins = env.px(40), list[View]()
        taken: list[tuple[int, int]] = []
        for place in sorted(PLACES, key=lambda one: one.name not in LARGE):
            left, top = self.window.pixel(place.lat, place.lon)
            # A name is written below its spot, and both are on the map or neither.
            if not (x <= left < x + w and y <= top < y + h - env.px(NAME_PX + NAME_BELOW_PX)):
                continue
            # Pins that would cover each other: the first stays.
            if not any(abs(left - a) < 2 * side and abs(top - b) < side for a, b in taken):
                pin = PlacePin(place, self._tapper(place))
                pin.place(env, left - side // 2, top - side // 2, side, side)
                taken.append((left, top))
                pins.append(pin)
        self.children = keep_visible(pins, x, y, x + w, y + h)

    def _tapper(self, place: Place) -> Handler:
        return lambda: self.on_tap(place)

    def _stroke(self, start: Spot, end: Spot) -> None:
        if start == end:
            self.on_tap(self.window.place(start))
            return
        before, after = self.window.place(start), self.window.place(end)
        self.on_move(
            Place(
                self.center.lat + before.lat - after.lat, self.center.lon + before.lon - after.lon
            )
        )

    def _press(self, spot: Spot) -> None:
        self.on_hold(self.window.place(spot))

    def paint(self, canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        window = self.window
        canvas.rect(x, y, w, h, LAND)
        canvas.lines([window.pixel(*spot) for spot in RHINE], WATER, width_px=env.px(8))
        known = {place.name: place for place in PLACES}
        for names in ROADS:
            spots = [window.pixel(known[name].lat, known[name].lon) for name in names]
            canvas.lines(spots, ROAD, width_px=env.px(4))
        points = [window.pixel(point.lat, point.lon) for point in self.line]
        if len(points) > 1:
            canvas.lines(points, LINE, width_px=env.px(4))
        for spots, color in ((points, LINE), (self._spots(self.stars), STAR)):
            for left, top in spots:
                canvas.circle(left, top, env.px(7), color)
        for left, top in self._spots(self.marked):
            canvas.circle(left, top, env.px(9), FLAG)

    def _spots(self, places: Sequence[Place]) -> list[tuple[int, int]]:
        return [self.window.pixel(place.lat, place.lon) for place in places]
