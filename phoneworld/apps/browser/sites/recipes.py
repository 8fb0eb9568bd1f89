"""Larder Notes: a blog with recipes."""

from __future__ import annotations

from random import Random

from phoneworld.apps.browser.pages import (
    Input,
    WebPage,
    bullets,
    download,
    fact,
    form,
    heading,
    image,
    link,
    text,
)
from phoneworld.world import World

HOST = "larder.example"
DISHES = (
    ("Red lentil soup", ("red lentils", "carrots", "onions", "cumin", "lemon")),
    ("Green lentil soup", ("green lentils", "celery", "potatoes", "thyme")),
    ("Plum cake", ("plums", "flour", "butter", "sugar", "eggs")),
    ("Apple crumble", ("apples", "oats", "butter", "brown sugar", "cinnamon")),
    ("Mushroom risotto", ("rice", "mushrooms", "parmesan", "white wine", "stock")),
    ("Spinach lasagne", ("spinach", "pasta sheets", "ricotta", "tomatoes")),
    ("Rye bread", ("rye flour", "sourdough", "water", "salt")),
    ("Chickpea curry", ("chickpeas", "coconut milk", "ginger", "tomatoes", "garam masala")),
)


def site(rng: Random, world: World) -> list[WebPage]:
    del world
    pages = [some_recipe(rng, name, things) for name, things in DISHES]
    home = WebPage(
        HOST,
        "Larder Notes: cooking with what is there",
        (
            heading("Larder Notes"),
            text(
                "Plain food from a small kitchen. All recipes have been cooked at least five times."
            ),
            image(f"food:{rng.randint(1, 60)}", "This week's table"),
            *(link(page.title, page.url) for page in pages),
            heading("A letter every Friday"),
            form(
                "letter",
                "Sign up",
                "Welcome! The first letter comes on Friday.",
                Input("name", "First name"),
                Input("email", "Email address", "email"),
            ),
        ),
    )
    return [home, *pages]


def some_recipe(rng: Random, name: str, things: tuple[str, ...]) -> WebPage:
    amounts = [f"{rng.randrange(50, 600, 25)} g {thing}" for thing in things]
    return recipe(
        name,
        amounts,
        serves=rng.randint(2, 8),
        minutes=rng.randrange(25, 100, 5),
        oven=rng.choice((160, 170, 180, 190, 200, 220)),
        art=f"food:{rng.randint(1, 90)}",
    )


def recipe(
    name: str, amounts: list[str], *, serves: int, minutes: int, oven: int, art: str
) -> WebPage:
    slug = name.lower().replace(" ", "-")
    card = "\n".join((name, f"Serves {serves}, {minutes} minutes, oven {oven} °C", *amounts))
    return WebPage(
        f"{HOST}/{slug}",
        name,
        (
            heading(name),
            image(art, name),
            fact("Serves", str(serves)),
            fact("Time", f"{minutes} minutes"),
            fact("Oven", f"{oven} °C"),
            heading("Ingredients"),
            bullets(*amounts),
            heading("Method"),
            text("Prepare everything before you start. Heat the oven in good time."),
            text(
                "Cook the hard things first and the soft ones last, taste, and let it rest for five "
                "minutes before you serve it."
            ),
            download(f"{slug}.pdf", "Download the recipe card", card),
            link("All recipes", HOST),
        ),
    )
