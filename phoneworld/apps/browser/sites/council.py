"""Fairview Council: waste collection and parking."""

from __future__ import annotations

from random import Random

from phoneworld.apps.browser.pages import (
    WebPage,
    download,
    fact,
    heading,
    link,
    table,
    text,
)
from phoneworld.world import STREETS, World

HOST = "fairview.example"


def site(rng: Random, world: World) -> list[WebPage]:
    home = WebPage(
        HOST,
        "Fairview Council",
        (
            heading("Fairview Council"),
            text("Services and news for the people of Fairview."),
            link("Waste collection", f"{HOST}/waste"),
            link("Parking", f"{HOST}/parking"),
            fact(
                "Town hall",
                f"Open on weekdays from {rng.randint(8, 9)}:00 to {rng.randint(15, 18)}:00",
            ),
        ),
    )
    return [home, waste(rng, world), parking(rng)]


def waste(rng: Random, world: World) -> WebPage:
    rows: list[tuple[str, str, str]] = []
    for street in rng.sample(STREETS, 8):
        paper, glass = world.day(rng.randint(1, 14)), world.day(rng.randint(15, 28))
        rows.append((street, f"{paper.day} {paper:%B}", f"{glass.day} {glass:%B}"))
    sheet = "\n".join(" | ".join(row) for row in rows)
    return WebPage(
        f"{HOST}/waste",
        "Waste collection in Fairview",
        (
            heading("Next collection"),
            table(("Street", "Paper", "Glass"), rows),
            text("Please put the bins out before 6:00."),
            download("waste-calendar.pdf", "Download the waste calendar", sheet),
            link("Home", HOST),
        ),
    )


def parking(rng: Random) -> WebPage:
    rows = [
        (
            name,
            f"${rng.randint(1, 4)}.{rng.choice(('00', '20', '50', '80'))}",
            str(rng.randint(40, 620)),
        )
        for name in ("Market Garage", "Station Garage", "Harbor Lot", "Hill Road Lot")
    ]
    return WebPage(
        f"{HOST}/parking",
        "Parking in Fairview",
        (
            heading("Parking"),
            table(("Garage", "An hour", "Spaces"), rows),
            text("Parking in the street is free from 19:00 to 8:00."),
            link("Home", HOST),
        ),
    )
