"""Tasks with what files are: their sizes, their age, whether they are hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.files import data, entries
from phoneworld.apps.files.entries import ROOT
from phoneworld.apps.files.tasks.setup import (
    DOCUMENTS,
    DOWNLOAD,
    KIND_WORDS,
    SUBJECTS,
    names_on,
    put,
    put_folder,
    some_size,
)
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)

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
        return [ExpectedAnswer((self.size, self.size.replace(" ", "")))]

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
        return [ExpectedAnswer(self.file, nots=(self.near,))]

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
