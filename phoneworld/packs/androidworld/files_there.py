"""Files on shared storage, for the tasks of all apps: put there before, and expected afterwards."""

from __future__ import annotations

from typing import Any

from phoneworld.apps.files import entries
from phoneworld.author import Added, Anything, Changed, Either, Exact, Removed
from phoneworld.phone import Phone
from phoneworld.providers import media


def put_file(phone: Phone, path: str, content: str | bytes, *, date_ms: int | None = None) -> None:
    """Put a file on the phone before a task. A text ends with a line break, as the shell writes it."""
    data = content if isinstance(content, bytes) else f"{content}\n".encode()
    entries.put_file(phone.files, path, data, date_ms=phone.now_ms if date_ms is None else date_ms)


def has_file(phone: Phone, path: str) -> bool:
    """Whether there is a file or folder of this path."""
    return entries.find(phone.files, path) is not None


def file_added(path: str, content: Any) -> Added:
    """There is a new file with this content: bytes, or a matcher such as `Alike`."""
    return Added(media.PATH, "files", {"_data": Exact(path), "is_folder": 0, "content": content})


def folder_added(path: str) -> Added:
    """There is a new folder."""
    return Added(media.PATH, "files", {"_data": Exact(path), "is_folder": 1})


def file_changed(path: str, content: Any, *, to: str = "") -> Either:
    """A file has another content, and with `to` also another path; or it made way for such a one."""
    wanted: dict[str, Any] = {"content": content, "_size": Anything()}
    if to:
        wanted |= _place(to)
    changed = Changed(media.PATH, "files", {"_data": Exact(path)}, wanted)
    return Either((changed,), (file_removed(path), file_added(to or path, content)))


def file_moved(path: str, to: str) -> Changed:
    """A file has another path, and is otherwise the same: moved, or copied and then deleted."""
    return Changed(media.PATH, "files", {"_data": Exact(path)}, _place(to), anew=True)


def file_removed(path: str) -> Removed:
    """A file or folder is gone."""
    return Removed(media.PATH, "files", {"_data": Exact(path)})


def _place(path: str) -> dict[str, Any]:
    parent, name = media.split(path)
    return {
        "_data": Exact(path),
        "parent": Exact(parent),
        "_display_name": Exact(name),
        "mime_type": Anything(),
    }
