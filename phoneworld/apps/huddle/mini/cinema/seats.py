"""Choosing seats in a hall."""

from __future__ import annotations

from phoneworld.apps.huddle.formats import day_text
from phoneworld.apps.huddle.mini.cinema.data import (
    PAYEE,
    SEATS,
    add_ticket,
    all_seats,
    seats_text,
    show_with_film,
    taken_seats,
)
from phoneworld.apps.huddle.miniapp import mini_bar
from phoneworld.apps.huddle.wallet import PayingScreen
from phoneworld.formats import dollars
from phoneworld.ui.bars import Scaffold, empty_note
from phoneworld.ui.buttons import Button
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.scroll_views import Grid, ScrollView
from phoneworld.ui.view import Center, Column, Handler, Row, View
from phoneworld.ui.widgets import Text
from runtime.observation import CLICKABLE, DISABLED, SELECTED

MAX_SEATS = 8


class Seat(View):
    """A seat to tap: free, taken, or chosen."""

    class_name = "android.widget.Button"

    def __init__(self, seat: str, on_click: Handler, *, taken: bool, chosen: bool) -> None:
        self.text = seat
        self.description = f"Seat {seat}, {'taken' if taken else 'chosen' if chosen else 'free'}"
        self.on_click = on_click
        self.flags = CLICKABLE | (DISABLED if taken else 0) | (SELECTED if chosen else 0)

    def draw(self, canvas: Canvas, env: Env) -> None:
        if self.flags & DISABLED:
            fill, ink = "divider", "outline"
        elif self.flags & SELECTED:
            fill, ink = "primary", "on_primary"
        else:
            fill, ink = "container", "on_container"
        canvas.rect(self.x, self.y, self.w, self.h, env.color(fill), radius=env.px(7))
        size, _, weight = env.style("caption")
        width = env.text_width(self.text, "caption")
        canvas.text(
            self.x + (self.w - width) // 2,
            self.y + int(self.h - size * 1.2) // 2,
            self.text,
            size_px=int(size),
            weight=weight,
            color=env.color(ink),
        )


class Hall(PayingScreen):
    """The seats of a showing."""

    def opened(self) -> None:
        self.state["seats"] = []

    def view(self) -> View:
        show = show_with_film(self.db, self.args.get("id", 0))
        if show is None:
            return Scaffold(mini_bar(self, ""), empty_note("local_movies", "No such showing"))
        taken = taken_seats(self.db, show["_id"])
        chosen: list[str] = self.state["seats"]
        count = len(chosen)
        label = f"Book {count} seat{'s' if count > 1 else ''} · {dollars(count * show['cents'])}"
        return Scaffold(
            mini_bar(self, show["title"]),
            ScrollView(
                Column(
                    Text(f"{show['house']}, {day_text(show['day'])} {show['time']}", "subtitle"),
                    Text(
                        f"{show['format']} · {dollars(show['cents'])} a seat",
                        "small",
                        color="muted",
                    ).named("price"),
                    pad=(16, 4),
                ),
                Column(
                    Row(
                        Center(Text("Screen", "caption", color="muted")).grow(),
                        bg="surface_high",
                        radius=8,
                        pad=(0, 4),
                    ),
                    Grid(
                        [
                            self.seat(seat, taken=seat in taken, chosen=seat in chosen)
                            for seat in all_seats()
                        ],
                        columns=SEATS,
                        row_height=40,
                        gap=6,
                    ),
                    pad=16,
                    gap=20,
                ),
                Column(
                    Text(
                        f"Seats {seats_text(chosen)}" if chosen else "Tap the seats you want",
                        align="center",
                    ).named("chosen"),
                    pad=16,
                ),
            ),
            bottom=Column(
                Button(
                    label if chosen else "Choose your seats",
                    self.book,
                    enabled=bool(chosen),
                    id="book",
                ),
                pad=(16, 10),
            ),
        )

    def seat(self, seat: str, *, taken: bool, chosen: bool) -> View:
        def flip() -> None:
            seats = list(self.state["seats"])
            if seat in seats:
                seats.remove(seat)
            elif len(seats) < MAX_SEATS:
                seats.append(seat)
            else:
                self.toast(f"At most {MAX_SEATS} seats can be booked at once")
            self.state["seats"] = seats

        return Seat(seat, flip, taken=taken, chosen=chosen)

    def book(self) -> None:
        show = show_with_film(self.db, self.args.get("id", 0))
        if show is not None and self.state["seats"]:
            self.ask_payment(PAYEE, show["cents"] * len(self.state["seats"]), then="booked")

    def booked(self, method: str, cents: int) -> None:
        del cents
        show = show_with_film(self.db, self.args.get("id", 0))
        if show is None:
            return
        ticket = add_ticket(self.db, show, self.state["seats"], method=method)
        self.toast("Enjoy the film")
        self.replace("cinema/ticket", id=ticket)
