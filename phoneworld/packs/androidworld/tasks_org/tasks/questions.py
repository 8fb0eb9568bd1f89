"""Questions about tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, ClassVar, Self

from phoneworld.author import (
    Expectation,
    ExpectedParts,
    Instead,
    Level,
    Mistake,
    Near,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
)
from phoneworld.packs.androidworld.asked_days import (
    NEXT_WEEK,
    TODAY,
    day_meant,
    settle_day,
    word_day,
)
from phoneworld.packs.androidworld.calendar_pro.tasks.setup import moment
from phoneworld.packs.androidworld.listed_answers import ListedAnswers
from phoneworld.packs.androidworld.phone import NOW
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.tasks_org.data import HIGH
from phoneworld.packs.androidworld.tasks_org.tasks.setup import (
    ERRANDS,
    LABEL,
    fill,
    put_task,
    titles_due,
)
from phoneworld.phone import Phone

COUNT = 3
HIDDEN_FOR = timedelta(days=4)
FIRST_DAY = date(1970, 1, 1)


class TaskQuestion(ListedAnswers):
    """What is asked for are the titles of tasks, seen in the list."""

    apps = (LABEL,)
    elsewhere = "Feed the fish"


@dataclass(frozen=True)
class DueOnDate(TaskQuestion):
    """What is due on a day: three tasks."""

    template = "androidworld.tasks_due_on_date"
    suite = "TasksDueOnDate"
    goals: ClassVar[tuple[str, ...]] = (
        "What has to be done {date}, by the app Tasks? Only the titles, parted by commas.",
        "Name the tasks in Tasks that are due {date}: titles alone, with commas between them.",
        "Look into Tasks and tell me the titles of what is due {date}, separated by commas.",
    )

    date: str
    titles: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        day = TODAY + timedelta(days=rng.randint(0, 14))
        for title in rng.sample(ERRANDS, COUNT):
            due = moment(day, 0)
            put_task(
                scene,
                title,
                due,
                importance=rng.randint(0, 3),
                hidden_until=NOW - HIDDEN_FOR,
            )
        fill(scene, lambda one: one.due.date() != day)
        return cls(word_day(rng, day), titles_due(scene.phone, day, day))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        day = day_meant(params["date"])
        return cls(params["date"], titles_due(phone, day, day))

    @property
    def answers(self) -> tuple[str, ...]:
        return self.titles


@dataclass(frozen=True)
class HighPriority(TaskQuestion):
    """What matters most: one task."""

    template = "androidworld.tasks_high_priority_tasks"
    suite = "TasksHighPriorityTasks"
    goals = (
        "Which tasks in Tasks have high priority? Only the titles, parted by commas.",
        "Name what has high priority in the app Tasks: titles alone, with commas between them.",
        "Look into Tasks for high priority and give me the titles, separated by commas.",
    )

    task_title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title = rng.choice(ERRANDS)
        due = moment(TODAY + timedelta(days=rng.randint(1, 7)), rng.randint(8, 20), 30)
        hidden_until = NOW + timedelta(minutes=rng.randrange(-5 * 1440, 8 * 60))
        put_task(scene, title, due, importance=HIGH, hidden_until=hidden_until)
        fill(scene, lambda one: one.importance != HIGH)
        return cls(title)

    @property
    def answers(self) -> tuple[str, ...]:
        return (self.task_title,)

    def looking(self) -> Script:
        # It may be one that is hidden for some hours yet.
        return (
            Tap("Sort by"),
            Tap("Priority"),
            Tap("More options"),
            Tap("Show hidden"),
        )


@dataclass(frozen=True)
class HighPriorityOnDate(TaskQuestion):
    """What matters most on a day: one task."""

    template = "androidworld.tasks_high_priority_tasks_due_on_date"
    suite = "TasksHighPriorityTasksDueOnDate"
    goals = (
        "Which tasks of high priority are due {date} in Tasks? Only the titles, parted by commas.",
        "Name what is due {date} in the app Tasks with high priority: titles alone, with commas.",
        "Look into Tasks: what has high priority and is due {date}? Just titles, separated by commas.",
    )

    date: str
    title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        day, title = TODAY + timedelta(days=rng.randint(0, 14)), rng.choice(ERRANDS)
        put_task(scene, title, moment(day, rng.randint(8, 20), 30), importance=HIGH)
        fill(scene, lambda one: one.due.date() != day or one.importance != HIGH)
        return cls(word_day(rng, day), title)

    @property
    def answers(self) -> tuple[str, ...]:
        return (self.title,)


@dataclass(frozen=True)
class CompletedForDate(TaskQuestion):
    """What was due on a day and has been done: three tasks."""

    template = "androidworld.tasks_completed_tasks_for_date"
    suite = "TasksCompletedTasksForDate"
    goals = (
        "Which tasks due {date} have I completed, says Tasks? Only the titles, parted by commas.",
        "Name what I have done of the tasks for {date} in Tasks: titles alone, with commas.",
        "Look into Tasks: what was for {date} and is completed? Just titles, separated by commas.",
    )

    date: str
    titles: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        day = TODAY + timedelta(days=rng.randint(-5, 5))
        for title in rng.sample(ERRANDS, COUNT):
            done = NOW - timedelta(minutes=rng.randrange(60, 5 * 1440))
            put_task(scene, title, moment(day, 0), completed=done, hidden_until=NOW - HIDDEN_FOR)
        fill(scene, lambda one: one.due.date() != day)
        return cls(word_day(rng, day), titles_due(scene.phone, day, day, completed=True))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        words = settle_day(
            params["date"], lambda day: len(titles_due(phone, day, day, completed=True)) == COUNT
        )
        day = day_meant(words)
        return cls(words, titles_due(phone, day, day, completed=True))

    @property
    def answers(self) -> tuple[str, ...]:
        return self.titles

    def looking(self) -> Script:
        return (Tap("More options"), Tap("Show completed"))


@dataclass(frozen=True)
class IncompleteOnDate(TaskQuestion):
    """What is still to be done by a day: three tasks."""

    template = "androidworld.tasks_incomplete_tasks_on_date"
    suite = "TasksIncompleteTasksOnDate"
    goals = (
        "What is still open in Tasks that I have to do by {date}? Only the titles, parted by commas.",
        "Name the tasks in Tasks that are due by {date} and not done: titles alone, with commas.",
        "Look into Tasks: what is left to do until {date}? Just titles, separated by commas.",
    )

    date: str
    titles: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        day = TODAY + timedelta(days=rng.randint(0, 14))
        for title in rng.sample(ERRANDS, COUNT):
            due = moment(day, 0)
            put_task(
                scene,
                title,
                due,
                importance=rng.randint(0, 3),
                hidden_until=NOW - HIDDEN_FOR,
            )
        fill(scene, lambda one: one.due.date() > day or one.completed is not None)
        return cls(word_day(rng, day), _open_until(scene.phone, day))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        return cls(params["date"], _open_until(phone, day_meant(params["date"])))

    @property
    def answers(self) -> tuple[str, ...]:
        return self.titles


@dataclass(frozen=True)
class DueNextWeek(SuiteTask):
    """How much is due in the week after this one."""

    template = "androidworld.tasks_due_next_week"
    suite = "TasksDueNextWeek"
    complexity = 1
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "How many tasks are due next week, Monday to Sunday, in Tasks? Just the number.",
        "Count the tasks of next week in the app Tasks; weeks begin on Monday. Answer with a number only.",
        "My weeks begin on Monday. How many tasks does Tasks have for next week? One number.",
    )
    hidden = ("first",)
    count: ClassVar[int] = 6

    titles: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        monday, sunday = NEXT_WEEK
        days = rng.sample(range(7), cls.count)
        for title, ahead in zip(rng.sample(ERRANDS, cls.count), days, strict=True):
            due = moment(monday + timedelta(days=ahead), 0)
            put_task(scene, title, due, hidden_until=NOW - HIDDEN_FOR)
        fill(scene, lambda one: not monday <= one.due.date() <= sunday)
        return cls(titles_due(scene.phone, monday, sunday))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del params
        return cls(titles_due(phone, *NEXT_WEEK))

    @property
    def first(self) -> str:
        return self.titles[0]

    def expect(self) -> list[Expectation]:
        return [ExpectedParts(Near(len(self.titles)))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open(LABEL)
        for title in self.titles:
            pilot.reach(title)
        pilot.say(str(len(self.titles)))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one too many": Swap(Say, Say(str(len(self.titles) + 1))),
            "one overlooked": Instead(titles=self.titles[:-1]),
        }


def _open_until(phone: Phone, day: date) -> tuple[str, ...]:
    return titles_due(phone, FIRST_DAY, day, completed=False)
