"""Harbor Museum: opening hours, tickets, exhibitions, a contact form."""

from __future__ import annotations

from random import Random

from phoneworld.apps.browser.pages import (
    Input,
    WebPage,
    download,
    fact,
    form,
    heading,
    image,
    link,
    table,
    text,
)
from phoneworld.world import World

HOST = "harbormuseum.example"
WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SHOWS = (
    "Knots and Sails",
    "The Salt Road",
    "Lighthouses at Night",
    "Maps of Nowhere",
    "Women at Sea",
    "Under the Pier",
)


def site(rng: Random, world: World) -> list[WebPage]:
    del world
    home = WebPage(
        HOST,
        "Harbor Museum",
        (
            heading("Harbor Museum"),
            image(f"beach:{rng.randint(1, 60)}", "The museum at the old quay"),
            text(f"Ships, trade and the people of the harbor, since {rng.randint(1889, 1978)}."),
            link("Opening hours and tickets", f"{HOST}/visit"),
            link("Exhibitions", f"{HOST}/exhibitions"),
            link("Contact", f"{HOST}/contact"),
        ),
    )
    return [home, visit(some_hours(rng), some_prices(rng)), exhibitions(rng), contact()]


def some_hours(rng: Random) -> list[str]:
    """What stands beside each weekday."""
    closed = rng.choice((0, 1))
    hours: list[str] = []
    for day in range(7):
        if day == closed:
            hours.append("Closed")
        else:
            closes = f"{rng.randint(16, 20)}:{rng.choice(('00', '30'))}"
            hours.append(f"{rng.choice(('09', '10', '11'))}:00 – {closes}")
    return hours


def some_prices(rng: Random) -> list[tuple[str, str]]:
    """Kinds of tickets and what they cost."""
    adult = rng.randint(18, 36) * 50
    return [
        ("Adults", f"${adult / 100:.2f}"),
        ("Students", f"${(adult - 350) / 100:.2f}"),
        ("Children", f"${(adult - 600) / 100:.2f}"),
        ("Family", f"${(adult * 2 + 100) / 100:.2f}"),
    ]


def visit(hours: list[str], prices: list[tuple[str, str]]) -> WebPage:
    plan = "Harbor Museum\nGround floor: ships\nFirst floor: trade\nSecond floor: exhibitions\n"
    return WebPage(
        f"{HOST}/visit",
        "Visit the Harbor Museum",
        (
            heading("Opening hours"),
            table(("Day", "Open"), list(zip(WEEK, hours, strict=True))),
            heading("Tickets"),
            table(("Ticket", "Price"), prices),
            text("The last admission is 45 minutes before closing."),
            download("harbor-museum-plan.pdf", "Download the floor plan", plan),
            link("Home", HOST),
        ),
    )


def exhibitions(rng: Random) -> WebPage:
    shows = rng.sample(SHOWS, 4)
    rows = [
        (
            show,
            f"Room {rng.randint(1, 14)}",
            f"{rng.randint(1, 28)} {rng.choice(('June', 'July', 'August', 'September'))}",
        )
        for show in shows
    ]
    return WebPage(
        f"{HOST}/exhibitions",
        "Exhibitions at the Harbor Museum",
        (
            heading("Exhibitions"),
            table(("Exhibition", "Where", "Until"), rows),
            fact("Guided tours", f"Saturdays at {rng.randint(11, 15)}:00"),
            link("Home", HOST),
        ),
    )


def contact() -> WebPage:
    return WebPage(
        f"{HOST}/contact",
        "Contact the Harbor Museum",
        (
            heading("Contact"),
            text("Write to us, and we will answer within two working days."),
            form(
                "contact",
                "Send message",
                "Thank you for your message.",
                Input("name", "Your name"),
                Input("email", "Email address", "email"),
                Input(
                    "topic", "Topic", "choice", ("Group visit", "Lost property", "Tickets", "Other")
                ),
                Input("message", "Message", "multiline"),
            ),
            link("Home", HOST),
        ),
    )
