"""Tasks in which notes are found, read, pinned, labelled, put away and brought back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.notes.data import ARCHIVE, COLORS, NOTES, PATH, TRASH, add_label, add_note
from phoneworld.apps.notes.writing_tasks import GEAR, THINGS, recently, two_trips
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Contains,
    Direction,
    Enter,
    Expectation,
    ExpectedAnswer,
    ExpectedQuestion,
    Guess,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Swipe,
    Tap,
    TaskType,
    Way,
    templates_of,
)
from phoneworld.world import CITIES

NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve thirteen".split()


def number_said(number: int) -> tuple[str, ...]:
    """A small number in digits or as a word."""
    return (str(number), NUMBERS[number]) if number < len(NUMBERS) else (str(number),)


@dataclass(frozen=True)
class PinNote(TaskType):
    """One of two similar notes is pinned."""

    template = "notes.pin"
    apps = ("Notes",)
    goals = (
        'Pin my note "{title}".',
        'Keep the note "{title}" at the top of my notes.',
        'I want "{title}" pinned in Notes, please.',
    )

    title: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        kind = rng.choice(("Tickets", "Addresses", "Budget", "Route", "Guide"))
        for place in rng.sample((one, other), 2):
            body = f"Ask {rng.choice(scene.world.people).first} for the {rng.choice(GEAR)}"
            add_note(
                scene.phone.databases[PATH],
                f"{kind} {place}",
                body,
                now_ms=recently(scene, rng.randint(5, 50)),
            )
        return cls(title=f"{kind} {one}", double=f"{kind} {other}")

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "notes", {"title": self.title}, {"pinned": 1})]

    def script(self) -> Script:
        return (Open("Notes"), Tap(self.title), Tap("Pin"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other note": Instead(title=self.double),
            "archived instead": Swap(Tap("Pin"), Tap("Archive")),
        }


@dataclass(frozen=True)
class ArchiveNote(TaskType):
    """One of two similar notes is archived."""

    template = "notes.archive"
    apps = ("Notes",)
    goals = (
        'Archive the note "{title}".',
        'I am done with my note "{title}": put it into the archive, do not delete it.',
        'Move "{title}" from my notes to the archive.',
    )

    title: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        first, second = rng.sample(scene.world.people, 2)
        kind = rng.choice(("Address of", "Plan with", "Letter to", "Surprise for", "Debts of"))
        titles = [f"{kind} {person.first}" for person in (first, second)]
        for title in rng.sample(titles, 2):
            add_note(
                scene.phone.databases[PATH],
                title,
                f"Bring {rng.choice(THINGS)} next time",
                now_ms=recently(scene, rng.randint(5, 50)),
            )
        return cls(title=titles[0], double=titles[1])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "notes", {"title": self.title}, {"place": ARCHIVE})]

    def script(self) -> Script:
        return (Open("Notes"), Hold(self.title, role="item"), Tap("Archive"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other note": Instead(title=self.double),
            "deleted it": Swap(Tap("Archive"), Tap("Delete")),
        }


@dataclass(frozen=True)
class KeepPinned(TaskType):
    """The note is pinned already: nothing is to be done."""

    template = "notes.keep_pinned"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Make sure that my note "{title}" is pinned.',
        'Is "{title}" pinned? If it is not, pin it.',
        'Check that the note "{title}" stays at the top; pin it if need be.',
    )

    title: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        database = scene.phone.databases[PATH]
        thing = rng.choice(GEAR)
        add_note(
            database,
            f"Plan for {one}",
            f"Buy a new {thing}",
            now_ms=recently(scene, 40),
            pinned=True,
        )
        add_note(database, f"Plan for {other}", f"Take the {thing}", now_ms=recently(scene, 20))
        return cls(title=f"Plan for {one}", double=f"Plan for {other}")

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.title)
        pilot.reach("Edit note")
        if pilot.shows("Pin", role="button") and not pilot.shows("Unpin"):
            pilot.tap("Pin")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "unpinned it": Also(Tap("Unpin")),
            "pinned the other": Instead(title=self.double),
        }


@dataclass(frozen=True)
class ReadDetail(TaskType):
    """One of several codes in a note is asked for."""

    template = "notes.read_detail"
    apps = ("Notes",)
    hidden = ("code",)
    goals = (
        'What is the {what} code according to my note "{title}"?',
        'Look into the note "{title}" and tell me the code of the {what}.',
        'I forgot the {what} code. It is in my note "{title}" - what is it?',
    )

    title: str
    double: str
    what: str
    other: str
    code: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        codes = rng.sample(range(1000, 9999), 8)
        doors = rng.sample(("garage", "gate", "bike shed", "cellar", "mailbox", "alarm"), 4)
        database = scene.phone.databases[PATH]
        for index, place in enumerate((one, other)):
            own = codes[index * 4 : index * 4 + 4]
            lines = [f"{door.capitalize()}: {code}" for door, code in zip(doors, own, strict=True)]
            add_note(
                database,
                f"Codes for {place}",
                "\n".join(lines),
                now_ms=recently(scene, rng.randint(5, 50)),
            )
        meant = rng.randrange(4)
        return cls(
            title=f"Codes for {one}",
            double=f"Codes for {other}",
            what=doors[meant],
            other=doors[meant - 1],
            code=str(codes[meant]),
            wrong=tuple(str(code) for index, code in enumerate(codes) if index != meant),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.code, nots=tuple(self.wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.title)
        codes = dict(line.split(": ") for line in pilot.read("body").split("\n"))
        pilot.say(codes[self.what.capitalize()])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another code": Instead(what=self.other),
            "another note": Instead(title=self.double),
        }


@dataclass(frozen=True)
class DeleteByContent(TaskType):
    """Of several notes of one title, the one that mentions something is deleted."""

    template = "notes.delete_by_content"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'I have several notes called "{title}". Delete the one that mentions {thing}.',
        'Delete my "{title}" note with {thing} on it; keep the others.',
        'Of my notes titled "{title}", the one with {thing} in it can go to the trash.',
    )

    title: str
    thing: str
    other: str
    last: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        things = rng.sample(THINGS, 15)
        title = f"For {rng.choice(scene.world.people).first}"
        database = scene.phone.databases[PATH]
        own = [things[0:5], things[5:10], things[10:15]]
        for part in own:
            # What tells them apart stands at the end, where the list no longer shows it.
            body = (
                "Bring along when we meet next time, and do not forget the receipt:\n"
                + "\n".join(part)
            )
            add_note(database, title, body, now_ms=recently(scene, rng.randint(5, 50)))
        return cls(title=title, thing=own[1][4], other=own[0][4], last=own[1][4])

    def expect(self) -> list[Expectation]:
        where = {"title": self.title, "body": Contains(self.last)}
        return [Changed(PATH, "notes", where, {"place": TRASH})]

    def script(self) -> Script:
        return (
            Open("Notes"),
            Enter(self.thing, into="Search your notes"),
            Hold(self.title, role="item"),
            Tap("Delete"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another of them": Instead(thing=self.other),
            "archived it": Swap(Tap("Delete"), Tap("Archive")),
        }


@dataclass(frozen=True)
class RestoreNote(TaskType):
    """A note is brought back from the trash."""

    template = "notes.restore"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'I deleted the note "{title}" by mistake. Bring it back.',
        'Restore "{title}" from the trash in Notes.',
        'Get my note "{title}" out of the trash, please.',
    )

    title: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        database = scene.phone.databases[PATH]
        for place in rng.sample((one, other), 2):
            add_note(
                database,
                f"Ideas for {place}",
                f"{rng.choice(scene.world.people).first} knows a place with {rng.choice(THINGS)}",
                now_ms=recently(scene, rng.randint(60, 600)),
                place=TRASH,
            )
        return cls(title=f"Ideas for {one}", double=f"Ideas for {other}")

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "notes", {"title": self.title}, {"place": NOTES})]

    def script(self) -> Script:
        return (
            Open("Notes"),
            Tap("Open navigation drawer"),
            Tap("Trash"),
            Tap(self.title),
            Tap("Restore"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        for_good = (Tap("Delete forever"), Tap("Delete", role="button"))
        return {
            "the other note": Instead(title=self.double),
            "for good": Swap(Tap("Restore"), *for_good),
        }


@dataclass(frozen=True)
class LabelNote(TaskType):
    """A note gets a label."""

    template = "notes.label"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Label my note "{title}" with "{label}".',
        'Put the label "{label}" on the note "{title}".',
        'My note "{title}" belongs under the label {label}. Please file it there.',
    )

    title: str
    double: str
    note: int
    label: str
    label_id: int
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = two_trips(rng)
        database = scene.phone.databases[PATH]
        ids = [
            add_note(
                database,
                f"Hotels in {place}",
                f"{rng.choice(scene.world.people).first} liked number {rng.randint(2, 90)}",
                now_ms=recently(scene, rng.randint(5, 50)),
            )
            for place in (one, other)
        ]
        label, wrong = rng.sample(("Home", "Work", "Travel", "Ideas", "Health"), 2)
        return cls(
            title=f"Hotels in {one}",
            double=f"Hotels in {other}",
            note=ids[0],
            label=label,
            label_id=add_label(database, label),
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "note_labels", {"note_id": self.note, "label_id": self.label_id})]

    def script(self) -> Script:
        return (Open("Notes"), Hold(self.title), Tap("Labels"), Tap(self.label, role="checkbox"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other note": Instead(title=self.double),
            "another label": Instead(label=self.wrong),
        }


@dataclass(frozen=True)
class RenameLabel(TaskType):
    """A label gets another name."""

    template = "notes.rename_label"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Rename the label "{old}" in Notes to "{new}".',
        'My notes label "{old}" should be called "{new}" from now on.',
        "Change the name of the label {old} to {new} in Notes.",
    )

    old: str
    other: str
    new: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        old, other = rng.sample(("Home", "Work", "Travel", "Recipes", "Health", "Ideas"), 2)
        new = f"{rng.choice(('Our', 'Old', 'Big', 'New'))} {rng.choice(('things', 'plans', 'files', 'list'))} {rng.randint(2, 9)}"
        return cls(old=old, other=other, new=new)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "labels", {"name": self.old}, {"name": self.new})]

    def script(self) -> Script:
        return (
            Open("Notes"),
            Tap("More options"),
            Tap("Edit labels"),
            Tap(self.old, role="item"),
            Enter(self.new, clear=True),
            Tap("OK"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        to_labels = (Open("Notes"), Tap("More options"), Tap("Edit labels"))
        create = (Enter(self.new, into="Create new label"), Tap("Create label"))
        return {
            "another label": Instead(old=self.other),
            "a new label instead": Way(*to_labels, *create),
        }


@dataclass(frozen=True)
class CountOpenItems(TaskType):
    """How much is left on two checklists together is asked for."""

    template = "notes.count_open_items"
    level = Level.HARD
    apps = ("Notes",)
    hidden = ("in_first", "in_second")
    goals = (
        'How many items are still open on my checklists "{title}" and "{second}" taken together?',
        'Count what is not ticked yet on "{title}" and on "{second}" in Notes and tell me the sum.',
        'In total, how many things are left to tick on the lists "{title}" and "{second}"?',
    )

    title: str
    second: str
    in_first: str
    in_second: str
    total: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person = rng.choice(scene.world.people).first
        place = rng.choice(CITIES)
        titles = (f"Take to {place}", f"Get for {person}")
        shown: list[str] = []
        total = 0
        for title, pool in zip(titles, (GEAR, THINGS), strict=True):
            texts = rng.sample(pool, rng.randint(5, 7))
            left = rng.randint(2, len(texts) - 1)
            total += left
            shown.append(texts[0])
            items = [(text, index >= left) for index, text in enumerate(texts)]
            rng.shuffle(items)
            add_note(
                scene.phone.databases[PATH],
                title,
                now_ms=recently(scene, rng.randint(5, 50)),
                items=tuple(items),
            )
        return cls(
            title=titles[0], second=titles[1], in_first=shown[0], in_second=shown[1], total=total
        )

    def expect(self) -> list[Expectation]:
        total: int = self.total
        wrong = tuple(f"{n} {noun}" for n in (total - 1, total + 1) for noun in ("items", "things"))
        return [ExpectedAnswer(number_said(total), nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        total = 0
        for title in (self.title, self.second):
            pilot.tap(title)
            total += count_open(pilot)
            pilot.back()
        pilot.say(str(total))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only the first": Swap(Say, Say(self.in_first)),
            "only the second": Swap(Say, Say(self.in_second)),
        }


def count_open(pilot: Pilot) -> int:
    """How many items of the checklist on the screen are not ticked."""
    texts: set[str] = set()
    pilot.reach("List item")
    for _ in range(10):
        boxes = [e for e in pilot.screen.elements if e.role == "checkbox"]
        texts |= {box.text for box in boxes if not box.checked}
        if pilot.shows("Ticked items"):
            break
        pilot.scroll(Direction.DOWN)
    return len(texts)


@dataclass(frozen=True)
class ArchiveLabel(TaskType):
    """Everything of a label is archived, the rest stays."""

    template = "notes.archive_label"
    level = Level.HARD
    apps = ("Notes",)
    goals = (
        'Archive all my notes that have the label "{label}".',
        'The project is over: put every note labelled "{label}" into the archive.',
        'Everything under the label "{label}" in Notes should be archived.',
    )

    label: str
    titles: tuple[str, ...]
    unlabelled: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        label = f"{rng.choice(('Course', 'Project', 'Club', 'Trip'))} {rng.choice(CITIES)}"
        people = rng.sample(scene.world.people, 4)
        titles = [
            f"{word} {person.first}"
            for word, person in zip(
                ("Questions for", "Notes by", "Call with", "Talk of"), people, strict=True
            )
        ]
        rng.shuffle(titles)
        count = rng.randint(2, 3)
        for index, title in enumerate(titles):
            add_note(
                scene.phone.databases[PATH],
                title,
                f"{label}, part {index + 1}: {rng.choice(THINGS)}",
                now_ms=recently(scene, rng.randint(5, 90)),
                labels=(label,) if index < count else (),
            )
        return cls(label=label, titles=tuple(titles[:count]), unlabelled=titles[count])

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "notes", {"title": title}, {"place": ARCHIVE}) for title in self.titles
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow((Open("Notes"), Tap("Open navigation drawer"), Tap(self.label, role="item")))
        while rows := [e for e in pilot.screen.elements if e.role == "item"]:
            pilot.swipe(rows[0].text, Direction.RIGHT)

    def mistakes(self) -> dict[str, Mistake]:
        to_label = (Open("Notes"), Tap("Open navigation drawer"), Tap(self.label, role="item"))
        search = (Open("Notes"), Enter(self.label, into="Search your notes"))
        all_but_one = [Swipe(title, Direction.RIGHT) for title in self.titles[1:]]
        all_that_name_it = [
            Swipe(title, Direction.RIGHT) for title in (*self.titles, self.unlabelled)
        ]
        return {
            "one left": Way(*to_label, *all_but_one),
            "all that name it": Way(*search, *all_that_name_it),
        }


@dataclass(frozen=True)
class ColorAfterAsking(TaskType):
    """Which of two notes is meant must be asked."""

    template = "notes.ask_which"
    level = Level.HARD
    apps = ("Notes",)
    goals = (
        "Give my {dish} recipe note the color {color}. If there is more than one, ask me which.",
        "Make the note with the {dish} recipe {color}; check with me if it is not clear which one I mean.",
        "Color my note about {dish} {color}. Ask if you find several.",
    )

    dish: str
    color: str
    meant: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        dish = rng.choice(("Goulash", "Apple pie", "Ramen", "Shakshuka", "Moussaka", "Tiramisu"))
        people = rng.sample(scene.world.people, 2)
        titles = [f"{dish} like {person.first}'s" for person in people]
        for title in titles:
            body = f"Needs {rng.randint(2, 9)} eggs, {rng.choice(THINGS)} and {rng.randint(20, 90)} minutes"
            add_note(
                scene.phone.databases[PATH],
                title,
                body,
                now_ms=recently(scene, rng.randint(5, 50)),
            )
        rng.shuffle(titles)
        color = rng.choice([name for name in COLORS if name != "Default"])
        return cls(dish=dish, color=color.lower(), meant=titles[0], other=titles[1])

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        code = COLORS[self.color.capitalize()]
        return [ExpectedQuestion(), Changed(PATH, "notes", {"title": self.meant}, {"color": code})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.type(self.dish, into="Search your notes")
        title = pilot.ask(f"Which {self.dish} note do you mean?")
        pilot.tap(title, role="item")
        pilot.tap("More options")
        pilot.tap("Color")
        pilot.tap(self.color)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }


TASKS = templates_of(
    PinNote,
    ArchiveNote,
    KeepPinned,
    ReadDetail,
    DeleteByContent,
    RestoreNote,
    LabelNote,
    RenameLabel,
    CountOpenItems,
    ArchiveLabel,
    ColorAfterAsking,
)
