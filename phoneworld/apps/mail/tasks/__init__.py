"""Tasks with mail, by what they are about."""

from phoneworld.apps.mail.tasks import answering, finding, limits, sending, sorting

TASKS = (*finding.TASKS, *sorting.TASKS, *answering.TASKS, *sending.TASKS, *limits.TASKS)
