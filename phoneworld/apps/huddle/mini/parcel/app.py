"""Parcels: what is on its way, where it is, and where it is to be left."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle.formats import day_text, days_after, moment
from phoneworld.apps.huddle.mini.parcel.data import (
    ANNOUNCED,
    DELIVERED,
    DOOR,
    IN_TRANSIT,
    NEIGHBOR,
    POINT,
    SAFE_PLACE,
    SAFE_PLACES,
    SCHEMA,
    digits,
    seed,
)
from phoneworld.apps.huddle.miniapp import MiniApp, banner, mini_bar
from phoneworld.ui.bars import Fab, Scaffold, empty_note, tabs
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Card, Section, Tile, radio_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Avatar, Icon, Text

COLOR = "#bf360c"
CHANGEABLE = (ANNOUNCED, IN_TRANSIT)
POSTPONE_DAYS = 10


def label_of(parcel: dict[str, Any]) -> str:
    """What a parcel is called: by its nickname, else by who sent it."""
    return parcel["nickname"] or parcel["sender"]


def place_of(parcel: dict[str, Any]) -> str:
    """Where a parcel is to be left."""
    return f"{parcel['delivery']}: {parcel['detail']}" if parcel["detail"] else parcel["delivery"]


class ParcelHome(Screen):
    """The parcels one follows."""

    def view(self) -> View:
        chosen = self.state.get("tab", "On the way")
        return Scaffold(
            mini_bar(self, "Parcels"),
            LazyList(self.parcels, self.row, empty="No parcels", end_space=80),
            tab_row=tabs(("On the way", "Delivered"), chosen, self.choose_tab),
            fab=Fab("add", "Track a parcel", self.ask_number),
        )

    def choose_tab(self, tab: str) -> None:
        self.state["tab"] = tab

    def parcels(self, first: int, count: int) -> list[dict[str, Any]]:
        if self.state.get("tab", "On the way") == "Delivered":
            return self.db.rows(
                "SELECT * FROM parcel_parcels WHERE listed = 1 AND status = 'Delivered' "
                "ORDER BY eta DESC LIMIT ? OFFSET ?",
                count,
                first,
            )
        return self.db.rows(
            "SELECT * FROM parcel_parcels WHERE listed = 1 AND status <> 'Delivered' "
            "ORDER BY eta, _id LIMIT ? OFFSET ?",
            count,
            first,
        )

    def row(self, parcel: dict[str, Any]) -> View:
        sender = f"{parcel['sender']} · " if parcel["nickname"] else ""
        came = parcel["status"] == DELIVERED
        return Tile(
            label_of(parcel),
            f"{sender}{parcel['status']}",
            leading=Avatar(icon="inventory", color="#5f6368" if came else COLOR),
            note=day_text(parcel["eta"]),
            on_click=lambda: self.open("parcel/parcel", id=parcel["_id"]),
            on_long_click=lambda: self.menu({"Remove from list": "ask_remove"}, id=parcel["_id"]),
        )

    def ask_number(self) -> None:
        self.prompt("Track a parcel", "Tracking number", then="track", yes="Track")

    def track(self, text: str) -> None:
        wanted = digits(text)
        found = self.db.one(
            "SELECT _id, listed FROM parcel_parcels WHERE replace(number, ' ', '') = ?", wanted
        )
        if found is None:
            self.toast("There is no parcel with this number")
            return
        if not found["listed"]:
            self.db.run("UPDATE parcel_parcels SET listed = 1 WHERE _id = ?", found["_id"])
        self.open("parcel/parcel", id=found["_id"])

    def ask_remove(self, id: int) -> None:
        self.confirm("Stop following this parcel?", yes="Remove", then="remove", id=id)

    def remove(self, id: int) -> None:
        self.db.run("UPDATE parcel_parcels SET listed = 0 WHERE _id = ?", id)


class ParcelScreen(Screen):
    """One parcel: where it is, when it comes, where it is left."""

    def view(self) -> View:
        parcel = self.db.one("SELECT * FROM parcel_parcels WHERE _id = ?", self.args.get("id"))
        if parcel is None:
            return Scaffold(mini_bar(self, ""), empty_note("inventory", "No such parcel"))
        events = self.db.rows(
            "SELECT * FROM parcel_events WHERE parcel_id = ? ORDER BY at DESC LIMIT 12",
            parcel["_id"],
        )
        came = parcel["status"] == DELIVERED
        return Scaffold(
            mini_bar(
                self,
                label_of(parcel),
                actions=(
                    IconButton("edit", "Rename parcel", lambda: self.ask_name(parcel["nickname"])),
                    IconButton("share", "Share parcel", lambda: self.tell(parcel)),
                ),
            ),
            ScrollView(
                Column(
                    banner(
                        COLOR,
                        "Delivered on" if came else "Arrives on",
                        day_text(parcel["eta"]),
                        parcel["status"],
                        id="eta",
                    ),
                    pad=(16, 4),
                ),
                Column(
                    Card(
                        Tile(
                            place_of(parcel),
                            "Delivered to" if came else "Delivery",
                            icon="place",
                            on_click=self.change,
                            id="delivery",
                        ),
                        Tile(
                            parcel["number"],
                            "Tracking number",
                            icon="qr_code",
                            on_long_click=lambda: self.offer_copy(parcel["number"]),
                            id="number",
                        ),
                        Tile(parcel["sender"], "From", icon="store", id="sender"),
                        pad=0,
                    ),
                    pad=(16, 8),
                ),
                Section("On its way"),
                *(
                    Tile(
                        event["text"],
                        f"{moment(event['at'])} · {event['place']}",
                        leading=Icon("circle", size=12, color="primary"),
                    )
                    for event in events
                ),
            ),
        )

    def ask_name(self, name: str) -> None:
        self.prompt("Name this parcel", "Nickname", then="rename", text=name)

    def rename(self, text: str) -> None:
        self.db.run(
            "UPDATE parcel_parcels SET nickname = ? WHERE _id = ?", text.strip(), self.args["id"]
        )

    def tell(self, parcel: dict[str, Any]) -> None:
        self.share(f"{label_of(parcel)}, {parcel['number']}, {day_text(parcel['eta'])}")

    def change(self) -> None:
        status = self.db.value("SELECT status FROM parcel_parcels WHERE _id = ?", self.args["id"])
        if status in CHANGEABLE:
            self.open("parcel/options", id=self.args["id"])
        else:
            self.toast("The delivery of this parcel can no longer be changed")


class DeliveryOptions(Screen):
    """Where a parcel is to be left, and on which day."""

    def view(self) -> View:
        parcel = self.db.one("SELECT * FROM parcel_parcels WHERE _id = ?", self.args.get("id"))
        if parcel is None:
            return Scaffold(mini_bar(self, ""), empty_note("inventory", "No such parcel"))
        ways = (
            (DOOR, "Hand it over at the door", self.at_door),
            (NEIGHBOR, "Leave it with somebody next door", self.ask_neighbor),
            (SAFE_PLACE, "Leave it where nobody sees it", self.ask_place),
            (POINT, "Collect it yourself", lambda: self.open("parcel/points")),
        )
        return Scaffold(
            mini_bar(self, "Change delivery"),
            ScrollView(
                *(
                    radio_tile(
                        way,
                        f"{about}: {parcel['detail']}"
                        if parcel["delivery"] == way and parcel["detail"]
                        else about,
                        on=parcel["delivery"] == way,
                        on_click=then,
                    )
                    for way, about, then in ways
                ),
                Section("Day"),
                Tile(
                    day_text(parcel["eta"]),
                    "Deliver on another day",
                    icon="event",
                    on_click=lambda: self.pick_date(parcel["eta"], then="postpone"),
                    id="day",
                ),
            ),
        )

    def put(self, delivery: str, detail: str) -> None:
        self.db.run(
            "UPDATE parcel_parcels SET delivery = ?, detail = ? WHERE _id = ?",
            delivery,
            detail,
            self.args["id"],
        )
        self.toast("Delivery changed")
        self.close()

    def at_door(self) -> None:
        self.put(DOOR, "")

    def ask_neighbor(self) -> None:
        self.prompt("Leave with a neighbor", "Name of the neighbor", then="with_neighbor")

    def with_neighbor(self, text: str) -> None:
        if text.strip():
            self.put(NEIGHBOR, text.strip())
        else:
            self.toast("Enter a name")

    def ask_place(self) -> None:
        self.choose("Safe place", list(SAFE_PLACES), "", then="in_place")

    def in_place(self, option: str) -> None:
        self.put(SAFE_PLACE, option)

    def returned(self, result: Any) -> None:
        """A pick-up point was chosen."""
        self.put(POINT, str(result))

    def postpone(self, day: str) -> None:
        eta = self.db.value("SELECT eta FROM parcel_parcels WHERE _id = ?", self.args["id"])
        if eta is None or day == eta:
            return
        if not eta < day <= days_after(eta, POSTPONE_DAYS):
            self.toast(f"Choose one of the {POSTPONE_DAYS} days after {day_text(eta)}")
            return
        self.db.run("UPDATE parcel_parcels SET eta = ? WHERE _id = ?", day, self.args["id"])
        self.toast("Delivery changed")
        self.close()


class Points(Screen):
    """The pick-up points; the chosen one is the result."""

    def view(self) -> View:
        points = self.db.rows("SELECT * FROM parcel_points ORDER BY name LIMIT 30")
        return Scaffold(
            mini_bar(self, "Pick-up points"), ScrollView(*(self.row(point) for point in points))
        )

    def row(self, point: dict[str, Any]) -> View:
        days = "Open on Sundays" if point["sundays"] else "Closed on Sundays"
        return Tile(
            point["name"],
            f"{point['address']} · {days}",
            icon="store",
            trailing=Text(f"until {point['closes']}", "label", color="muted"),
            on_click=lambda: self.confirm(
                f"Send it to {point['name']}?",
                point["address"],
                yes="Confirm",
                then="take",
                name=point["name"],
            ),
            lines=2,
        )

    def take(self, name: str) -> None:
        self.close(name)


MINI = MiniApp(
    name="parcel",
    label="Parcels",
    tagline="Track and redirect what is on its way",
    icon="inventory",
    color=COLOR,
    screens={
        "home": ParcelHome,
        "parcel": ParcelScreen,
        "options": DeliveryOptions,
        "points": Points,
    },
    schema=SCHEMA,
    seed=seed,
)
