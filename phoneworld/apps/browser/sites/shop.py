"""Pine & Parcel: a shop."""

from __future__ import annotations

from random import Random

from phoneworld.apps.browser.pages import (
    Input,
    WebPage,
    fact,
    form,
    heading,
    image,
    link,
    table,
    text,
)
from phoneworld.world import World

HOST = "pineandparcel.example"
GOODS = (
    "Canvas backpack",
    "Leather backpack",
    "Wool blanket",
    "Desk lamp",
    "Enamel mug",
    "Rain jacket",
    "Camping stove",
)


def site(rng: Random, world: World) -> list[WebPage]:
    del world
    products = [
        product(
            name,
            price_cents=rng.randint(9, 149) * 100 + rng.choice((0, 50, 90)),
            stock=rng.choice((0, rng.randint(1, 30))),
            grams=rng.randrange(120, 2400, 20),
            years=rng.randint(1, 5),
            art=f"product:{rng.randint(1, 90)}",
        )
        for name in GOODS
    ]
    home = WebPage(
        HOST,
        "Pine & Parcel: things that last",
        (
            heading("Pine & Parcel"),
            text("Things for home and travel, made to be repaired."),
            *(link(page.title, page.url) for page in products),
            link("Delivery and returns", f"{HOST}/delivery"),
        ),
    )
    return [home, *products, delivery(rng)]


def product(
    name: str, *, price_cents: int, stock: int, grams: int, years: int, art: str
) -> WebPage:
    missing = (
        form(
            "notify",
            "Notify me",
            "We will write to you as soon as it is back.",
            Input("email", "Email address", "email"),
        )
        if not stock
        else text("Ready to ship within one working day.")
    )
    return WebPage(
        f"{HOST}/{name.lower().replace(' ', '-')}",
        name,
        (
            heading(name),
            image(art, name),
            fact("Price", f"${price_cents / 100:,.2f}"),
            fact("In stock", str(stock) if stock else "Sold out"),
            fact("Weight", f"{grams} g"),
            fact("Warranty", f"{years} years" if years > 1 else "1 year"),
            missing,
            link("All products", HOST),
        ),
    )


def delivery(rng: Random) -> WebPage:
    return WebPage(
        f"{HOST}/delivery",
        "Delivery and returns at Pine & Parcel",
        (
            heading("Delivery"),
            table(
                ("Way", "Days", "Price"),
                (
                    ("Standard", f"{rng.randint(3, 6)}", f"${rng.randint(3, 6)}.90"),
                    ("Express", f"{rng.randint(1, 2)}", f"${rng.randint(9, 16)}.90"),
                    ("Pick-up point", f"{rng.randint(2, 5)}", f"${rng.randint(1, 3)}.50"),
                ),
            ),
            heading("Returns"),
            text(
                f"You can return what you do not like within {rng.choice((14, 30, 45, 60))} days."
            ),
            link("All products", HOST),
        ),
    )
