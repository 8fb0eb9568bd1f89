"""AndroidWorld's tasks with Clipper."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.clipper.tasks.copies import CopyText

TASKS = templates_of(CopyText)
