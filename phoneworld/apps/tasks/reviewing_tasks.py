"""Tasks in which lists are gone through: counting, finding out, clearing up."""

from __future__ import annotations

from phoneworld.apps.tasks.data import PATH, add_list, add_task
from phoneworld.apps.tasks.reading import (
    TOPICS,
    iso,
    read_rows,
    show_list,
    some_titles,
    today,
)
from phoneworld.tasks.expect import Answered, Asked, Changed, Expectation, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import Direction, Scroll

NUMBERS = "zero one two three four five six seven eight nine".split()


def full_list(
    scene: Scene, name: str, *, late: int, coming: int, done: int
) -> dict[str, list[str]]:
    """A new list of tasks that are late, coming, without a date, and done; the titles of each."""
    rng = scene.rng
    database = scene.phone.databases[PATH]
    list_id = add_list(database, name)
    titles = some_titles(rng, late + coming + done + 1)
    days = [-day for day in rng.sample(range(1, 25), late)]
    days += rng.sample(range(2, 40), coming)
    tasks = [(title, iso(scene, day), False) for title, day in zip(titles, days, strict=False)]
    # Completed tasks that were late once are late no longer.
    tasks += [
        (title, iso(scene, -rng.randint(1, 20)), True) for title in titles[late + coming : -1]
    ]
    tasks.append((titles[-1], "", False))
    rng.shuffle(tasks)
    for title, due, is_done in tasks:
        add_task(
            database, list_id, title, now_ms=scene.phone.now_ms - 86_400_000, due=due, done=is_done
        )
    return {
        "late": titles[:late],
        "coming": titles[late : late + coming],
        "done": titles[late + coming : -1],
        "undated": titles[-1:],
    }


def topic_list(scene: Scene) -> str:
    """A name for a list that is not taken."""
    return (
        f"{scene.rng.choice(TOPICS)} {scene.rng.choice(('committee', 'crew', 'season', 'group'))}"
    )


class CountLate(Template):
    """How many open tasks are overdue is asked for."""

    name = "tasks.count_overdue"
    level = Level.HARD
    apps = ("Tasks",)
    hidden = ("one",)
    goals = (
        'How many open tasks on my list "{list}" are overdue?',
        'Count the tasks in "{list}" whose due date has passed and that are not completed.',
        'Tell me the number of overdue tasks on the list "{list}"; completed ones do not count.',
    )

    def setup(self, scene: Scene) -> Params:
        name, count = topic_list(scene), scene.rng.randint(2, 4)
        titles = full_list(scene, name, late=count, coming=scene.rng.randint(1, 3), done=2)
        return {"list": name, "count": count, "one": titles["late"][0]}

    def expect(self, v: Params) -> list[Expectation]:
        count: int = v["count"]
        # Only as a claim: an honest answer may well name dates.
        wrong = tuple(
            f"{n} {noun}" for n in (count - 1, count + 1) for noun in ("tasks", "overdue")
        )
        return [Answered((str(count), NUMBERS[count]), nots=wrong)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        now = today(pilot)
        late = [t for t in read_rows(pilot) if not t.done and t.due is not None and t.due < now]
        pilot.say(f"{len(late) + v.get('error', 0)} tasks")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"one too many": {"error": 1}, "one too few": {"error": -1}}


