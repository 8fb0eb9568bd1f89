"""Questions that the map answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.maps import data
from phoneworld.apps.maps.geography import own_spot
from phoneworld.apps.maps.tasks.setup import (
    NEW_NAMES,
    SERVICES,
    add_branches,
    add_place,
    find_next,
    find_place,
    town,
)
from phoneworld.author import (
    Changed,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Maybe,
    Mistake,
    OracleLost,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)
from phoneworld.providers import system

LOCATION_GRANTED = Maybe(
    Changed(
        system.PATH,
        "permissions",
        {"package": data.PACKAGE, "permission": data.LOCATION},
        {"granted": 1},
    )
)
"""The location may be allowed for good, or for once."""


@dataclass(frozen=True)
class PhoneNumber(TaskType):
    """The number of one of two branches."""

    template = "maps.phone_number"
    level = Level.MEDIUM
    apps = ("Maps",)
    hidden = ("phone",)
    goals = (
        "What is the phone number of {place} at {street}?",
        "Find {place} ({street}) on the map and tell me their number.",
        "I want to call {place}, the one at {street}. Which number do they have?",
    )

    place: str
    street: str
    phone: str
    other_street: str
    other_phone: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_branches(scene)
        return cls(
            place=one.name,
            street=one.street,
            phone=one.phone,
            other_street=other.street,
            other_phone=other.phone,
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.phone, nots=(self.other_phone,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(find_place(self.place, self.street))
        pilot.say(pilot.read("phone"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other branch": Instead(street=self.other_street),
            "a place out of the blue": Instead(place="Central Station", street=""),
        }


@dataclass(frozen=True)
class ClosingTime(TaskType):
    """When a place closes on a certain day."""

    template = "maps.closing_time"
    level = Level.MEDIUM
    apps = ("Maps",)
    hidden = ("hours",)
    goals = (
        "Until when is {place} open on {day}s?",
        "What time does {place} close on {day}?",
        "Look up the closing time of {place} on {day} for me.",
        "I want to go to {place} on {day}. When do they close?",
    )

    place: str
    alike: str
    day: str
    other_day: str
    hours: str
    closes: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, name, alike = rng.choice(NEW_NAMES)
        closing = rng.sample(
            [f"{h}:{m}" for h in range(15, 23) for m in ("00", "15", "30", "45")], 9
        )
        opening = f"{rng.randint(7, 11):02d}:{rng.choice(('00', '30'))}"
        week = {day: (opening, closing[day]) for day in range(7)}
        add_place(scene, name, category, hours=week)
        add_place(scene, alike, category, hours=dict.fromkeys(range(7), (opening, closing[8])))
        day, other = rng.sample(range(7), 2)
        return cls(
            place=name,
            alike=alike,
            day=data.WEEK[day],
            other_day=data.WEEK[other],
            hours=f"{opening} – {closing[day]}",
            closes=closing[day],
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.closes)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(find_place(self.place))
        pilot.say(pilot.read(f"hours_{self.day.lower()}").rpartition(" ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another day": Instead(day=self.other_day),
            "another place": Instead(place=self.alike),
        }


@dataclass(frozen=True)
class BetterRated(TaskType):
    """Two places are compared by what people say of them."""

    template = "maps.better_rated"
    level = Level.HARD
    apps = ("Maps",)
    hidden = ("best_rating", "worst_rating")
    goals = (
        "Which is rated better, {first} or {second}, and how many stars does it have?",
        "Compare {first} with {second} on the map. Name the one with the higher rating, and the rating.",
        "I cannot decide between {first} and {second}. Tell me which one people like more, and its rating.",
    )

    first: str
    second: str
    best: str
    best_rating: str
    worst_rating: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        (category, one, _), (other_category, other, _) = rng.sample(NEW_NAMES, 2)
        low, high = sorted(rng.sample(range(31, 50), 2))
        best = add_place(scene, one, category, rating=high / 10)
        worst = add_place(scene, other, other_category, rating=low / 10)
        names = [best.name, worst.name]
        rng.shuffle(names)
        return cls(
            first=names[0],
            second=names[1],
            best=best.name,
            best_rating=best.rating,
            worst_rating=worst.rating,
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.best, self.best_rating)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(find_place(self.first))
        found = [(float(pilot.read("rating")), self.first)]
        pilot.follow(find_next(self.second))
        found.append((float(pilot.read("rating")), self.second))
        rating, name = max(found)
        pilot.say(f"{name}, {rating}")

    def mistakes(self) -> dict[str, Mistake]:
        worst = self.second if self.best == self.first else self.first
        return {
            "the worse one": Swap(Say, Say(f"{worst}, {self.worst_rating}")),
            "only a number": Swap(Say, Say(self.best_rating)),
        }


@dataclass(frozen=True)
class NearestOpen(TaskType):
    """The nearest place of a kind is closed; the nearest that is open is asked for."""

    template = "maps.nearest_open"
    level = Level.HARD
    apps = ("Maps",)
    hidden = ("answer",)
    goals = (
        "Which {category} that is open right now is nearest to me?",
        "I need a {category}, and quickly. Which is the closest one that is open now?",
        "Find the nearest {category} to where I am that is open at the moment. Tell me its name.",
    )

    category: str
    answer: str
    closed: str
    far: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, names = rng.choice(SERVICES)
        order = list(names)
        rng.shuffle(order)
        here = own_spot(town(scene))
        spots = [data.free_spot(town(scene), rng) for _ in range(40)]
        spots.sort(key=lambda spot: abs(spot[1] - here.x) + abs(spot[2] - here.y))
        # Four that are clearly not equally far, the nearest of them closed until noon.
        for place, name in enumerate(order):
            opens = "13:00" if place == 0 else rng.choice(("07:00", "07:30", "08:00"))
            add_place(
                scene,
                name,
                category,
                hours=dict.fromkeys(range(7), (opens, "18:30")),
                spot=spots[place * 9 + 2],
            )
        return cls(category=category.lower(), answer=order[1], closed=order[0], far=order[3])

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.answer, nots=(self.closed, self.far)), LOCATION_GRANTED]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.tap("Search here")
        pilot.type(self.category, into="Search places")
        pilot.enter()
        pilot.tap("Open now")
        pilot.tap("Nearest")
        pilot.tap("Only this time")
        first = pilot.find("★", role="item")
        if first is None:
            raise OracleLost("no place is listed")
        pilot.say(first.text.partition(",")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one further away": Swap(Say, Say(self.far)),
            "the nearest, which is closed": Swap(Say, Say(self.closed)),
        }
