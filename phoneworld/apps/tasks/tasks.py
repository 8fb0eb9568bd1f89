"""Tasks with to-do lists."""

from __future__ import annotations

from phoneworld.apps.tasks import changing_tasks, reviewing_tasks

TASKS = (*changing_tasks.TASKS, *reviewing_tasks.TASKS)
