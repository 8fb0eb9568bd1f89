"""Tasks with notes."""

from __future__ import annotations

from phoneworld.apps.notes import tidying_tasks, writing_tasks

TASKS = (*writing_tasks.TASKS, *tidying_tasks.TASKS)
