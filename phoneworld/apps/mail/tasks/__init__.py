"""Tasks with mail, by what they are about."""

from phoneworld.apps.mail.tasks import answering, finding, limits, sorting

TASKS = (*finding.TASKS, *sorting.TASKS, *answering.TASKS, *limits.TASKS)
