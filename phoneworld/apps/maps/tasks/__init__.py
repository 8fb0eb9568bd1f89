"""Tasks with the map, by what they are about."""

from phoneworld.apps.maps.tasks import asking, keeping, travelling

TASKS = (*asking.TASKS, *keeping.TASKS, *travelling.TASKS)
