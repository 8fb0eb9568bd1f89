"""OpenTracks' screens: the list of tracks, one of them, and sums over many."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.calendar.dates import DAY_MS, day_of, start_of
from phoneworld.packs.androidworld.opentracks.data import (
    METRES_A_MILE,
    PACKAGE,
    SCHEMA,
    clock_text,
    distance_text,
    minutes_text,
    start_text,
    summary,
    totals_between,
    track_of,
    track_page,
)
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Chip, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Handler, Row, View
from phoneworld.ui.widgets import Field

KINDS = (
    *("running", "cycling", "swimming", "hiking", "walking", "skiing", "rowing", "sailing"),
    *("climbing", "kayaking", "mountain biking", "road biking", "trail running", "trail hiking"),
)
ALL, THIS_WEEK, LAST_WEEK = PERIODS = ("All time", "This week", "Last week")
SECOND_MS = 1000


class RecordedTracks(Screen):
    """All tracks, the newest first, or those with certain words in them."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "OpenTracks",
                actions=(
                    IconButton(
                        "bar_chart", "Aggregated statistics", lambda: self.open("statistics")
                    ),
                ),
            ),
            Column(
                Column(
                    Field("query", "Search tracks", kind="search", icon="search").sized(height=48),
                    pad=(16, 4),
                ),
                LazyList(self.tracks, self.row, row_height=76, empty="No tracks found"),
            ),
        )

    def tracks(self, first: int, count: int) -> list[dict[str, Any]]:
        return track_page(self.db, self.state.get("query", ""), first, count)

    def row(self, track: dict[str, Any]) -> View:
        id = track["_id"]
        return Tile(
            track["name"] or "",
            summary(track),
            icon="directions_run",
            lines=2,
            on_click=lambda: self.open("track", id=id),
        )

    def back(self) -> bool:
        if self.state.get("query"):
            self.state["query"] = ""
            return True
        return False


class TrackPage(Screen):
    """All that is known of a track."""

    def view(self) -> View:
        track = track_of(self.db, self.args["id"])
        if track is None:
            return Scaffold(
                TopBar("", back=self.close),
                empty_note("directions_run", "This track was deleted"),
            )
        metres = track["totaldistance"] or 0.0
        speed = metres / max(1, (track["totaltime"] or 0) / SECOND_MS) * 3600 / METRES_A_MILE
        return Scaffold(
            TopBar(
                track["name"] or "Track",
                back=self.close,
                actions=(
                    IconButton("edit", "Edit", self.offer),
                    IconButton("delete", "Delete", self.ask_delete),
                ),
            ),
            ScrollView(
                Tile(track["category"] or "–", "Activity type", id="category"),
                Tile(track["description"] or "–", "Description", id="description"),
                Tile(start_text(track["starttime"]), "Start", id="start"),
                Tile(start_text(track["stoptime"]), "End", id="end"),
                Tile(f"{distance_text(metres)} ({metres:.0f} m)", "Total distance", id="distance"),
                Tile(
                    f"{clock_text(track['totaltime'])} ({minutes_text(track['totaltime'])})",
                    "Total time",
                    id="time",
                ),
                Tile(f"{speed:.2f} mph", "Average speed", id="speed"),
                Tile(f"{track['elevationgain'] or 0:.0f} m", "Elevation gain", id="gain"),
                Tile(f"{track['elevationloss'] or 0:.0f} m", "Elevation loss", id="loss"),
            ),
        )

    def offer(self) -> None:
        self.menu({"Change the name": "ask_name", "Change the activity type": "ask_kind"})

    def ask_name(self) -> None:
        track = track_of(self.db, self.args["id"])
        if track is not None:
            self.prompt("Name", "Name of the track", then="put_name", text=track["name"] or "")

    def put_name(self, name: str) -> None:
        if name.strip():
            self.db.run("UPDATE tracks SET name = ? WHERE _id = ?", name.strip(), self.args["id"])

    def ask_kind(self) -> None:
        self.choose("Activity type", list(KINDS), "", then="put_kind")

    def put_kind(self, kind: str) -> None:
        self.db.run(
            "UPDATE tracks SET category = ?, activity_type = ? WHERE _id = ?",
            kind,
            kind,
            self.args["id"],
        )

    def ask_delete(self) -> None:
        self.confirm("Delete this track?", yes="Delete", then="delete")

    def delete(self) -> None:
        self.db.run("DELETE FROM tracks WHERE _id = ?", self.args["id"])
        self.close()


class TrackStatistics(Screen):
    """For each kind of sport what it comes to, in a period."""

    @property
    def period(self) -> str:
        return self.state.get("period", ALL)

    def view(self) -> View:
        rows = totals_between(self.db, *self.span())
        return Scaffold(
            TopBar("Aggregated statistics", back=self.close),
            Column(
                Row(
                    *(
                        Chip(one, self.choosing(one), selected=one == self.period)
                        for one in PERIODS
                    ),
                    pad=(16, 8),
                    gap=8,
                ),
                ScrollView(
                    *(self.total(row) for row in rows),
                    None if rows else empty_note("bar_chart", "No tracks in this time"),
                    key=self.period,
                ),
            ),
        )

    def choosing(self, period: str) -> Handler:
        return lambda: self.state.update(period=period)

    def span(self) -> tuple[int, int]:
        if self.period == ALL:
            return 0, self.phone.now_ms + 366 * DAY_MS
        today = day_of(self.phone.now_ms)
        monday = start_of(today - timedelta(days=today.weekday()))
        start = monday if self.period == THIS_WEEK else monday - 7 * DAY_MS
        return start, start + 7 * DAY_MS

    def total(self, row: dict[str, Any]) -> View:
        number = row["number"]
        return Tile(
            row["category"] or "–",
            f"{number} {'track' if number == 1 else 'tracks'} · {minutes_text(row['totaltime'])} · "
            f"{distance_text(row['totaldistance'])} · longest {distance_text(row['longest'])}",
            icon="directions_run",
            lines=2,
        )


APP = App(
    package=PACKAGE,
    label="OpenTracks",
    icon="directions_run",
    color="#ef6c00",
    activity=".TrackListActivity",
    screens={"list": RecordedTracks, "track": TrackPage, "statistics": TrackStatistics},
    start="list",
    database="database.db",
    schema=SCHEMA,
    permissions=(
        "android.permission.ACCESS_COARSE_LOCATION",
        "android.permission.ACCESS_FINE_LOCATION",
        "android.permission.POST_NOTIFICATIONS",
    ),
)
