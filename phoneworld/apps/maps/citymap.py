"""The drawn map: streets, parks, the river, pins, a way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phoneworld.apps.maps.city import EXTENT_M, category_of
from phoneworld.apps.maps.geography import Spot
from phoneworld.apps.maps.labels import PinLabel, label_places, overlap
from phoneworld.ui.canvas import Canvas, Color
from phoneworld.ui.custom_view import CustomView
from phoneworld.ui.env import Env
from phoneworld.ui.view import Handler, View, keep_visible
from runtime.observation import CLICKABLE, FOCUSABLE, Bounds

SPANS_M = (900, 1600, 2600, 4200, 6400)
"""How much of the town the map's width shows, from near to far."""
RIVER = (
    (-4000, 4200),
    (0, 4050),
    (900, 3900),
    (1800, 4020),
    (2700, 4260),
    (3900, 4140),
    (4800, 3840),
    (6000, 3900),
    (10000, 4100),
)
LIGHT: dict[str, Color] = {
    "land": (243, 241, 235, 255), "block": (234, 231, 223, 255), "road": (255, 255, 255, 255),
    "edge": (221, 218, 210, 255), "water": (164, 205, 240, 255), "park": (198, 230, 196, 255),
    "ink": (112, 117, 122, 255),
}  # fmt: skip
DARK: dict[str, Color] = {
    "land": (36, 40, 48, 255), "block": (42, 47, 56, 255), "road": (62, 69, 82, 255),
    "edge": (30, 33, 40, 255), "water": (22, 48, 84, 255), "park": (30, 62, 48, 255),
    "ink": (150, 158, 170, 255),
}  # fmt: skip
FAR_M = 4000
"""So far do streets go on beyond the town."""
WAY: Color = (26, 115, 232, 255)
PIN_RADIUS = 13


