"""Tasks with notes."""

from __future__ import annotations

from phoneworld.apps.notes.tasks.checklists import NewChecklist, TickItems, TickMissingItem
from phoneworld.apps.notes.tasks.everyday import (
    AddShoppingItem,
    JotDown,
    OpenNote,
    TrashNote,
    UnpinNote,
)
from phoneworld.apps.notes.tasks.everyday_questions import LeftOnList, ReadNote
from phoneworld.apps.notes.tasks.labels import ArchiveLabel, LabelNote, RenameLabel
from phoneworld.apps.notes.tasks.marks import ColorAfterAsking, KeepPinned, PinNote
from phoneworld.apps.notes.tasks.places import ArchiveNote, DeleteByContent, RestoreNote
from phoneworld.apps.notes.tasks.questions import CountOpenItems, ReadDetail
from phoneworld.apps.notes.tasks.texts import AddTotal, AppendLine, CopyDetail, CreateNote
from phoneworld.author import templates_of

TASKS = templates_of(
    CreateNote,
    AppendLine,
    NewChecklist,
    TickItems,
    AddTotal,
    CopyDetail,
    TickMissingItem,
    PinNote,
    ArchiveNote,
    KeepPinned,
    ReadDetail,
    DeleteByContent,
    RestoreNote,
    LabelNote,
    RenameLabel,
    CountOpenItems,
    ArchiveLabel,
    ColorAfterAsking,
    JotDown,
    AddShoppingItem,
    TrashNote,
    OpenNote,
    UnpinNote,
    ReadNote,
    LeftOnList,
)
