"""What the tasks with notes share: things to write down, and notes that are easily confused."""

from __future__ import annotations

from random import Random

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
