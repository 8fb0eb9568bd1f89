"""A call that is going on, and the details of those that were.

A call stands in the log from the moment it is placed; hanging up adds how long it took.
"""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.phone.blocked_numbers import ask_block
from phoneworld.apps.phone.data import add_call, block, is_blocked, unblock
from phoneworld.apps.phone.dial_pad import pad
from phoneworld.apps.phone.numbers import entry_of, is_number, name_for, tidy
from phoneworld.apps.phone.times import length, moment, timer
from phoneworld.providers.contacts import INCOMING, MISSED, OUTGOING
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import Grid, LazyList
from phoneworld.ui.view import Column, Handler, Row, Space, View
from phoneworld.ui.widgets import Avatar, Icon, Text
from runtime.observation import CHECKABLE, CHECKED

KINDS = {
    INCOMING: ("Incoming", "call_received", "primary"),
    OUTGOING: ("Outgoing", "call_made", "muted"),
    MISSED: ("Missed", "call_missed", "error"),
}
RINGING_S = 4
SWITCHES = (
    ("mute", "Mute", "mic_off"),
    ("keypad", "Keypad", "dialpad"),
    ("speaker", "Speaker", "volume_up"),
    ("hold", "Hold", "pause"),
)


def face(name: str, number: str, *, size: float = 40) -> Avatar:
    """The picture of whom one calls; strangers have none."""
    if name == number:
        return Avatar(icon="person", size=size, color="#5f6368")
    return Avatar(name, size=size)


class Control(Column):
    """Something to switch during a call."""

    class_name = "android.widget.ToggleButton"

    def __init__(self, label: str, icon: str, *, on: bool, on_click: Handler) -> None:
        super().__init__(
            Column(
                Icon(icon, size=28, color="on_primary" if on else "on_surface"),
                pad=16,
                bg="primary" if on else "surface_high",
                radius=30,
                align="center",
            ).sized(width=60, height=60),
            Text(label, "caption", color="muted", align="center", lines=1),
            gap=6,
            align="center",
        )
        self.flags = CHECKABLE | (CHECKED if on else 0)
        self.clicked(on_click)


class CallScreen(Screen):
    """The call with `number`. It goes on when the screen is left, until it is ended."""

    def opened(self) -> None:
        number = tidy(str(self.args.get("number", "")))
        self.state["number"] = number
        if not is_number(number):
            self.state["failed"] = "This number cannot be called"
        elif self.phone.settings.on("global", "airplane_mode_on"):
            self.state["failed"] = "Turn off airplane mode to make a call"
        else:
            entry = entry_of(self.phone.contacts, number)
            self.state["started_s"] = self.phone.now_s
            self.state["call"] = add_call(
                self.phone.calls,
                number,
                kind=OUTGOING,
                date_ms=self.phone.now_ms,
                name=entry["display_name"] if entry is not None else "",
            )

    def view(self) -> View:
        number = self.state.get("number", "")
        name = name_for(self.phone.contacts, number)
        keypad = bool(self.state.get("keypad"))
        failed = self.state.get("failed", "")
        return Column(
            None if keypad else Space(40),
            None if keypad else face(name, number, size=96),
            Text(name, "headline", align="center", lines=1).named("name"),
            Text(number, "body", color="muted", align="center").named("number")
            if name != number and not keypad
            else None,
            Text(failed or self.status(), "body", color="error" if failed else "muted").named(
                "status"
            ),
            Space(0).grow(),
            self.keys() if keypad else None,
            None if failed else self.switches(),
            None if keypad else Space(24),
            IconButton(
                "call_end",
                "Close" if failed else "End call",
                self.close if failed else self.end,
                color="#ffffff",
                bg="#d93025",
                size=56 if keypad else 72,
                id="end_call",
            ),
            Space(4 if keypad else 16),
            gap=4 if keypad else 8,
            align="center",
            bg="background",
        )

    def status(self) -> str:
        if self.state.get("hold"):
            return "On hold"
        seconds = self.phone.now_s - self.state["started_s"]
        return "Calling…" if seconds < RINGING_S else timer(seconds)

    def switches(self) -> View:
        return Grid(
            [
                Control(label, icon, on=bool(self.state.get(key)), on_click=self.flipping(key))
                for key, label, icon in SWITCHES
            ],
            columns=4,
            row_height=96,
            pad=8,
        ).sized(width=400)

    def flipping(self, key: str) -> Handler:
        def flip() -> None:
            self.state[key] = not self.state.get(key)

        return flip

    def keys(self) -> View:
        tones = self.state.get("tones", "")
        return Column(
            Text(tones or " ", "title", align="center", lines=1).named("tones"),
            pad(self.press),
        ).sized(width=400)

    def press(self, character: str) -> None:
        self.state["tones"] = (self.state.get("tones", "") + character)[-20:]

    def end(self) -> None:
        seconds = int(self.phone.now_s - self.state["started_s"])
        if seconds:
            self.phone.calls.run(
                "UPDATE calls SET duration = ? WHERE _id = ?", seconds, self.state["call"]
            )
        self.toast("Call ended")
        self.close()

    def back(self) -> bool:
        if self.state.get("failed"):
            return False
        caller = self.phone.activity.caller
        if caller in self.phone.tasks:
            self.phone.launch(caller)
        else:
            self.phone.go_home()
        self.toast("The call goes on")
        return True


