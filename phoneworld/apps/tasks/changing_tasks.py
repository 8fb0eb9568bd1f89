"""Tasks in which to-dos are entered, changed, completed and deleted."""

from __future__ import annotations

from datetime import timedelta

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
from phoneworld.tasks.expect import Added, Changed, Ended, Expectation, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import Direction, FinishStatus

LISTS = ("My Tasks", "Work", "Home", "Errands")


class AddTask(Template):
    """A new task in a list."""

    name = "tasks.add"
    apps = ("Tasks",)
    goals = (
        'Add "{title}" to my {list} list in Tasks.',
        'New task for the list {list}: "{title}".',
        'Put "{title}" on the to-do list called {list}, please.',
    )

    def setup(self, scene: Scene) -> Params:
        title, other = some_titles(scene.rng, 2)
        name, wrong = scene.rng.sample(LISTS, 2)
        return {
            "title": title,
            "other": other,
            "list": name,
            "list_id": add_list(scene.phone.databases[PATH], name),
            "wrong": wrong,
        }

    def expect(self, v: Params) -> list[Expectation]:
        where = {"title": v["title"], "list_id": v["list_id"], "done": 0, "due": "", "starred": 0}
        return [Added(PATH, "tasks", where)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        pilot.tap("Add task")
        pilot.type(v["title"], into="Title")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another list": {"list": v["wrong"]}, "another title": {"title": v["other"]}}


class AddDueTask(Template):
    """A new task with a due date, details and a star."""

    name = "tasks.add_due"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Create a starred task "{title}" due {date} in {list}, with the details "{notes}".',
        'In my list {list} I need a task "{title}". It is due on {date}, the details are "{notes}", and it should have a star.',
        'Remind me in Tasks to do this by {date}: "{title}". List {list}, details "{notes}", and star it.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        name = rng.choice(LISTS)
        day = rng.randint(2, 45)
        return {
            "title": some_titles(rng, 1)[0],
            "list": name,
            "list_id": add_list(scene.phone.databases[PATH], name),
            "due": iso(scene, day),
            "late": iso(scene, day + 7),
            "date": date_words(rng, iso(scene, day)),
            "notes": f"{rng.choice(scene.world.people).first} knows more, number {rng.randint(100, 999)}",
        }

    def expect(self, v: Params) -> list[Expectation]:
        where = {key: v[key] for key in ("title", "list_id", "due", "notes")}
        return [Added(PATH, "tasks", {**where, "starred": 1, "done": 0})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        pilot.tap("Add task")
        pilot.type(v["title"], into="Title")
        pilot.type(v["notes"], into="Details")
        pilot.back()
        pilot.tap("Due date")
        pilot.pick_date(v["due"])
        if not v.get("plain"):
            pilot.tap("Starred")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"a week late": {"due": v["late"]}, "without the star": {"plain": True}}


class CompleteTask(Template):
    """One of two similar tasks is done."""

    name = "tasks.complete"
    apps = ("Tasks",)
    goals = (
        'Mark "{title}" as completed.',
        'I am done with "{title}". Tick it off in Tasks.',
        'Check off my task "{title}", please.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        first, second = (person.first for person in rng.sample(scene.world.people, 2))
        thing = some_titles(rng, 1)[0].lower()
        titles = [f"Ask {first} to {thing}", f"Ask {second} to {thing}"]
        list_id = add_list(database, "My Tasks")
        for title in rng.sample(titles, 2):
            add_task(database, list_id, title, now_ms=scene.phone.now_ms - 3_600_000)
        return {"title": titles[0], "other": titles[1]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": v["title"]}, {"done": 1})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        pilot.tap(f"{v.get('deed', 'Complete')}: {v['title']}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other one": {"title": v["other"]}, "starred it": {"deed": "Add star"}}


class StarTask(Template):
    """One of two similar tasks gets a star."""

    name = "tasks.star"
    apps = ("Tasks",)
    goals = (
        'Star the task "{title}".',
        'Give "{title}" in my Tasks a star.',
        '"{title}" is important: mark it with a star, please.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        first, second = (person.first for person in rng.sample(scene.world.people, 2))
        what = rng.choice(("Birthday card for", "Lunch with", "Thank-you note for", "Lift for"))
        titles = [f"{what} {first}", f"{what} {second}"]
        list_id = add_list(database, "My Tasks")
        for title in rng.sample(titles, 2):
            add_task(database, list_id, title, now_ms=scene.phone.now_ms - 3_600_000)
        return {"title": titles[0], "other": titles[1]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": v["title"]}, {"starred": 1})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        pilot.tap(f"{v.get('deed', 'Add star')}: {v['title']}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other one": {"title": v["other"]}, "completed it": {"deed": "Complete"}}


class DeleteTask(Template):
    """Of two tasks of the same title, the one due on a day is deleted."""

    name = "tasks.delete_one_of_two"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'There are two tasks "{title}" in my list {list}. Delete the one due on {date}.',
        'Delete the task "{title}" that is due {date} from {list}; the other one stays.',
        'Remove "{title}" from the {list} list, but only the one with the due date {date}.',
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "title": title,
            "list": name,
            "due": days[0],
            "other": days[1],
            "date": date_words(rng, days[0]),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "tasks", {"title": v["title"], "due": v["due"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        row = f"{v['title']}, {day_text(v['due'], today(pilot).isoformat())}"
        pilot.swipe(row, Direction(v.get("way", "left")))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other one": {"due": v["other"]}, "completed it": {"way": "right"}}


class Postpone(Template):
    """A due date that has to be read is moved by some days."""

    name = "tasks.postpone"
    level = Level.HARD
    apps = ("Tasks",)
    hidden = ("shown",)
    goals = (
        'Give me {days} more days for "{title}": move its due date back by that much.',
        'Postpone the task "{title}" in {list} by {days} days.',
        'I cannot make it in time with "{title}". Set the due date {days} days later.',
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "title": titles[0],
            "other": titles[1],
            "list": name,
            "days": days,
            "shown": day_text(iso(scene, start), scene.phone.today),
            "due": iso(scene, start + days),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": v["title"]}, {"due": v["due"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        pilot.tap(v["title"], role="item")
        due = read_day(pilot.read("due").partition(", ")[2], today(pilot))
        pilot.tap("Due date")
        start = due if due is not None and not v.get("from_today") else today(pilot)
        pilot.pick_date((start + timedelta(days=v["days"])).isoformat())

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "counted from today": {"from_today": True},
            "another task": {"title": v["other"]},
            "a day too far": {"days": v["days"] + 1},
        }


class NewList(Template):
    """A new list with two tasks on it."""

    name = "tasks.new_list"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Make a new list "{list}" in Tasks and put "{a}" and "{b}" on it.',
        'Start a to-do list called "{list}" with two tasks: "{a}" and "{b}".',
        'I need a list "{list}" in Tasks. Add "{a}" and "{b}" to it right away.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        a, b, wrong = some_titles(rng, 3)
        name = f"{rng.choice(TOPICS)} with {rng.choice(scene.world.people).first}"
        new_id = scene.phone.databases[PATH].value("SELECT max(_id) FROM lists") + 1
        return {"list": name, "new_id": new_id, "a": a, "b": b, "wrong": wrong}

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(PATH, "lists", {"name": v["list"]}),
            *(Added(PATH, "tasks", {"title": v[key], "list_id": v["new_id"]}) for key in "ab"),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        if not v.get("no_list"):
            pilot.tap("More options")
            pilot.tap("New list")
            pilot.type(v["list"])
            pilot.tap("Create")
        for key in "ab":
            pilot.tap("Add task")
            pilot.type(v[key], into="Title")
            pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"on the old list": {"no_list": True}, "a wrong task": {"b": v["wrong"]}}


class RenameList(Template):
    """A list gets another name."""

    name = "tasks.rename_list"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Rename my to-do list "{list}" to "{new}".',
        'The list "{list}" in Tasks should be called "{new}" from now on.',
        "Change the name of the task list {list} into {new}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        name, other = rng.sample(LISTS, 2)
        new = f"{rng.choice(TOPICS)} {rng.choice(('and more', 'things', 'plans', 'matters'))}"
        return {"list": name, "other": other, "new": new, "wrong": f"{new} {rng.randint(2, 9)}"}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "lists", {"name": v["list"]}, {"name": v["new"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        pilot.tap("More options")
        pilot.tap("Rename list")
        pilot.type(v["new"], clear=True)
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another list": {"list": v["other"]}, "another name": {"new": v["wrong"]}}


class MoveTask(Template):
    """A task goes from one list to another."""

    name = "tasks.move"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Move the task "{title}" from {list} to {target}.',
        '"{title}" is on the wrong list: it belongs on {target}, not on {list}.',
        'Please take "{title}" off the list {list} and put it on {target} instead.',
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "title": title,
            "other": other,
            "list": source,
            "target": target,
            "target_id": add_list(database, target),
            "wrong": wrong,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": v["title"]}, {"list_id": v["target_id"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        pilot.tap(v["title"], role="item")
        pilot.tap("List", role="item")
        pilot.tap(v["target"], role="radio")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"to a wrong list": {"target": v["wrong"]}, "another task": {"title": v["other"]}}


class MoveNowhere(Template):
    """The list that a task is to be moved to does not exist."""

    name = "tasks.move_to_missing_list"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Move the task "{title}" from {list} to my list "{target}". Do not make new lists.',
        'Put "{title}", which is on {list}, on the existing list "{target}".',
        'The task "{title}" of the list {list} belongs on the list "{target}" that I already have. Move it there.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        source, wrong = rng.sample(LISTS, 2)
        title = some_titles(rng, 1)[0]
        add_task(database, add_list(database, source), title, now_ms=scene.phone.now_ms - 60_000)
        topic = rng.choice(TOPICS)
        add_list(database, f"{topic} tools")
        return {
            "title": title,
            "list": source,
            "target": f"{topic} plans",
            "near": f"{topic} tools",
            "wrong": wrong,
        }

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        pilot.tap(v["title"], role="item")
        pilot.tap("List", role="item")
        if pilot.shows(v["target"], role="radio"):
            pilot.tap(v["target"], role="radio")
        else:
            pilot.give_up(f"There is no list called {v['target']}.")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"to a similar list": {"target": v["near"]}, "to any list": {"target": v["wrong"]}}


class AddSubtasks(Template):
    """A task is broken down."""

    name = "tasks.add_subtasks"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Add the subtasks "{a}" and "{b}" to my task "{title}".',
        'Break "{title}" in my Tasks down into two subtasks: "{a}" and "{b}".',
        'My task "{title}" needs two steps, "{a}" and "{b}". Enter them as subtasks.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        title, other = (f"{topic} project" for topic in rng.sample(TOPICS, 2))
        list_id = add_list(database, "My Tasks")
        ids = [
            add_task(database, list_id, name, now_ms=scene.phone.now_ms - 60_000)
            for name in (title, other)
        ]
        a, b = some_titles(rng, 2)
        return {"title": title, "other": other, "task": ids[0], "a": a, "b": b}

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(PATH, "subtasks", {"task_id": v["task"], "title": v[key], "done": 0})
            for key in "ab"
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        pilot.tap(v["title"], role="item")
        for key in v.get("keys", "ab"):
            pilot.type(v[key], into="Add subtask")
            pilot.enter()

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another task": {"title": v["other"]}, "only one": {"keys": "b"}}


TASKS: tuple[Template, ...] = (
    AddTask(),
    AddDueTask(),
    CompleteTask(),
    StarTask(),
    DeleteTask(),
    Postpone(),
    NewList(),
    RenameList(),
    MoveTask(),
    MoveNowhere(),
    AddSubtasks(),
)
