"""AndroidWorld's tasks with VLC."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.vlc.tasks.playlists import OneVideoPlaylist, TwoVideoPlaylists

TASKS = templates_of(OneVideoPlaylist, TwoVideoPlaylists)
