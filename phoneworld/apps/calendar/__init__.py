"""Calendar: the events of the phone."""

from phoneworld.apps.calendar.app import APP

__all__ = ["APP"]
