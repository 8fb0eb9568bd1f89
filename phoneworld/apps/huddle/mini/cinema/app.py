"""Cinema: films, when and where they are on, and tickets."""

from __future__ import annotations

from datetime import date
from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle.formats import day_text, days_after, sought
from phoneworld.apps.huddle.mini.cinema.data import (
    BOOKED,
    CANCELLED,
    DAYS,
    DERIVED,
    PAYEE,
    SCHEMA,
    seed,
)
from phoneworld.apps.huddle.mini.cinema.seats import Hall
from phoneworld.apps.huddle.miniapp import MiniApp, banner, mini_bar
from phoneworld.apps.huddle.wallet import add_payment
from phoneworld.formats import dollars
from phoneworld.ui.bars import Scaffold, empty_note, tabs
from phoneworld.ui.buttons import Button, Chip, IconButton
from phoneworld.ui.rows import Card, Section, Tile
from phoneworld.ui.scroll_views import Grid, LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Field, Icon, Picture, Text

COLOR = "#ad1457"


class CinemaHome(Screen):
    """The films, those on one's watchlist, and one's tickets."""

    def view(self) -> View:
        chosen = self.state.get("tab", "Films")
        if chosen == "Tickets":
            body: View = LazyList(self.tickets, self.ticket, key="tickets", empty="No tickets")
        else:
            body = Column(
                Row(
                    Field("query", "Search films", kind="search", icon="search")
                    .sized(height=48)
                    .grow(),
                    pad=(16, 4),
                ),
                LazyList(self.films, self.film, key=chosen, row_height=84, empty="No films"),
            )
        return Scaffold(
            mini_bar(self, "Cinema"),
            body,
            tab_row=tabs(("Films", "Watchlist", "Tickets"), chosen, self.choose_tab),
        )

    def choose_tab(self, tab: str) -> None:
        self.state["tab"] = tab

    def films(self, first: int, count: int) -> list[dict[str, Any]]:
        query = sought(self.state.get("query", ""))
        return self.db.rows(
            "SELECT * FROM cinema_films WHERE listed >= ? AND (? = '' OR instr(lower(title), ?) > 0)"
            " ORDER BY _id LIMIT ? OFFSET ?",
            int(self.state.get("tab", "Films") == "Watchlist"),
            query,
            query,
            count,
            first,
        )

    def film(self, film: dict[str, Any]) -> View:
        return Tile(
            film["title"],
            f"{film['genre']} · {film['minutes']} min",
            leading=Picture(film["art"], of=film["title"], width=52, height=68, radius=6),
            trailing=Icon("bookmark", color="primary", description="On your watchlist")
            if film["listed"]
            else None,
            on_click=lambda: self.open("cinema/film", id=film["_id"]),
        )

    def tickets(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM cinema_tickets ORDER BY day DESC, time DESC LIMIT ? OFFSET ?",
            count,
            first,
        )

    def ticket(self, ticket: dict[str, Any]) -> View:
        return Tile(
            ticket["film"],
            f"{day_text(ticket['day'])} {ticket['time']} · {ticket['house']} · {ticket['seats']}",
            icon="confirmation_number",
            trailing=Text("Cancelled", "label", color="error")
            if ticket["status"] == CANCELLED
            else None,
            on_click=lambda: self.open("cinema/ticket", id=ticket["_id"]),
        )


