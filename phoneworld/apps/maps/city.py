"""The places that a made-up town may have: names and habits by category."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlaceCategory:
    """A kind of place.

    `opens` and `closes` are what is usual, in hours; a place differs by up to an hour and a half.
    `rest` are the weekdays (0 is Monday) on which many of them are closed.
    """

    name: str
    icon: str
    color: str
    opens: int
    closes: int
    names: tuple[str, ...]
    rest: tuple[int, ...] = ()
    always: bool = False


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split("|"))


CATEGORIES = (
    PlaceCategory("Cafe", "local_cafe", "#8d6e63", 7, 18, _names("Blue Kettle Cafe|Blue Kettle Cafe|Corner Bean|Cafe Marlene|The Quiet Cup|Paper Plane Coffee"), (0,)),
    PlaceCategory("Restaurant", "restaurant", "#e8710a", 11, 22, _names("Trattoria Rosa|Golden Lotus|The Copper Pan|Saffron House|El Mercado|Olive & Thyme|Noodle Works"), (0, 1)),
    PlaceCategory("Bakery", "bakery_dining", "#e8710a", 6, 18, _names("Golden Crust|Miller's Bakery|Rye & Co"), (6,)),
    PlaceCategory("Supermarket", "local_grocery_store", "#1967d2", 8, 21, _names("Green Basket|Green Basket|Fresh Market|Daily Corner"), (6,)),
    PlaceCategory("Pharmacy", "local_pharmacy", "#c5221f", 8, 18, _names("Harbor Pharmacy|Linden Pharmacy|Green Cross Pharmacy"), (6,)),
    PlaceCategory("Museum", "museum", "#7b1fa2", 10, 18, _names("Harbor Museum|City Gallery|Museum of Clocks|Toy Museum"), (0,)),
    PlaceCategory("Park", "park", "#188038", 0, 24, _names("Willow Park|Riverside Gardens|North Meadow"), always=True),
    PlaceCategory("Hotel", "hotel", "#b80672", 0, 24, _names("Hotel Aurora|Seaview Inn|Grand Plaza"), always=True),
    PlaceCategory("Gas station", "local_gas_station", "#5f6368", 6, 22, _names("Swift Fuel|Swift Fuel|Orbit Gas")),
    PlaceCategory("Library", "local_library", "#7b1fa2", 9, 19, _names("City Library|Eastside Library"), (6,)),
    PlaceCategory("Gym", "fitness_center", "#1967d2", 6, 22, _names("Pulse Fitness|Iron Yard")),
    PlaceCategory("Cinema", "local_movies", "#7b1fa2", 13, 22, _names("Luna Cinema|Odeon Central")),
    PlaceCategory("Hospital", "local_hospital", "#c5221f", 0, 24, _names("St. Anne's Hospital|Harbor Clinic"), always=True),
    PlaceCategory("Bank", "account_balance", "#5f6368", 9, 16, _names("Harbor Bank|Union Trust"), (5, 6)),
    PlaceCategory("Station", "train", "#1967d2", 0, 24, _names("Central Station|North Station"), always=True),
)  # fmt: skip
BY_NAME = {category.name: category for category in CATEGORIES}
OTHER = PlaceCategory("Place", "place", "#c5221f", 9, 18, ())
WEBSITES = {
    "Harbor Museum": "harbormuseum.example",
    "City Library": "citylibrary.example",
    "Central Station": "northline.example",
}
ABOUT = {
    "Cafe": ("Outdoor seating", "Free Wi-Fi", "Good for working", "Homemade cake"),
    "Restaurant": ("Reservations", "Vegetarian options", "Terrace", "Live music on Fridays"),
    "Museum": ("Audio guide", "Guided tours", "Wheelchair access", "Museum shop"),
    "Hotel": ("Breakfast included", "Pets allowed", "Parking", "Sauna"),
    "Supermarket": ("Self-checkout", "Parking", "Delivery"),
}
PRAISE = (
    (5, "Friendly staff, and everything was spotless. I will come again."),
    (5, "One of the best in town. Worth the way."),
    (4, "Very nice, only a bit crowded at noon."),
    (4, "Good value. The music could be lower."),
    (3, "All right, nothing special."),
    (3, "Nice people, but we waited for half an hour."),
    (2, "Smaller than the pictures make you think."),
    (1, "Closed although it should have been open."),
)
EXTENT_M = 6000
"""The town is a square of this width."""
NUMBER_M = 30
"""So far apart are two house numbers."""


def category_of(name: str) -> PlaceCategory:
    """The category of a name; tasks and users may know others."""
    return BY_NAME.get(name, OTHER)
