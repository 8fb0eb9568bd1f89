"""Questions that one page answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.browser import data
from phoneworld.apps.browser.sites import encyclopedia, museum, railway, weather
from phoneworld.apps.browser.tasks.setup import NEW_TAB, cells, fact_of, open_site, publish, web
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    OracleLost,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)


@dataclass(frozen=True)
class MuseumHours(TaskType):
    """When the museum closes on a certain day."""

    template = "browser.museum_hours"
    level = Level.MEDIUM
    apps = ("Browser",)
    hidden = ("hours",)
    goals = (
        "Until when is the Harbor Museum open on {day}s? Look at their website.",
        "Check on the web when the Harbor Museum closes on {day}.",
        "I would like to visit the Harbor Museum on {day}. What time do they close, says their site?",
    )

    day: str
    other: str
    third: str
    hours: str
    closes: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        closing = rng.sample(
            [f"{h}:{m}" for h in range(15, 21) for m in ("00", "15", "30", "45")], 7
        )
        hours = [f"{rng.choice(('09', '10', '11'))}:00 – {time}" for time in closing]
        data.put_page(web(scene), museum.visit(hours, museum.some_prices(rng)))
        day, other, third = rng.sample(range(7), 3)
        return cls(
            day=museum.WEEK[day],
            other=museum.WEEK[other],
            third=museum.WEEK[third],
            hours=hours[day],
            closes=closing[day],
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.closes), NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("Harbor Museum", "Opening hours and tickets"))
        pilot.say(cells(pilot, self.day)[1].rpartition(" ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another day": Instead(day=self.other), "yet another day": Instead(day=self.third)}


@dataclass(frozen=True)
class NextTrain(TaskType):
    """The first train after a certain time, and its platform."""

    template = "browser.next_train"
    level = Level.HARD
    apps = ("Browser",)
    hidden = ("train",)
    goals = (
        (
            "When does the first train from {start} to {end} leave after {time}, and from which platform? "
            "Look it up on Northline Rail's site."
        ),
        (
            "I want to go from {start} to {end} by Northline Rail, not before {time}. Departure and platform of "
            "the next train, please."
        ),
        (
            "Find the next Northline train {start} to {end} after {time} on the web. Tell me the departure "
            "time and the platform."
        ),
    )

    start: str
    end: str
    time: str
    train: str
    departs: str
    platform: str
    train_after: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        start, end = rng.sample(("Ashford", "Clifton", "Easton", "Kingsbury", "Milton"), 2)
        trains = railway.some_trains(rng)
        for one, other in ((start, end), (end, start)):
            table = trains if one == start else railway.some_trains(rng)
            publish(scene, railway.timetable(one, other, table))
        at = rng.randrange(3, len(trains) - 2)
        before = trains[at - 1][1]
        hour, minute = map(int, before.split(":"))
        later = hour * 60 + minute + rng.randint(3, 40)
        return cls(
            start=start,
            end=end,
            time=f"{later // 60:02d}:{later % 60:02d}",
            train=trains[at][0],
            departs=trains[at][1],
            platform=trains[at][3],
            train_after=f"{trains[at + 1][1]}, platform {trains[at + 1][3]}",
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.departs, self.platform), NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("Northline Rail", f"Trains from {self.start} to {self.end}"))
        later: list[list[str]] = []
        for _ in range(4):
            rows = [e.text.split(" | ") for e in pilot.screen.elements]
            trains = [row for row in rows if len(row) == 4 and row[1][:1].isdigit()]
            later = [row for row in trains if row[1] > self.time]
            if later:
                break
            pilot.scroll()
        if not later:
            raise OracleLost("no train leaves that late")
        pilot.say(f"{later[0][1]}, platform {later[0][3]}")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the train after that": Swap(Say, Say(self.train_after)),
            "the way back": Instead(start=self.end, end=self.start),
        }


@dataclass(frozen=True)
class MountainHeight(TaskType):
    """A number in an encyclopedia; another mountain has nearly the same name."""

    template = "browser.look_up"
    apps = ("Browser",)
    hidden = ("height",)
    goals = (
        "How high is {name}? Look it up in Openpedia.",
        "Find the height of {name} on openpedia.example.",
        "What does Openpedia say about the height of {name}?",
    )

    name: str
    other: str
    height: str
    first_ascent: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        names = list(
            rng.choice(
                (
                    ("Mount Corvin", "Mount Corbin"),
                    ("Mount Ossa", "Mount Ossel"),
                    ("Mount Teller", "Mount Tellin"),
                    ("Mount Brae", "Mount Braun"),
                )
            )
        )
        rng.shuffle(names)
        heights = rng.sample(range(1900, 4900), 2)
        years: list[int] = []
        for name, height in zip(names, heights, strict=True):
            years.append(rng.randint(1820, 1931))
            publish(scene, encyclopedia.mountain(name, height, years[-1], rng))
        return cls(
            name=names[0],
            other=names[1],
            height=f"{heights[0]:,}",
            first_ascent=str(years[0]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.height), NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("Openpedia", self.name))
        pilot.say(fact_of(pilot, "Height"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other mountain": Instead(name=self.other),
            "the year of the first ascent": Swap(Say, Say(self.first_ascent)),
        }


@dataclass(frozen=True)
class WarmestDay(TaskType):
    """The warmest of seven days."""

    template = "browser.warmest_day"
    level = Level.MEDIUM
    apps = ("Browser",)
    hidden = ("high",)
    goals = (
        "Which of the next seven days will be the warmest in {town}, according to Skycast?",
        "Look at the Skycast forecast for {town}. On which day does it get warmest?",
        "When is the warmest day this week in {town}? Check skycast.example.",
    )

    town: str
    other: str
    high: str
    day: str
    coldest_day: str
    weekday: str
    short: str
    date: str
    long_date: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        towns = rng.sample(("Ashford", "Clifton", "Easton", "Kingsbury", "Milton"), 2)
        tops: list[int] = []
        forecasts: list[list[list[str]]] = []
        for town in towns:
            week = weather.some_week(rng, scene.world)
            highs = rng.sample(range(14, 30), 7)
            # The two towns must differ in their warmest day.
            while tops and highs.index(max(highs)) == tops[0]:
                rng.shuffle(highs)
            for row, high in zip(week, highs, strict=True):
                row[2:4] = [f"{high}°", f"{high - rng.randint(5, 9)}°"]
            tops.append(highs.index(max(highs)))
            forecasts.append(week)
            publish(scene, weather.forecast(town, week))
        warmest = forecasts[0][tops[0]]
        coldest = min(forecasts[0], key=lambda row: row[2])
        date = scene.world.day(tops[0])
        return cls(
            town=towns[0],
            other=towns[1],
            high=warmest[2],
            day=warmest[0],
            coldest_day=coldest[0],
            weekday=f"{date:%A}",
            short=f"{date:%a}",
            date=f"{date.day} {date:%b}",
            long_date=f"{date.day} {date:%B}",
        )

    def expect(self) -> list[Expectation]:
        ways = (self.weekday, self.short, self.date, self.long_date)
        return [ExpectedAnswer(ways), NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("Skycast", f"Weather in {self.town}"))
        pilot.reach("Rain", role="text")
        rows = [e.text.split(" | ") for e in pilot.screen.elements if e.text.count(" | ") == 4]
        days = [row for row in rows if row[2].endswith("°")]
        warmest = max(days, key=lambda row: int(row[2].removesuffix("°")))
        pilot.say(warmest[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another town": Instead(town=self.other),
            "the coldest day": Swap(Say, Say(self.coldest_day)),
        }
