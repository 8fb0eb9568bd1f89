"""Tasks in which to-dos are entered, changed, completed and deleted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from phoneworld.apps.tasks.data import PATH, add_list, add_task, day_text
from phoneworld.apps.tasks.reading import (
    TOPICS,
    date_words,
    iso,
    read_day,
    show_list,
    some_titles,
    today,
)
from phoneworld.author import (
    ENTER_KEY,
    Added,
    Changed,
    Child,
    Direction,
    Ended,
    Enter,
    Expectation,
    FinishStatus,
    Instead,
    Level,
    Mistake,
    Open,
    OracleLost,
    PickDate,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Swipe,
    Tap,
    TaskType,
    Without,
    templates_of,
)

LISTS = ("My Tasks", "Work", "Home", "Errands")
PLAIN = {"done": 0, "due": "", "starred": 0}
"""A task with nothing but its title."""


def enter_task(title: str) -> Script:
    """Add a task to the list that is shown."""
    return (Tap("Add task"), Enter(title, into="Title"), Tap("Save"))


@dataclass(frozen=True)
class AddTask(TaskType):
    """A new task in a list."""

    template = "tasks.add"
    apps = ("Tasks",)
    goals = (
        'Add "{title}" to my {list_name} list in Tasks.',
        'New task for the list {list_name}: "{title}".',
        'Put "{title}" on the to-do list called {list_name}, please.',
    )

    title: str
    other: str
    list_name: str
    list_id: int
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = some_titles(scene.rng, 2)
        name, wrong = scene.rng.sample(LISTS, 2)
        return cls(
            title=title,
            other=other,
            list_name=name,
            list_id=add_list(scene.phone.databases[PATH], name),
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "tasks", {"title": self.title, "list_id": self.list_id, **PLAIN})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.follow(enter_task(self.title))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another list": Instead(list_name=self.wrong),
            "another title": Instead(title=self.other),
        }


@dataclass(frozen=True)
class AddDueTask(TaskType):
    """A new task with a due date, details and a star."""

    template = "tasks.add_due"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Create a starred task "{title}" due {date} in {list_name}, with the details "{notes}".',
        'In my list {list_name} I need a task "{title}". It is due on {date}, the details are "{notes}", and it should have a star.',
        'Remind me in Tasks to do this by {date}: "{title}". List {list_name}, details "{notes}", and star it.',
    )

    title: str
    list_name: str
    list_id: int
    due: str
    late: str
    date: str
    notes: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        name = rng.choice(LISTS)
        day = rng.randint(2, 45)
        return cls(
            title=some_titles(rng, 1)[0],
            list_name=name,
            list_id=add_list(scene.phone.databases[PATH], name),
            due=iso(scene, day),
            late=iso(scene, day + 7),
            date=date_words(rng, iso(scene, day)),
            notes=f"{rng.choice(scene.world.people).first} knows more, number {rng.randint(100, 999)}",
        )

    def expect(self) -> list[Expectation]:
        where = {
            "title": self.title,
            "list_id": self.list_id,
            "due": self.due,
            "notes": self.notes,
            "starred": 1,
            "done": 0,
        }
        return [Added(PATH, "tasks", where)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap("Add task")
        pilot.type(self.title, into="Title")
        pilot.type(self.notes, into="Details")
        pilot.back()
        pilot.tap("Due date")
        pilot.pick_date(self.due)
        pilot.tap("Starred")
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {"a week late": Instead(due=self.late)}


@dataclass(frozen=True)
class CompleteTask(TaskType):
    """One of two similar tasks is done."""

    template = "tasks.complete"
    apps = ("Tasks",)
    goals = (
        'Mark "{title}" as completed.',
        'I am done with "{title}". Tick it off in Tasks.',
        'Check off my task "{title}", please.',
    )

    title: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        first, second = (person.first for person in rng.sample(scene.world.people, 2))
        thing = some_titles(rng, 1)[0].lower()
        titles = [f"Ask {first} to {thing}", f"Ask {second} to {thing}"]
        list_id = add_list(database, "My Tasks")
        for title in rng.sample(titles, 2):
            add_task(database, list_id, title, now_ms=scene.phone.now_ms - 3_600_000)
        return cls(title=titles[0], other=titles[1])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"done": 1})]

    def script(self) -> Script:
        return (Open("Tasks"), Tap(f"Complete: {self.title}"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other one": Instead(title=self.other),
            "starred it": Swap(Tap, Tap(f"Add star: {self.title}")),
        }


@dataclass(frozen=True)
class StarTask(TaskType):
    """One of two similar tasks gets a star."""

    template = "tasks.star"
    apps = ("Tasks",)
    goals = (
        'Star the task "{title}".',
        'Give "{title}" in my Tasks a star.',
        '"{title}" is important: mark it with a star, please.',
    )

    title: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        first, second = (person.first for person in rng.sample(scene.world.people, 2))
        what = rng.choice(("Birthday card for", "Lunch with", "Thank-you note for", "Lift for"))
        titles = [f"{what} {first}", f"{what} {second}"]
        list_id = add_list(database, "My Tasks")
        for title in rng.sample(titles, 2):
            add_task(database, list_id, title, now_ms=scene.phone.now_ms - 3_600_000)
        return cls(title=titles[0], other=titles[1])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"starred": 1})]

    def script(self) -> Script:
        return (Open("Tasks"), Tap(f"Add star: {self.title}"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other one": Instead(title=self.other),
            "completed it": Swap(Tap, Tap(f"Complete: {self.title}")),
        }


@dataclass(frozen=True)
class DeleteTask(TaskType):
    """Of two tasks of the same title, the one due on a day is deleted."""

    template = "tasks.delete_one_of_two"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'There are two tasks "{title}" in my list {list_name}. Delete the one due on {date}.',
        'Delete the task "{title}" that is due {date} from {list_name}; the other one stays.',
        'Remove "{title}" from the {list_name} list, but only the one with the due date {date}.',
    )

    title: str
    list_name: str
    due: str
    shown: str
    other: str
    date: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        name = rng.choice(LISTS)
        title = some_titles(rng, 1)[0]
        days = [iso(scene, day) for day in rng.sample(range(2, 40), 2)]
        for day in sorted(days, reverse=rng.random() < 0.5):
            add_task(
                database,
                add_list(database, name),
                title,
                now_ms=scene.phone.now_ms - 60_000,
                due=day,
            )
        return cls(
            title=title,
            list_name=name,
            due=days[0],
            shown=day_text(days[0], scene.phone.today),
            other=days[1],
            date=date_words(rng, days[0]),
        )

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "tasks", {"title": self.title, "due": self.due})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        due = day_text(self.due, today(pilot).isoformat())
        pilot.swipe(f"{self.title}, {due}", Direction.LEFT)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other one": Instead(due=self.other),
            "completed it": Swap(Swipe, Swipe(f"{self.title}, {self.shown}", Direction.RIGHT)),
        }


@dataclass(frozen=True)
class Postpone(TaskType):
    """A due date that has to be read is moved by some days."""

    template = "tasks.postpone"
    level = Level.HARD
    apps = ("Tasks",)
    hidden = ("shown",)
    goals = (
        'Give me {days} more days for "{title}": move its due date back by that much.',
        'Postpone the task "{title}" in {list_name} by {days} days.',
        'I cannot make it in time with "{title}". Set the due date {days} days later.',
    )

    title: str
    other: str
    list_name: str
    days: int
    shown: str
    due: str
    from_today: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        name = rng.choice(LISTS)
        titles = some_titles(rng, 2)
        start, days = rng.randint(3, 25), rng.randint(2, 12)
        for title, day in ((titles[1], start + rng.randint(1, 5)), (titles[0], start)):
            add_task(
                database,
                add_list(database, name),
                title,
                now_ms=scene.phone.now_ms - 60_000,
                due=iso(scene, day),
            )
        return cls(
            title=titles[0],
            other=titles[1],
            list_name=name,
            days=days,
            shown=day_text(iso(scene, start), scene.phone.today),
            due=iso(scene, start + days),
            from_today=iso(scene, days),
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"due": self.due})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap(self.title, role="item")
        due = read_day(pilot.read("due").partition(", ")[2], today(pilot))
        if due is None:
            raise OracleLost("the task has no due date")
        pilot.tap("Due date")
        pilot.pick_date((due + timedelta(days=self.days)).isoformat())

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "counted from today": Swap(PickDate, PickDate(self.from_today)),
            "another task": Instead(title=self.other),
            "a day too far": Instead(days=self.days + 1),
        }


@dataclass(frozen=True)
class NewList(TaskType):
    """A new list with two tasks on it."""

    template = "tasks.new_list"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Make a new list "{list_name}" in Tasks and put "{a}" and "{b}" on it.',
        'Start a to-do list called "{list_name}" with two tasks: "{a}" and "{b}".',
        'I need a list "{list_name}" in Tasks. Add "{a}" and "{b}" to it right away.',
    )

    list_name: str
    a: str
    b: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        a, b, wrong = some_titles(rng, 3)
        name = f"{rng.choice(TOPICS)} with {rng.choice(scene.world.people).first}"
        return cls(list_name=name, a=a, b=b, wrong=wrong)

    def expect(self) -> list[Expectation]:
        tasks = tuple(
            Child("tasks", "list_id", {"title": title, **PLAIN}) for title in (self.a, self.b)
        )
        return [Added(PATH, "lists", {"name": self.list_name}, tasks)]

    def script(self) -> Script:
        return (
            Open("Tasks"),
            Tap("More options"),
            Tap("New list"),
            Enter(self.list_name),
            Tap("Create"),
            *enter_task(self.a),
            *enter_task(self.b),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "on the old list": Without(
                Tap("More options"), Tap("New list"), Enter(self.list_name), Tap("Create")
            ),
            "a wrong task": Instead(b=self.wrong),
        }


@dataclass(frozen=True)
class RenameList(TaskType):
    """A list gets another name."""

    template = "tasks.rename_list"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Rename my to-do list "{list_name}" to "{new}".',
        'The list "{list_name}" in Tasks should be called "{new}" from now on.',
        "Change the name of the task list {list_name} into {new}.",
    )

    list_name: str
    other: str
    new: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        name, other = rng.sample(LISTS, 2)
        new = f"{rng.choice(TOPICS)} {rng.choice(('and more', 'things', 'plans', 'matters'))}"
        return cls(list_name=name, other=other, new=new, wrong=f"{new} {rng.randint(2, 9)}")

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "lists", {"name": self.list_name}, {"name": self.new})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap("More options")
        pilot.tap("Rename list")
        pilot.type(self.new, clear=True)
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another list": Instead(list_name=self.other),
            "another name": Instead(new=self.wrong),
        }


@dataclass(frozen=True)
class MoveTask(TaskType):
    """A task goes from one list to another."""

    template = "tasks.move"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Move the task "{title}" from {list_name} to {target}.',
        '"{title}" is on the wrong list: it belongs on {target}, not on {list_name}.',
        'Please take "{title}" off the list {list_name} and put it on {target} instead.',
    )

    title: str
    other: str
    list_name: str
    target: str
    target_id: int
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        source, target, wrong = rng.sample(LISTS, 3)
        title, other = some_titles(rng, 2)
        for name in (other, title):
            add_task(
                database,
                add_list(database, source),
                name,
                now_ms=scene.phone.now_ms - 60_000,
                notes="Not urgent",
            )
        return cls(
            title=title,
            other=other,
            list_name=source,
            target=target,
            target_id=add_list(database, target),
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"list_id": self.target_id})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap(self.title, role="item")
        pilot.tap("List", role="item")
        pilot.tap(self.target, role="radio")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "to a wrong list": Instead(target=self.wrong),
            "another task": Instead(title=self.other),
        }


@dataclass(frozen=True)
class MoveNowhere(TaskType):
    """The list that a task is to be moved to does not exist."""

    template = "tasks.move_to_missing_list"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Move the task "{title}" from {list_name} to my list "{target}". Do not make new lists.',
        'Put "{title}", which is on {list_name}, on the existing list "{target}".',
        'The task "{title}" of the list {list_name} belongs on the list "{target}" that I already have. Move it there.',
    )

    title: str
    list_name: str
    target: str
    near: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        source, wrong = rng.sample(LISTS, 2)
        title = some_titles(rng, 1)[0]
        add_task(database, add_list(database, source), title, now_ms=scene.phone.now_ms - 60_000)
        topic = rng.choice(TOPICS)
        add_list(database, f"{topic} tools")
        return cls(
            title=title,
            list_name=source,
            target=f"{topic} plans",
            near=f"{topic} tools",
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap(self.title, role="item")
        pilot.tap("List", role="item")
        if pilot.shows(self.target, role="radio"):
            pilot.tap(self.target, role="radio")
        else:
            pilot.give_up(f"There is no list called {self.target}.")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "to a similar list": Instead(target=self.near),
            "to any list": Instead(target=self.wrong),
        }


@dataclass(frozen=True)
class AddSubtasks(TaskType):
    """A task is broken down."""

    template = "tasks.add_subtasks"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Add the subtasks "{a}" and "{b}" to my task "{title}".',
        'Break "{title}" in my Tasks down into two subtasks: "{a}" and "{b}".',
        'My task "{title}" needs two steps, "{a}" and "{b}". Enter them as subtasks.',
    )

    title: str
    other: str
    task: int
    a: str
    b: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        title, other = (f"{topic} project" for topic in rng.sample(TOPICS, 2))
        list_id = add_list(database, "My Tasks")
        ids = [
            add_task(database, list_id, name, now_ms=scene.phone.now_ms - 60_000)
            for name in (title, other)
        ]
        a, b = some_titles(rng, 2)
        return cls(title=title, other=other, task=ids[0], a=a, b=b)

    def expect(self) -> list[Expectation]:
        return [
            Added(PATH, "subtasks", {"task_id": self.task, "title": title, "done": 0})
            for title in (self.a, self.b)
        ]

    def script(self) -> Script:
        return (
            Open("Tasks"),
            Tap(self.title, role="item"),
            Enter(self.a, into="Add subtask"),
            ENTER_KEY,
            Enter(self.b, into="Add subtask"),
            ENTER_KEY,
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another task": Instead(title=self.other)}


TASKS = templates_of(
    AddTask,
    AddDueTask,
    CompleteTask,
    StarTask,
    DeleteTask,
    Postpone,
    NewList,
    RenameList,
    MoveTask,
    MoveNowhere,
    AddSubtasks,
)
