"""Tasks in which lists are gone through: counting, finding out, clearing up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.tasks.data import PATH, add_list, add_task
from phoneworld.apps.tasks.reading import (
    TOPICS,
    iso,
    read_rows,
    show_list,
    some_titles,
    today,
)
from phoneworld.author import (
    Answered,
    Asked,
    Changed,
    Direction,
    Expectation,
    Guess,
    Instead,
    Level,
    Mistake,
    Pilot,
    Removed,
    Scene,
    TaskType,
    templates_of,
)
from runtime.actions import Scroll

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


@dataclass(frozen=True)
class CountLate(TaskType):
    """How many open tasks are overdue is asked for."""

    template = "tasks.count_overdue"
    level = Level.HARD
    apps = ("Tasks",)
    hidden = ("one",)
    goals = (
        'How many open tasks on my list "{list}" are overdue?',
        'Count the tasks in "{list}" whose due date has passed and that are not completed.',
        'Tell me the number of overdue tasks on the list "{list}"; completed ones do not count.',
    )

    list: str
    count: int
    one: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, count = topic_list(scene), scene.rng.randint(2, 4)
        titles = full_list(scene, name, late=count, coming=scene.rng.randint(1, 3), done=2)
        return cls(list=name, count=count, one=titles["late"][0])

    def expect(self) -> list[Expectation]:
        count: int = self.count
        # Only as a claim: an honest answer may well name dates.
        wrong = tuple(
            f"{n} {noun}" for n in (count - 1, count + 1) for noun in ("tasks", "overdue")
        )
        return [Answered((str(count), NUMBERS[count]), nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
        now = today(pilot)
        late = [t for t in read_rows(pilot) if not t.done and t.due is not None and t.due < now]
        pilot.say(f"{len(late) + v.get('error', 0)} tasks")

    def mistakes(self) -> dict[str, Mistake]:
        return {"one too many": Instead(error=1), "one too few": Instead(error=-1)}


@dataclass(frozen=True)
class NextDue(TaskType):
    """Which task comes next is asked for."""

    template = "tasks.next_due"
    level = Level.MEDIUM
    apps = ("Tasks",)
    hidden = ("answer",)
    goals = (
        'Which open task on my list "{list}" is due first?',
        'Look at the list "{list}" in Tasks: what do I have to get done next, going by the due dates?',
        'What is the most urgent task of "{list}", that is, the one with the earliest due date that is not completed yet?',
    )

    list: str
    answer: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name = topic_list(scene)
        full_list(scene, name, late=0, coming=4, done=2)
        rows = scene.phone.databases[PATH].rows(
            "SELECT title FROM tasks WHERE list_id = (SELECT _id FROM lists WHERE name = ?) "
            "ORDER BY done, due = '', due",
            name,
        )
        titles = [row["title"] for row in rows]
        return cls(list=name, answer=titles[0], others=tuple(titles[1:]))

    def expect(self) -> list[Expectation]:
        return [Answered(self.answer, nots=tuple(self.others))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
        rows = [task for task in read_rows(pilot) if task.due and not task.done]
        rows.sort(key=lambda task: task.due or today(pilot))
        place: int = v.get("place", 0)
        pilot.say(rows[place].title)

    def mistakes(self) -> dict[str, Mistake]:
        return {"the second": Instead(place=1), "the last": Instead(place=-1)}


@dataclass(frozen=True)
class StarLate(TaskType):
    """All overdue tasks of a list get a star."""

    template = "tasks.star_overdue"
    level = Level.HARD
    apps = ("Tasks",)
    goals = (
        'Star all overdue tasks on my list "{list}" that are still open.',
        'Everything on "{list}" that is not completed and past its due date should get a star.',
        'Go through "{list}" in Tasks and star whatever is overdue, leaving out what is completed.',
    )

    list: str
    late: tuple[str, ...]
    coming: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name = topic_list(scene)
        titles = full_list(scene, name, late=scene.rng.randint(2, 3), coming=3, done=2)
        return cls(list=name, late=tuple(titles["late"]), coming=tuple(titles["coming"]))

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": title}, {"starred": 1}) for title in self.late]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
        now = today(pilot)
        late = [
            task.title
            for task in read_rows(pilot)
            if task.due is not None and task.due < now and not task.done
        ]
        for title in late[v.get("skip", 0) :] + v.get("more", []):
            pilot.tap(f"Add star: {title}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"one forgotten": Instead(skip=1), "one too many": Instead(more=self.coming[:1])}


@dataclass(frozen=True)
class ClearDone(TaskType):
    """The completed tasks of a list are deleted."""

    template = "tasks.delete_completed"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Delete all completed tasks from my list "{list}".',
        'Clean up "{list}" in Tasks: what is completed can be deleted.',
        'Remove everything that is ticked off on the list "{list}", keep the rest.',
    )

    list: str
    other: str
    done: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        first, second = (f"{topic} jobs" for topic in rng.sample(TOPICS, 2))
        titles = full_list(scene, first, late=1, coming=2, done=rng.randint(2, 4))
        full_list(scene, second, late=0, coming=2, done=2)
        return cls(list=first, other=second, done=tuple(titles["done"]))

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "tasks", {"title": title, "done": 1}) for title in self.done]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
        pilot.tap("More options")
        pilot.tap(v.get("deed", "Delete all completed tasks"))
        if not v.get("deed", "").startswith("Hide"):
            pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another list": Instead(list=self.other),
            "the whole list": Instead(deed="Delete list"),
            "only hidden": Instead(deed="Hide completed tasks"),
        }


@dataclass(frozen=True)
class HideDone(TaskType):
    """Completed tasks of a list are no longer shown."""

    template = "tasks.hide_completed"
    apps = ("Tasks",)
    goals = (
        "Hide the completed tasks on my {list} list.",
        "I do not want to see completed tasks in {list} any more, but do not delete them.",
        "Make the to-do list {list} show only what is still open.",
    )

    list: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, other = scene.rng.sample(("My Tasks", "Work", "Home", "Errands"), 2)
        return cls(list=name, other=other)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "lists", {"name": self.list}, {"hide_done": 1})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list)
        pilot.tap("More options")
        pilot.tap(v.get("deed", "Hide completed tasks"))
        if v.get("deed"):
            pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another list": Instead(list=self.other),
            "deleted them": Instead(deed="Delete all completed tasks"),
        }


@dataclass(frozen=True)
class ReadReference(TaskType):
    """Something that stands in the details of a task is asked for."""

    template = "tasks.read_details"
    apps = ("Tasks",)
    hidden = ("reference",)
    goals = (
        'Which reference number stands in the details of my task "{title}"?',
        'I noted a reference number with the task "{title}". What is it?',
        'Tell me the reference from the details of "{title}" in Tasks.',
    )

    title: str
    other: str
    reference: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(title=titles[0], other=titles[1], reference=codes[0], wrong=tuple(codes[1:]))

    def expect(self) -> list[Expectation]:
        return [Answered(self.reference, nots=tuple(self.wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.tap(self.title, role="item")
        text = pilot.read("notes")
        pilot.say(text.partition("Reference: ")[2] if not v.get("short") else text[:12])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another task's": Instead(title=self.other),
            "not the reference": Instead(short=True),
        }


@dataclass(frozen=True)
class FinishProject(TaskType):
    """What is left of a task's subtasks is ticked, then the task itself."""

    template = "tasks.finish_with_subtasks"
    level = Level.HARD
    apps = ("Tasks",)
    hidden = ("left",)
    goals = (
        'I have finished "{title}": tick all of its subtasks that are still open, then complete the task itself.',
        'Everything about "{title}" is done. Mark the remaining subtasks and then the task as completed.',
        'Close my task "{title}" properly: first check off the open subtasks, then the task.',
    )

    title: str
    task: int
    left: str
    open: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(title=title, task=task, left=left[0], open=tuple(left))

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "tasks", {"title": self.title}, {"done": 1}),
            *(
                Changed(PATH, "subtasks", {"task_id": self.task, "title": step}, {"done": 1})
                for step in self.open
            ),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.tap(self.title, role="item")
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

    def mistakes(self) -> dict[str, Mistake]:
        return {"a step left open": Instead(skip=1), "done ones reopened": Instead(all=True)}


