"""What the tasks with notes share: things to write down, and notes that are easily confused."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from phoneworld.apps.notes.data import PATH, add_note
from phoneworld.author import Scene
from phoneworld.world import CITIES

THINGS = (
    "oat milk,rye bread,lemons,olive oil,cinnamon,basmati rice,tinned tomatoes,dish soap,batteries,"
    "candles,printer paper,dog food,apple juice,red lentils,sparkling water,toothpaste,envelopes,"
    "garden gloves,fresh ginger,maple syrup,paper towels,green tea"
).split(",")

GEAR = (
    "passport,sun hat,rain jacket,phone charger,swimming trunks,travel adapter,hiking boots,earplugs,"
    "first aid kit,camera,water bottle,torch,sleeping bag,sunglasses,guide book,warm socks"
).split(",")

OCCASIONS = (
    "Garden party",
    "Choir trip",
    "Housewarming",
    "Street fair",
    "Reunion",
    "Board evening",
)


def recently(scene: Scene, minutes: int) -> int:
    """A moment shortly before the task starts, so that the note is near the top of the list."""
    return scene.phone.now_ms - minutes * 60_000


def two_trips(rng: Random) -> tuple[str, str]:
    """Two cities, for two notes that differ in nothing else."""
    one, other = rng.sample(CITIES, 2)
    return one, other


@dataclass(frozen=True, slots=True)
class ShoppingLists:
    """A checklist with two open and two ticked items, another one, and things that are on neither."""

    title: str
    double: str
    note: int
    open: tuple[str, str]
    ticked: tuple[str, str]
    free: tuple[str, str]


def two_shopping_lists(scene: Scene) -> ShoppingLists:
    """Make two checklists of things to buy."""
    rng = scene.rng
    places = ("Shopping", "Grocery", "Drugstore", "Market", "Hardware", "Picnic", "Party")
    titles = [f"{place} list" for place in rng.sample(places, 2)]
    if rng.random() < 0.5:
        titles = [title.lower() for title in titles]
    things = rng.sample(THINGS, 10)
    own, others = things[:4], things[4:8]
    ids: dict[str, int] = {}
    for title, texts in rng.sample(list(zip(titles, (own, others), strict=True)), 2):
        items = [(text, index >= 2) for index, text in enumerate(texts)]
        rng.shuffle(items)
        stamp = recently(scene, rng.randint(5, 50))
        ids[title] = add_note(scene.phone.databases[PATH], title, now_ms=stamp, items=tuple(items))
    return ShoppingLists(
        title=titles[0],
        double=titles[1],
        note=ids[titles[0]],
        open=(own[0], own[1]),
        ticked=(own[2], own[3]),
        free=(things[8], things[9]),
    )
