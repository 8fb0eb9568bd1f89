"""Tasks in which an event is added."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import ClassVar, Self

from phoneworld.author import (
    Added,
    Alike,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    OracleStep,
    PickDate,
    PickTime,
    Scene,
    Script,
    Swap,
    Tap,
    TapId,
    Without,
)
from phoneworld.packs.androidworld.asked_days import TODAY
from phoneworld.packs.androidworld.calendar_pro.data import (
    DAILY_S,
    PATH,
    WEEKLY_S,
    weekday_rule,
)
from phoneworld.packs.androidworld.calendar_pro.tasks.setup import (
    LABEL,
    MINUTES,
    description,
    fill_october,
    moment,
    noise_title,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask

HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class AddOneEvent(SuiteTask):
    """An event on a date."""

    template = "androidworld.simple_calendar_add_one_event"
    suite = "SimpleCalendarAddOneEvent"
    complexity = 3.4
    level = Level.MEDIUM
    apps = (LABEL,)
    goals: ClassVar[tuple[str, ...]] = (
        (
            "Put '{event_title}' into Simple Calendar Pro: on {year}-{month}-{day} at {hour}h, for "
            "{duration_mins} minutes, described as '{event_description}'."
        ),
        (
            "Simple Calendar Pro needs a new event '{event_title}', {year}-{month}-{day}, {hour}h, that takes "
            "{duration_mins} minutes. Its description: '{event_description}'."
        ),
        (
            "Add an event of {duration_mins} minutes to Simple Calendar Pro on {year}-{month}-{day} at {hour}h. "
            "Title: '{event_title}'. Description: '{event_description}'."
        ),
    )
    first_day: ClassVar[int] = TODAY.day
    last_day: ClassVar[int] = 31

    year: int
    month: int
    day: int
    hour: int
    duration_mins: int
    event_title: str
    event_description: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title = noise_title(rng)
        fill_october(scene, rng.randint(0, 20), lambda one: one.title != title)
        return cls(
            TODAY.year,
            TODAY.month,
            rng.randint(cls.first_day, cls.last_day),
            rng.randint(0, 23),
            rng.choice(MINUTES),
            title,
            description(rng),
        )

    @property
    def start(self) -> datetime:
        return moment(date(self.year, self.month, self.day), self.hour)

    @property
    def end(self) -> datetime:
        return self.start + timedelta(minutes=self.duration_mins)

    @property
    def repeats(self) -> tuple[int, int]:
        """The interval and the rule."""
        return 0, 0

    def expect(self) -> list[Expectation]:
        interval, rule = self.repeats
        row = {
            "start_ts": int(self.start.timestamp()),
            "end_ts": int(self.end.timestamp()),
            "title": Alike(self.event_title),
            "location": Alike(""),
            "description": Alike(self.event_description),
            "repeat_interval": interval,
            "repeat_rule": rule,
            "repeat_limit": 0,
        }
        return [Added(PATH, "events", row)]

    def script(self) -> Script:
        # The form moves the end along with the start, an hour after it.
        end: list[OracleStep] = []
        if self.end.date() != (self.start + HOUR).date():
            end += [TapId("end_date"), PickDate(self.end.date().isoformat())]
        if self.end.time() != (self.start + HOUR).time():
            end += [TapId("end_time"), PickTime(f"{self.end:%H:%M}")]
        return (
            Open(LABEL),
            Tap("New event"),
            Enter(self.event_title, into="Title"),
            Enter(self.event_description, into="Description"),
            TapId("start_date"),
            PickDate(self.start.date().isoformat()),
            TapId("start_time"),
            PickTime(f"{self.start:%H:%M}"),
            *end,
            *self.repeating(),
            Tap("Save"),
        )

    def repeating(self) -> Script:
        """The steps that make it come again."""
        return ()

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "an hour off": Instead(hour=(self.hour + 1) % 24),
            "on another day": Instead(day=self.day - 1),
            "twice as long": Instead(duration_mins=self.duration_mins * 2),
            "not described": Without(Enter(self.event_description)),
            "not saved": Without(Tap("Save")),
        }


@dataclass(frozen=True)
class AddEventOnWeekday(AddOneEvent):
    """An event on a day of the week that begins tomorrow."""

    template = "androidworld.simple_calendar_add_one_event_relative_day"
    suite = "SimpleCalendarAddOneEventRelativeDay"
    goals = (
        (
            "Put '{event_title}' into Simple Calendar Pro for this {day_of_week} at {hour}h, {duration_mins} "
            "minutes long. Describe it as '{event_description}'."
        ),
        (
            "This {day_of_week} at {hour}h there is '{event_title}' for {duration_mins} minutes: add it to Simple "
            "Calendar Pro, with the description '{event_description}'."
        ),
        (
            "Simple Calendar Pro: new event '{event_title}', this {day_of_week}, {hour}h, {duration_mins} "
            "minutes, description '{event_description}'."
        ),
    )
    first_day = TODAY.day + 1
    last_day = TODAY.day + 6

    @property
    def day_of_week(self) -> str:
        return f"{self.start:%A}"


@dataclass(frozen=True)
class AddEventTomorrow(AddOneEvent):
    """An event for tomorrow."""

    template = "androidworld.simple_calendar_add_one_event_tomorrow"
    suite = "SimpleCalendarAddOneEventTomorrow"
    goals = (
        (
            "Tomorrow at {hour}h is '{event_title}': put it into Simple Calendar Pro with {duration_mins} minutes "
            "and the description '{event_description}'."
        ),
        (
            "Add '{event_title}' to Simple Calendar Pro for tomorrow, {hour}h, lasting {duration_mins} minutes, "
            "described as '{event_description}'."
        ),
        (
            "Make an event in Simple Calendar Pro for tomorrow at {hour}h. It is called '{event_title}', takes "
            "{duration_mins} minutes, and its description is '{event_description}'."
        ),
    )
    first_day = last_day = TODAY.day + 1


@dataclass(frozen=True)
class AddEventInTwoWeeks(AddOneEvent):
    """An event a fortnight from today."""

    template = "androidworld.simple_calendar_add_one_event_in_two_weeks"
    suite = "SimpleCalendarAddOneEventInTwoWeeks"
    goals = (
        (
            "Two weeks from today at {hour}h is '{event_title}', for {duration_mins} minutes. Add it to Simple "
            "Calendar Pro with the description '{event_description}'."
        ),
        (
            "Put '{event_title}' ({duration_mins} minutes, description '{event_description}') into Simple "
            "Calendar Pro, at {hour}h in exactly two weeks."
        ),
        (
            "In Simple Calendar Pro, I need '{event_title}' at {hour}h on the day two weeks after today. It "
            "lasts {duration_mins} minutes; describe it as '{event_description}'."
        ),
    )
    first_day = last_day = TODAY.day + 14


@dataclass(frozen=True)
class AddRepeatingEvent(AddOneEvent):
    """An event that comes again, without end."""

    template = "androidworld.simple_calendar_add_repeating_event"
    suite = "SimpleCalendarAddRepeatingEvent"
    level = Level.HARD
    goals = (
        (
            "'{event_title}' begins on {year}-{month}-{day} at {hour}h and then comes {repeat_rule} for ever, "
            "{duration_mins} minutes each time. Put it into Simple Calendar Pro, described as "
            "'{event_description}'."
        ),
        (
            "Make an event in Simple Calendar Pro that repeats {repeat_rule} without end: '{event_title}', from "
            "{year}-{month}-{day}, {hour}h, {duration_mins} minutes, description '{event_description}'."
        ),
        (
            "Simple Calendar Pro should have a {repeat_rule} event with no last day, '{event_title}', first on "
            "{year}-{month}-{day} at {hour}h for {duration_mins} minutes. Description: '{event_description}'."
        ),
    )

    repeat_rule: str = "daily"

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return replace(super().draw(scene), repeat_rule=scene.rng.choice(("daily", "weekly")))

    @property
    def repeats(self) -> tuple[int, int]:
        if self.repeat_rule == "weekly":
            return WEEKLY_S, weekday_rule(self.start.date())
        return DAILY_S, 0

    def repeating(self) -> Script:
        return (Tap("Repetition"), Tap(self.repeat_rule.capitalize()))

    def mistakes(self) -> dict[str, Mistake]:
        right = Tap(self.repeat_rule.capitalize())
        return {
            **super().mistakes(),
            "once only": Without(Tap("Repetition"), right),
            "every month": Swap(right, Tap("Monthly")),
            "with a last day": Swap(
                right,
                right,
                Tap("Repeat until"),
                Tap("Until a date"),
                PickDate((self.start.date() + timedelta(days=60)).isoformat()),
            ),
        }