def can_scroll(pilot: Pilot) -> bool:
    """Whether there may be more than the screen shows."""
    return any(element.scrollable for element in pilot.screen.elements)


@dataclass(frozen=True)
class KeepStarred(TaskType):
    """The task has a star already: nothing is to be done."""

    template = "tasks.keep_starred"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Make sure that my task "{title}" has a star.',
        'The task "{title}" should be starred. Check that it is.',
        'If "{title}" has no star in Tasks yet, give it one.',
    )

    title: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(title=title, other=other)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.reach(self.title)
        if pilot.shows(f"Add star: {self.title}"):
            pilot.tap(f"Add star: {self.title}")
        elif v.get("anyway"):
            pilot.tap(f"Remove star: {self.title}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"star removed": Instead(anyway=True), "another starred": Instead(title=self.other)}


@dataclass(frozen=True)
class CompleteAfterAsking(TaskType):
    """Which of two calls is meant must be asked."""

    template = "tasks.ask_which"
    level = Level.HARD
    apps = ("Tasks",)
    goals = (
        "I called {first}. Mark that task as completed, and ask me if it could be more than one.",
        "Tick off my task to call {first}; ask me which one in case there are several.",
        "Complete the task about calling {first}. If you are not sure which I mean, ask.",
    )

    first: str
    meant: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(first=first, meant=titles[0], other=titles[1])

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        return [Asked(), Changed(PATH, "tasks", {"title": self.meant}, {"done": 1})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.reach(f"Call {self.first}")
        title = pilot.ask(f"Which call to {self.first} do you mean?")
        pilot.tap(f"Complete: {title}")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }


TASKS = templates_of(
    CountLate,
    NextDue,
    StarLate,
    ClearDone,
    HideDone,
    ReadReference,
    FinishProject,
    KeepStarred,
    CompleteAfterAsking,
)
