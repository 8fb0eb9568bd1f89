"""Notes: texts and checklists, with labels, archive and trash."""

from phoneworld.apps.notes.app import APP

__all__ = ["APP"]
