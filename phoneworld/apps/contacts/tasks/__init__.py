"""Tasks with the address book."""

from __future__ import annotations

from phoneworld.apps.contacts.tasks.changes import (
    AddContact,
    DeleteContact,
    DeleteDuplicate,
    EditNumber,
    SetCompanyAndNote,
)
from phoneworld.apps.contacts.tasks.everyday import (
    AddName,
    ReadAddress,
    ShowContact,
    Star,
    Unstar,
    WhoseNumber,
)
from phoneworld.apps.contacts.tasks.questions import (
    ContactAlreadyFavorite,
    NoEmail,
    ReadNumber,
    StarAfterAsking,
    WhoWorksThere,
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
    AddName,
    Star,
    Unstar,
    ReadAddress,
    WhoseNumber,
    ShowContact,
)
