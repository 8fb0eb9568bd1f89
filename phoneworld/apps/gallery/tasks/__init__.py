"""Tasks with photos and albums."""

from phoneworld.apps.gallery.tasks import deleting, marking, sorting

TASKS = (*marking.TASKS, *sorting.TASKS, *deleting.TASKS)
