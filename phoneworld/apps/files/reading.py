"""Tasks with what is in files, and with what they are: texts, sizes, names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.files import data, entries
from phoneworld.apps.files.entries import ROOT
from phoneworld.apps.files.stage import (
    DOCUMENTS,
    DOWNLOAD,
    SUBJECTS,
    delete_file,
    names_on,
    open_folder,
    put,
    put_folder,
    some_size,
)
from phoneworld.author import (
    Added,
    Also,
    Answered,
    Anything,
    Asked,
    Changed,
    Enter,
    Exact,
    Expectation,
    Guess,
    Instead,
    Level,
    Mistake,
    OneOf,
    Open,
    Pilot,
    Removed,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.providers.media import PATH

KIND_WORDS = {
    "Audio": "audio files",
    "Documents": "documents",
    "Apps and archives": "apps and archives",
}
"""The kinds that the app tells apart, as people call them."""
RANKS = {
    "largest": "Largest first",
    "smallest": "Smallest first",
    "newest": "Newest first",
    "oldest": "Oldest first",
}
"""The order of files in which one of a rank comes first."""


@dataclass(frozen=True)
class ShowHidden(TaskType):
    """Hidden files are to be listed."""

    template = "files.show_hidden"
    apps = ("Files",)
    goals = (
        "Make the file manager show hidden files.",
        "Files should also list the files whose names start with a dot. Turn that on.",
        "Can you set Files to display hidden files too?",
    )

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        hidden = scene.rng.choice((".thumbnails", ".backup", ".cache"))
        put_folder(scene, f"{scene.rng.choice((DOWNLOAD, ROOT, DOCUMENTS))}/{hidden}")
        return cls()

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "settings", {"name": "show_hidden"}, {"value": "1"})]

    def script(self) -> Script:
        return (Open("Files"), Tap("More options"), Tap("hidden files"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"switched on and off again": Also(Tap("More options"), Tap("hidden files"))}


@dataclass(frozen=True)
class SpaceOfKind(TaskType):
    """How much room a kind of file takes is asked."""

    template = "files.space_of_kind"
    apps = ("Files",)
    hidden = ("size",)
    goals = (
        "How much storage do my {what} take up?",
        "Tell me how much space {what} use on this phone.",
        "Check in Files: what is the total size of all {what} on the phone?",
    )

    file_kind: str
    what: str
    size: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        kind, other = scene.rng.sample(list(KIND_WORDS), 2)
        for number in range(scene.rng.randint(1, 4)):
            for ending in ("mp3", "docx", "zip"):
                put(
                    scene,
                    f"{ROOT}/Transfer/part {number}.{ending}",
                    size=scene.rng.randint(1, 40_000) * 1000,
                )
        size = entries.size_text(data.sizes_by_kind(scene.phone.files)[kind])
        return cls(file_kind=kind, what=KIND_WORDS[kind], size=size, other=other)

    def expect(self) -> list[Expectation]:
        return [Answered((self.size, self.size.replace(" ", "")))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Files")
        pilot.tap("Storage use")
        pilot.say(pilot.reach(self.file_kind).text.partition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another kind": Instead(file_kind=self.other),
            "the images": Instead(file_kind="Images"),
        }


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
class ReadCode(TaskType):
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
        return [Answered(self.code, nots=(self.wrong,))]

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


@dataclass(frozen=True)
class MostOfAll(TaskType):
    """Which download is the largest, smallest, newest or oldest is asked."""

    template = "files.most_of_all"
    level = Level.HARD
    apps = ("Files",)
    hidden = ("file",)
    goals = (
        "Which file in my Downloads is the {rank} of all? Tell me its name.",
        "Find the {rank} file in Downloads and tell me what it is called.",
        "My Downloads: what's the name of the {rank} file there?",
    )

    rank: str
    other: str
    file: str
    near: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        names = [f"{name.replace(' ', '_')}.pdf" for name in rng.sample(SUBJECTS, 4)]
        put(scene, f"{DOWNLOAD}/{names[0]}", size=rng.randint(100, 300) * 1_000_000)
        put(scene, f"{DOWNLOAD}/{names[1]}", size=rng.randint(20, 90))
        put(scene, f"{DOWNLOAD}/{names[2]}", size=some_size(scene), days_ago=rng.randint(120, 400))
        put(scene, f"{DOWNLOAD}/{names[3]}", size=some_size(scene), days_ago=1)
        rank, other = rng.sample(list(RANKS), 2)
        first, second = scene.phone.files.rows(
            "SELECT _display_name FROM files WHERE parent = ? AND is_folder = 0 "
            "AND substr(_display_name, 1, 1) <> '.' "
            f"ORDER BY {data.SORTS[RANKS[rank]]} LIMIT 2",
            DOWNLOAD,
        )
        return cls(
            rank=rank, other=other, file=first["_display_name"], near=second["_display_name"]
        )

    def expect(self) -> list[Expectation]:
        return [Answered(self.file, nots=(self.near,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Files")
        pilot.tap("Downloads")
        pilot.tap("More options")
        pilot.tap("Sort by")
        pilot.tap(RANKS[self.rank])
        pilot.say(names_on(pilot)[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "sorted otherwise": Instead(rank=self.other),
            "the second": Swap(Say, Say(self.near)),
        }


@dataclass(frozen=True)
class DeleteLargest(TaskType):
    """The largest file of a kind makes room."""

    template = "files.delete_largest"
    level = Level.HARD
    apps = ("Files",)
    hidden = ("file",)
    goals = (
        "I need space: delete the largest of my {what}, wherever it is.",
        "Find the biggest file among all {what} on the phone and delete it.",
        "Which of my {what} takes up the most room? Delete that one, no other.",
    )

    file_kind: str
    what: str
    file: str
    second: str
    path: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        kind, ending = rng.choice(
            (("Audio", "mp3"), ("Apps and archives", "zip"), ("Documents", "pdf"))
        )
        stems = rng.sample(SUBJECTS, 3)
        files = [f"{stem.replace(' ', '-')}.{ending}" for stem in stems]
        large = rng.randint(120, 400) * 1_000_000
        places = rng.sample((DOWNLOAD, f"{DOCUMENTS}/Work", f"{ROOT}/Music"), 3)
        steps = (0, rng.randint(1, 9) * 100_000, 80_000_000)
        for name, folder, less in zip(files, places, steps, strict=True):
            put(scene, f"{folder}/{name}", size=large - less)
        return cls(
            file_kind=kind,
            what=KIND_WORDS[kind],
            file=files[0],
            second=files[1],
            path=f"{places[0]}/{files[0]}",
        )

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "files", {"_data": self.path})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Files")
        pilot.tap(self.file_kind)
        pilot.tap("Sort by")
        pilot.tap("Largest first")
        pilot.follow(delete_file(names_on(pilot)[0]))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the second largest": Swap(
                Tap(f"More options for {self.file}"), Tap(f"More options for {self.second}")
            ),
            "the smallest": Swap(Tap("Largest first"), Tap("Smallest first")),
        }


@dataclass(frozen=True)
class RenameAsWritten(TaskType):
    """The new name of a scan stands in a note."""

    template = "files.rename_as_written"
    level = Level.HARD
    apps = ("Files",)
    hidden = ("new",)
    goals = (
        "Rename {old} in Downloads to the name that {note} in Documents gives for it.",
        (
            "The file {note} in Documents says what the scans should be called. Rename {old} in "
            "Downloads accordingly."
        ),
        "Look into Documents/{note} for the right name of {old}, then rename it (it's in Downloads).",
    )

    old: str
    other: str
    new: str
    other_new: str
    note: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        numbers = rng.sample(range(100, 999), 3)
        olds = [f"scan-{number}.pdf" for number in numbers]
        news = [
            f"{name.capitalize()} {rng.randint(2021, 2026)}.pdf" for name in rng.sample(SUBJECTS, 3)
        ]
        lines = [f"{old} = {new}" for old, new in zip(olds, news, strict=True)]
        rng.shuffle(lines)
        note = f"{rng.choice(('Scans', 'File names', 'Naming', 'Scanner list'))}.txt"
        put(scene, f"{DOCUMENTS}/{note}", "New names\n\n" + "\n".join(lines))
        for old in olds:
            put(scene, f"{DOWNLOAD}/{old}", size=some_size(scene))
        return cls(old=olds[0], other=olds[1], new=news[0], other_new=news[1], note=note)

    def expect(self) -> list[Expectation]:
        to = {"_data": f"{DOWNLOAD}/{self.new}", "_display_name": self.new}
        return [Changed(PATH, "files", {"_data": f"{DOWNLOAD}/{self.old}"}, to)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_folder("Documents"))
        pilot.tap(self.note, role="item")
        lines = [line.split(" = ") for line in pilot.read("content").split("\n") if " = " in line]
        names = dict(lines)
        pilot.back()
        pilot.tap("Go to Internal storage")
        pilot.tap("Download", role="item")
        pilot.tap(f"More options for {self.old}")
        pilot.tap("Rename")
        pilot.type(names[self.old], clear=True)
        pilot.tap("Rename", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another scan": Instead(old=self.other),
            "the name of another": Swap(Enter, Enter(self.other_new, clear=True)),
        }


@dataclass(frozen=True)
class DeleteAfterAsking(TaskType):
    """Two files have the same name; which one must be asked."""

    template = "files.ask_which"
    level = Level.HARD
    apps = ("Files",)
    goals = (
        "Delete the file {file}. If there is more than one, ask me which.",
        "Please remove {file} from my phone; check with me in case it isn't clear which one I mean.",
        "Find {file} and delete it. Ask me if you find several.",
    )

    file: str
    meant: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        folders = rng.sample(("Download", "Documents/Work", "Documents/Travel", "Music"), 2)
        file = f"{rng.choice(SUBJECTS).capitalize()}.pdf"
        for folder in folders:
            put(scene, f"{ROOT}/{folder}/{file}", size=some_size(scene))
        return cls(file=file, meant=folders[0], other=folders[1])

    def reply(self, question: str) -> str:
        del question
        return f"The one in {self.meant}"

    def expect(self) -> list[Expectation]:
        return [Asked(), Removed(PATH, "files", {"_data": f"{ROOT}/{self.meant}/{self.file}"})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Files")
        pilot.tap("Search")
        pilot.type(self.file, into="Search files")
        answer = pilot.ask(f"There are several. Which {self.file}?")
        pilot.hold(f"Internal storage/{answer.removeprefix('The one in ')}")
        pilot.tap("Delete")
        pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }
