"""Lists: saved places, home and work, past trips; and the preferences."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.maps import data
from phoneworld.apps.maps.city import category_of
from phoneworld.apps.maps.geography import MODES, shown_minutes
from phoneworld.apps.maps.places import add_list, label_spot
from phoneworld.ui.bars import Fab, Scaffold, TopBar, bottom_bar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Section, Tile, switch_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Row, View
from phoneworld.ui.widgets import Avatar
from phoneworld.world import from_millis

SECTIONS = {"Explore": "explore", "Saved": "saved", "Timeline": "timeline"}


def section_bar(screen: Screen, chosen: str) -> Row:
    """The navigation at the bottom of the three main screens."""

    def go(name: str) -> None:
        if name == chosen:
            return
        if chosen == "Explore":
            screen.open(SECTIONS[name])
        elif name == "Explore":
            screen.close()
        else:
            screen.replace(SECTIONS[name])

    return bottom_bar(
        (("Explore", "explore"), ("Saved", "bookmark"), ("Timeline", "timeline")), chosen, go
    )


class Saved(Screen):
    """Home and work, and the lists."""

    def view(self) -> View:
        labels = {
            row["name"]: row["address"] for row in self.db.rows("SELECT name, address FROM labels")
        }
        lists = self.db.rows(
            "SELECT l._id, l.name, l.icon, (SELECT count(*) FROM saved s WHERE s.list_id = l._id) "
            "AS many FROM lists l ORDER BY l._id LIMIT 40"
        )
        return Scaffold(
            TopBar("Saved"),
            ScrollView(
                Section("Labeled"),
                *(self.label(name, labels.get(name, "")) for name in (data.HOME, data.WORK)),
                Section("Your lists"),
                *(
                    Tile(
                        row["name"],
                        f"{row['many']} {'place' if row['many'] == 1 else 'places'}",
                        icon=row["icon"],
                        on_click=lambda row=row: self.open("list", id=row["_id"]),
                        on_long_click=lambda row=row: self.menu(
                            {"Rename list": "ask_name", "Delete list": "ask_delete"}, id=row["_id"]
                        ),
                    )
                    for row in lists
                ),
                pad=88,
            ),
            fab=Fab("add", "New list", self.ask_list),
            bottom=section_bar(self, "Saved"),
        )

    def label(self, name: str, address: str) -> View:
        return Tile(
            name,
            address or f"Set {name.lower()} address",
            icon="home" if name == data.HOME else "work",
            trailing=IconButton(
                "more_vert",
                f"{name} options",
                lambda: self.menu(
                    {f"Edit {name.lower()} address": "pick", f"Remove {name.lower()}": "remove"},
                    name=name,
                ),
            )
            if address
            else None,
            on_click=(lambda: self.open("directions", to=name.lower()))
            if address
            else (lambda: self.pick(name)),
        )

    def pick(self, name: str) -> None:
        self.state["labelling"] = name
        self.open("pick", title=f"{name} address")

    def returned(self, result: Any) -> None:
        name = self.state.get("labelling", data.HOME)
        if result != name.lower():
            label_spot(self, name, result)

    def remove(self, name: str) -> None:
        self.db.run("DELETE FROM labels WHERE name = ?", name)
        self.toast(f"{name} address removed")

    def ask_list(self) -> None:
        self.prompt("New list", "List name", then="add_list", yes="Create")

    def add_list(self, text: str) -> None:
        add_list(self, text)

    def ask_name(self, id: int) -> None:
        name = self.db.value("SELECT name FROM lists WHERE _id = ?", id) or ""
        self.prompt("Rename list", "List name", then="rename", text=name, yes="Rename", id=id)

    def rename(self, text: str, id: int) -> None:
        name = text.strip()[:40]
        taken = self.db.value("SELECT 1 FROM lists WHERE name = ? AND _id <> ?", name, id)
        if not name or taken:
            self.toast("Enter a name that is not in use")
            return
        self.db.run("UPDATE lists SET name = ? WHERE _id = ?", name, id)

    def ask_delete(self, id: int) -> None:
        self.confirm(
            "Delete list?",
            "The places on it are no longer saved there.",
            yes="Delete",
            then="delete",
            id=id,
        )

    def delete(self, id: int) -> None:
        self.db.run("DELETE FROM lists WHERE _id = ?", id)
        self.db.run("DELETE FROM saved WHERE list_id = ?", id)


class SavedList(Screen):
    """The places of one list."""

    def view(self) -> View:
        name = self.db.value("SELECT name FROM lists WHERE _id = ?", self.args["id"])
        return Scaffold(
            TopBar(name or "Deleted list", back=self.close),
            LazyList(self.places, self.row, row_height=72, empty="No places on this list"),
        )

    def places(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT s._id AS saved, s.note, p._id, p.name, p.category, p.address FROM saved s "
            "JOIN places p ON p._id = s.place_id WHERE s.list_id = ? ORDER BY s._id LIMIT ? OFFSET ?",
            self.args["id"],
            count,
            first,
        )

    def row(self, place: dict[str, Any]) -> View:
        kind = category_of(place["category"])
        return Tile(
            place["name"],
            place["address"],
            leading=Avatar(icon=kind.icon, color=kind.color),
            note=place["note"][:20],
            on_click=lambda: self.open("place", id=place["_id"]),
            on_long_click=lambda: self.menu(
                {"Add note": "ask_note", "Remove from list": "remove"}, id=place["saved"]
            ),
        ).swiped(lambda _: self.remove(place["saved"]))

    def remove(self, id: int) -> None:
        self.db.run("DELETE FROM saved WHERE _id = ?", id)
        self.toast("Removed from list")

    def ask_note(self, id: int) -> None:
        note = self.db.value("SELECT note FROM saved WHERE _id = ?", id) or ""
        self.prompt("Note", "Note", then="put_note", text=note, yes="Save", id=id)

    def put_note(self, text: str, id: int) -> None:
        self.db.run("UPDATE saved SET note = ? WHERE _id = ?", text.strip(), id)


class Timeline(Screen):
    """Past trips."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Timeline"),
            LazyList(self.trips, self.row, row_height=72, empty="No trips yet"),
            bottom=section_bar(self, "Timeline"),
        )

    def trips(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM trips ORDER BY started DESC LIMIT ? OFFSET ?", count, first
        )

    def row(self, trip: dict[str, Any]) -> View:
        when = from_millis(trip["started"])
        return Tile(
            trip["destination"],
            f"from {trip['origin']}, {shown_minutes(trip['minutes'])}",
            icon=MODES[trip["mode"]][0],
            note=f"{when.day} {when:%b}",
            on_click=(lambda: self.open("place", id=trip["place_id"]))
            if trip["place_id"]
            else None,
            on_long_click=lambda: self.menu({"Delete trip": "delete"}, id=trip["_id"]),
        )

    def delete(self, id: int) -> None:
        self.db.run("DELETE FROM trips WHERE _id = ?", id)


