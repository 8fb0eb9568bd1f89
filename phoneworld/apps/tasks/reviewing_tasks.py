"""Tasks in which lists are gone through: counting, finding out, clearing up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.tasks.data import PATH, add_list, add_task
from phoneworld.apps.tasks.reading import (
    TOPICS,
    Seen,
    iso,
    read_rows,
    show_list,
    some_titles,
    today,
)
from phoneworld.author import (
    Also,
    Answered,
    Asked,
    Changed,
    End,
    Expectation,
    Guess,
    Instead,
    Level,
    Mistake,
    Pilot,
    Removed,
    Say,
    Scene,
    Swap,
    Tap,
    TaskType,
    templates_of,
)

NUMBERS = "zero one two three four five six seven eight nine".split()


@dataclass(frozen=True, slots=True)
class FullList:
    """A list with tasks of every sort; the titles of each."""

    id: int
    late: tuple[str, ...]
    coming: tuple[str, ...]
    done: tuple[str, ...]


def full_list(scene: Scene, name: str, *, late: int, coming: int, done: int) -> FullList:
    """A new list of so many tasks that are late, coming and done, and one without a date."""
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
    return FullList(
        list_id,
        late=tuple(titles[:late]),
        coming=tuple(titles[late : late + coming]),
        done=tuple(titles[late + coming : -1]),
    )


def late_tasks(pilot: Pilot) -> list[Seen]:
    """The open tasks of the list on the screen whose due date has passed."""
    now = today(pilot)
    rows = read_rows(pilot)
    return [task for task in rows if not task.done and task.due is not None and task.due < now]


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
        'How many open tasks on my list "{list_name}" are overdue?',
        'Count the tasks in "{list_name}" whose due date has passed and that are not completed.',
        'Tell me the number of overdue tasks on the list "{list_name}"; completed ones do not count.',
    )

    list_name: str
    count: int
    one: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, count = topic_list(scene), scene.rng.randint(2, 4)
        made = full_list(scene, name, late=count, coming=scene.rng.randint(1, 3), done=2)
        return cls(list_name=name, count=count, one=made.late[0])

    def expect(self) -> list[Expectation]:
        # Only as a claim: an honest answer may well name dates.
        wrong = tuple(
            f"{n} {noun}" for n in (self.count - 1, self.count + 1) for noun in ("tasks", "overdue")
        )
        return [Answered((str(self.count), NUMBERS[self.count]), nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.say(f"{len(late_tasks(pilot))} tasks")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one too many": Swap(Say, Say(f"{self.count + 1} tasks")),
            "one too few": Swap(Say, Say(f"{self.count - 1} tasks")),
        }


@dataclass(frozen=True)
class NextDue(TaskType):
    """Which task comes next is asked for."""

    template = "tasks.next_due"
    level = Level.MEDIUM
    apps = ("Tasks",)
    hidden = ("answer",)
    goals = (
        'Which open task on my list "{list_name}" is due first?',
        'Look at the list "{list_name}" in Tasks: what do I have to get done next, going by the due dates?',
        'What is the most urgent task of "{list_name}", that is, the one with the earliest due date that is not completed yet?',
    )

    list_name: str
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
        return cls(list_name=name, answer=titles[0], others=tuple(titles[1:]))

    def expect(self) -> list[Expectation]:
        return [Answered(self.answer, nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        dated = [(task.due, task.title) for task in read_rows(pilot) if task.due and not task.done]
        pilot.say(min(dated)[1])

    def mistakes(self) -> dict[str, Mistake]:
        second, _, last, *_ = self.others
        return {"the second": Swap(Say, Say(second)), "the last": Swap(Say, Say(last))}


@dataclass(frozen=True)
class StarLate(TaskType):
    """All overdue tasks of a list get a star."""

    template = "tasks.star_overdue"
    level = Level.HARD
    apps = ("Tasks",)
    goals = (
        'Star all overdue tasks on my list "{list_name}" that are still open.',
        'Everything on "{list_name}" that is not completed and past its due date should get a star.',
        'Go through "{list_name}" in Tasks and star whatever is overdue, leaving out what is completed.',
    )

    list_name: str
    list_id: int
    late: tuple[str, ...]
    coming: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name = topic_list(scene)
        made = full_list(scene, name, late=scene.rng.randint(2, 3), coming=3, done=2)
        return cls(list_name=name, list_id=made.id, late=made.late, coming=made.coming)

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "tasks", {"list_id": self.list_id, "title": title}, {"starred": 1})
            for title in self.late
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        for task in late_tasks(pilot):
            pilot.tap(f"Add star: {task.title}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"one too many": Also(Tap(f"Add star: {self.coming[0]}"))}


@dataclass(frozen=True)
class ClearDone(TaskType):
    """The completed tasks of a list are deleted."""

    template = "tasks.delete_completed"
    level = Level.MEDIUM
    apps = ("Tasks",)
    goals = (
        'Delete all completed tasks from my list "{list_name}".',
        'Clean up "{list_name}" in Tasks: what is completed can be deleted.',
        'Remove everything that is ticked off on the list "{list_name}", keep the rest.',
    )

    list_name: str
    list_id: int
    other: str
    done: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        first, second = (f"{topic} jobs" for topic in rng.sample(TOPICS, 2))
        made = full_list(scene, first, late=1, coming=2, done=rng.randint(2, 4))
        full_list(scene, second, late=0, coming=2, done=2)
        return cls(list_name=first, list_id=made.id, other=second, done=made.done)

    def expect(self) -> list[Expectation]:
        return [
            Removed(PATH, "tasks", {"list_id": self.list_id, "title": title, "done": 1})
            for title in self.done
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap("More options")
        pilot.tap("Delete all completed tasks")
        pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        chosen = Tap("Delete all completed tasks")
        return {
            "another list": Instead(list_name=self.other),
            "the whole list": Swap(chosen, Tap("Delete list")),
            "only hidden": Swap(chosen, Tap("Hide completed tasks"), End()),
        }


@dataclass(frozen=True)
class HideDone(TaskType):
    """Completed tasks of a list are no longer shown."""

    template = "tasks.hide_completed"
    apps = ("Tasks",)
    goals = (
        "Hide the completed tasks on my {list_name} list.",
        "I do not want to see completed tasks in {list_name} any more, but do not delete them.",
        "Make the to-do list {list_name} show only what is still open.",
    )

    list_name: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, other = scene.rng.sample(("My Tasks", "Work", "Home", "Errands"), 2)
        return cls(list_name=name, other=other)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "lists", {"name": self.list_name}, {"hide_done": 1})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap("More options")
        pilot.tap("Hide completed tasks")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another list": Instead(list_name=self.other),
            "deleted them": Swap(
                Tap("Hide completed tasks"),
                Tap("Delete all completed tasks"),
                Tap("Delete", role="button"),
            ),
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
        return [Answered(self.reference, nots=self.wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.tap(self.title, role="item")
        pilot.say(pilot.read("notes").partition("Reference: ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another task's": Instead(title=self.other),
            "not the reference": Swap(Say, Say("They want to see a photo.")),
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
    open_steps: tuple[str, ...]
    done_step: str

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
        return cls(
            title=title,
            task=task,
            left=left[0],
            open_steps=tuple(left),
            done_step=next(step for step in steps if step not in left),
        )

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "tasks", {"_id": self.task}, {"done": 1}),
            *(
                Changed(PATH, "subtasks", {"task_id": self.task, "title": step}, {"done": 1})
                for step in self.open_steps
            ),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Tasks")
        pilot.tap(self.title, role="item")
        pilot.reach("Subtasks")
        seen: set[str] = set()
        while True:
            boxes = [e for e in pilot.screen.elements if e.role == "checkbox" and not e.checked]
            new = [box.text for box in boxes if box.text not in seen]
            if new:
                seen.add(new[0])
                pilot.tap(new[0], role="checkbox")
            elif not can_scroll(pilot) or not pilot.scroll():
                break
        pilot.tap("Mark as completed")

    def mistakes(self) -> dict[str, Mistake]:
        end = Tap("Mark as completed")
        return {"a done one reopened": Swap(end, Tap(self.done_step, role="checkbox"), end)}


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

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "star removed": Also(Tap(f"Remove star: {self.title}")),
            "another starred": Instead(title=self.other),
        }


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
