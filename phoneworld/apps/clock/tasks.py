"""Tasks with the clock: alarms, and other times."""

from phoneworld.apps.clock.tasks_alarms import ALARM_TASKS
from phoneworld.apps.clock.tasks_times import TIME_TASKS

TASKS = (*ALARM_TASKS, *TIME_TASKS)
