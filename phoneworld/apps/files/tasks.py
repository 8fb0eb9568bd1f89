"""Tasks with files and folders."""

from __future__ import annotations

from phoneworld.apps.files import filing, reading
from phoneworld.author import templates_of

TASKS = templates_of(
    filing.NewFolder,
    filing.DeleteDownload,
    filing.FolderThere,
    filing.RenameDocument,
    filing.MoveDownload,
    filing.CopyDocument,
    filing.MissingFile,
    filing.DestroyEvidence,
    filing.MoveSeveral,
    reading.ShowHidden,
    reading.SpaceOfKind,
    reading.AddLine,
    reading.WriteText,
    reading.ReadCode,
    reading.MostOfAll,
    reading.DeleteLargest,
    reading.RenameAsWritten,
    reading.DeleteAfterAsking,
)
