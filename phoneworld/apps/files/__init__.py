"""Files: what is on the phone's storage."""

from phoneworld.apps.files.app import APP

__all__ = ["APP"]
