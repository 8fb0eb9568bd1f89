"""Dialogs that screens describe by data: confirm, menu, choice, prompt, date, time.

A description is plain data (a snapshot holds it); this module turns it into views whose buttons
call back the screen's method that the description names.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any

from phoneworld.errors import AppError
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile, radio_tile
from phoneworld.ui.scroll_views import Grid, ScrollView
from phoneworld.ui.view import Center, Handler, Row, View
from phoneworld.ui.widgets import Field, Text
from phoneworld.ui.windows import Dialog, Menu, Window
from runtime.observation import SELECTED

if TYPE_CHECKING:
    from phoneworld.phone import Phone

Description = dict[str, Any]


def overlay_window(phone: Phone, overlay: Description) -> Window:
    """The window of an overlay."""
    maker = MAKERS.get(overlay["kind"])
    if maker is None:
        raise AppError(f"there is no overlay of kind {overlay['kind']!r}: {', '.join(MAKERS)}")
    return maker(phone, overlay)


def _answer(phone: Phone, overlay: Description, *values: Any) -> Handler:
    return lambda: phone.answer_overlay(overlay["then"], *values, **overlay["args"])


def _cancel(phone: Phone, label: str = "Cancel") -> Button:
    return Button(label, phone.dismiss_overlay, kind="text", id="button2")


def _confirm(phone: Phone, overlay: Description) -> Window:
    return Dialog(
        Text(overlay["text"], "small", color="muted").named("message") if overlay["text"] else None,
        title=overlay["title"],
        buttons=(
            _cancel(phone, overlay["no"]),
            Button(overlay["yes"], _answer(phone, overlay), kind="text", id="button1"),
        ),
    )


def _menu(phone: Phone, overlay: Description) -> Window:
    def choose(method: str) -> Handler:
        return lambda: phone.answer_overlay(method, **overlay["args"])

    return Menu(
        *(Tile(label, on_click=choose(method)) for label, method in overlay["items"].items())
    )


def _choose(phone: Phone, overlay: Description) -> Window:
    rows = [
        radio_tile(option, on=option == overlay["chosen"], on_click=_answer(phone, overlay, option))
        for option in overlay["options"]
    ]
    listing: View = ScrollView(*rows, key="overlay")
    listing.weight = 0
    if len(rows) > 8:
        listing.height = 8 * 56
    return Dialog(listing, title=overlay["title"], buttons=(_cancel(phone),))


def _prompt(phone: Phone, overlay: Description) -> Window:
    def done() -> None:
        phone.answer_overlay(overlay["then"], overlay["fields"]["prompt"], **overlay["args"])

    return Dialog(
        Field("prompt", overlay["hint"], on_submit=done),
        title=overlay["title"],
        buttons=(_cancel(phone), Button(overlay["yes"], done, kind="text", id="button1")),
    )


def _time(phone: Phone, overlay: Description) -> Window:
    fields = overlay["fields"]

    def done() -> None:
        hour, minute = fields["hour"], fields["minute"]
        fits = len(hour) <= 2 and len(minute) <= 2 and hour.isdecimal() and minute.isdecimal()
        if not (fits and int(hour) < 24 and int(minute) < 60):
            phone.toast("Enter a valid time")
            return
        phone.answer_overlay(
            overlay["then"], f"{int(hour):02d}:{int(minute):02d}", **overlay["args"]
        )

    return Dialog(
        Row(
            Field("hour", "Hour", kind="number", style="display", select_on_focus=True).grow(),
            Text(":", "display"),
            Field("minute", "Minute", kind="number", style="display", select_on_focus=True).grow(),
            gap=8,
        ),
        title="Set time",
        buttons=(_cancel(phone), Button("OK", done, kind="text", id="button1")),
    )


def _date(phone: Phone, overlay: Description) -> Window:
    year, month = map(int, overlay["month"].split("-"))
    chosen = overlay["day"]

    def turn(by: int) -> Handler:
        moved = year * 12 + month - 1 + by

        def go() -> None:
            if 1970 <= moved // 12 <= 2099:
                overlay["month"] = f"{moved // 12}-{moved % 12 + 1:02d}"

        return go

    def pick(day: str) -> Handler:
        def go() -> None:
            overlay["day"] = day

        return go

    first = date(year, month, 1)
    cells: list[View] = [Text("", "small") for _ in range(first.weekday())]
    for number in range(1, calendar.monthrange(year, month)[1] + 1):
        day = f"{year}-{month:02d}-{number:02d}"
        cell = Button(str(number), pick(day), kind="filled" if day == chosen else "text")
        cell.description = f"{number} {calendar.month_name[month]} {year}"
        if day == chosen:
            cell.flags |= SELECTED
        cells.append(cell)
    picked = date.fromisoformat(chosen)
    heading = f"{picked:%a}, {picked.day} {picked:%b} {picked.year}"
    return Dialog(
        Text(heading, "headline").named("date_picker_header_date"),
        Row(
            Text(f"{calendar.month_name[month]} {year}", "label").grow(),
            IconButton("chevron_left", "Previous month", turn(-1), id="prev"),
            IconButton("chevron_right", "Next month", turn(1), id="next"),
        ),
        Grid(
            [Center(Text(name, "caption", color="muted")) for name in "MTWTFSS"],
            columns=7,
            row_height=24,
        ),
        Grid(cells, columns=7, row_height=40),
        buttons=(
            _cancel(phone),
            Button(
                "OK",
                lambda: phone.answer_overlay(overlay["then"], overlay["day"], **overlay["args"]),
                kind="text",
                id="button1",
            ),
        ),
    )


def _own(phone: Phone, overlay: Description) -> Window:
    made = getattr(phone.activity.screen, overlay["name"])(**overlay["args"])
    return made if isinstance(made, Window) else Dialog(made)


MAKERS: dict[str, Callable[[Phone, Description], Window]] = {
    "confirm": _confirm,
    "menu": _menu,
    "choose": _choose,
    "prompt": _prompt,
    "date": _date,
    "time": _time,
    "own": _own,
}
