"""Tasks with what is in text files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.files.tasks.setup import DOCUMENTS, DOWNLOAD, open_folder, put
from phoneworld.author import (
    Added,
    Anything,
    Changed,
    Enter,
    Exact,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    OneOf,
    Open,
    Pilot,
    Scene,
    Script,
    Tap,
    TaskType,
)
from phoneworld.providers.media import PATH


@dataclass(frozen=True)
class AddLine(TaskType):
    """A line is added to a list that is a text file."""

    template = "files.add_line"
    level = Level.MEDIUM
    apps = ("Files",)
    goals = (
        "Add {item} to the end of {file} in Documents.",
        "My list {file} is in the Documents folder. Put {item} on it, on a line of its own.",
        "Please append a line with {item} to the text file Documents/{file}.",
    )

    file: str
    other: str
    item: str
    wrong: str
    text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        kind = rng.choice(("Hardware shop", "Pharmacy", "Market", "Birthday party", "Camping"))
        things = rng.sample(
            "screws,tape,plasters,lip balm,candles,balloons,rope,matches,paint,batteries,honey,figs,"
            "paper plates,gas bottle,light bulbs,cough syrup".split(","),
            6,
        )
        item, wrong, *rest = things
        text = "\n".join(f"- {thing}" for thing in rest)
        file, other = f"{kind} list.txt", f"{kind} list old.txt"
        put(scene, f"{DOCUMENTS}/{file}", text)
        put(scene, f"{DOCUMENTS}/{other}", "\n".join(f"- {thing}" for thing in rest[:2]))
        return cls(file=file, other=other, item=item, wrong=wrong, text=text)

    def expect(self) -> list[Expectation]:
        forms = [
            (self.text + f"\n{mark}{self.item}{end}").encode()
            for mark in ("- ", "", "-")
            for end in ("", "\n")
        ]
        to = {"content": OneOf(*forms), "_size": Anything()}
        return [Changed(PATH, "files", {"_data": f"{DOCUMENTS}/{self.file}"}, to)]

    def script(self) -> Script:
        return (
            *open_folder("Documents"),
            Tap(self.file, role="item"),
            Tap("Edit"),
            Enter(f"\n- {self.item}", into="Text"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the old list": Instead(file=self.other),
            "another thing": Instead(item=self.wrong),
        }


@dataclass(frozen=True)
class WriteText(TaskType):
    """A new text file is written."""

    template = "files.write_text"
    level = Level.MEDIUM
    apps = ("Files",)
    goals = (
        'Create a text file {name}.txt in Downloads that says "{text}".',
        'Write "{text}" into a new text file called {name}.txt in my Downloads.',
        'I need a file {name}.txt in Downloads with this text: "{text}".',
    )

    name: str
    wrong: str
    text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person = rng.choice(scene.world.people)
        name, wrong = rng.sample(("reminder", "todo", "door code", "greeting", "plan B"), 2)
        text = rng.choice(
            (
                f"Call {person.first} before {rng.randint(2, 8)} pm",
                f"The code is {rng.randint(1000, 9999)}",
                f"Bring {rng.randint(2, 30)} chairs for {person.first}",
                f"Table {rng.randint(2, 40)} is booked for {person.first}",
            )
        )
        return cls(name=f"{name} {rng.randint(1, 99)}", wrong=wrong, text=text)

    def expect(self) -> list[Expectation]:
        content = OneOf(Exact(self.text.encode()), Exact(f"{self.text}\n".encode()))
        return [Added(PATH, "files", {"_data": f"{DOWNLOAD}/{self.name}.txt", "content": content})]

    def script(self) -> Script:
        return (
            Open("Files"),
            Tap("Downloads"),
            Tap("More options"),
            Tap("New text file"),
            Enter(f"{self.name}.txt"),
            Tap("Create"),
            Enter(self.text, into="Text"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another name": Instead(name=self.wrong),
            "half of the text": Instead(text=self.text[:8]),
        }


@dataclass(frozen=True)
class ReadCodeInFile(TaskType):
    """Something that is written in a file is asked for."""

    template = "files.read_code"
    level = Level.MEDIUM
    apps = ("Files",)
    hidden = ("code",)
    goals = (
        "What is the {what} of {person}'s {thing}? It is in a file called {file}.",
        "I wrote the {what} for {person}'s {thing} into {file}. Look it up and tell me.",
        "Find {file} and tell me the {what} of the {thing} of {person}.",
    )

    what: str
    thing: str
    file: str
    person: str
    other: str
    code: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 3)
        thing = rng.choice(("bike lock", "locker", "garage", "suitcase", "letter box", "safe"))
        what = rng.choice(("number", "code", "combination"))
        codes = rng.sample(range(1000, 9999), 3)
        lines = [f"{p.first}: {code}" for p, code in zip(people, codes, strict=True)]
        rng.shuffle(lines)
        folder = rng.choice(("Work", "Travel", "Recipes", "Work/Archive"))
        file = f"{thing.capitalize()}s.txt"
        put(scene, f"{DOCUMENTS}/{folder}/{file}", f"{what.capitalize()}s\n\n" + "\n".join(lines))
        return cls(
            what=what,
            thing=thing,
            file=file,
            person=people[0].first,
            other=people[1].first,
            code=str(codes[0]),
            wrong=str(codes[1]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.code, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Files")
        pilot.tap("Search")
        pilot.type(self.file, into="Search files")
        pilot.tap(self.file, role="item")
        lines = pilot.read("content").split("\n")
        found = [line for line in lines if line.startswith(f"{self.person}:")]
        pilot.say(found[0].partition(": ")[2] if found else "I did not find it")

    def mistakes(self) -> dict[str, Mistake]:
        return {"somebody else's": Instead(person=self.other), "nobody's": Instead(person="Nobody")}
