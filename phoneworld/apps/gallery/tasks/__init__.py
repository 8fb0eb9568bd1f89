"""Tasks with photos and albums."""

from phoneworld.apps.gallery.tasks import deletions, marks, moves

TASKS = (*marks.TASKS, *moves.TASKS, *deletions.TASKS)
