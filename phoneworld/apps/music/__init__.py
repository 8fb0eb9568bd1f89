"""Music: the songs on the phone, and the player."""

from phoneworld.apps.music.app import APP

__all__ = ["APP"]
