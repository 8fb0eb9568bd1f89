"""Simple Calendar Pro: events with repetition, by schedule, day and month."""

from phoneworld.packs.androidworld.calendar_pro.app import APP

__all__ = ["APP"]