class MapsPreferences(Screen):
    """Units, the usual means of travel, tolls."""

    def view(self) -> View:
        value = {
            row["name"]: row["value"] for row in self.db.rows("SELECT name, value FROM preferences")
        }
        return Scaffold(
            TopBar("Settings", back=self.close),
            ScrollView(
                Section("Navigation"),
                Tile(
                    "Distance units",
                    value.get("units", ""),
                    on_click=lambda: self.ask("units", "Distance units", ["Kilometers", "Miles"]),
                ),
                Tile(
                    "Preferred mode",
                    value.get("mode", ""),
                    on_click=lambda: self.ask("mode", "Preferred mode", list(MODES)),
                ),
                switch_tile(
                    "Avoid tolls", on=value.get("avoid_tolls") == "1", on_click=self.flip_tolls
                ),
                Section("History"),
                Tile("Clear recent searches", icon="history", on_click=self.ask_clear),
            ),
        )

    def ask(self, name: str, title: str, options: list[str]) -> None:
        self.choose(title, options, data.preference(self.db, name), then="put", name=name)

    def put(self, option: str, name: str) -> None:
        data.set_preference(self.db, name, option)

    def flip_tolls(self) -> None:
        on = data.preference(self.db, "avoid_tolls") == "1"
        data.set_preference(self.db, "avoid_tolls", "0" if on else "1")

    def ask_clear(self) -> None:
        self.confirm("Clear recent searches?", yes="Clear", then="clear")

    def clear(self) -> None:
        self.db.run("DELETE FROM recents")
        self.toast("Cleared")
