"""AndroidWorld's tasks with Files."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.files.tasks.tidying import DeleteStoredFile, MoveStoredFile

TASKS = templates_of(MoveStoredFile, DeleteStoredFile)
