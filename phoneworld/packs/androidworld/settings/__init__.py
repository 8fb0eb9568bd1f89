"""Settings: the phone's own."""

from phoneworld.packs.androidworld.settings.app import APP

__all__ = ["APP"]
