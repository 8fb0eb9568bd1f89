"""Questions that the map answers."""

from __future__ import annotations

from phoneworld.apps.maps import data
from phoneworld.apps.maps.geography import own_spot
from phoneworld.apps.maps.tasks.scenery import (
    NEW_NAMES,
    add_branches,
    add_place,
    find_place,
    town,
)
from phoneworld.providers import system
from phoneworld.tasks.expect import Answered, Changed, Expectation, Maybe
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template

LOCATION_GRANTED = Maybe(
    Changed(
        system.PATH,
        "permissions",
        {"package": data.PACKAGE, "permission": data.LOCATION},
        {"granted": 1},
    )
)
"""The location may be allowed for good, or for once."""


class PhoneNumber(Template):
    """The number of one of two branches."""

    name = "maps.phone_number"
    level = Level.MEDIUM
    apps = ("Maps",)
    hidden = ("phone",)
    goals = (
        "What is the phone number of {place} at {street}?",
        "Find {place} ({street}) on the map and tell me their number.",
        "I want to call {place}, the one at {street}. Which number do they have?",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = add_branches(scene)
        return {
            "place": one.name,
            "street": one.street,
            "phone": one.phone,
            "other_street": other.street,
            "other_phone": other.phone,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["phone"], nots=(v["other_phone"],))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        find_place(pilot, v["place"], v["street"])
        pilot.say(pilot.read("phone"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other branch": {"street": v["other_street"]},
            "a place out of the blue": {"place": "Central Station", "street": ""},
        }


class ClosingTime(Template):
    """When a place closes on a certain day."""

    name = "maps.closing_time"
    level = Level.MEDIUM
    apps = ("Maps",)
    hidden = ("hours",)
    goals = (
        "Until when is {place} open on {day}s?",
        "What time does {place} close on {day}?",
        "Look up the closing time of {place} on {day} for me.",
        "I want to go to {place} on {day}. When do they close?",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "place": name,
            "alike": alike,
            "day": data.WEEK[day],
            "other_day": data.WEEK[other],
            "hours": f"{opening} – {closing[day]}",
            "closes": closing[day],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["closes"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        find_place(pilot, v["place"])
        pilot.say(pilot.read(f"hours_{v['day'].lower()}").rpartition(" ")[2])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another day": {"day": v["other_day"]}, "another place": {"place": v["alike"]}}


class BetterRated(Template):
    """Two places are compared by what people say of them."""

    name = "maps.better_rated"
    level = Level.HARD
    apps = ("Maps",)
    hidden = ("best_rating", "worst_rating")
    goals = (
        "Which is rated better, {first} or {second}, and how many stars does it have?",
        "Compare {first} with {second} on the map. Name the one with the higher rating, and the rating.",
        "I cannot decide between {first} and {second}. Tell me which one people like more, and its rating.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        (category, one, _), (other_category, other, _) = rng.sample(NEW_NAMES, 2)
        low, high = sorted(rng.sample(range(31, 50), 2))
        best = add_place(scene, one, category, rating=high / 10)
        worst = add_place(scene, other, other_category, rating=low / 10)
        names = [best.name, worst.name]
        rng.shuffle(names)
        return {
            "first": names[0],
            "second": names[1],
            "best": best.name,
            "best_rating": best.rating,
            "worst_rating": worst.rating,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["best"], v["best_rating"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        found: list[tuple[float, str]] = []
        for turn, name in enumerate((v["first"], v["second"])):
            if turn:
                pilot.back()
                pilot.type(name, into="Search places", clear=True)
                pilot.enter()
                pilot.tap(name, role="item")
            else:
                find_place(pilot, name)
            found.append((float(pilot.read("rating")), name))
        rating, name = min(found) if v.get("worse") else max(found)
        pilot.say(f"{rating}" if v.get("no_name") else f"{name}, {rating}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the worse one": {"worse": True}, "only a number": {"no_name": True}}


class NearestOpen(Template):
    """The nearest place of a kind is closed; the nearest that is open is asked for."""

    name = "maps.nearest_open"
    level = Level.HARD
    apps = ("Maps",)
    hidden = ("answer",)
    goals = (
        "Which {kind} that is open right now is nearest to me?",
        "I need a {kind}, and quickly. Which is the closest one that is open now?",
        "Find the nearest {kind} to where I am that is open at the moment. Tell me its name.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        kind, names = rng.choice(
            (
                ("Florist", ("Rosehip", "Petal & Stem", "Green Thumb", "Marigold")),
                ("Locksmith", ("Key Point", "Lock & Latch", "Safe Hands", "Open Sesame")),
                ("Vet", ("Paws Practice", "Dr. Lindgren", "Animal House", "Fur & Feather")),
                ("Hairdresser", ("Salon Mira", "Sharp Cuts", "Hair by Nour", "The Parlor")),
            )
        )
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
                kind,
                hours=dict.fromkeys(range(7), (opens, "18:30")),
                spot=spots[place * 9 + 2],
            )
        return {"kind": kind.lower(), "answer": order[1], "closed": order[0], "far": order[3]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["answer"], nots=(v["closed"], v["far"])), LOCATION_GRANTED]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Maps")
        pilot.tap("Search here")
        pilot.type(v["kind"], into="Search places")
        pilot.enter()
        if not v.get("any_hour"):
            pilot.tap("Open now")
        if not v.get("anywhere"):
            pilot.tap("Nearest")
            pilot.tap("Only this time")
        first = next(e for e in pilot.screen.elements if e.role == "item" and "★" in e.text)
        name = first.text.partition(",")[0]
        pilot.say(v["far"] if v.get("anywhere") else name)

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the nearest, though closed": {"any_hour": True},
            "one further away": {"anywhere": True},
        }


TASKS = (PhoneNumber(), ClosingTime(), BetterRated(), NearestOpen())
