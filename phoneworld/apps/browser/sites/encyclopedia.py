"""Openpedia: an encyclopedia of a country that does not exist."""

from __future__ import annotations

from random import Random

from phoneworld.apps.browser.pages import WebPage, fact, heading, image, link, text
from phoneworld.world import World

HOST = "openpedia.example"


def site(rng: Random, world: World) -> list[WebPage]:
    del world
    articles = [
        mountain("Mount Halden", rng.randint(1800, 4900), rng.randint(1820, 1931), rng),
        mountain("Mount Hale", rng.randint(1800, 4900), rng.randint(1820, 1931), rng),
        river("Vesper", rng.randint(140, 1900), rng),
        composer("Ilse Tamm", rng),
        bird(rng),
        comet(rng),
        island(rng),
    ]
    home = WebPage(
        HOST,
        "Openpedia",
        (
            heading("Openpedia"),
            text("The encyclopedia that everybody may read."),
            *(link(page.title, page.url) for page in articles),
        ),
    )
    return [home, *articles]


def _article(name: str, art: str, lead: str, facts: dict[str, str], *more: str) -> WebPage:
    return WebPage(
        f"{HOST}/{name.lower().replace(' ', '-')}",
        name,
        (
            heading(name),
            text(lead),
            image(art, name),
            *(fact(label, value) for label, value in facts.items()),
            *(text(words) for words in more),
            link("Main page", HOST),
        ),
    )


def mountain(name: str, height_m: int, climbed: int, rng: Random) -> WebPage:
    return _article(
        name,
        f"mountain:{rng.randint(1, 90)}",
        f"{name} is a mountain in the northern ranges.",
        {"Height": f"{height_m:,} m", "First ascent": str(climbed)},
        "The summit can be reached in summer without a rope. Two huts lie on the southern side.",
    )


def river(name: str, length_km: int, rng: Random) -> WebPage:
    return _article(
        f"River {name}",
        f"forest:{rng.randint(1, 90)}",
        f"The {name} rises in the hills and flows into the harbor of Fairview.",
        {"Length": f"{length_km:,} km", "Bridges": str(rng.randint(9, 74))},
        "Barges can use its lower course all year round.",
    )


def composer(name: str, rng: Random) -> WebPage:
    born = rng.randint(1801, 1889)
    return _article(
        name,
        f"portrait:{rng.randint(1, 60)}",
        f"{name} was a composer and organist.",
        {
            "Born": str(born),
            "Died": str(born + rng.randint(48, 91)),
            "Symphonies": str(rng.randint(3, 14)),
        },
        "Her songs are still taught in schools.",
    )


def bird(rng: Random) -> WebPage:
    return _article(
        "Harbor tern",
        f"beach:{rng.randint(1, 60)}",
        "The harbor tern is a small seabird.",
        {"Wingspan": f"{rng.randint(52, 98)} cm", "Eggs": f"{rng.randint(1, 4)} in a clutch"},
        f"It migrates up to {rng.randint(4, 19)},000 km each year.",
    )


def comet(rng: Random) -> WebPage:
    return _article(
        "Comet Arden",
        f"night:{rng.randint(1, 60)}",
        "Comet Arden is a periodic comet.",
        {
            "Orbital period": f"{rng.randint(31, 190)} years",
            "Last seen": str(rng.randint(1911, 2014)),
        },
        "Its tail was visible by day.",
    )


def island(rng: Random) -> WebPage:
    return _article(
        "Selk Island",
        f"beach:{rng.randint(61, 90)}",
        "Selk Island lies off the western coast.",
        {
            "Area": f"{rng.randint(12, 480)} km²",
            "Population": f"{rng.randint(1, 48)},{rng.randint(100, 999)}",
        },
        "A ferry connects it with Westport twice a day.",
    )
