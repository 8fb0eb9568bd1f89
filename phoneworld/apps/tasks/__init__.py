"""Tasks: to-do lists."""

from phoneworld.apps.tasks.app import APP

__all__ = ["APP"]
