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
    Added,
    Changed,
    Direction,
    Ended,
    Enter,
    Expectation,
    FinishStatus,
    Instead,
    Level,
    Mistake,
    Pilot,
    Removed,
    Scene,
    Tap,
    TaskType,
    Without,
    templates_of,
)

LISTS = ("My Tasks", "Work", "Home", "Errands")


@dataclass(frozen=True)
class AddTask(TaskType):
    """A new task in a list."""

    template = "tasks.add"
    apps = ("Tasks",)
    goals = (
        'Add "{title}" to my {list} list in Tasks.',
        'New task for the list {list}: "{title}".',
        'Put "{title}" on the to-do list called {list}, please.',
    )

    title: str
    other: str
    list: str
    list_id: int
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, other = some_titles(scene.rng, 2)
        name, wrong = scene.rng.sample(LISTS, 2)
        return cls(
            title=title,
            other=other,
            list=name,
            list_id=add_list(scene.phone.databases[PATH], name),
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        where = {"title": self.title, "list_id": self.list_id, "done": 0, "due": "", "starred": 0}
        return [Added(PATH, "tasks", where)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
        pilot.tap("Add task")
        pilot.type(self.title, into="Title")
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another list": Instead(list=self.wrong),
            "another title": Instead(title=self.other),
        }


@dataclass(frozen=True)
class AddDueTask(TaskType):
    """A new task with a due date, details and a star."""

    template = "tasks.add_due"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Create a starred task "{title}" due {date} in {list}, with the details "{notes}".',
        'In my list {list} I need a task "{title}". It is due on {date}, the details are "{notes}", and it should have a star.',
        'Remind me in Tasks to do this by {date}: "{title}". List {list}, details "{notes}", and star it.',
    )

    title: str
    list: str
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
            list=name,
            list_id=add_list(scene.phone.databases[PATH], name),
            due=iso(scene, day),
            late=iso(scene, day + 7),
            date=date_words(rng, iso(scene, day)),
            notes=f"{rng.choice(scene.world.people).first} knows more, number {rng.randint(100, 999)}",
        )

    def expect(self) -> list[Expectation]:
        where = {key: v[key] for key in ("title", "list_id", "due", "notes")}
        return [Added(PATH, "tasks", {**where, "starred": 1, "done": 0})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
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

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.tap(f"{v.get('deed', 'Complete')}: {self.title}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other one": Instead(title=self.other), "starred it": Instead(deed="Add star")}


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

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.tap(f"{v.get('deed', 'Add star')}: {self.title}")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other one": Instead(title=self.other),
            "completed it": Instead(deed="Complete"),
        }


@dataclass(frozen=True)
class DeleteTask(TaskType):
    """Of two tasks of the same title, the one due on a day is deleted."""

    template = "tasks.delete_one_of_two"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'There are two tasks "{title}" in my list {list}. Delete the one due on {date}.',
        'Delete the task "{title}" that is due {date} from {list}; the other one stays.',
        'Remove "{title}" from the {list} list, but only the one with the due date {date}.',
    )

    title: str
    list: str
    due: str
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
            title=title, list=name, due=days[0], other=days[1], date=date_words(rng, days[0])
        )

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "tasks", {"title": self.title, "due": self.due})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
        row = f"{self.title}, {day_text(self.due, today(pilot).isoformat())}"
        pilot.swipe(row, Direction(v.get("way", "left")))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other one": Instead(due=self.other), "completed it": Instead(way="right")}


