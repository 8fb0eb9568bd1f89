"""AndroidWorld's tasks with Simple Draw Pro."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.draw_pro.tasks.drawings import SaveNewDrawing

TASKS = templates_of(SaveNewDrawing)
