"""AndroidWorld's tasks with Contacts."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.contacts.tasks.new_people import DraftContact, NewContact

TASKS = templates_of(NewContact, DraftContact)