class CallDetails(Screen):
    """One call, and the others with the same number."""

    def view(self) -> View:
        call = self.phone.calls.one("SELECT * FROM calls WHERE _id = ?", self.args.get("id"))
        # The call itself may have been deleted here while others of the number are left.
        number = call["number"] if call is not None else self.state.get("number", "")
        if not number:
            return Scaffold(
                TopBar("Call details", back=self.close),
                empty_note("history", "This call was deleted"),
            )
        entry = entry_of(self.phone.contacts, number)
        name = entry["display_name"] if entry is not None else number
        blocked = is_blocked(self.db, number)
        return Scaffold(
            TopBar(
                "Call details",
                back=self.close,
                actions=(
                    IconButton(
                        "more_vert", "More options", lambda: self.more(number, blocked=blocked)
                    ),
                ),
            ),
            Column(
                Column(
                    face(name, number, size=88),
                    Text(name, "headline", align="center", lines=1).named("name"),
                    Text(number, "body", color="muted", selectable=True).named("number")
                    if entry
                    else None,
                    Text("Blocked", "small", color="error").named("blocked") if blocked else None,
                    gap=6,
                    align="center",
                    pad=16,
                ),
                Row(
                    Button("Call", lambda: self.open("call", number=number), icon="call").grow(),
                    Button(
                        "Message", lambda: self.text(number), kind="tonal", icon="message"
                    ).grow(),
                    gap=12,
                    pad=(16, 8),
                ),
                Tile(
                    "View contact", icon="person", on_click=lambda: self.view_contact(entry["_id"])
                )
                if entry
                else Tile(
                    "Create new contact", icon="person_add", on_click=lambda: self.create(number)
                ),
                LazyList(
                    lambda first, count: self.history(number, first, count),
                    self.row,
                    row_height=64,
                    empty="No calls left",
                ),
            ),
        )

    def opened(self) -> None:
        self.state["number"] = (
            self.phone.calls.value("SELECT number FROM calls WHERE _id = ?", self.args.get("id"))
            or ""
        )

    def history(self, number: str, first: int, count: int) -> list[dict[str, Any]]:
        # Among the latest calls only: see `Home.missed`.
        return self.phone.calls.rows(
            "SELECT * FROM (SELECT * FROM calls ORDER BY date DESC, _id DESC LIMIT 500) "
            "WHERE number = ? ORDER BY date DESC, _id DESC LIMIT ? OFFSET ?",
            number,
            count,
            first,
        )

    def row(self, call: dict[str, Any]) -> View:
        word, icon, color = KINDS.get(call["type"], KINDS[MISSED])
        return Tile(
            f"{word} call",
            moment(call["date"], self.phone.now_ms),
            leading=Icon(icon, color=color),
            trailing=Row(
                Text(length(call["duration"]), "caption", color="muted")
                if call["duration"]
                else None,
                IconButton(
                    "delete",
                    f"Delete call of {moment(call['date'], self.phone.now_ms)}",
                    lambda: self.delete(call["_id"]),
                ),
            ),
        )

    def delete(self, id: int) -> None:
        self.phone.calls.run("DELETE FROM calls WHERE _id = ?", id)
        self.toast("Call deleted")

    def more(self, number: str, *, blocked: bool) -> None:
        self.menu(
            {
                "Copy number": "copy",
                **({"Unblock number": "unblock"} if blocked else {"Block number": "ask_block"}),
                "Delete call history": "ask_delete_all",
            },
            number=number,
        )

    def copy(self, number: str) -> None:
        self.phone.clipboard = number
        self.toast("Copied to clipboard")

    def ask_block(self, number: str) -> None:
        ask_block(self, number)

    def block(self, number: str) -> None:
        block(self.db, number, date_ms=self.phone.now_ms)
        self.toast("Number blocked")

    def unblock(self, number: str) -> None:
        unblock(self.db, number)
        self.toast("Number unblocked")

    def ask_delete_all(self, number: str) -> None:
        self.confirm(
            "Delete call history?",
            f"All calls with {name_for(self.phone.contacts, number)} will be deleted.",
            yes="Delete",
            then="delete_all",
            number=number,
        )

    def delete_all(self, number: str) -> None:
        self.phone.calls.run("DELETE FROM calls WHERE number = ?", number)
        self.toast("Call history deleted")
        self.close()

    def text(self, number: str) -> None:
        self.launch("com.phoneworld.messages", "thread", address=number)

    def view_contact(self, id: int) -> None:
        self.launch("com.phoneworld.contacts", "person", id=id)

    def create(self, number: str) -> None:
        self.launch("com.phoneworld.contacts", "edit", phone=number)
