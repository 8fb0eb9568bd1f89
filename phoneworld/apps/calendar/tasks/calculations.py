"""Questions about events that take some working out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.dates import day_text
from phoneworld.apps.calendar.tasks.setup import (
    clear_days,
    clock_words,
    date_forms,
    date_words,
    day_at_end,
    find_event,
    later,
    on,
    put_event,
    read_day,
    rows_on,
    show_day,
    some_time,
    some_titles,
    tap_row,
    today,
)
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)


@dataclass(frozen=True)
class FreeDay(TaskType):
    """On which of three days a time is free is asked for."""

    template = "calendar.free_day"
    level = Level.HARD
    apps = ("Calendar",)
    hidden = ("first_block", "second_block")
    goals = (
        "On which of the three days {days} am I free from {from_words} to {to_words}? Reply with the weekday only.",
        "I need {from_words} to {to_words} free. Which day works: {days}? Just tell me the weekday.",
        "Check my calendar for {days}: on which one is nothing planned between {from_words} and {to_words}? Answer with one weekday.",
    )

    days: str
    isos: tuple[str, ...]
    start: str
    end: str
    from_words: str
    to_words: str
    answer: str
    wrong: tuple[str, ...]
    first_block: str
    second_block: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        first = rng.randint(3, 30)
        clear_days(scene, first, first + 2)
        start, end = rng.choice((("10:00", "12:00"), ("13:00", "15:00"), ("14:00", "17:00")))
        free = rng.randrange(3)
        titles = some_titles(rng, 7)
        blocks: list[str] = []
        for offset in range(3):
            title, early, late = titles[offset], titles[3 + offset], titles[6]
            if offset == free:
                # Up to the minute before, and from the minute after.
                put_event(scene, early, first + offset, later(start, -90), 90)
                put_event(scene, late, first + offset, end, 60)
            else:
                put_event(scene, title, first + offset, later(start, rng.choice((-30, 15, 45))), 75)
                put_event(scene, early, first + offset, later(end, 30), 45)
                blocks.append(title)
        days = [on(scene, first + offset) for offset in range(3)]
        words = [f"{day:%A} {day.day} {day:%B}" for day in days]
        return cls(
            days=f"{words[0]}, {words[1]} or {words[2]}",
            isos=tuple(day.isoformat() for day in days),
            start=start,
            end=end,
            from_words=clock_words(rng, start),
            to_words=clock_words(rng, end),
            answer=f"{days[free]:%A}",
            wrong=tuple(f"{day:%A}" for index, day in enumerate(days) if index != free),
            first_block=blocks[0],
            second_block=blocks[1],
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.answer, nots=tuple(self.wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(show_day(self.isos[0]))
        free = [
            index
            for index, day in enumerate(self.isos)
            if all(row.end <= self.start or row.start >= self.end for row in rows_on(pilot, day))
        ]
        words = self.days.replace(" or ", ", ").split(", ")
        pilot.say(words[free[0] if free else 0].partition(" ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one of the others": Swap(Say, Say(self.wrong[0])),
            "the other of them": Swap(Say, Say(self.wrong[1])),
        }


@dataclass(frozen=True)
class HowLong(TaskType):
    """How long an event takes is asked for."""

    template = "calendar.how_long"
    level = Level.MEDIUM
    apps = ("Calendar",)
    hidden = ("hours",)
    goals = (
        'How many minutes does my "{title}" on {date} take?',
        'How long is the event "{title}" on {date}? Tell me in minutes.',
        'Work out the length of "{title}" on {date} from my calendar, in minutes.',
    )

    title: str
    date: str
    day: str
    other_day: str
    hours: str
    minutes: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title = some_titles(rng, 1)[0]
        first, second = rng.sample(range(1, 30), 2)
        minutes, wrong = rng.sample((25, 35, 50, 70, 85, 95, 110, 125), 2)
        start = some_time(rng, 8, 15)
        put_event(scene, title, first, start, minutes)
        put_event(scene, title, second, some_time(rng, 8, 15), wrong)
        return cls(
            title=title,
            date=date_words(rng, on(scene, first)),
            day=on(scene, first).isoformat(),
            other_day=on(scene, second).isoformat(),
            hours=f"{start} – {later(start, minutes)}",
            minutes=minutes,
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(str(self.minutes))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        tap_row(pilot, self.title, self.day)
        start, end = (clock.split(":") for clock in pilot.read("time").split(" – "))
        minutes = (int(end[0]) - int(start[0])) * 60 + int(end[1]) - int(start[1])
        pilot.say(f"{minutes} minutes")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other day's": Instead(day=self.other_day),
            "miscounted": Swap(Say, Say(f"{self.minutes + 60} minutes")),
        }


@dataclass(frozen=True)
class NextWith(TaskType):
    """When the next event with a guest is, is asked for; there was one before."""

    template = "calendar.next_with_guest"
    level = Level.HARD
    apps = ("Calendar",)
    hidden = ("shown",)
    goals = (
        "On what date is my next event with {guest} as a guest?",
        "When do I meet {guest} next? Go by the guest lists in my calendar and tell me the date.",
        "Find the next calendar event that {guest} is invited to and tell me its date.",
    )

    guest: str
    shown: str
    dates: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person = rng.choice(scene.world.people)
        database = scene.phone.calendar
        database.run("DELETE FROM attendees WHERE attendeeName = ?", person.name)
        titles = some_titles(rng, 4)
        past, coming, after = -rng.randint(2, 9), rng.randint(2, 15), rng.randint(17, 30)
        guest = (person.name, person.email)
        for title, days in zip(titles, (past, coming, after), strict=False):
            put_event(scene, title, days, some_time(rng), 60, guest=guest)
        other = rng.choice([p for p in scene.world.people if p.name != person.name])
        put_event(scene, titles[3], 1, some_time(rng), 60, guest=(other.name, other.email))
        days = [on(scene, past), on(scene, coming), on(scene, after)]
        return cls(
            guest=person.name,
            shown=day_text(days[1], days[1]),
            dates=tuple(day.isoformat() for day in days),
        )

    def expect(self) -> list[Expectation]:
        said = [date_forms(day) for day in self.dates]
        return [ExpectedAnswer(said[1], nots=(*said[0], *said[2]))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.guest))
        days = [day for element in pilot.screen.elements if (day := day_at_end(element.text))]
        coming = [day for day in days if read_day(day, pilot) > today(pilot)]
        pilot.say(coming[0])

    def mistakes(self) -> dict[str, Mistake]:
        over, _, after = self.dates
        return {
            "the one that is over": Swap(Say, Say(over)),
            "the one after": Swap(Say, Say(after)),
        }
