"""Tasks that make folders, and move or copy files into them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.files.entries import ROOT
from phoneworld.apps.files.tasks.setup import (
    DOCUMENTS,
    DOWNLOAD,
    SUBJECTS,
    free_folders,
    make_folder,
    names_on,
    open_folder,
    put,
    put_folder,
    some_size,
)
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
)
from phoneworld.providers.media import PATH


@dataclass(frozen=True)
class NewFolder(TaskType):
    """A folder is made among the downloads or at the top."""

    template = "files.new_folder"
    apps = ("Files",)
    goals = (
        "Create a folder called {folder} in {place}.",
        "I need a new folder named {folder} in {place}.",
        "In {place}, please make a folder: {folder}.",
    )

    folder: str
    other: str
    start: str
    place: str
    path: str
    other_start: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        top = scene.rng.random() < 0.5
        path = ROOT if top else DOWNLOAD
        folder, other = free_folders(scene, path, 2)
        return cls(
            folder=folder,
            other=other,
            start="Internal storage" if top else "Downloads",
            place="the top level of the internal storage" if top else "Downloads",
            path=path,
            other_start="Downloads" if top else "Internal storage",
        )

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "files", {"_data": f"{self.path}/{self.folder}", "is_folder": 1})]

    def script(self) -> Script:
        return (Open("Files"), Tap(self.start), *make_folder(self.folder))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another name": Instead(folder=self.other),
            "in another place": Instead(start=self.other_start),
        }


@dataclass(frozen=True)
class FolderThere(TaskType):
    """The folder that is asked for exists already."""

    template = "files.folder_there"
    apps = ("Files",)
    goals = (
        "Make sure that there is a folder called {folder} in Documents.",
        "I need a folder {folder} in Documents. Create it if it isn't there.",
        "Documents should have a folder named {folder}; add one if it is missing.",
    )

    folder: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        folder, other = free_folders(scene, DOCUMENTS, 2)
        put_folder(scene, f"{DOCUMENTS}/{folder}")
        return cls(folder=folder, other=other)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_folder("Documents"))
        if not pilot.shows(self.folder, role="item"):
            pilot.follow(make_folder(self.folder))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "made a second one": Also(*make_folder(f"{self.folder} (1)")),
            "made another": Also(*make_folder(self.other)),
        }


@dataclass(frozen=True)
class MoveDownload(TaskType):
    """A download is filed away."""

    template = "files.move"
    level = Level.MEDIUM
    apps = ("Files",)
    goals = (
        "Move {file} from Downloads to the {folder} folder in Documents.",
        "File {file} away: it is in Downloads and belongs into Documents, folder {folder}.",
        "Please put {file} from my Downloads into Documents/{folder}.",
    )

    file: str
    other: str
    folder: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        folder, wrong = free_folders(scene, DOCUMENTS, 2)
        put_folder(scene, f"{DOCUMENTS}/{folder}")
        put_folder(scene, f"{DOCUMENTS}/{wrong}")
        stem, year = rng.choice(SUBJECTS), rng.randint(2022, 2025)
        file, other = f"{stem} {year}.pdf", f"{stem} {year + 1}.pdf"
        for name in (file, other):
            put(scene, f"{DOWNLOAD}/{name}", size=some_size(scene))
        return cls(file=file, other=other, folder=folder, wrong=wrong)

    def expect(self) -> list[Expectation]:
        folder = f"{DOCUMENTS}/{self.folder}"
        to = {"_data": f"{folder}/{self.file}", "parent": folder}
        return [Changed(PATH, "files", {"_data": f"{DOWNLOAD}/{self.file}"}, to, anew=True)]

    def script(self) -> Script:
        return self._file_away("Move")

    def _file_away(self, verb: str) -> Script:
        return (
            Open("Files"),
            Tap("Downloads"),
            Tap(f"More options for {self.file}"),
            Tap(f"{verb} to"),
            Tap("Documents"),
            Tap(self.folder),
            Tap(f"{verb} here", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another year": Instead(file=self.other),
            "another folder": Instead(folder=self.wrong),
            "copied instead": Way(*self._file_away("Copy")),
        }


@dataclass(frozen=True)
class CopyDocument(TaskType):
    """A document is copied, and stays where it was."""

    template = "files.copy"
    level = Level.MEDIUM
    apps = ("Files",)
    goals = (
        "Copy {file} from Documents into a new folder called {folder} in Downloads.",
        "In Downloads, make a folder {folder} and put a copy of Documents/{file} into it.",
        (
            "I want a copy of {file} (in Documents) in a folder named {folder} under Downloads. "
            "The folder does not exist yet."
        ),
    )

    file: str
    other: str
    folder: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        folder = free_folders(scene, DOWNLOAD, 1)[0]
        file, other = (f"{name.capitalize()}.docx" for name in rng.sample(SUBJECTS, 2))
        for name in (file, other):
            put(scene, f"{DOCUMENTS}/{name}", size=some_size(scene))
        return cls(file=file, other=other, folder=folder)

    def expect(self) -> list[Expectation]:
        folder = f"{DOWNLOAD}/{self.folder}"
        return [
            Added(PATH, "files", {"_data": folder, "is_folder": 1}),
            Added(PATH, "files", {"_data": f"{folder}/{self.file}", "is_folder": 0}),
        ]

    def script(self) -> Script:
        return self._put_into_folder("Copy")

    def _put_into_folder(self, verb: str) -> Script:
        return (
            *open_folder("Documents"),
            Tap(f"More options for {self.file}"),
            Tap(f"{verb} to"),
            Tap("Download"),
            *make_folder(self.folder),
            Tap(f"{verb} here", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another document": Instead(file=self.other),
            "moved instead": Way(*self._put_into_folder("Move")),
        }


@dataclass(frozen=True)
class MoveSeveral(TaskType):
    """All files of one kind in a folder are moved, the others stay."""

    template = "files.move_several"
    level = Level.HARD
    apps = ("Files",)
    goals = (
        "Move all PDF files from Downloads/{source} to Documents/{target}.",
        (
            "The folder {source} in Downloads has some PDFs in it. Put them all into the folder "
            "{target} in Documents, and leave the rest where it is."
        ),
        "Tidy up: every PDF in Downloads/{source} belongs into Documents/{target}.",
    )

    source: str
    target: str
    wrong: str
    files: tuple[str, ...]
    extra: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        source = free_folders(scene, DOWNLOAD, 1)[0]
        target, wrong = free_folders(scene, DOCUMENTS, 2)
        put_folder(scene, f"{DOCUMENTS}/{target}")
        put_folder(scene, f"{DOCUMENTS}/{wrong}")
        stems = rng.sample(SUBJECTS, 6)
        files = [f"{stem}.pdf" for stem in stems[: rng.randint(2, 3)]]
        rest = [f"{stems[3]}.docx", f"{stems[4]}.txt", f"{stems[5]} pdf.zip"]
        for name in (*files, *rest):
            put(scene, f"{DOWNLOAD}/{source}/{name}", size=some_size(scene))
        return cls(
            source=source,
            target=target,
            wrong=wrong,
            files=tuple(files),
            extra=rest[2],
        )

    def expect(self) -> list[Expectation]:
        folder = f"{DOCUMENTS}/{self.target}"
        return [
            Changed(
                PATH,
                "files",
                {"_data": f"{DOWNLOAD}/{self.source}/{name}"},
                {"_data": f"{folder}/{name}", "parent": folder},
                anew=True,
            )
            for name in self.files
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Files")
        pilot.tap("Downloads")
        pilot.tap(self.source, role="item")
        first, *others = (name for name in names_on(pilot) if name.endswith(".pdf"))
        pilot.hold(first)
        for name in others:
            pilot.tap(name)
        pilot.tap("Move")
        pilot.tap("Documents")
        pilot.tap(self.target)
        pilot.tap("Move here")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one that is no PDF, too": Swap(Tap("Move"), Tap(self.extra), Tap("Move")),
            "into another folder": Instead(target=self.wrong),
        }
