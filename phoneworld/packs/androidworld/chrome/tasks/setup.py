"""What the tasks with Chrome share."""

from __future__ import annotations

from phoneworld.author import (
    Exact,
    Expectation,
    ExpectedScreen,
    Open,
    Scene,
    Script,
    ShownElement,
    Tap,
)
from phoneworld.packs.androidworld.chrome.app import DONE
from phoneworld.packs.androidworld.chrome.data import PACKAGE
from phoneworld.packs.androidworld.files_there import put_file

LABEL = "Chrome"
FILE = "task.html"
OPENING: Script = (Open("Files"), Tap("Downloads"), Tap(FILE, role="item"), Tap(LABEL))
"""The steps from the file to the page."""
SUCCESS: list[Expectation] = [ExpectedScreen(PACKAGE, (ShownElement(text=Exact(DONE)),))]
"""The page says that it was done, and is in front."""


def put_page(scene: Scene, title: str) -> int:
    """A page among the downloads; the number that it starts from."""
    seed = scene.rng.randrange(2**32)
    head = f'<title>{title}</title><meta name="seed" content="{seed}">'
    page = f"<!DOCTYPE html><html><head>{head}</head><body></body></html>"
    put_file(scene.phone, f"/sdcard/Download/{FILE}", page)
    return seed
