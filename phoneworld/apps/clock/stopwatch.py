"""The stopwatch and its laps."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.clock.data import add_lap, set_stopwatch
from phoneworld.apps.clock.sections import section_bar, top_bar
from phoneworld.apps.clock.times import exact_text
from phoneworld.ui.bars import Scaffold
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Text

MAX_LAPS = 999


class Stopwatch(Screen):
    """The time that has passed, and the laps, the newest first."""

    def view(self) -> View:
        watch = self.watch()
        state: str = watch["state"]
        first, second = self.buttons(state)
        share = IconButton("share", "Share times", self.share_times)
        return Scaffold(
            top_bar(self, "Stopwatch", *([share] if state == "paused" else [])),
            Column(
                Column(
                    Text(exact_text(self.elapsed()), "hero", align="center").named("elapsed"),
                    Row(first.grow(), second.grow(), gap=16),
                    pad=(24, 16, 24, 20),
                    gap=20,
                ),
                LazyList(self.laps, self.row, row_height=60, empty="No laps"),
            ),
            bottom=section_bar(self, "Stopwatch"),
        )

    def buttons(self, state: str) -> tuple[View, View]:
        """What can be done with it now."""
        if state == "running":
            return Button("Stop", self.stop, icon="pause"), Button("Lap", self.lap, kind="tonal")
        return (
            Button("Start", self.start, icon="play_arrow"),
            Button("Reset", self.reset, kind="tonal", enabled=state == "paused"),
        )

    def watch(self) -> dict[str, Any]:
        found = self.db.one("SELECT * FROM stopwatch WHERE _id = 1")
        return found if found is not None else {"state": "ready", "started_at": 0, "elapsed_ms": 0}

    def elapsed(self) -> int:
        watch = self.watch()
        if watch["state"] != "running":
            return watch["elapsed_ms"]
        return watch["elapsed_ms"] + self.phone.now_ms - watch["started_at"]

    def laps(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows("SELECT * FROM laps ORDER BY _id DESC LIMIT ? OFFSET ?", count, first)

    def row(self, lap: dict[str, Any]) -> View:
        length = exact_text(lap["lap_ms"])
        return Tile(
            f"Lap {lap['_id']}",
            f"Total {exact_text(lap['total_ms'])}",
            trailing=Text(length, "subtitle"),
            on_long_click=lambda: self.offer_copy(length),
        )

    def start(self) -> None:
        set_stopwatch(
            self.db, "running", started_at=self.phone.now_ms, elapsed_ms=self.watch()["elapsed_ms"]
        )

    def stop(self) -> None:
        set_stopwatch(self.db, "paused", elapsed_ms=self.elapsed())

    def reset(self) -> None:
        set_stopwatch(self.db, "ready")
        self.db.run("DELETE FROM laps")

    def lap(self) -> None:
        if add_lap(self.db, self.elapsed()) >= MAX_LAPS:
            self.stop()

    def share_times(self) -> None:
        lines = [f"Total {exact_text(self.elapsed())}"]
        lines += [
            f"Lap {lap['_id']}: {exact_text(lap['lap_ms'])}"
            for lap in reversed(self.laps(0, MAX_LAPS))
        ]
        self.share("\n".join(lines))

    def settings(self) -> None:
        self.open("settings")
