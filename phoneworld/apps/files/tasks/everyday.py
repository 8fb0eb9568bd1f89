"""What people ask of their files in a few words: open, read, find or delete one, and the space that is left."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.files import data, entries
from phoneworld.apps.files.tasks.setup import (
    DOCUMENTS,
    DOWNLOAD,
    SUBJECTS,
    delete_file,
    free_folders,
    open_folder,
    put,
    put_folder,
    some_size,
)
from phoneworld.author import (
    BACK,
    Also,
    Enter,
    Expectation,
    ExpectedAnswer,
    ExpectedPage,
    Instead,
    Mistake,
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


@dataclass(frozen=True)
class FreeSpace(TaskType):
    """How much of the storage is free."""

    template = "files.free_space"
    apps = ("Files",)
    hidden = ("free",)
    goals = (
        "How much storage is free on my phone?",
        "How much space do I have left for files?",
        "Tell me how much room is left on the internal storage.",
    )

    free: str
    used: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        name = f"{rng.choice(SUBJECTS)} backup.zip"
        put(scene, f"{DOWNLOAD}/{name}", size=rng.randint(300, 9000) * 1_000_000)
        used = data.SYSTEM_SIZE + sum(data.sizes_by_kind(scene.phone.files).values())
        return cls(entries.size_text(data.CAPACITY - used), entries.size_text(used))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.free)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Files")
        pilot.tap("Storage use", role="item")
        pilot.say(pilot.read("free"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "what is used": Swap(Say, Say(f"{self.used} used")),
            "what it can hold": Swap(Say, Say(entries.size_text(data.CAPACITY))),
        }


def text_files(scene: Scene) -> tuple[str, str, str, str]:
    """The names of two text files that are alike, and what they say; neither is there yet."""
    rng = scene.rng
    stem = rng.choice(SUBJECTS)
    names = [f"{stem}.txt", f"{stem} {rng.choice(('old', 'new', 'copy'))}.txt"]
    rng.shuffle(names)
    first, second = (person.first for person in rng.sample(scene.world.people, 2))
    texts = rng.sample(
        (
            f"Ask {first} before {rng.randint(2, 28)} June",
            f"{second} has the papers",
            f"Reference {rng.randint(10000, 99999)}",
            f"Costs {rng.randint(20, 900)} a year",
            f"Call {first} again on Monday",
        ),
        2,
    )
    return names[0], names[1], texts[0], texts[1]


@dataclass(frozen=True)
class OpenDownload(TaskType):
    """A text file of the downloads is to be on the screen."""

    template = "files.open"
    apps = ("Files",)
    goals = (
        "Open {file} from my downloads.",
        "Show me the file {file} in Downloads.",
        "I want to look at {file}, it is in the Downloads folder.",
    )

    file: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        file, other, *texts = text_files(scene)
        for name, text in zip((file, other), texts, strict=True):
            put(scene, f"{DOWNLOAD}/{name}", text)
        return cls(file, other)

    def expect(self) -> list[Expectation]:
        path = json.dumps({"path": f"{DOWNLOAD}/{self.file}"})
        return [ExpectedPage(f"{data.PACKAGE}/text {path}")]

    def script(self) -> Script:
        return (Open("Files"), Tap("Downloads"), Tap(self.file, role="item"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the similar file": Instead(file=self.other), "left again": Also(BACK)}


@dataclass(frozen=True)
class ReadFile(TaskType):
    """What a text file says, wherever it is."""

    template = "files.read"
    apps = ("Files",)
    hidden = ("text",)
    goals = (
        "What does the file {file} say?",
        "Read me {file}.",
        "Find {file} on my phone and tell me what is in it.",
    )

    file: str
    other: str
    text: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        file, other, text, wrong = text_files(scene)
        folder = scene.rng.choice((DOWNLOAD, DOCUMENTS))
        put(scene, f"{folder}/{file}", text)
        put(scene, f"{folder}/{other}", wrong)
        return cls(file, other, text, wrong)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.text, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow((Open("Files"), Tap("Search"), Enter(self.file, into="Search files")))
        pilot.tap(self.file, role="item")
        pilot.say(pilot.read("content"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the similar file": Instead(file=self.other),
            "its name": Swap(Say, Say(self.file)),
        }


def named(folder: str) -> tuple[str, ...]:
    """A folder in Documents by its name, or by the way to it: a path is one word of an answer."""
    way = f"Documents/{folder}"
    return (folder, way, f"storage/{way}", f"sdcard/{way}")


@dataclass(frozen=True)
class WhereIsFile(TaskType):
    """The folder that a file is in."""

    template = "files.where_is"
    apps = ("Files",)
    hidden = ("folder",)
    goals = (
        "In which folder is {file}?",
        "Where on my phone is the file {file}?",
        "Find {file} in Files and tell me the folder.",
    )

    file: str
    other: str
    folder: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        stem, ending = rng.choice(SUBJECTS).replace(" ", "-"), rng.choice(("pdf", "docx", "zip"))
        names = [f"{stem}.{ending}", f"{stem}-{rng.randint(2, 4)}.{ending}"]
        rng.shuffle(names)
        folders = free_folders(scene, DOCUMENTS, 6)
        # A name such as car-loan.pdf would give the folder Car away.
        folders = [folder for folder in folders if folder.lower() not in names[0]][:2]
        for name, folder in zip(names, folders, strict=True):
            put(scene, f"{DOCUMENTS}/{folder}/{name}", size=some_size(scene))
        return cls(file=names[0], other=names[1], folder=folders[0], wrong=folders[1])

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(named(self.folder), nots=named(self.wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow((Open("Files"), Tap("Search"), Enter(self.file, into="Search files")))
        pilot.say(pilot.reach(self.file, role="item").text.rpartition(" · ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the similar file": Instead(file=self.other),
            "only Documents": Swap(Say, Say("It is in Documents.")),
        }


@dataclass(frozen=True)
class DeleteFolder(TaskType):
    """An empty folder is deleted; one with nearly the same name stays."""

    template = "files.delete_folder"
    apps = ("Files",)
    goals = (
        "Delete the folder {folder} in Documents.",
        "Remove the {folder} folder from my Documents.",
        "The folder {folder} in Documents is empty. Get rid of it.",
    )

    folder: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        (stem,) = free_folders(scene, DOCUMENTS, 1)
        folders = [stem, f"{stem} {rng.choice(('2024', '2025', 'old', 'new'))}"]
        rng.shuffle(folders)
        for folder in folders:
            put_folder(scene, f"{DOCUMENTS}/{folder}")
        return cls(folder=folders[0], other=folders[1])

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "files", {"_data": f"{DOCUMENTS}/{self.folder}"})]

    def script(self) -> Script:
        return (*open_folder("Documents"), *delete_file(self.folder))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the similar folder": Instead(folder=self.other)}
