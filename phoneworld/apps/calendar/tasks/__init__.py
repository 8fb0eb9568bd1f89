"""Tasks with the calendar."""

from phoneworld.apps.calendar.tasks import asking, changing, clearing, entering

TASKS = (*entering.TASKS, *changing.TASKS, *asking.TASKS, *clearing.TASKS)
