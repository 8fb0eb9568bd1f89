"""Tasks with music."""

from __future__ import annotations

from phoneworld.apps.music.tasks.everyday_playing import (
    NextSong,
    PlayAny,
    PlayArtist,
    PlayLiked,
    PlayOn,
    PlayPlaylist,
    PlayTitle,
)
from phoneworld.apps.music.tasks.everyday_songs import LikePlaying, PlaylistSize, WhatPlays
from phoneworld.apps.music.tasks.likes import AlreadyLiked, Like
from phoneworld.apps.music.tasks.playback import (
    MissingSong,
    PauseMusic,
    PlayAfterAsking,
    PlaySong,
    QueueTwo,
)
from phoneworld.apps.music.tasks.player_modes import ShuffleRepeat, SleepTimer
from phoneworld.apps.music.tasks.playlist_songs import AddLongest, AddToPlaylist, RemoveFromPlaylist
from phoneworld.apps.music.tasks.playlists import (
    BuildPlaylist,
    CreatePlaylist,
    DeletePlaylist,
    RenamePlaylist,
)
from phoneworld.apps.music.tasks.questions import LongestSong
from phoneworld.author import templates_of

TASKS = templates_of(
    PlaySong,
    PauseMusic,
    SleepTimer,
    ShuffleRepeat,
    QueueTwo,
    MissingSong,
    PlayAfterAsking,
    LongestSong,
    CreatePlaylist,
    AlreadyLiked,
    Like,
    AddToPlaylist,
    RemoveFromPlaylist,
    RenamePlaylist,
    DeletePlaylist,
    AddLongest,
    BuildPlaylist,
    PlayAny,
    PlayOn,
    NextSong,
    PlayTitle,
    PlayArtist,
    PlayPlaylist,
    PlayLiked,
    LikePlaying,
    WhatPlays,
    PlaylistSize,
)
