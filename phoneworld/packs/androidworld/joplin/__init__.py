"""Joplin: notes and to-dos in notebooks."""

from phoneworld.packs.androidworld.joplin.app import APP

__all__ = ["APP"]
