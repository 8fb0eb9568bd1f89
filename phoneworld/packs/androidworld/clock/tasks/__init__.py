"""AndroidWorld's tasks with this app."""

from __future__ import annotations

from phoneworld.author import templates_of

TASKS = templates_of()
