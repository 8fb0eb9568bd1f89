"""Files: what is on the phone's storage."""

from phoneworld.packs.androidworld.files.app import APP

__all__ = ["APP"]
