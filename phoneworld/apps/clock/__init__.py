"""Clock: alarms, the time elsewhere, timers and a stopwatch."""

from phoneworld.apps.clock.app import APP

__all__ = ["APP"]
