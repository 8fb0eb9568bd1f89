"""What the tasks of Browser put on the web, and what their oracles and verdicts share."""

from __future__ import annotations

from phoneworld.apps.browser import data
from phoneworld.apps.browser.pages import WebPage
from phoneworld.apps.browser.sites import recipes
from phoneworld.author import Added, Child, Expectation, Maybe, Open, Pilot, Scene, Script, Tap
from phoneworld.store import Database

NEW_TAB = Maybe(Added(data.PATH, "tabs", {"private": 0}))
"""Whether it is done in a tab of its own does not matter."""
DISHES = (
    ("Tomato soup", "Roasted tomato soup"),
    ("Carrot cake", "Carrot and walnut cake"),
    ("Potato salad", "Warm potato salad"),
    ("Barley stew", "Barley and bean stew"),
    ("Cheese scones", "Cheese and chive scones"),
    ("Noodle salad", "Cold noodle salad"),
)
"""Pairs of dishes that are easily taken for each other."""


def web(scene: Scene) -> Database:
    """The database of Browser."""
    return scene.phone.databases[data.PATH]


def publish(scene: Scene, page: WebPage) -> None:
    """Put a page on the web and link it from the front page of its site."""
    data.put_page(web(scene), page)
    data.add_link(web(scene), page)


def publish_dishes(scene: Scene) -> tuple[WebPage, WebPage]:
    """Two recipes that are alike."""
    rng = scene.rng
    names = list(rng.choice(DISHES))
    rng.shuffle(names)
    one, other = (
        recipes.some_recipe(rng, name, ("onions", "butter", "herbs", "salt")) for name in names
    )
    publish(scene, one)
    publish(scene, other)
    return one, other


def open_site(name: str, *links: str) -> Script:
    """Go to a site from the start page, and on by links."""
    return (Open("Browser"), *(Tap(words, role="item") for words in (name, *links)))


def cells(pilot: Pilot, row: str) -> list[str]:
    """The cells of the row of a table that starts like this."""
    return pilot.reach(f"{row} |", role="text").text.split(" | ")


def fact_of(pilot: Pilot, label: str) -> str:
    """The value of a fact on the page."""
    return pilot.reach(f"{label}: ", role="text").text.partition(": ")[2]


def sent(url: str, form: str, values: dict[str, str]) -> list[Expectation]:
    """A form went out with these values."""
    answers = tuple(
        Child("answers", "submission", {"name": name, "value": value})
        for name, value in values.items()
    )
    return [Added(data.PATH, "submissions", {"url": url, "form": form}, answers), NEW_TAB]
