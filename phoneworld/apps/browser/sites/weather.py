"""Skycast: the weather."""

from __future__ import annotations

from random import Random

from phoneworld.apps.browser.pages import WebPage, fact, heading, link, table, text
from phoneworld.world import World

HOST = "skycast.example"
PLACES = ("Fairview", "Brookfield", "Lakeside", "Westport", "Norwood")
SKIES = ("Sunny", "Cloudy", "Light rain", "Showers", "Windy", "Fog")


def site(rng: Random, world: World) -> list[WebPage]:
    forecasts = [forecast(place, some_week(rng, world)) for place in PLACES]
    home = WebPage(
        HOST,
        "Skycast: forecasts for the region",
        (
            heading("Skycast"),
            text("Seven days ahead, updated every morning."),
            *(link(f"Weather in {place}", f"{HOST}/{place.lower()}") for place in PLACES),
        ),
    )
    return [home, *forecasts]


def some_week(rng: Random, world: World) -> list[list[str]]:
    """A row for each of seven days: day, sky, high, low, chance of rain."""
    rows: list[list[str]] = []
    for offset in range(7):
        day = world.day(offset)
        high = rng.randint(11, 29)
        rows.append(
            [
                f"{day:%a} {day.day} {day:%b}",
                rng.choice(SKIES),
                f"{high}°",
                f"{high - rng.randint(5, 11)}°",
                f"{rng.randrange(0, 100, 5)}%",
            ]
        )
    return rows


def forecast(place: str, week: list[list[str]]) -> WebPage:
    return WebPage(
        f"{HOST}/{place.lower()}",
        f"Weather in {place}",
        (
            heading(f"Weather in {place}"),
            fact("Now", f"{week[0][1]}, {week[0][2]}"),
            table(("Day", "Sky", "High", "Low", "Rain"), week),
            text("High and low in degrees Celsius; rain is the chance of it."),
            link("Other places", HOST),
        ),
    )
