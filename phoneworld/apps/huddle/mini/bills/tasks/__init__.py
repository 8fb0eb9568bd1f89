"""Tasks with bills."""

from phoneworld.apps.huddle.mini.bills.tasks import keeping, paying

TASKS = (
    *paying.TASKS,
    *keeping.TASKS,
)
