"""The places that the map knows: towns and villages of Liechtenstein, and coordinates as people type them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

COUNTRY = "Liechtenstein"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Place:
    """A spot on earth, in degrees. Its name is empty where it has none."""

    lat: float
    lon: float
    name: str = ""

    @property
    def title(self) -> str:
        """What it is called: its name, or its coordinates."""
        return self.name or self.coordinates

    @property
    def coordinates(self) -> str:
        return f"{self.lat:.5f}, {self.lon:.5f}"


PLACES = tuple(
    Place(lat, lon, name)
    for name, lat, lon in (
        ("Balzers", 47.0688832, 9.5061564),
        ("Bendern", 47.2122151, 9.5062101),
        ("Eschen", 47.2107, 9.5223),
        ("Gamprin", 47.2203, 9.5096),
        ("Malbun", 47.1026191, 9.6083057),
        ("Mauren", 47.2189, 9.5442),
        ("Nendeln", 47.1973857, 9.5430636),
        ("Oberplanken", 47.1784977, 9.5450163),
        ("Planken", 47.1858882, 9.5452201),
        ("Rotenboden", 47.1275785, 9.5387131),
        ("Ruggell", 47.23976, 9.5262837),
        ("Schaan", 47.1663432, 9.5103085),
        ("Schaanwald", 47.2165476, 9.5699984),
        ("Schellenberg", 47.2317, 9.5472),
        ("Schönberg", 47.1303814, 9.5930117),
        ("Steg", 47.1129, 9.5770),
        ("Triesen", 47.106997, 9.5274854),
        ("Triesenberg", 47.1181, 9.5419),
        ("Vaduz", 47.1410, 9.5215),
    )
)
LARGE = frozenset({"Balzers", "Eschen", "Schaan", "Triesen", "Vaduz", "Ruggell"})
"""Those that the map names even from afar."""


def read_coordinates(text: str) -> Place | None:
    """The spot that a text of two numbers names; None for any other text."""
    numbers = [float(one) for one in _NUMBER.findall(text)]
    if len(numbers) != 2 or re.search(r"[^\W\d_]", text):
        return None
    lat, lon = numbers
    return Place(lat, lon) if abs(lat) <= 90 and abs(lon) <= 180 else None


def find_places(query: str) -> list[Place]:
    """What a search finds: a spot by its coordinates, or places by name, the nearest name first."""
    spot = read_coordinates(query)
    if spot is not None:
        return [spot]
    sought = _folded(query)
    if not sought:
        return []
    starts = [place for place in PLACES if _folded(f"{place.name}, {COUNTRY}").startswith(sought)]
    rest = [
        place
        for place in PLACES
        if place not in starts and sought in _folded(f"{place.name}, {COUNTRY}")
    ]
    return sorted(starts, key=lambda place: len(place.name)) + rest


def _folded(text: str) -> str:
    """A text without case, accents and needless spaces."""
    plain = unicodedata.normalize("NFD", text.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())
