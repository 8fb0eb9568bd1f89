"""Trains across apps: a timetable on the web becomes an alarm or an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.browser.sites import railway
from phoneworld.apps.browser.tasks.setup import (
    NEW_TAB,
    open_site,
    publish,
)
from phoneworld.apps.calendar.tasks.setup import date_words, later, on, stamp
from phoneworld.apps.clock.tasks.setup import LABELS
from phoneworld.author import (
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    OracleLost,
    PickTime,
    Pilot,
    Scene,
    Swap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.outcomes import SUMS, new_alarm, new_event
from phoneworld.cross_app.shared_steps import set_alarm, timed_event

TOWNS = ("Ashford", "Clifton", "Easton", "Kingsbury", "Milton")


@dataclass(frozen=True, slots=True)
class Journey:
    """A train from one town to another, the time it is named by, and when the next one leaves."""

    start: str
    end: str
    time: str
    row: str
    departs: str
    arrives: str
    platform: str
    next_departs: str


def publish_trains(scene: Scene) -> Journey:
    """Put timetables of both ways between two towns on the web, and choose one of the trains."""
    rng = scene.rng
    start, end = rng.sample(TOWNS, 2)
    trains = railway.some_trains(rng)
    publish(scene, railway.timetable(start, end, trains))
    back = railway.some_trains(rng)
    # Who looks at the wrong way must not come upon the right time.
    while {train[1] for train in back} & {train[1] for train in trains}:
        back = railway.some_trains(rng)
    publish(scene, railway.timetable(end, start, back))
    at = rng.randrange(3, len(trains) - 2)
    _, departs, arrives, platform = trains[at]
    return Journey(
        start=start,
        end=end,
        time=later(trains[at - 1][1], rng.randint(3, 40)),
        row=" | ".join(trains[at]),
        departs=departs,
        arrives=arrives,
        platform=platform,
        next_departs=trains[at + 1][1],
    )


def next_train(pilot: Pilot, start: str, end: str, time: str) -> list[str]:
    """The row of the first train after a time."""
    pilot.follow(open_site("Northline Rail", f"Trains from {start} to {end}"))
    pilot.reach("Platform", role="text")
    for _ in range(5):
        rows = [element.text.split(" | ") for element in pilot.screen.elements]
        for row in rows:
            if len(row) == 4 and row[1][:1].isdigit() and row[1] > time:
                return row
        pilot.scroll()
    raise OracleLost(f"no train leaves after {time}")


@dataclass(frozen=True)
class TrainAlarm(TaskType):
    """An alarm some minutes before a train leaves."""

    template = "cross.train_alarm"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Browser", "Clock")
    hidden = ("row",)
    goals = (
        "Set an alarm {minutes} minutes before the first Northline train from {start} to {end} after {time} leaves, label {label}. The timetable is on their website.",
        "I take the first train from {start} to {end} after {time} (see northline.example). Wake me {minutes} minutes before its departure with an alarm called {label}.",
        "When does the next Northline Rail train from {start} to {end} leave after {time}? Make an alarm {label} for {minutes} minutes earlier.",
    )

    start: str
    end: str
    time: str
    row: str
    minutes: int
    label: str
    alarm: str
    next_departs: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        minutes = scene.rng.choice((20, 25, 35, 40, 50, 55))
        journey = publish_trains(scene)
        return cls(
            start=journey.start,
            end=journey.end,
            time=journey.time,
            row=journey.row,
            minutes=minutes,
            label=scene.rng.choice(LABELS),
            alarm=later(journey.departs, -minutes),
            next_departs=journey.next_departs,
        )

    def expect(self) -> list[Expectation]:
        return [new_alarm(self.alarm, self.label), NEW_TAB, *SUMS]

    def solve(self, pilot: Pilot) -> None:
        departs = next_train(pilot, self.start, self.end, self.time)[1]
        pilot.follow(set_alarm(later(departs, -self.minutes), self.label))

    def mistakes(self) -> dict[str, Mistake]:
        too_late = later(self.next_departs, -self.minutes)
        return {
            "when it leaves": Instead(minutes=0),
            "the train after that": Swap(PickTime, PickTime(too_late)),
            "the way back": Instead(start=self.end, end=self.start),
        }


@dataclass(frozen=True)
class TrainToCalendar(TaskType):
    """A train becomes an event: departure, arrival and platform."""

    template = "cross.train_to_calendar"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Browser", "Calendar")
    hidden = ("row",)
    goals = (
        'Put the first Northline train from {start} to {end} after {time} into my calendar on {date} as "{title}": from departure to arrival, with the platform (like "Platform 3") as the location.',
        'On {date} I take the first train after {time} from {start} to {end}; Northline Rail\'s website has it. Enter it as "{title}" with departure, arrival, and "Platform ..." as the location.',
        'Make a calendar event "{title}" on {date} for the next Northline train after {time}, {start} to {end}. It lasts from departure to arrival; the location is the platform, written like "Platform 3".',
    )

    start: str
    end: str
    time: str
    row: str
    departs: str
    arrives: str
    platform: str
    next_departs: str
    title: str
    day: str
    date: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        day = on(scene, scene.rng.randint(2, 30))
        journey = publish_trains(scene)
        return cls(
            start=journey.start,
            end=journey.end,
            time=journey.time,
            row=journey.row,
            departs=journey.departs,
            arrives=journey.arrives,
            platform=journey.platform,
            next_departs=journey.next_departs,
            title=f"Train to {journey.end}",
            day=day.isoformat(),
            date=date_words(scene.rng, day),
        )

    def expect(self) -> list[Expectation]:
        start, end = stamp(self.day, self.departs), stamp(self.day, self.arrives)
        return [
            new_event(self.title, start, end, eventLocation=f"Platform {self.platform}"),
            NEW_TAB,
        ]

    def solve(self, pilot: Pilot) -> None:
        _, departs, arrives, platform = next_train(pilot, self.start, self.end, self.time)
        pilot.follow(
            timed_event(self.title, self.day, departs, arrives, location=f"Platform {platform}")
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "when the train after that leaves": Swap(
                PickTime(self.departs), PickTime(self.next_departs)
            ),
            "the way back": Instead(start=self.end, end=self.start),
        }


TASKS = templates_of(TrainAlarm, TrainToCalendar)