@dataclass(frozen=True)
class Postpone(TaskType):
    """A due date that has to be read is moved by some days."""

    template = "tasks.postpone"
    level = Level.HARD
    apps = ("Tasks",)
    hidden = ("shown",)
    goals = (
        'Give me {days} more days for "{title}": move its due date back by that much.',
        'Postpone the task "{title}" in {list} by {days} days.',
        'I cannot make it in time with "{title}". Set the due date {days} days later.',
    )

    title: str
    other: str
    list: str
    days: int
    shown: str
    due: str

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
            list=name,
            days=days,
            shown=day_text(iso(scene, start), scene.phone.today),
            due=iso(scene, start + days),
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"due": self.due})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
        pilot.tap(self.title, role="item")
        due = read_day(pilot.read("due").partition(", ")[2], today(pilot))
        pilot.tap("Due date")
        start = due if due is not None and not v.get("from_today") else today(pilot)
        pilot.pick_date((start + timedelta(days=self.days)).isoformat())

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "counted from today": Instead(from_today=True),
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
        'Make a new list "{list}" in Tasks and put "{a}" and "{b}" on it.',
        'Start a to-do list called "{list}" with two tasks: "{a}" and "{b}".',
        'I need a list "{list}" in Tasks. Add "{a}" and "{b}" to it right away.',
    )

    list: str
    new_id: int
    a: str
    b: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        a, b, wrong = some_titles(rng, 3)
        name = f"{rng.choice(TOPICS)} with {rng.choice(scene.world.people).first}"
        new_id = scene.phone.databases[PATH].value("SELECT max(_id) FROM lists") + 1
        return cls(list=name, new_id=new_id, a=a, b=b, wrong=wrong)

    def expect(self) -> list[Expectation]:
        return [
            Added(PATH, "lists", {"name": self.list}),
            *(Added(PATH, "tasks", {"title": v[key], "list_id": self.new_id}) for key in "ab"),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.tap("More options")
        pilot.tap("New list")
        pilot.type(self.list)
        pilot.tap("Create")
        for key in "ab":
            pilot.tap("Add task")
            pilot.type(v[key], into="Title")
            pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "on the old list": Without(
                Tap("More options"), Tap("New list"), Enter(self.list), Tap("Create")
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
        'Rename my to-do list "{list}" to "{new}".',
        'The list "{list}" in Tasks should be called "{new}" from now on.',
        "Change the name of the task list {list} into {new}.",
    )

    list: str
    other: str
    new: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        name, other = rng.sample(LISTS, 2)
        new = f"{rng.choice(TOPICS)} {rng.choice(('and more', 'things', 'plans', 'matters'))}"
        return cls(list=name, other=other, new=new, wrong=f"{new} {rng.randint(2, 9)}")

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "lists", {"name": self.list}, {"name": self.new})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
        pilot.tap("More options")
        pilot.tap("Rename list")
        pilot.type(self.new, clear=True)
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {"another list": Instead(list=self.other), "another name": Instead(new=self.wrong)}


@dataclass(frozen=True)
class MoveTask(TaskType):
    """A task goes from one list to another."""

    template = "tasks.move"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Move the task "{title}" from {list} to {target}.',
        '"{title}" is on the wrong list: it belongs on {target}, not on {list}.',
        'Please take "{title}" off the list {list} and put it on {target} instead.',
    )

    title: str
    other: str
    list: str
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
            list=source,
            target=target,
            target_id=add_list(database, target),
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"list_id": self.target_id})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
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
        'Move the task "{title}" from {list} to my list "{target}". Do not make new lists.',
        'Put "{title}", which is on {list}, on the existing list "{target}".',
        'The task "{title}" of the list {list} belongs on the list "{target}" that I already have. Move it there.',
    )

    title: str
    list: str
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
            title=title, list=source, target=f"{topic} plans", near=f"{topic} tools", wrong=wrong
        )

    def expect(self) -> list[Expectation]:
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
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
            Added(PATH, "subtasks", {"task_id": self.task, "title": v[key], "done": 0})
            for key in "ab"
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.tap(self.title, role="item")
        for key in v.get("keys", "ab"):
            pilot.type(v[key], into="Add subtask")
            pilot.enter()

    def mistakes(self) -> dict[str, Mistake]:
        return {"another task": Instead(title=self.other), "only one": Instead(keys="b")}


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
