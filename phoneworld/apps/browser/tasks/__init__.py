"""Tasks with the web, by what they are about."""

from phoneworld.apps.browser.tasks import keeping, limits, reading, sending

TASKS = (*reading.TASKS, *sending.TASKS, *keeping.TASKS, *limits.TASKS)
