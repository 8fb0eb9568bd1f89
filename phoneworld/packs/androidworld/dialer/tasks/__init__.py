"""The suite has no task with the dialer alone: `settings.tasks.opened_apps` opens it."""

from __future__ import annotations

from phoneworld.author import templates_of

TASKS = templates_of()
