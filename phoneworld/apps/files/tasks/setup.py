"""What the tasks with files put on the phone, and what their oracles do again and again."""

from __future__ import annotations

from phoneworld.apps.files import entries
from phoneworld.apps.files.entries import ROOT
from phoneworld.author import Enter, Open, Pilot, Scene, Script, Tap

DAY_MS = 86_400_000
DOWNLOAD = f"{ROOT}/Download"
DOCUMENTS = f"{ROOT}/Documents"
SUBJECTS = (
    "kitchen quote,roof repair,gym contract,school report,car loan,dentist bill,phone contract,"
    "piano score,house plan,garden survey,travel insurance,course certificate,pension letter,"
    "parking permit,library card,club rules,wedding speech,moving checklist,heating bill,visa form"
).split(",")
FOLDERS = (
    "Receipts,Car,House,School,Health,Holidays,Letters,Taxes,Manuals,Tickets,Garden,Piano,Club,"
    "Projects,Old phone,Certificates"
).split(",")
KIND_WORDS = {
    "Audio": "audio files",
    "Documents": "documents",
    "Apps and archives": "apps and archives",
}
"""The kinds that the app tells apart, as people call them."""


def put(
    scene: Scene, path: str, text: str = "", *, size: int | None = None, days_ago: int = 0
) -> None:
    """Put a file on the phone."""
    days = days_ago or scene.rng.randint(2, 50)
    stamp = scene.phone.now_ms - days * DAY_MS - scene.rng.randint(0, 9_000_000)
    entries.put_file(scene.phone.files, path, text.encode(), size=size, date_ms=stamp)


def put_folder(scene: Scene, path: str) -> None:
    """Put an empty folder on the phone."""
    entries.put_folder(scene.phone.files, path, date_ms=scene.phone.now_ms - 40 * DAY_MS)


def some_size(scene: Scene) -> int:
    return scene.rng.randint(90, 3000) * 1000


def free_folders(scene: Scene, parent: str, count: int) -> list[str]:
    """Names that no folder in there has yet."""
    free = [f for f in FOLDERS if entries.find(scene.phone.files, f"{parent}/{f}") is None]
    return scene.rng.sample(free, count)


def names_on(pilot: Pilot) -> list[str]:
    """The names of the files on the screen, from the top."""
    pilot.reach("More options for")  # the screen may still be loading
    texts = [e.text for e in pilot.screen.elements if e.role == "item" and " · " in e.text]
    return [text.rpartition(", ")[0] for text in texts]


def open_folder(*names: str) -> Script:
    """Go down from the top of the storage."""
    return (Open("Files"), Tap("Internal storage"), *(Tap(name, role="item") for name in names))


def make_folder(name: str) -> Script:
    """Make a folder in the one that is open."""
    return (Tap("New folder"), Enter(name), Tap("Create"))


def delete_file(name: str) -> Script:
    """Delete a file of the folder that is open."""
    return (Tap(f"More options for {name}"), Tap("Delete"), Tap("Delete", role="button"))
