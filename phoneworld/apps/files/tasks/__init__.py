"""Tasks with files and folders."""

from __future__ import annotations

from phoneworld.apps.files.tasks.contents import AddLine, ReadCodeInFile, WriteText
from phoneworld.apps.files.tasks.deletions import (
    DeleteDownload,
    DeleteFileAfterAsking,
    DeleteLargest,
    DestroyEvidence,
)
from phoneworld.apps.files.tasks.everyday import (
    DeleteFolder,
    FreeSpace,
    OpenDownload,
    ReadFile,
    WhereIsFile,
)
from phoneworld.apps.files.tasks.folders import (
    CopyDocument,
    FolderThere,
    MoveDownload,
    MoveSeveral,
    NewFolder,
)
from phoneworld.apps.files.tasks.names import MissingFile, RenameAsWritten, RenameDocument
from phoneworld.apps.files.tasks.properties import MostOfAll, ShowHidden, SpaceOfKind
from phoneworld.author import templates_of

TASKS = templates_of(
    NewFolder,
    DeleteDownload,
    FolderThere,
    RenameDocument,
    MoveDownload,
    CopyDocument,
    MissingFile,
    DestroyEvidence,
    MoveSeveral,
    ShowHidden,
    SpaceOfKind,
    AddLine,
    WriteText,
    ReadCodeInFile,
    MostOfAll,
    DeleteLargest,
    RenameAsWritten,
    DeleteFileAfterAsking,
    FreeSpace,
    OpenDownload,
    ReadFile,
    WhereIsFile,
    DeleteFolder,
)
