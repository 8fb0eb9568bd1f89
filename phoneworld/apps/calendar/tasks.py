"""Tasks with the calendar."""

from __future__ import annotations

from phoneworld.apps.calendar import planning_tasks, reviewing_tasks
from phoneworld.tasks.template import Template

TASKS: tuple[Template, ...] = (*planning_tasks.TASKS, *reviewing_tasks.TASKS)