class Pin(View):
    """A place on the map, to tap."""

    class_name = "android.widget.Button"

    def __init__(self, place: dict[str, Any], on_click: Handler) -> None:
        self.kind = category_of(place["category"])
        self.description = place["name"]
        self.on_click = on_click
        self.flags = CLICKABLE | FOCUSABLE
        self.at_m = (place["x"], place["y"])

    def draw(self, canvas: Canvas, env: Env) -> None:
        radius = env.px(PIN_RADIUS)
        cx, cy = self.x + self.w // 2, self.y + self.h // 2
        canvas.circle(cx, cy, radius + env.px(1), (255, 255, 255, 255))
        canvas.circle(cx, cy, radius, env.color(self.kind.color))
        size = env.px(16)
        canvas.icon(self.kind.icon, cx - size // 2, cy - size // 2, size, (255, 255, 255, 255))


class CityMap(CustomView):
    """A window onto the town. `corner` are buttons at its lower right."""

    def __init__(
        self,
        streets: Sequence[dict[str, Any]],
        *,
        center: tuple[int, int],
        span_m: int,
        pins: Sequence[Pin] = (),
        parks: Sequence[tuple[int, int]] = (),
        marks: Sequence[Spot] = (),
        me: Spot | None = None,
        way: Sequence[Spot] = (),
        corner: Sequence[View] = (),
        height: float = 200,
    ) -> None:
        super().__init__(self.paint, height=height, description="Map")
        self.streets = streets
        self.center = center
        self.span_m = span_m
        self.pins = pins
        self.parks = parks
        self.marks = marks
        self.me = me
        self.way = way
        self.corner = corner

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        super().place(env, x, y, w, h)
        side = env.px(36)
        # Pins stay clear of the buttons in the corner.
        column = x + w - env.px(84) if self.corner else x + w
        taken: list[tuple[int, int]] = []
        views: list[View] = []
        for pin in self.pins:
            left, top = self.pixel(*pin.at_m)
            # Pins that would cover each other: the first stays.
            if any(abs(left - a) < side and abs(top - b) < side for a, b in taken):
                continue
            if left > column and top > y + h - env.px(200):
                continue
            taken.append((left, top))
            pin.place(env, left - side // 2, top - side // 2, side, side)
            views.append(pin)
        bottom = y + h - env.px(12)
        for view in self.corner:
            size = env.px(48)
            view.place(env, x + w - size - env.px(12), bottom - size, size, size)
            views.append(view)
            bottom -= size + env.px(8)
        self.children = keep_visible(views, x, y, x + w, y + h)

    def draw(self, canvas: Canvas, env: Env) -> None:
        with canvas.clip(self.x, self.y, self.w, self.h):
            super().draw(canvas, env)
            self._write_names(canvas, env)

    def _write_names(self, canvas: Canvas, env: Env) -> None:
        """Names of the pins that are seen, where there is room for them."""
        size, _, _ = env.style("caption")
        high, radius = int(size * 1.2), env.px(PIN_RADIUS + 1)
        pins = [view for view in self.children if isinstance(view, Pin)]
        labels: list[PinLabel] = []
        for pin in pins:
            cx, cy = pin.x + pin.w // 2, pin.y + pin.h // 2
            around = Bounds(cx - radius, cy - radius, cx + radius, cy + radius)
            labels.append(PinLabel(around, env.text_width(pin.description, "caption"), high))
        buttons = [view.bounds for view in self.children if not isinstance(view, Pin)]
        frame = Bounds(self.x, self.y, self.x + self.w, self.y + self.h)
        taken = [*buttons, *(bounds for _, bounds in self._street_names(env))]
        places = label_places(labels, frame, taken, gap=env.px(2))
        for pin, place in zip(pins, places, strict=True):
            if place is not None:
                canvas.text(
                    place.left, place.top, pin.description,
                    size_px=int(size), weight=500, color=env.color("on_surface"),
                )  # fmt: skip

    def _street_names(self, env: Env) -> list[tuple[str, Bounds]]:
        """Along the left edge, each on its street, where no pin is."""
        size, _, _ = env.style("caption")
        high, left = int(size * 1.2), self.x + env.px(10)
        names: list[tuple[str, Bounds]] = []
        for street in self.streets:
            if street["across"]:
                top = self.pixel(0, street["at"])[1] - int(size * 0.6)
                width = env.text_width(street["name"], "caption")
                place = Bounds(left, top, left + width, top + high)
                if not any(overlap(place, view.bounds) for view in self.children):
                    names.append((street["name"], place))
        return names

    def pixel(self, x_m: int, y_m: int) -> tuple[int, int]:
        """Where a position is drawn."""
        scale = self.w / self.span_m
        return (
            int(self.x + self.w / 2 + (x_m - self.center[0]) * scale),
            int(self.y + self.h / 2 + (y_m - self.center[1]) * scale),
        )

    def paint(self, canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        """Draw the town below the pins."""
        ink = DARK if env.theme.dark else LIGHT
        scale = w / self.span_m
        canvas.rect(x, y, w, h, ink["land"])
        size = int(480 * scale)
        for down in range(-300, EXTENT_M, 600):
            for along in range(-300, EXTENT_M, 600):
                left, top = self.pixel(along + 60, down + 60)
                if left < x + w and left + size > x and top < y + h and top + size > y:
                    canvas.rect(left, top, size, size, ink["block"], radius=env.px(4))
        for park in self.parks:
            left, top = self.pixel(park[0] - 240, park[1] - 200)
            canvas.rect(
                left, top, int(480 * scale), int(400 * scale), ink["park"], radius=env.px(12)
            )
        water = [self.pixel(*point) for point in RIVER]
        canvas.lines(water, ink["water"], width_px=max(env.px(8), int(110 * scale)))
        self._paint_streets(canvas, env, ink)
        if self.way:
            turns: list[tuple[int, int]] = []
            for one, other in zip(self.way, self.way[1:], strict=False):
                turns += [(one.x, one.y), (other.x, one.y), (other.x, other.y)]
            canvas.lines([self.pixel(*turn) for turn in turns], WAY, width_px=env.px(5))
        for mark in self.marks:
            left, top = self.pixel(mark.x, mark.y)
            size = env.px(36)
            canvas.icon("place", left - size // 2, top - size + env.px(3), size, (217, 48, 37, 255))
        if self.me is not None:
            left, top = self.pixel(self.me.x, self.me.y)
            canvas.circle(left, top, env.px(16), (26, 115, 232, 50))
            canvas.circle(left, top, env.px(9), (255, 255, 255, 255))
            canvas.circle(left, top, env.px(7), WAY)

    def _paint_streets(self, canvas: Canvas, env: Env, ink: dict[str, Color]) -> None:
        wide = env.px(9)
        size, _, _ = env.style("caption")
        for layer in ("edge", "road"):
            for street in self.streets:
                at = street["at"]
                ends = ((-FAR_M, at), (EXTENT_M + FAR_M, at))
                if not street["across"]:
                    ends = ((at, -FAR_M), (at, EXTENT_M + FAR_M))
                line = [self.pixel(*end) for end in ends]
                extra = env.px(2) if layer == "edge" else 0
                canvas.lines(line, ink[layer], width_px=wide + extra)
        for name, place in self._street_names(env):
            canvas.text(
                place.left, place.top, name, size_px=int(size), weight=400, color=ink["ink"]
            )
