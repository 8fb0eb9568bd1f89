"""AndroidWorld's tasks with Markor."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.markor.tasks.edits import AddHeader, ChangeContent, EditNote
from phoneworld.packs.androidworld.markor.tasks.new_notes import (
    CreateFolder,
    CreateMarkorNote,
    MergeNotes,
    PasteIntoNote,
)
from phoneworld.packs.androidworld.markor.tasks.tidying import (
    DeleteAllNotes,
    DeleteNewestNote,
    DeleteNote,
    MoveNote,
)
from phoneworld.packs.androidworld.markor.tasks.with_others import (
    NoteAndText,
    TranscribeReceipt,
    TranscribeVideo,
)

TASKS = templates_of(
    CreateMarkorNote,
    PasteIntoNote,
    MergeNotes,
    CreateFolder,
    EditNote,
    ChangeContent,
    AddHeader,
    DeleteNote,
    DeleteNewestNote,
    DeleteAllNotes,
    MoveNote,
    NoteAndText,
    TranscribeReceipt,
    TranscribeVideo,
)
