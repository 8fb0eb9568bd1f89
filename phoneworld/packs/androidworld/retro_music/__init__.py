"""Retro Music: the songs on the storage, playlists, and a playing queue."""

from phoneworld.packs.androidworld.retro_music.app import APP

__all__ = ["APP"]
