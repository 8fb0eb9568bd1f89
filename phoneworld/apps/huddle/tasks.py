"""Tasks."""
from phoneworld.apps.huddle.miniapp import mini_tasks_modules
TASKS = ()
