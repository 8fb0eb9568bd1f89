"""Tasks with rides."""

from phoneworld.apps.huddle.mini.ride.tasks import booking, managing

TASKS = (
    *booking.TASKS,
    *managing.TASKS,
)
