"""Tasks in which to-dos are completed or deleted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.tasks.data import PATH, add_list, add_task, day_text
from phoneworld.apps.tasks.tasks.setup import (
    LISTS,
    TOPICS,
    can_scroll,
    date_words,
    iso,
    show_list,
    some_titles,
    today,
)
from phoneworld.author import (
    Changed,
    Direction,
    Expectation,
    ExpectedQuestion,
    Guess,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Swipe,
    Tap,
    TaskType,
)


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
        return [ExpectedQuestion(), Changed(PATH, "tasks", {"title": self.meant}, {"done": 1})]

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
