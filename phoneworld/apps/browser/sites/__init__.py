"""The made-up web: every site is a function from a random stream to pages."""

from __future__ import annotations

from random import Random

from phoneworld.apps.browser.pages import WebPage
from phoneworld.apps.browser.sites import (
    council,
    encyclopedia,
    library,
    museum,
    news,
    railway,
    recipes,
    shop,
    weather,
)
from phoneworld.world import World

SITES = (
    news.site,
    weather.site,
    recipes.site,
    museum.site,
    railway.site,
    shop.site,
    encyclopedia.site,
    library.site,
    council.site,
)
NAMES = {
    news.HOST: ("Morning Post", "newspaper"),
    weather.HOST: ("Skycast", "wb_sunny"),
    recipes.HOST: ("Larder Notes", "restaurant"),
    museum.HOST: ("Harbor Museum", "museum"),
    railway.HOST: ("Northline Rail", "train"),
    shop.HOST: ("Pine & Parcel", "shopping_bag"),
    encyclopedia.HOST: ("Openpedia", "menu_book"),
    library.HOST: ("City Library", "local_library"),
    council.HOST: ("Fairview Council", "account_balance"),
}
"""Name and icon of each site, by host."""


def all_pages(rng: Random, world: World) -> list[WebPage]:
    """Every page of every site."""
    return [page for site in SITES for page in site(rng, world)]
