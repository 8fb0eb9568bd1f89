"""The time here and in other cities."""

from __future__ import annotations

import math
from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.clock.cities import City, find_cities
from phoneworld.apps.clock.data import add_city, option
from phoneworld.apps.clock.sections import section_bar, top_bar
from phoneworld.apps.clock.times import HOUR, MINUTE, SECOND, clock_text, day_text, offset_text
from phoneworld.ui.bars import Fab, Scaffold, TopBar
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.custom_view import CustomView, Painter
from phoneworld.ui.env import Env
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Divider, Field, Text
from runtime.actions import Direction


class WorldClock(Screen):
    """The time here, and in the cities on the list."""

    def view(self) -> View:
        now = self.phone.now_ms
        here = Text(clock_text(now), "hero", align="center").named("local_time")
        if option(self.db, "clock_style") == "Analog":
            here = CustomView(face(now), height=176, description=clock_text(now)).named(
                "local_time"
            )
        return Scaffold(
            top_bar(self, "Clock"),
            Column(
                Column(
                    here,
                    Text(day_text(now), "body", color="muted", align="center").named("local_date"),
                    pad=(16, 8, 16, 20),
                    gap=4,
                ),
                Divider(),
                LazyList(self.cities, self.row, empty="No cities", end_space=88),
            ),
            fab=Fab("public", "Add city", lambda: self.open("add_city")),
            bottom=section_bar(self, "Clock"),
        )

    def cities(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows("SELECT * FROM cities ORDER BY _id LIMIT ? OFFSET ?", count, first)

    def row(self, city: dict[str, Any]) -> View:
        now, offset, id = self.phone.now_ms, city["offset_minutes"], city["_id"]
        row = Tile(
            city["name"],
            offset_text(now, offset),
            trailing=Text(clock_text(now, offset), "headline"),
            on_long_click=lambda: self.menu({"Remove": "remove"}, id=id),
        )
        return row.swiped(lambda direction: self.swipe(direction, id))

    def swipe(self, direction: Direction, id: int) -> None:
        del direction
        self.remove(id)

    def remove(self, id: int) -> None:
        self.db.run("DELETE FROM cities WHERE _id = ?", id)
        self.toast("City removed")

    def settings(self) -> None:
        self.open("settings")


class CityList(Screen):
    """All cities there are, or those found."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                Field("query", "Search for a city", kind="search", icon="search").sized(height=48),
                back=self.close,
            ),
            LazyList(self.found, self.row, row_height=64, empty="No city found"),
        )

    def found(self, first: int, count: int) -> list[City]:
        return find_cities(self.state.get("query", ""), first, count)

    def row(self, city: City) -> View:
        return Tile(
            city.name,
            city.country,
            note=clock_text(self.phone.now_ms, city.offset_minutes),
            on_click=lambda: self.add(city.name),
        )

    def add(self, name: str) -> None:
        if self.db.value("SELECT _id FROM cities WHERE name = ?", name) is not None:
            self.toast(f"{name} is already on your list")
            return
        add_city(self.db, name)
        self.close()


def face(now_ms: int) -> Painter:
    """A clock face with hands."""
    day_ms = now_ms % (24 * HOUR)
    hands = (
        (day_ms % (12 * HOUR) / (12 * HOUR), 0.5, 5, "on_surface"),
        (day_ms % HOUR / HOUR, 0.72, 4, "primary"),
        (day_ms % MINUTE // SECOND / 60, 0.8, 2, "error"),
    )

    def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        cx, cy, radius = x + w // 2, y + h // 2, min(w, h) // 2
        canvas.circle(cx, cy, radius, env.color("surface_high"))

        def at(turn: float, reach: float) -> tuple[int, int]:
            angle = math.tau * turn
            return (
                round(cx + radius * reach * math.sin(angle)),
                round(cy - radius * reach * math.cos(angle)),
            )

        for hour in range(12):
            thick = env.px(3 if hour % 3 == 0 else 1)
            ends = [at(hour / 12, 0.88), at(hour / 12, 0.95)]
            canvas.lines(ends, env.color("muted"), width_px=thick)
        for turn, reach, thick, color in hands:
            canvas.lines([(cx, cy), at(turn, reach)], env.color(color), width_px=env.px(thick))
        canvas.circle(cx, cy, env.px(5), env.color("on_surface"))

    return paint
