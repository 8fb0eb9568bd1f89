"""AndroidWorld's tasks with Camera."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.camera.tasks.shots import TakeOnePhoto, TakeOneVideo

TASKS = templates_of(TakeOnePhoto, TakeOneVideo)
