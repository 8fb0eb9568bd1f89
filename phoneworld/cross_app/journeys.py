"""Journeys across apps: the calendar tells where to go, the map how to get there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from phoneworld.apps.calendar.tasks.setup import (
    clear_days,
    find_event,
    put_event,
    rows_on,
    show_day,
    some_time,
    some_titles,
    tap_row,
    today,
)
from phoneworld.apps.maps import data
from phoneworld.apps.maps.geography import MODES, find_spot, minutes_between, shown_minutes
from phoneworld.apps.maps.tasks.setup import (
    WORDS,
    minutes_in,
    town,
)
from phoneworld.author import (
    Added,
    Expectation,
    ExpectedAnswer,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Scene,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.places import two_addresses
from phoneworld.cross_app.shared_steps import route_from_home


@dataclass(frozen=True)
class DriveToFirstEvent(TaskType):
    """Off to where the first event of tomorrow is."""

    template = "cross.navigate_to_first_event"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Calendar", "Maps")
    hidden = ("address",)
    goals = (
        "Start navigation from home to the place of my first appointment tomorrow, {by}.",
        "Where is tomorrow's first event? Let Maps guide me there from home {by}; start the navigation.",
        "I want to try out the way to my first appointment of tomorrow: from home, {by}. Start it in Maps.",
    )

    by: str
    mode: str
    wrong_mode: str
    address: str
    street: str
    nth: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        clear_days(scene, 1, 1)
        address, other = two_addresses(scene)
        titles = some_titles(rng, 2)
        order = [(titles[0], some_time(rng, 8, 9), address), (titles[1], some_time(rng, 13, 17), other)]  # fmt: skip
        for title, start, place in rng.sample(order, 2):
            put_event(scene, title, 1, start, 60, location=place)
        mode, wrong = rng.sample(list(MODES), 2)
        return cls(
            by=WORDS[mode],
            mode=mode,
            wrong_mode=wrong,
            address=address,
            street=address.partition(",")[0],
            nth=0,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"origin": data.HOME, "destination": self.street, "mode": self.mode}
        return [Added(data.PATH, "trips", wanted)]

    def solve(self, pilot: Pilot) -> None:
        tomorrow = (today(pilot) + timedelta(days=1)).isoformat()
        pilot.follow(show_day(tomorrow))
        tap_row(pilot, rows_on(pilot, tomorrow)[self.nth].title, tomorrow)
        address = pilot.read("location")
        pilot.tap_id("location")
        pilot.follow(route_from_home(address, self.mode))
        pilot.tap("Start", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {"the second event": Instead(nth=1), "another means": Instead(mode=self.wrong_mode)}


@dataclass(frozen=True)
class TravelTimeToEvent(TaskType):
    """Where an event is stands in the calendar; how far that is, on the map."""

    template = "cross.travel_time_to_event"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Calendar", "Maps")
    hidden = ("address", "shown")
    goals = (
        'How many minutes do I need from home to my "{title}" {by}?',
        'Look up where "{title}" takes place and tell me how long it takes to get there from home {by}, in minutes.',
        'My calendar says where "{title}" is. What does Maps say: how many minutes is it {by} from home?',
    )

    title: str
    by: str
    mode: str
    address: str
    minutes: int
    shown: str
    other: str
    wrong_mode: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        modes = list(MODES)
        rng.shuffle(modes)
        mode = modes[0]
        title, other = some_titles(rng, 2)
        day = rng.randint(2, 20)
        while True:
            addresses = two_addresses(scene)
            times = [cls._minutes(scene, address, mode) for address in addresses]
            wrong = next(
                (m for m in modes[1:] if cls._minutes(scene, addresses[0], m) != times[0]), ""
            )
            if times[0] != times[1] and wrong:
                break
        for name, address in zip((title, other), addresses, strict=True):
            put_event(scene, name, day, some_time(rng), 60, location=address)
        return cls(
            title=title,
            by=WORDS[mode],
            mode=mode,
            address=addresses[0],
            minutes=times[0],
            shown=shown_minutes(times[0]),
            other=other,
            wrong_mode=wrong,
        )

    @staticmethod
    def _minutes(scene: Scene, address: str, mode: str) -> int:
        home = find_spot(town(scene), "home")
        spot = find_spot(town(scene), f"address:{address}")
        return minutes_between(home, spot, mode) if home and spot else 0

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer((str(self.minutes), self.shown))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        pilot.tap(self.title, role="item")
        address = pilot.read("location")
        pilot.tap_id("location")
        pilot.follow(route_from_home(address, self.mode))
        pilot.say(f"{minutes_in(pilot.read('duration'))} minutes")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another event": Instead(title=self.other),
            "another means": Instead(mode=self.wrong_mode),
        }


TASKS = templates_of(DriveToFirstEvent, TravelTimeToEvent)
