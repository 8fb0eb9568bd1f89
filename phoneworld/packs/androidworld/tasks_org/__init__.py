"""Tasks: what is to be done, by when, and how much it matters."""

from phoneworld.packs.androidworld.tasks_org.app import APP

__all__ = ["APP"]
