"""City Library: branches, events, membership."""

from __future__ import annotations

from random import Random

from phoneworld.apps.browser.pages import (
    Input,
    WebPage,
    form,
    heading,
    link,
    table,
    text,
)
from phoneworld.world import World

HOST = "citylibrary.example"
BRANCHES = ("Main library", "Eastside", "Harbor", "Northgate")
EVENTS = (
    "Story time",
    "Chess evening",
    "Repair cafe",
    "Poetry slam",
    "Coding for kids",
    "Book swap",
)


def site(rng: Random, world: World) -> list[WebPage]:
    home = WebPage(
        HOST,
        "City Library",
        (
            heading("City Library"),
            text(f"{rng.randint(180, 640)},000 books and other media in four branches."),
            link("Branches and opening hours", f"{HOST}/branches"),
            link("Events", f"{HOST}/events"),
            link("Become a member", f"{HOST}/membership"),
        ),
    )
    return [home, branches(rng), events(rng, world), membership(rng)]


def branches(rng: Random) -> WebPage:
    rows = [
        (
            name,
            f"{rng.choice(('08', '09', '10'))}:00 – {rng.randint(17, 20)}:00",
            f"10:00 – {rng.randint(13, 17)}:00" if rng.random() < 0.8 else "Closed",
        )
        for name in BRANCHES
    ]
    return WebPage(
        f"{HOST}/branches",
        "Branches of the City Library",
        (
            heading("Branches"),
            table(("Branch", "Weekdays", "Saturday"), rows),
            text("All branches are closed on Sundays. Books can be returned at any time."),
            link("Home", HOST),
        ),
    )


def events(rng: Random, world: World) -> WebPage:
    rows: list[tuple[str, str, str, str]] = []
    for name in rng.sample(EVENTS, 5):
        day = world.day(rng.randint(1, 20))
        rows.append(
            (
                name,
                f"{day.day} {day:%B}",
                f"{rng.randint(10, 19)}:{rng.choice(('00', '30'))}",
                rng.choice(BRANCHES),
            )
        )
    return WebPage(
        f"{HOST}/events",
        "Events at the City Library",
        (
            heading("Events"),
            table(("Event", "Day", "Time", "Where"), rows),
            text("Admission is free. No registration is needed."),
            link("Home", HOST),
        ),
    )


def membership(rng: Random) -> WebPage:
    return WebPage(
        f"{HOST}/membership",
        "Membership of the City Library",
        (
            heading("Become a member"),
            text(
                f"A year costs ${rng.randint(12, 40)} for adults and nothing for children. Members may "
                f"borrow {rng.randint(8, 40)} items for {rng.choice((3, 4, 6))} weeks."
            ),
            form(
                "membership",
                "Apply",
                "Welcome! Your card is waiting at the desk.",
                Input("name", "Full name"),
                Input("email", "Email address", "email"),
                Input("branch", "Branch", "choice", BRANCHES),
                Input("news", "Send me the events calendar", "check", required=False),
            ),
            link("Home", HOST),
        ),
    )
