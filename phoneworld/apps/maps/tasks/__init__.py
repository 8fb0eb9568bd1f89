"""Tasks with the map, by what they are about."""

from phoneworld.apps.maps.tasks import asking, keeping, limits, travelling

TASKS = (*asking.TASKS, *keeping.TASKS, *travelling.TASKS, *limits.TASKS)
