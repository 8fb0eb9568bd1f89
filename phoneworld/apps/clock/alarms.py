"""Alarms: the list, the form, and what is shown while one rings."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.clock.data import SOUNDS, add_alarm, option
from phoneworld.apps.clock.sections import section_bar, top_bar
from phoneworld.apps.clock.times import (
    DAY_NAMES,
    MINUTE,
    WEEK,
    clock_text,
    days_text,
    join_days,
    next_ring,
    split_days,
    wait_text,
)
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.controls import Switch
from phoneworld.ui.env import Env
from phoneworld.ui.rows import Section, Tile, switch_tile
from phoneworld.ui.scroll_views import Grid, LazyList, ScrollView
from phoneworld.ui.view import Column, Handler, Row, Space, View
from phoneworld.ui.widgets import Field, Icon, Text
from phoneworld.world import from_millis
from runtime.actions import Direction
from runtime.observation import CHECKABLE, CHECKED, FOCUSABLE

MAX_LABEL = 80


class Alarms(Screen):
    """All alarms, by time of day."""

    def view(self) -> View:
        return Scaffold(
            # Not a floating button: it would lie over the switches.
            top_bar(self, "Alarm", IconButton("add", "Add alarm", lambda: self.open("edit"))),
            LazyList(self.alarms, self.row, row_height=122, empty="No alarms"),
            bottom=section_bar(self, "Alarm"),
        )

    def alarms(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM alarms ORDER BY time, _id LIMIT ? OFFSET ?", count, first
        )

    def row(self, alarm: dict[str, Any]) -> View:
        on = bool(alarm["enabled"])
        label, time, id = alarm["label"], alarm["time"], alarm["_id"]
        texts = Column(
            Text(label, "label", lines=1, color="on_surface" if on else "muted") if label else None,
            Text(time, "display", color="on_surface" if on else "muted"),
            Text(self.plan(alarm), "small", color="muted", lines=1),
        )
        flip = Switch(
            on=on,
            on_click=lambda: self.flip(id),
            description=f"{time}, {label}" if label else time,
        )
        row = Row(texts.grow(), flip, pad=(20, 4), gap=16)
        row.clicked(lambda: self.open("edit", id=id))
        row.held(lambda: self.menu({"Duplicate": "duplicate", "Delete": "delete"}, id=id))
        return row.swiped(lambda direction: self.swipe(direction, id))

    def plan(self, alarm: dict[str, Any]) -> str:
        """When an alarm rings, in a few words."""
        now = self.phone.now_ms
        if alarm["snoozed_until"] > now:
            return f"Snoozed until {clock_text(alarm['snoozed_until'])}"
        if alarm["days"]:
            return days_text(alarm["days"])
        if not alarm["enabled"]:
            return "Not scheduled"
        rings = from_millis(next_ring(alarm["time"], "", now))
        return "Today" if rings.date() == from_millis(now).date() else "Tomorrow"

    def flip(self, id: int) -> None:
        alarm = self.db.one("SELECT * FROM alarms WHERE _id = ?", id)
        if alarm is None:
            return
        on = not alarm["enabled"]
        self.db.run("UPDATE alarms SET enabled = ?, snoozed_until = 0 WHERE _id = ?", int(on), id)
        if on:
            announce(self, alarm["time"], alarm["days"])

    def swipe(self, direction: Direction, id: int) -> None:
        del direction
        self.delete(id)

    def delete(self, id: int) -> None:
        self.db.run("DELETE FROM alarms WHERE _id = ?", id)
        self.toast("Alarm deleted")

    def duplicate(self, id: int) -> None:
        self.db.run(
            "INSERT INTO alarms (time, label, days, enabled, vibrate, sound) "
            "SELECT time, label, days, enabled, vibrate, sound FROM alarms WHERE _id = ?",
            id,
        )

    def settings(self) -> None:
        self.open("settings")


def announce(screen: Screen, time: str, days: str) -> None:
    """Say how long it is until an alarm rings."""
    now = screen.phone.now_ms
    screen.toast(f"Alarm set for {wait_text(next_ring(time, days, now) - now)} from now")


class DayToggle(View):
    """A round button of a day of the week, on or off."""

    class_name = "android.widget.ToggleButton"

    def __init__(self, day: str, on_click: Handler, *, on: bool) -> None:
        self.text = day[0]
        self.description = DAY_NAMES[day]
        self.on = on
        self.height = 40
        self.clicked(on_click)
        self.flags |= FOCUSABLE | CHECKABLE | (CHECKED if on else 0)

    def draw(self, canvas: Canvas, env: Env) -> None:
        radius = min(self.w, self.h) // 2
        x, y = self.x + self.w // 2, self.y + self.h // 2
        canvas.circle(x, y, radius, env.color("primary" if self.on else "surface_high"))
        size, _, weight = env.style("label")
        canvas.text(
            x - env.text_width(self.text, "label") // 2,
            y - int(size * 1.2) // 2,
            self.text,
            size_px=int(size),
            weight=weight,
            color=env.color("on_primary" if self.on else "on_surface"),
        )


class EditAlarm(Screen):
    """The form for a new alarm, or for one that is there."""

    def opened(self) -> None:
        alarm = self.stored()
        if alarm is None:
            hour = (from_millis(self.phone.now_ms).hour + 1) % 24
            self.state.update(
                time=f"{hour:02d}:00", label="", days="", vibrate=True, sound=SOUNDS[0]
            )
            return
        for name in ("time", "label", "days", "sound"):
            self.state[name] = alarm[name]
        self.state["vibrate"] = bool(alarm["vibrate"])

    def stored(self) -> dict[str, Any] | None:
        id = self.args.get("id")
        return self.db.one("SELECT * FROM alarms WHERE _id = ?", id) if id is not None else None

    def view(self) -> View:
        state = self.state
        is_new = self.args.get("id") is None
        chosen = split_days(state["days"])
        start = WEEK.index(option(self.db, "week_start"))
        time = Column(Text(state["time"], "hero", align="center"), pad=(0, 12))
        time.class_name = "android.widget.Button"
        time.clicked(self.ask_time).described("Time").named("time")
        bin_button = IconButton("delete", "Delete alarm", self.ask_delete)
        save = Button("Save", self.save, id="save")
        return Scaffold(
            TopBar(
                "New alarm" if is_new else "Edit alarm",
                back=self.close,
                actions=(save,) if is_new else (bin_button, save),
            ),
            ScrollView(
                time,
                Column(Field("label", "Label", icon="label"), pad=(16, 0)),
                Section("Repeat"),
                Grid(
                    [
                        DayToggle(day, self.flipper(day), on=day in chosen)
                        for day in WEEK[start:] + WEEK[:start]
                    ],
                    columns=7,
                    row_height=40,
                    gap=6,
                    pad=16,
                ),
                Tile(
                    "Sound",
                    state["sound"],
                    icon="notifications_active",
                    on_click=lambda: self.choose(
                        "Alarm sound", list(SOUNDS), state["sound"], then="set_sound"
                    ),
                    id="sound",
                ),
                switch_tile(
                    "Vibrate", on=state["vibrate"], on_click=self.flip_vibrate, icon="vibration"
                ),
            ),
        )

    def flipper(self, day: str) -> Handler:
        def flip() -> None:
            self.state["days"] = join_days(split_days(self.state["days"]) ^ {day})

        return flip

    def ask_time(self) -> None:
        self.pick_time(self.state["time"], then="set_time")

    def set_time(self, time: str) -> None:
        self.state["time"] = time

    def set_sound(self, sound: str) -> None:
        self.state["sound"] = sound

    def flip_vibrate(self) -> None:
        self.state["vibrate"] = not self.state["vibrate"]

    def ask_delete(self) -> None:
        self.confirm("Delete this alarm?", yes="Delete", then="delete")

    def delete(self) -> None:
        self.db.run("DELETE FROM alarms WHERE _id = ?", self.args["id"])
        self.toast("Alarm deleted")
        self.close()

    def save(self) -> None:
        state = self.state
        label = " ".join(state["label"].split())[:MAX_LABEL]
        if self.args.get("id") is None:
            add_alarm(
                self.db,
                state["time"],
                label=label,
                days=state["days"],
                vibrate=state["vibrate"],
                sound=state["sound"],
            )
        elif self.stored() is None:
            self.toast("This alarm was deleted")
            self.close()
            return
        else:
            # Whoever sets an alarm anew wants it to ring.
            self.db.run(
                "UPDATE alarms SET time = ?, label = ?, days = ?, enabled = 1, vibrate = ?, "
                "sound = ?, snoozed_until = 0 WHERE _id = ?",
                state["time"],
                label,
                state["days"],
                int(state["vibrate"]),
                state["sound"],
                self.args["id"],
            )
        announce(self, state["time"], state["days"])
        self.close()


class Ringing(Screen):
    """An alarm that rings: what the notification opens."""

    def view(self) -> View:
        alarm = self.db.one("SELECT * FROM alarms WHERE _id = ?", self.args.get("id"))
        if alarm is None:
            return Scaffold(TopBar("", back=self.close), Text("This alarm was deleted"))
        return Scaffold(
            None,
            Column(
                Space(0).grow(),
                Icon("alarm", size=72, color="primary"),
                Text(alarm["time"], "hero", align="center").named("time"),
                Text(alarm["label"] or "Alarm", "headline", align="center", lines=2).named("label"),
                Space(0).grow(2),
                Button("Snooze", self.snooze, kind="tonal", icon="snooze").sized(220, 56),
                Button("Stop", self.stop, icon="close").sized(220, 56),
                Space(0).grow(),
                gap=12,
                align="center",
                pad=24,
            ),
        )

    def snooze(self) -> None:
        minutes = int(option(self.db, "snooze_minutes"))
        self.db.run(
            "UPDATE alarms SET snoozed_until = ? WHERE _id = ?",
            self.phone.now_ms + minutes * MINUTE,
            self.args.get("id"),
        )
        self.toast(f"Snoozed for {minutes} minutes")
        self.close()

    def stop(self) -> None:
        self.db.run(
            "UPDATE alarms SET snoozed_until = 0 WHERE _id = ? AND snoozed_until <> 0",
            self.args.get("id"),
        )
        self.close()
