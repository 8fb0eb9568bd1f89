"""Notes, lists and texts across apps: what is written in one is needed in another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.mail.letters import MONTHS
from phoneworld.apps.mail.tasks.setup import SOME_SUPPLIERS
from phoneworld.apps.notes.data import PATH as NOTES_PATH
from phoneworld.apps.notes.tasks.setup import GEAR, OCCASIONS, THINGS
from phoneworld.apps.tasks.data import PATH, add_list, add_task
from phoneworld.apps.tasks.tasks.setup import LISTS, iso, show_list, some_titles
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Child,
    Enter,
    Expectation,
    ExpectedAnswer,
    Instead,
    Kind,
    Level,
    Mistake,
    PickDate,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Without,
    templates_of,
)
from phoneworld.cross_app.extraction import day_in, extract
from phoneworld.cross_app.setup import letter, note_it, talk
from phoneworld.cross_app.shared_steps import open_chat, open_mail
from phoneworld.formats import dollars
from phoneworld.world import CITIES
from runtime.observation import Element


def items_of(pilot: Pilot, title: str) -> list[Element]:
    """Open a checklist; its items as they are shown."""
    pilot.open("Notes")
    pilot.tap(title, role="item")
    pilot.reach("List item")
    return [element for element in pilot.screen.elements if element.role == "checkbox"]


def add_to_shown(title: str) -> Script:
    """Add a task to the list that is shown."""
    return (Tap("Add task"), Enter(title, into="Title"), Tap("Save"))


@dataclass(frozen=True)
class ListToTasks(TaskType):
    """What is left on a checklist becomes tasks, one each."""

    template = "cross.list_to_tasks"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Notes", "Tasks")
    hidden = ("a", "b", "c")
    goals = (
        'Put everything that is not ticked off yet on my checklist "{note}" into the list {list_name} in Tasks, as one task each.',
        'My note "{note}" has items that are still open. Make a task of each of them in the Tasks list {list_name}.',
        'Go through the checklist "{note}" in Notes. For every item without a tick, add a task of the same name to {list_name}.',
    )

    note: str
    list_name: str
    list_id: int
    a: str
    b: str
    c: str
    ticked: str
    wrong_list: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = rng.sample(OCCASIONS, 2)
        things = rng.sample(THINGS, 8)
        items = [(thing, number > 2) for number, thing in enumerate(things[:5])]
        rng.shuffle(items)
        rest = [(thing, rng.random() < 0.5) for thing in things[5:]]
        for title, content in rng.sample([(one, items), (other, rest)], 2):
            note_it(scene, f"Shopping for {title.lower()}", items=tuple(content))
        name, wrong = rng.sample(LISTS, 2)
        return cls(
            note=f"Shopping for {one.lower()}",
            list_name=name,
            list_id=add_list(scene.phone.databases[PATH], name),
            a=things[0],
            b=things[1],
            c=things[2],
            ticked=things[3],
            wrong_list=wrong,
            other=f"Shopping for {other.lower()}",
        )

    def expect(self) -> list[Expectation]:
        where = {"list_id": self.list_id, "done": 0, "due": ""}
        titles = (self.a, self.b, self.c)
        return [Added(PATH, "tasks", {**where, "title": title}) for title in titles]

    def solve(self, pilot: Pilot) -> None:
        wanted = [item.text for item in items_of(pilot, self.note) if not item.checked]
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        for title in wanted:
            pilot.follow(add_to_shown(title))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a ticked one too": Also(*add_to_shown(self.ticked)),
            "another note": Instead(note=self.other),
            "another list": Instead(list_name=self.wrong_list),
        }


@dataclass(frozen=True)
class BillDueTask(TaskType):
    """A bill has to be paid by a day that its mail names."""

    template = "cross.bill_due_task"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Tasks")
    hidden = ("said",)
    goals = (
        'Remind me in Tasks of the {month} bill from {supplier}: a task "{title}" in {list_name}, due on the day their mail names.',
        'Add a task "{title}" to my list {list_name}. The due date is the one in {supplier}\'s mail about the bill for {month}.',
        'By when must I pay {supplier} for {month}? Look in my mails and make a task "{title}" in {list_name} with that due date.',
    )

    month: str
    supplier: str
    title: str
    list_name: str
    list_id: int
    said: str
    due: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        supplier = rng.choice(SOME_SUPPLIERS)
        months = rng.sample(MONTHS[:5], 2)
        days = [scene.world.day(day).date() for day in rng.sample(range(3, 40), 2)]
        said = [f"{day.day} {day:%B}" for day in days]
        order = list(zip(months, said, strict=True))
        for month, due in rng.sample(order, 2):
            letter(
                scene,
                supplier.name,
                supplier.address,
                f"Your bill for {month}",
                f"We charge you {dollars(rng.randint(1900, 15900))} this time.",
                f"Please pay by {due}.",
                days_ago=rng.randint(1, 12),
            )
        name = rng.choice(LISTS)
        return cls(
            month=months[0],
            supplier=supplier.name,
            title=f"Pay {supplier.name}",
            list_name=name,
            list_id=add_list(scene.phone.databases[PATH], name),
            said=said[0],
            due=days[0].isoformat(),
            other=months[1],
        )

    def expect(self) -> list[Expectation]:
        where = {"title": self.title, "list_id": self.list_id, "due": self.due, "done": 0}
        return [Added(PATH, "tasks", where)]

    def solve(self, pilot: Pilot) -> None:
        subject = f"Your bill for {self.month}"
        pilot.follow(open_mail(f"{self.supplier} {self.month}", subject))
        day = day_in(pilot, pilot.reach("Please pay by").text)
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap("Add task")
        pilot.type(self.title, into="Title")
        pilot.tap("Due date")
        pilot.pick_date(day)
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other month": Instead(month=self.other),
            "no due date": Without(Tap("Due date"), PickDate),
        }


@dataclass(frozen=True)
class TickAfterText(TaskType):
    """Which task is done stands in a message."""

    template = "cross.tick_task_after_text"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Messages", "Tasks")
    hidden = ("title",)
    goals = (
        "{name} texted me that one of the jobs on my list {list_name} is done. Tick it off in Tasks.",
        "Mark the task in {list_name} as completed that {name} has taken care of, according to our chat.",
        "According to {name}'s messages, something on my to-do list {list_name} is finished. Complete that task.",
    )

    name: str
    list_name: str
    title: str
    undone: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        titles = some_titles(rng, 3)
        name = rng.choice(LISTS)
        list_id = add_list(scene.phone.databases[PATH], name)
        for title in rng.sample(titles, 3):
            add_task(
                scene.phone.databases[PATH],
                list_id,
                title,
                now_ms=scene.phone.now_ms - 3_600_000,
                due=iso(scene, rng.randint(1, 9)),
            )
        lines = [f'"{titles[0]}" is done.', f'I could not do "{titles[1]}" yet.']
        talk(scene, double.phone, f'"{titles[2]}" is done.', hour=7)
        talk(scene, one.phone, *rng.sample(lines, 2))
        return cls(
            name=one.name, list_name=name, title=titles[0], undone=titles[1], double=double.name
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "tasks", {"title": self.title}, {"done": 1})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        title = extract(pilot, '"(.*)"', '" is done')[1]
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        pilot.tap(f"Complete: {title}")

    def mistakes(self) -> dict[str, Mistake]:
        done, undone = Tap(f"Complete: {self.title}"), Tap(f"Complete: {self.undone}")
        return {
            "what was not done": Swap(done, undone),
            "what the namesake did": Instead(name=self.double),
        }


@dataclass(frozen=True)
class ChecklistFromText(TaskType):
    """What to bring was texted; it becomes a checklist."""

    template = "cross.checklist_from_text"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Notes")
    hidden = ("a", "b", "c")
    goals = (
        'Make a checklist "{title}" in Notes with the things that {name} asked me by text to bring to the {event}.',
        '{name} texted me what I should bring to the {event}. Write a new checklist called "{title}" with one item for each thing.',
        'I need a checklist named "{title}": everything from {name}\'s message about what to bring to the {event}.',
    )

    title: str
    name: str
    event: str
    a: str
    b: str
    c: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person = rng.choice(scene.world.people)
        event, other = (each.lower() for each in rng.sample(OCCASIONS, 2))
        things = rng.sample(THINGS, 6)
        lines = [
            f"For the {where}, please bring {x}, {y} and {z}."
            for where, (x, y, z) in ((event, things[:3]), (other, things[3:]))
        ]
        talk(scene, person.phone, *rng.sample(lines, 2))
        return cls(
            title=rng.choice(("To bring", "My part", "Pack this", "From the chat")),
            name=person.name,
            event=event,
            a=things[0],
            b=things[1],
            c=things[2],
            other=other,
        )

    def expect(self) -> list[Expectation]:
        items = tuple(
            Child("items", "note_id", {"text": thing, "done": 0})
            for thing in (self.a, self.b, self.c)
        )
        note = {"title": self.title, "checklist": 1, "place": "notes"}
        return [Added(NOTES_PATH, "notes", note, items)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        found = extract(pilot, "bring (.*), (.*) and (.*)\\.", f"For the {self.event}, ")
        pilot.open("Notes")
        pilot.tap("New note")
        pilot.tap("Checklist")
        pilot.type(self.title)
        pilot.tap("Create")
        for thing in found.groups():
            pilot.type(thing, into="List item")
            pilot.enter()

    def mistakes(self) -> dict[str, Mistake]:
        return {"for another event": Instead(event=self.other)}


@dataclass(frozen=True)
class MissingFromTasks(TaskType):
    """Two lists in two apps are compared."""

    template = "cross.missing_from_tasks"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Notes", "Tasks")
    hidden = ("missing",)
    goals = (
        'Compare my checklist "{note}" in Notes with the list {list_name} in Tasks. Which item of the checklist is not among the tasks?',
        'One thing on the checklist "{note}" is missing from my Tasks list {list_name}. Which one?',
        'What is on "{note}" in Notes but not on the to-do list {list_name}? Tell me the item.',
    )

    note: str
    list_name: str
    missing: str
    kept: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        city = rng.choice(CITIES)
        things = rng.sample(GEAR, 6)
        note_it(scene, f"Packing for {city}", items=tuple((thing, False) for thing in things[:5]))
        database = scene.phone.databases[PATH]
        name = f"{city} trip"
        list_id = add_list(database, name)
        gone = rng.randrange(5)
        kept = [thing for number, thing in enumerate(things) if number != gone]
        for thing in rng.sample(kept, len(kept)):
            add_task(database, list_id, thing, now_ms=scene.phone.now_ms - 7_200_000)
        return cls(
            note=f"Packing for {city}", list_name=name, missing=things[gone], kept=tuple(kept)
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.missing, nots=self.kept)]

    def solve(self, pilot: Pilot) -> None:
        items = {item.text for item in items_of(pilot, self.note)}
        pilot.open("Tasks")
        show_list(pilot, self.list_name)
        tasks = {e.text for e in pilot.screen.elements if e.role == "item"}
        pilot.say(", ".join(sorted(items - tasks)))

    def mistakes(self) -> dict[str, Mistake]:
        *noted, only_a_task = self.kept
        return {
            "the wrong way round": Swap(Say, Say(only_a_task)),
            "named them all": Swap(Say, Say(", ".join((self.missing, *noted)))),
        }


TASKS = templates_of(
    ListToTasks,
    BillDueTask,
    TickAfterText,
    ChecklistFromText,
    MissingFromTasks,
)
