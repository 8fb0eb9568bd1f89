"""Places: the sheet of a place or an address, and saving it to lists."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.maps import data, geography
from phoneworld.apps.maps.citymap import CityMap
from phoneworld.apps.maps.geography import Spot, find_address, find_spot
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile, check_tile
from phoneworld.ui.scroll_views import ScrollView, SideScroll
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Picture, Text
from phoneworld.ui.windows import Dialog
from phoneworld.world import from_millis

PHONE = "com.phoneworld.phone"
BROWSER = "com.phoneworld.browser"


def small_map(screen: Screen, spot: Spot) -> View:
    """A map with one pin."""
    return CityMap(
        screen.db.rows("SELECT name, across, at FROM streets"),
        center=(spot.x, spot.y),
        span_m=1400,
        marks=(spot,),
        height=160,
    )


def stars_of(count: int) -> View:
    """Filled and empty stars."""
    text = Text("★" * count + "☆" * (5 - count), "small", color="warning")
    return text.described(f"{count} stars" if count != 1 else "1 star")


class PlaceScreen(Screen):
    """All that is known of a place."""

    def place(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM places WHERE _id = ?", self.args["id"])

    @property
    def key(self) -> str:
        return f"place:{self.args['id']}"

    def view(self) -> View:
        place = self.place()
        spot = find_spot(self.db, self.key)
        if place is None or spot is None:
            return Scaffold(TopBar("", back=self.close), Text("This place is gone"))
        hours = {
            row["weekday"]: row
            for row in self.db.rows("SELECT * FROM hours WHERE place_id = ?", place["_id"])
        }
        now = from_millis(self.phone.now_ms)
        note = geography.open_note(hours.get(now.weekday()), now)
        saved = self.db.value("SELECT 1 FROM saved WHERE place_id = ?", place["_id"]) is not None
        return Scaffold(
            TopBar(
                "",
                back=self.close,
                actions=(
                    IconButton(
                        "more_vert",
                        "More options",
                        lambda: self.menu(
                            {
                                "Set as home": "as_home",
                                "Set as work": "as_work",
                                "Share": "share_it",
                            }
                        ),
                    ),
                ),
            ),
            ScrollView(
                small_map(self, spot),
                Column(
                    Text(place["name"], "headline").named("name"),
                    Row(
                        Text(f"{place['rating']:.1f}", "label").named("rating"),
                        stars_of(round(place["rating"])),
                        Text(f"({place['ratings']})", "small", color="muted"),
                        Text(place["category"], "small", color="muted").grow(),
                        gap=8,
                    ),
                    Text(
                        note, "label", color="success" if note.startswith("Open") else "error"
                    ).named("open_now"),
                    pad=(16, 12),
                    gap=4,
                ),
                self.actions(place, saved=saved),
                Column(
                    Tile(
                        place["address"],
                        icon="place",
                        id="address",
                        on_long_click=lambda: self.offer_copy(place["address"]),
                    ),
                    Tile(
                        place["phone"],
                        icon="call",
                        id="phone",
                        on_click=self.call,
                        on_long_click=lambda: self.offer_copy(place["phone"]),
                    )
                    if place["phone"]
                    else None,
                    Tile(place["website"], icon="public", id="website", on_click=self.visit)
                    if place["website"]
                    else None,
                    Tile(place["about"], icon="info") if place["about"] else None,
                    pad=(0, 8),
                ),
                self.week(hours),
                Column(Picture(place["art"], height=160, radius=14), pad=(16, 12))
                if place["art"]
                else None,
                Section("Reviews"),
                Row(
                    Button(
                        "Write a review",
                        lambda: self.open("review", id=place["_id"]),
                        kind="outlined",
                        icon="edit",
                    ),
                    pad=(16, 4),
                ),
                *self.reviews(place["_id"]),
                pad=24,
            ),
        )

    def actions(self, place: dict[str, Any], *, saved: bool) -> View:
        return Row(
            SideScroll(
                Button("Directions", self.directions, icon="directions"),
                Button(
                    "Saved" if saved else "Save",
                    lambda: self.dialog("list_box"),
                    kind="tonal",
                    icon="bookmark" if saved else "bookmark_border",
                ),
                *(
                    (Button("Call", self.call, kind="tonal", icon="call"),)
                    if place["phone"]
                    else ()
                ),
                Button("Share", self.share_it, kind="tonal", icon="share"),
                key="actions",
            ).grow(),
            pad=(0, 4),
        )

    def week(self, hours: dict[int, dict[str, Any]]) -> View:
        today = geography.weekday_of(self.phone.now_ms)
        return Column(
            Card(
                *(
                    Row(
                        Text(name, "label" if day == today else "small").grow(),
                        Text(
                            geography.day_hours(hours.get(day)),
                            "label" if day == today else "small",
                        ).named(f"hours_{name.lower()}"),
                    )
                    for day, name in enumerate(data.WEEK)
                ),
                gap=6,
            ),
            pad=(16, 4),
        )

    def reviews(self, place: int) -> list[View]:
        rows = self.db.rows(
            "SELECT * FROM reviews WHERE place_id = ? ORDER BY mine DESC, at DESC LIMIT 10", place
        )
        return [self.review(row) for row in rows]

    def review(self, row: dict[str, Any]) -> View:
        when = from_millis(row["at"])
        card = Card(
            Row(
                Text("You" if row["mine"] else row["author"], "label").grow(),
                stars_of(row["stars"]),
                gap=8,
            ),
            Text(row["text"], "small"),
            Text(f"{when.day} {when:%B %Y}", "caption", color="muted"),
        )
        if row["mine"]:
            card.held(lambda: self.menu({"Delete review": "delete_review"}, id=row["_id"]))
        return Column(card, pad=(16, 4))

    def delete_review(self, id: int) -> None:
        self.db.run("DELETE FROM reviews WHERE _id = ? AND mine = 1", id)

    # What can be done

    def directions(self) -> None:
        self.open("directions", to=self.key)

    def call(self) -> None:
        place = self.place()
        if place is not None and self.phone.has_app(PHONE):
            self.launch(PHONE, "call", number=place["phone"])

    def visit(self) -> None:
        place = self.place()
        if place is not None and self.phone.has_app(BROWSER):
            self.launch(BROWSER, "page", url=place["website"])

    def share_it(self) -> None:
        place = self.place()
        if place is not None:
            self.share(f"{place['name']}\n{place['address']}")

    def as_home(self) -> None:
        label_spot(self, data.HOME, self.key)

    def as_work(self) -> None:
        label_spot(self, data.WORK, self.key)

    # Lists

    def list_box(self) -> View:
        rows = self.db.rows(
            "SELECT l._id, l.name, EXISTS (SELECT 1 FROM saved s WHERE s.list_id = l._id "
            "AND s.place_id = ?) AS has FROM lists l ORDER BY l._id LIMIT 30",
            self.args["id"],
        )
        listing = ScrollView(
            *(
                check_tile(
                    row["name"], on=bool(row["has"]), on_click=lambda row=row: self.put_in(row)
                )
                for row in rows
            ),
            Tile("New list", icon="add", on_click=self.ask_list),
            key="lists",
        )
        listing.weight = 0
        if len(rows) > 6:
            listing.height = 7 * 56
        return Dialog(
            listing, title="Save to list", buttons=(Button("Done", self.dismiss, kind="text"),)
        )

    def put_in(self, row: dict[str, Any]) -> None:
        place = self.args["id"]
        if row["has"]:
            self.db.run("DELETE FROM saved WHERE list_id = ? AND place_id = ?", row["_id"], place)
        else:
            data.add_saved(self.db, row["_id"], place, at_ms=self.phone.now_ms)

    def ask_list(self) -> None:
        self.prompt("New list", "List name", then="add_list", yes="Create")

    def add_list(self, text: str) -> None:
        created = add_list(self, text)
        if created is not None and self.place() is not None:
            data.add_saved(self.db, created, self.args["id"], at_ms=self.phone.now_ms)
            self.toast(f"Saved to {text.strip()[:40]}")


def add_list(screen: Screen, text: str) -> int | None:
    """Make a list of a name that is not in use; its id."""
    name = text.strip()[:40]
    if not name or screen.db.value("SELECT 1 FROM lists WHERE name = ?", name):
        screen.toast("Enter a name that is not in use")
        return None
    return screen.db.insert("lists", name=name, icon="list")


def label_spot(screen: Screen, name: str, key: str) -> None:
    """Make a spot home or work."""
    spot = find_spot(screen.db, key)
    if spot is None:
        screen.toast("Choose an address")
        return
    data.set_label(screen.db, name, spot.address, spot.x, spot.y)
    screen.toast(f"{name} address saved")


class AddressScreen(Screen):
    """A street address that is no place of its own."""

    @property
    def key(self) -> str:
        return f"address:{self.args['text']}"

    def view(self) -> View:
        spot = find_address(self.db, self.args["text"])
        if spot is None:
            return Scaffold(TopBar("", back=self.close), Text("This address was not found"))
        return Scaffold(
            TopBar(spot.name, back=self.close),
            ScrollView(
                small_map(self, spot),
                Row(
                    SideScroll(
                        Button("Directions", self.directions, icon="directions"),
                        Button("Share", self.share_it, kind="tonal", icon="share"),
                        key="actions",
                    ).grow(),
                    pad=(0, 12),
                ),
                Tile(
                    spot.address,
                    icon="place",
                    id="address",
                    on_long_click=lambda: self.offer_copy(spot.address),
                ),
                Tile("Set as home", icon="home", on_click=lambda: self.label(data.HOME)),
                Tile("Set as work", icon="work", on_click=lambda: self.label(data.WORK)),
            ),
        )

    def directions(self) -> None:
        self.open("directions", to=self.key)

    def share_it(self) -> None:
        self.share(self.args["text"])

    def label(self, name: str) -> None:
        label_spot(self, name, self.key)
