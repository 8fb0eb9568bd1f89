"""Tasks with music."""

from phoneworld.apps.music.tasks import playback, playlists

TASKS = (*playback.TASKS, *playlists.TASKS)
