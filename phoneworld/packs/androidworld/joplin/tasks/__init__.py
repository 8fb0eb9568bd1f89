"""AndroidWorld's tasks with Joplin: questions."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.joplin.tasks.questions import (
    AttendeeCount,
    IngredientQuantity,
    IsTodo,
    TodoCount,
)

TASKS = templates_of(IngredientQuantity, AttendeeCount, IsTodo, TodoCount)
