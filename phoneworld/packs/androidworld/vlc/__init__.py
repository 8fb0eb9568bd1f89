"""VLC: the videos on the storage, playlists of them, and a player."""

from phoneworld.packs.androidworld.vlc.app import APP

__all__ = ["APP"]
