"""Tasks with music."""

from phoneworld.apps.music.tasks import collecting, playing

TASKS = (*playing.TASKS, *collecting.TASKS)
