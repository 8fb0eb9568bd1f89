"""AndroidWorld's tasks with Retro Music."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.retro_music.tasks.listening import (
    FillQueue,
    MakePlaylist,
    PlaylistOfLength,
    SavePlaylist,
)

TASKS = templates_of(MakePlaylist, FillQueue, SavePlaylist, PlaylistOfLength)
