"""Tasks with the clock."""

from phoneworld.apps.clock.tasks_alarm_list import LIST_TASKS
from phoneworld.apps.clock.tasks_alarms import ALARM_TASKS
from phoneworld.apps.clock.tasks_timers import TIMER_TASKS
from phoneworld.apps.clock.tasks_world import WORLD_TASKS

TASKS = (*LIST_TASKS, *ALARM_TASKS, *WORLD_TASKS, *TIMER_TASKS)
