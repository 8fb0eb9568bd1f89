"""Everyday questions about one place: its address, its number, whether it is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.maps import data
from phoneworld.apps.maps.geography import own_spot
from phoneworld.apps.maps.tasks.setup import (
    NEW_NAMES,
    SERVICES,
    add_pair,
    add_place,
    allow_location,
    find_place,
    town,
)
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    OracleLost,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)

OPEN_NOW = ("07:00", "07:30", "08:00")
"""Opening times that have come when a task begins."""
LATER = ("13:00", "13:30", "14:00")
"""Opening times that have not come yet."""


@dataclass(frozen=True)
class AddressOf(TaskType):
    """The address of a place."""

    template = "maps.address"
    apps = ("Maps",)
    hidden = ("street",)
    goals = (
        "What is the address of {place}?",
        "Tell me the street and number of {place}.",
        "Where is {place}? Look up the address on the map.",
    )

    place: str
    other: str
    street: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_pair(scene)
        return cls(one.name, other.name, one.street, other.street)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.street, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(find_place(self.place))
        pilot.say(pilot.read("address"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"a place of a similar name": Instead(place=self.other)}


@dataclass(frozen=True)
class NumberOf(TaskType):
    """The phone number of a place of which there is but one."""

    template = "maps.number"
    apps = ("Maps",)
    hidden = ("phone",)
    goals = (
        "What number does {place} have?",
        "Tell me the phone number of the place {place}.",
        "Look on the map for the number of {place}.",
    )

    place: str
    other: str
    phone: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_pair(scene)
        return cls(one.name, other.name, one.phone, other.phone)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.phone, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(find_place(self.place))
        pilot.say(pilot.read("phone"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"a place of a similar name": Instead(place=self.other)}


@dataclass(frozen=True)
class RatingOf(TaskType):
    """How many stars a place has."""

    template = "maps.rating"
    apps = ("Maps",)
    hidden = ("rating",)
    goals = (
        "How many stars does {place} have?",
        "Tell me the rating of {place} on the map.",
        "How is {place} rated?",
    )

    place: str
    other: str
    rating: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        category, name, alike = scene.rng.choice(NEW_NAMES)
        rating, wrong = scene.rng.sample(range(31, 50), 2)
        one = add_place(scene, name, category, rating=rating / 10)
        other = add_place(scene, alike, category, rating=wrong / 10)
        return cls(one.name, other.name, one.rating, other.rating)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.rating, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(find_place(self.place))
        pilot.say(pilot.read("rating"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"a place of a similar name": Instead(place=self.other)}


@dataclass(frozen=True)
class IsOpen(TaskType):
    """Whether a place is open now."""

    template = "maps.is_open"
    apps = ("Maps",)
    goals = (
        "Is {place} open now?",
        "Tell me whether {place} is open at the moment.",
        "Can I go to {place} right now, or is it closed?",
    )

    place: str
    other: str
    now_open: bool

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, *names = rng.choice(NEW_NAMES)
        name, other = rng.sample(names, 2)
        now_open = rng.random() < 0.5
        for one, is_open in ((name, now_open), (other, not now_open)):
            opens = rng.choice(OPEN_NOW if is_open else LATER)
            add_place(scene, one, category, hours=dict.fromkeys(range(7), (opens, "19:30")))
        return cls(name, other, now_open)

    def expect(self) -> list[Expectation]:
        right, wrong = ("yes", "open"), ("no", "closed", "not")
        if not self.now_open:
            return [ExpectedAnswer(wrong, nots=("yes",))]
        return [ExpectedAnswer(right, nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(find_place(self.place))
        now_open = pilot.read("open_now").startswith("Open")
        pilot.say("Yes, it is open." if now_open else "No, it is closed.")

    def mistakes(self) -> dict[str, Mistake]:
        opposite = "No, it is closed." if self.now_open else "Yes, it is open."
        return {
            "the opposite": Swap(Say, Say(opposite)),
            "a place of a similar name": Instead(place=self.other),
        }


@dataclass(frozen=True)
class ClosesToday(TaskType):
    """Until when a place is open today."""

    template = "maps.closes_today"
    apps = ("Maps",)
    hidden = ("note",)
    goals = (
        "When does {place} close today?",
        "Until when is {place} open today?",
        "Tell me today's closing time of {place}.",
    )

    place: str
    other: str
    closes: str
    note: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, *names = rng.choice(NEW_NAMES)
        name, other = rng.sample(names, 2)
        hours = [f"{hour}:{minute}" for hour in range(16, 23) for minute in ("00", "15", "30")]
        closes, wrong, tomorrow = rng.sample(hours, 3)
        opens = rng.choice(OPEN_NOW)
        today = scene.world.day(0).weekday()
        week = {day: (opens, closes if day == today else tomorrow) for day in range(7)}
        add_place(scene, name, category, hours=week)
        add_place(scene, other, category, hours=dict.fromkeys(range(7), (opens, wrong)))
        return cls(name, other, closes, f"Open · Closes {closes}")

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.closes)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(find_place(self.place))
        pilot.say(pilot.read("open_now").rpartition(" ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"a place of a similar name": Instead(place=self.other)}


@dataclass(frozen=True)
class Nearest(TaskType):
    """The nearest place of a kind."""

    template = "maps.nearest"
    apps = ("Maps",)
    hidden = ("answer",)
    goals = (
        "Where is the nearest {category}?",
        "Tell me the name of the {category} that is closest to me.",
        "Look on the map for the nearest {category}.",
    )

    category: str
    answer: str
    far: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        allow_location(scene)
        category, names = rng.choice(SERVICES)
        order = rng.sample(names, len(names))
        here = own_spot(town(scene))
        spots = [data.free_spot(town(scene), rng) for _ in range(40)]
        spots.sort(key=lambda spot: abs(spot[1] - here.x) + abs(spot[2] - here.y))
        # Clearly not equally far.
        for place, name in enumerate(order):
            add_place(scene, name, category, spot=spots[place * 9 + 2])
        return cls(category.lower(), order[0], order[1])

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.answer, nots=(self.far,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.tap("Search here")
        pilot.type(self.category, into="Search places")
        pilot.enter()
        pilot.tap("Nearest")
        first = pilot.find("★", role="item")
        if first is None:
            raise OracleLost("no place is listed")
        pilot.say(first.text.partition(",")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {"one further away": Swap(Say, Say(self.far))}


@dataclass(frozen=True)
class HomeAddress(TaskType):
    """Which address the map has as home."""

    template = "maps.home_address"
    apps = ("Maps",)
    hidden = ("street",)
    goals = (
        "What is my home address in Maps?",
        "Tell me the address that Maps has saved as my home.",
        "Which address is labeled as home on the map?",
    )

    street: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = town(scene)
        spots = [data.free_spot(database, scene.rng) for _ in range(2)]
        for label, spot in zip((data.HOME, data.WORK), spots, strict=True):
            data.set_label(database, label, *spot)
        home, work = (address.partition(",")[0] for address, _, _ in spots)
        return cls(home, work)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.street, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.tap("Saved", role="tab")
        pilot.say(pilot.reach("Home", role="item").text.partition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"the place of work": Swap(Say, Say(self.wrong))}