class Film(Screen):
    """A film, and when it is on."""

    def view(self) -> View:
        film = self.db.one("SELECT * FROM cinema_films WHERE _id = ?", self.args.get("id"))
        if film is None:
            return Scaffold(mini_bar(self, ""), empty_note("local_movies", "No such film"))
        day = self.state.get("day", self.phone.today)
        shows = self.db.rows(
            "SELECT * FROM cinema_shows WHERE film_id = ? AND day = ? ORDER BY house, time LIMIT 40",
            film["_id"],
            day,
        )
        rows: list[View] = []
        house = ""
        for show in shows:
            if show["house"] != house:
                house = show["house"]
                rows.append(Section(house))
            rows.append(self.show_tile(show))
        listed = bool(film["listed"])
        return Scaffold(
            mini_bar(
                self,
                film["title"],
                actions=(
                    IconButton(
                        "bookmark" if listed else "bookmark_border",
                        "Remove from watchlist" if listed else "Add to watchlist",
                        self.flip_listed,
                    ),
                ),
            ),
            ScrollView(
                Picture(film["art"], of=film["title"], height=150, description="Poster"),
                Column(
                    Text(f"{film['genre']} · {film['minutes']} min", "label", color="primary"),
                    Text(film["about"]).named("about"),
                    gap=4,
                    pad=16,
                ),
                Column(
                    Grid(
                        [
                            self.day_chip(days_after(self.phone.today, offset), day)
                            for offset in range(DAYS)
                        ],
                        columns=4,
                        row_height=36,
                        gap=8,
                    ),
                    pad=(16, 0),
                ),
                *rows,
                None
                if rows
                else Column(Text("Not on that day", color="muted", align="center"), pad=24),
                pad=16,
            ),
        )

    def day_chip(self, day: str, chosen: str) -> View:
        def choose() -> None:
            self.state["day"] = day

        when = date.fromisoformat(day)
        return Chip(f"{when:%a} {when.day}", choose, selected=day == chosen)

    def show_tile(self, show: dict[str, Any]) -> View:
        return Tile(
            show["time"],
            show["format"],
            icon="schedule",
            trailing=Text(dollars(show["cents"]), "subtitle"),
            on_click=lambda: self.open("cinema/hall", id=show["_id"]),
        ).described(f"{show['house']} at {show['time']}")

    def flip_listed(self) -> None:
        self.db.run("UPDATE cinema_films SET listed = 1 - listed WHERE _id = ?", self.args["id"])


class Ticket(Screen):
    """A ticket."""

    def view(self) -> View:
        ticket = self.db.one("SELECT * FROM cinema_tickets WHERE _id = ?", self.args.get("id"))
        if ticket is None:
            return Scaffold(mini_bar(self, ""), empty_note("local_movies", "No such ticket"))
        to_come = ticket["status"] == BOOKED and ticket["day"] >= self.phone.today
        return Scaffold(
            mini_bar(
                self,
                "Ticket",
                actions=(IconButton("share", "Share ticket", lambda: self.tell(ticket)),),
            ),
            ScrollView(
                Column(
                    banner(
                        COLOR,
                        ticket["film"],
                        f"{day_text(ticket['day'])} {ticket['time']}",
                        "Cancelled" if ticket["status"] == CANCELLED else ticket["house"],
                        id="when",
                    ),
                    pad=16,
                ),
                Column(
                    Card(
                        Tile(ticket["seats"], "Seats", icon="group", id="seats"),
                        Tile(
                            ticket["code"],
                            "Booking code",
                            icon="qr_code",
                            on_long_click=lambda: self.offer_copy(ticket["code"]),
                            id="code",
                        ),
                        Tile(
                            dollars(ticket["cents"]),
                            f"Paid with {ticket['method']}",
                            icon="payments",
                            id="price",
                        ),
                        pad=0,
                    ),
                    pad=(16, 0),
                ),
                Column(Button("Cancel ticket", self.ask_cancel, kind="danger"), pad=16)
                if to_come
                else None,
            ),
        )

    def tell(self, ticket: dict[str, Any]) -> None:
        self.share(
            f"{ticket['film']}, {day_text(ticket['day'])} {ticket['time']} at {ticket['house']}, "
            f"seats {ticket['seats']}, code {ticket['code']}"
        )

    def ask_cancel(self) -> None:
        self.confirm(
            "Cancel this ticket?",
            "You get your money back.",
            yes="Cancel ticket",
            no="Keep it",
            then="cancel",
        )

    def cancel(self) -> None:
        ticket = self.db.one(
            "SELECT * FROM cinema_tickets WHERE _id = ? AND status = 'booked'", self.args["id"]
        )
        if ticket is None:
            return
        self.db.run("UPDATE cinema_tickets SET status = 'cancelled' WHERE _id = ?", ticket["_id"])
        for seat in ticket["seats"].split(", "):
            self.db.run(
                "DELETE FROM cinema_taken WHERE show_id = ? AND seat = ?", ticket["show_id"], seat
            )
        add_payment(
            self.db, PAYEE, -ticket["cents"], method=ticket["method"], at_ms=self.phone.now_ms
        )
        self.toast("Ticket cancelled")


MINI = MiniApp(
    name="cinema",
    label="Cinema",
    tagline="What is on, and the best seats",
    icon="local_movies",
    color=COLOR,
    screens={"home": CinemaHome, "film": Film, "hall": Hall, "ticket": Ticket},
    schema=SCHEMA,
    seed=seed,
    derived=DERIVED,
)
