"""Tasks with the address book."""

from __future__ import annotations

from phoneworld.apps.contacts.tasks.asking import (
    ContactAlreadyFavorite,
    NoEmail,
    ReadNumber,
    StarAfterAsking,
    WhoWorksThere,
)
from phoneworld.apps.contacts.tasks.changing import (
    AddContact,
    DeleteContact,
    DeleteDuplicate,
    EditNumber,
    SetCompanyAndNote,
)
from phoneworld.author import templates_of

TASKS = templates_of(
    AddContact,
    EditNumber,
    SetCompanyAndNote,
    DeleteContact,
    DeleteDuplicate,
    ReadNumber,
    WhoWorksThere,
    StarAfterAsking,
    ContactAlreadyFavorite,
    NoEmail,
)
