"""Tasks with coffee orders."""

from phoneworld.apps.huddle.mini.coffee.tasks import choosing, ordering

TASKS = (
    *ordering.TASKS,
    *choosing.TASKS,
)
