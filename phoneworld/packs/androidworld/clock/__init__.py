"""Clock: alarms, timers and a stopwatch."""

from phoneworld.packs.androidworld.clock.app import APP

__all__ = ["APP"]
