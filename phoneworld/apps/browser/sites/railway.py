"""Northline Rail: timetables and fares."""

from __future__ import annotations

from random import Random

from phoneworld.apps.browser.pages import (
    WebPage,
    download,
    heading,
    link,
    table,
    text,
)
from phoneworld.world import World

HOST = "northline.example"
LINES = (
    ("Fairview", "Lakeside"),
    ("Lakeside", "Fairview"),
    ("Fairview", "Westport"),
    ("Brookfield", "Norwood"),
)
HEAD = ("Train", "Departs", "Arrives", "Platform")


def site(rng: Random, world: World) -> list[WebPage]:
    del world
    tables = [timetable(start, end, some_trains(rng)) for start, end in LINES]
    home = WebPage(
        HOST,
        "Northline Rail",
        (
            heading("Northline Rail"),
            text("Trains in the region, every day of the year."),
            *(link(page.title, page.url) for page in tables),
            link("Fares", f"{HOST}/fares"),
        ),
    )
    return [home, *tables, fares(rng)]


def some_trains(rng: Random) -> list[list[str]]:
    """A row for each train of a day: number, departure, arrival, platform."""
    minute = rng.choice((5, 12, 18, 26, 33, 41, 48, 54))
    trip = rng.randint(34, 88)
    rows: list[list[str]] = []
    start = 6 * 60 + minute
    while start < 21 * 60:
        length = trip + rng.choice((0, 0, 4, 9))
        rows.append(
            [
                f"N{rng.randint(100, 999)}",
                _clock(start),
                _clock(start + length),
                str(rng.randint(1, 12)),
            ]
        )
        start += rng.choice((60, 60, 90, 120))
    return rows


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def timetable(start: str, end: str, trains: list[list[str]]) -> WebPage:
    slug = f"{start.lower()}-{end.lower()}"
    sheet = "\n".join(" ".join(train) for train in trains)
    return WebPage(
        f"{HOST}/{slug}",
        f"Trains from {start} to {end}",
        (
            heading(f"{start} to {end}"),
            table(HEAD, trains),
            text("Trains run daily. Seats can be reserved up to one hour before departure."),
            download(
                f"timetable-{slug}.pdf", "Download this timetable", f"{start} - {end}\n{sheet}\n"
            ),
            link("All lines", HOST),
        ),
    )


def fares(rng: Random) -> WebPage:
    rows: list[tuple[str, str, str]] = []
    for start, end in LINES:
        one_way = rng.randint(16, 68) * 50
        rows.append((f"{start} – {end}", f"${one_way / 100:.2f}", f"${one_way * 1.8 / 100:.2f}"))
    return WebPage(
        f"{HOST}/fares",
        "Fares of Northline Rail",
        (
            heading("Fares"),
            table(("Route", "One way", "Return"), rows),
            text(
                f"Children under {rng.randint(6, 14)} travel free. Bicycles cost ${rng.randint(3, 8)}.00."
            ),
            link("All lines", HOST),
        ),
    )