class NextDue(Template):
    """Which task comes next is asked for."""

    name = "tasks.next_due"
    level = Level.MEDIUM
    apps = ("Tasks",)
    hidden = ("answer",)
    goals = (
        'Which open task on my list "{list}" is due first?',
        'Look at the list "{list}" in Tasks: what do I have to get done next, going by the due dates?',
        'What is the most urgent task of "{list}", that is, the one with the earliest due date that is not completed yet?',
    )

    def setup(self, scene: Scene) -> Params:
        name = topic_list(scene)
        full_list(scene, name, late=0, coming=4, done=2)
        rows = scene.phone.databases[PATH].rows(
            "SELECT title FROM tasks WHERE list_id = (SELECT _id FROM lists WHERE name = ?) "
            "ORDER BY done, due = '', due",
            name,
        )
        titles = [row["title"] for row in rows]
        return {"list": name, "answer": titles[0], "others": titles[1:]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["answer"], nots=tuple(v["others"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        rows = [task for task in read_rows(pilot) if task.due and not task.done]
        rows.sort(key=lambda task: task.due or today(pilot))
        place: int = v.get("place", 0)
        pilot.say(rows[place].title)

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the second": {"place": 1}, "the last": {"place": -1}}


class StarLate(Template):
    """All overdue tasks of a list get a star."""

    name = "tasks.star_overdue"
    level = Level.HARD
    apps = ("Tasks",)
    goals = (
        'Star all overdue tasks on my list "{list}" that are still open.',
        'Everything on "{list}" that is not completed and past its due date should get a star.',
        'Go through "{list}" in Tasks and star whatever is overdue, leaving out what is completed.',
    )

    def setup(self, scene: Scene) -> Params:
        name = topic_list(scene)
        titles = full_list(scene, name, late=scene.rng.randint(2, 3), coming=3, done=2)
        return {"list": name, "late": titles["late"], "coming": titles["coming"]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": title}, {"starred": 1}) for title in v["late"]]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        now = today(pilot)
        late = [
            task.title
            for task in read_rows(pilot)
            if task.due is not None and task.due < now and not task.done
        ]
        for title in late[v.get("skip", 0) :] + v.get("more", []):
            pilot.tap(f"Add star: {title}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"one forgotten": {"skip": 1}, "one too many": {"more": v["coming"][:1]}}


class ClearDone(Template):
    """The completed tasks of a list are deleted."""

    name = "tasks.delete_completed"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Delete all completed tasks from my list "{list}".',
        'Clean up "{list}" in Tasks: what is completed can be deleted.',
        'Remove everything that is ticked off on the list "{list}", keep the rest.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        first, second = (f"{topic} jobs" for topic in rng.sample(TOPICS, 2))
        titles = full_list(scene, first, late=1, coming=2, done=rng.randint(2, 4))
        full_list(scene, second, late=0, coming=2, done=2)
        return {"list": first, "other": second, "done": titles["done"]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "tasks", {"title": title, "done": 1}) for title in v["done"]]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        pilot.tap("More options")
        pilot.tap(v.get("deed", "Delete all completed tasks"))
        if not v.get("deed", "").startswith("Hide"):
            pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another list": {"list": v["other"]},
            "the whole list": {"deed": "Delete list"},
            "only hidden": {"deed": "Hide completed tasks"},
        }


class HideDone(Template):
    """Completed tasks of a list are no longer shown."""

    name = "tasks.hide_completed"
    apps = ("Tasks",)
    goals = (
        "Hide the completed tasks on my {list} list.",
        "I do not want to see completed tasks in {list} any more, but do not delete them.",
        "Make the to-do list {list} show only what is still open.",
    )

    def setup(self, scene: Scene) -> Params:
        name, other = scene.rng.sample(("My Tasks", "Work", "Home", "Errands"), 2)
        return {"list": name, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "lists", {"name": v["list"]}, {"hide_done": 1})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        show_list(pilot, v["list"])
        pilot.tap("More options")
        pilot.tap(v.get("deed", "Hide completed tasks"))
        if v.get("deed"):
            pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another list": {"list": v["other"]},
            "deleted them": {"deed": "Delete all completed tasks"},
        }


class ReadReference(Template):
    """Something that stands in the details of a task is asked for."""

    name = "tasks.read_details"
    apps = ("Tasks",)
    hidden = ("reference",)
    goals = (
        'Which reference number stands in the details of my task "{title}"?',
        'I noted a reference number with the task "{title}". What is it?',
        'Tell me the reference from the details of "{title}" in Tasks.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        titles = some_titles(rng, 3)
        codes = [
            f"{rng.choice('ABCDEFGHKM')}{number}" for number in rng.sample(range(1000, 9999), 3)
        ]
        for title, code in zip(titles, codes, strict=True):
            add_task(
                database,
                add_list(database, "My Tasks"),
                title,
                now_ms=scene.phone.now_ms - 60_000,
                notes=f"They open at {rng.randint(8, 11)} and want to see a photo. Reference: {code}",
            )
        return {"title": titles[0], "other": titles[1], "reference": codes[0], "wrong": codes[1:]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["reference"], nots=tuple(v["wrong"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        pilot.tap(v["title"], role="item")
        text = pilot.read("notes")
        pilot.say(text.partition("Reference: ")[2] if not v.get("short") else text[:12])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another task's": {"title": v["other"]}, "not the reference": {"short": True}}


class FinishProject(Template):
    """What is left of a task's subtasks is ticked, then the task itself."""

    name = "tasks.finish_with_subtasks"
    level = Level.HARD
    apps = ("Tasks",)
    hidden = ("left",)
    goals = (
        'I have finished "{title}": tick all of its subtasks that are still open, then complete the task itself.',
        'Everything about "{title}" is done. Mark the remaining subtasks and then the task as completed.',
        'Close my task "{title}" properly: first check off the open subtasks, then the task.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        title = f"{rng.choice(TOPICS)} evening"
        steps = some_titles(rng, rng.randint(3, 5))
        left = rng.sample(steps, rng.randint(2, len(steps) - 1))
        task = add_task(
            database,
            add_list(database, "My Tasks"),
            title,
            now_ms=scene.phone.now_ms - 60_000,
            subtasks=tuple((step, step not in left) for step in steps),
        )
        return {"title": title, "task": task, "left": left[0], "open": left}

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Changed(PATH, "tasks", {"title": v["title"]}, {"done": 1}),
            *(
                Changed(PATH, "subtasks", {"task_id": v["task"], "title": step}, {"done": 1})
                for step in v["open"]
            ),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        pilot.tap(v["title"], role="item")
        pilot.reach("Subtasks")
        seen: set[str] = set()
        while True:
            boxes = [
                box
                for box in pilot.screen.elements
                if box.role == "checkbox"
                and box.text not in seen
                and (v.get("all") or not box.checked)
            ]
            if boxes:
                seen.add(boxes[0].text)
                if len(seen) > v.get("skip", 0):
                    pilot.tap(boxes[0].text, role="checkbox")
            elif not can_scroll(pilot) or pilot.act(Scroll(Direction.DOWN)).note:
                break
        pilot.tap("Mark as completed")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"a step left open": {"skip": 1}, "done ones reopened": {"all": True}}


def can_scroll(pilot: Pilot) -> bool:
    """Whether there may be more than the screen shows."""
    return any(element.scrollable for element in pilot.screen.elements)


class KeepStarred(Template):
    """The task has a star already: nothing is to be done."""

    name = "tasks.keep_starred"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Make sure that my task "{title}" has a star.',
        'The task "{title}" should be starred. Check that it is.',
        'If "{title}" has no star in Tasks yet, give it one.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        title, other = some_titles(rng, 2)
        for name, starred in ((title, True), (other, False)):
            add_task(
                database,
                add_list(database, "My Tasks"),
                name,
                now_ms=scene.phone.now_ms - 60_000,
                starred=starred,
            )
        return {"title": title, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        pilot.reach(v["title"])
        if pilot.shows(f"Add star: {v['title']}"):
            pilot.tap(f"Add star: {v['title']}")
        elif v.get("anyway"):
            pilot.tap(f"Remove star: {v['title']}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"star removed": {"anyway": True}, "another starred": {"title": v["other"]}}


class CompleteAfterAsking(Template):
    """Which of two calls is meant must be asked."""

    name = "tasks.ask_which"
    level = Level.HARD
    apps = ("Tasks",)
    goals = (
        "I called {first}. Mark that task as completed, and ask me if it could be more than one.",
        "Tick off my task to call {first}; ask me which one in case there are several.",
        "Complete the task about calling {first}. If you are not sure which I mean, ask.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        database.run("DELETE FROM tasks WHERE title LIKE 'Call %'")
        first = rng.choice(scene.world.people).first
        things = [title.partition(" the ")[2] for title in some_titles(rng, 2)]
        titles = [f"Call {first} about the {thing}" for thing in things]
        for title in titles:
            add_task(
                database,
                add_list(database, "My Tasks"),
                title,
                now_ms=scene.phone.now_ms - 60_000,
            )
        rng.shuffle(titles)
        return {"first": first, "meant": titles[0], "other": titles[1]}

    def reply(self, question: str, v: Params) -> str:
        del question
        return v["meant"]

    def expect(self, v: Params) -> list[Expectation]:
        return [Asked(), Changed(PATH, "tasks", {"title": v["meant"]}, {"done": 1})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Tasks")
        pilot.reach(f"Call {v['first']}")
        title = v.get("guess") or pilot.ask(f"Which call to {v['first']} do you mean?")
        pilot.tap(f"Complete: {title}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
        }


TASKS: tuple[Template, ...] = (
    CountLate(),
    NextDue(),
    StarLate(),
    ClearDone(),
    HideDone(),
    ReadReference(),
    FinishProject(),
    KeepStarred(),
    CompleteAfterAsking(),
)
