"""AndroidWorld's tasks with Chrome."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.chrome.tasks.pages import (
    MultiplyNumbers,
    PaintColors,
    WalkThroughMaze,
)

TASKS = templates_of(WalkThroughMaze, MultiplyNumbers, PaintColors)
