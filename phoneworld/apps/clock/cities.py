"""The cities that the world clock knows.

Offsets are those of the season in which every phone lives: clocks do not change in a phone's life.
"""

from __future__ import annotations

from typing import NamedTuple


class City(NamedTuple):
    """A city, and how many minutes its clocks are ahead of UTC."""

    name: str
    country: str
    offset_minutes: int


CITIES = tuple(
    City(name, country, offset)
    for country, offset, names in (
        ("Ethiopia", 180, "Addis Ababa"),
        ("Netherlands", 120, "Amsterdam"),
        ("USA", -480, "Anchorage"),
        ("Greece", 180, "Athens"),
        ("New Zealand", 720, "Auckland,Wellington"),
        ("Thailand", 420, "Bangkok"),
        ("China", 480, "Beijing,Hong Kong,Shanghai"),
        ("Lebanon", 180, "Beirut"),
        ("Germany", 120, "Berlin,Hamburg,Munich"),
        ("Colombia", -300, "Bogotá"),
        ("Australia", 600, "Brisbane,Melbourne,Sydney"),
        ("Australia", 480, "Perth"),
        ("Australia", 570, "Adelaide"),
        ("Belgium", 120, "Brussels"),
        ("Hungary", 120, "Budapest"),
        ("Argentina", -180, "Buenos Aires"),
        ("Egypt", 180, "Cairo"),
        ("South Africa", 120, "Cape Town,Johannesburg"),
        ("Venezuela", -240, "Caracas"),
        ("USA", -300, "Chicago,Dallas,Houston"),
        ("Denmark", 120, "Copenhagen"),
        ("Senegal", 0, "Dakar"),
        ("India", 330, "Delhi,Mumbai,Kolkata"),
        ("USA", -360, "Denver"),
        ("Bangladesh", 360, "Dhaka"),
        ("UAE", 240, "Dubai"),
        ("Ireland", 60, "Dublin"),
        ("Vietnam", 420, "Hanoi"),
        ("Cuba", -240, "Havana"),
        ("Finland", 180, "Helsinki"),
        ("USA", -600, "Honolulu"),
        ("Turkey", 180, "Istanbul"),
        ("Indonesia", 420, "Jakarta"),
        ("Nepal", 345, "Kathmandu"),
        ("Pakistan", 300, "Karachi"),
        ("Ukraine", 180, "Kyiv"),
        ("Nigeria", 60, "Lagos"),
        ("Peru", -300, "Lima"),
        ("Portugal", 60, "Lisbon"),
        ("United Kingdom", 60, "London,Edinburgh"),
        ("USA", -420, "Los Angeles,San Francisco,Seattle,Phoenix"),
        ("Spain", 120, "Madrid,Barcelona"),
        ("Philippines", 480, "Manila"),
        ("Mexico", -360, "Mexico City"),
        ("USA", -240, "Miami,New York,Boston"),
        ("Canada", -240, "Montreal,Toronto"),
        ("Kenya", 180, "Nairobi"),
        ("Norway", 120, "Oslo"),
        ("France", 120, "Paris"),
        ("Czechia", 120, "Prague"),
        ("Iceland", 0, "Reykjavik"),
        ("Saudi Arabia", 180, "Riyadh"),
        ("Italy", 120, "Rome,Milan"),
        ("Chile", -240, "Santiago"),
        ("Brazil", -180, "São Paulo,Rio de Janeiro"),
        ("South Korea", 540, "Seoul"),
        ("Singapore", 480, "Singapore"),
        ("Sweden", 120, "Stockholm"),
        ("Taiwan", 480, "Taipei"),
        ("Iran", 210, "Tehran"),
        ("Japan", 540, "Tokyo,Osaka"),
        ("Canada", -420, "Vancouver"),
        ("Austria", 120, "Vienna"),
        ("Poland", 120, "Warsaw"),
        ("Switzerland", 120, "Zurich"),
    )
    for name in names.split(",")
)
BY_NAME = {city.name: city for city in CITIES}
IN_ORDER = tuple(sorted(CITIES, key=lambda city: city.name))


def find_cities(query: str, first: int, count: int) -> list[City]:
    """Some of the cities whose name or country has a word that starts so, by name."""
    wanted = query.strip().casefold()[:60]
    if not wanted:
        return list(IN_ORDER[first : first + count])
    found = [city for city in IN_ORDER if _starts(city, wanted)]
    return found[first : first + count]


def _starts(city: City, wanted: str) -> bool:
    return any(f" {text.casefold()}".find(f" {wanted}") >= 0 for text in (city.name, city.country))
