"""Tasks with the phone's settings."""

from phoneworld.apps.settings.tasks import connections, switches, values

TASKS = (*switches.TASKS, *connections.TASKS, *values.TASKS)
