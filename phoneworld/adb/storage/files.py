"""One view of all files of a phone: shared storage, apps' databases, and everything else.

`FileTree` decides where a path belongs and checks what any file system checks; the stores behind
it do the rest. Nothing here ever opens a file of the host.
"""

from __future__ import annotations

import errno
import fnmatch
import posixpath
import re
import stat
from collections.abc import Iterator

from phoneworld.adb.errors import FileError, missing
from phoneworld.adb.storage.app_databases import BESIDE, IN_DATABASES, AppDatabases, check_database
from phoneworld.adb.storage.file_entry import Entry, folder_of
from phoneworld.adb.storage.plain_files import PlainFiles
from phoneworld.adb.storage.shared_storage import ROOT as SHARED
from phoneworld.adb.storage.shared_storage import SharedStorage
from phoneworld.adb.storage.unscanned import UnscannedFiles
from phoneworld.phone import Phone

ALIASES = (
    ("/storage/emulated/0", SHARED),
    ("/storage/self/primary", SHARED),
    ("/mnt/sdcard", SHARED),
    ("/mnt/user/0/primary", SHARED),
    ("/data/media/0", SHARED),
    ("/data/user/0", "/data/data"),
)
"""Other names of the same folders."""

NULL = "/dev/null"
LONGEST_PATH = 4096
LONGEST_NAME = 255
DEEPEST = 64
MAX_LOOKS = 2000
MAX_FILE_BYTES = 256 << 20


class FileTree:
    """The files of a phone. Paths may be relative to `cwd` only in `resolve`, `find` and `glob`."""

    def __init__(self, phone: Phone, contents: dict[str, bytes]) -> None:
        self._phone = phone
        self._shared = SharedStorage(phone)
        self._unscanned = UnscannedFiles()
        self._databases = AppDatabases(phone)
        self._plain = PlainFiles(phone, contents)

    def resolve(self, path: str, cwd: str = "/") -> str:
        """The one absolute path that is meant; `FileError` for what can be no path."""
        if not path or "\0" in path:
            raise FileError(path, errno.ENOENT if not path else errno.EINVAL)
        whole = posixpath.normpath(posixpath.join("/", cwd, path))
        whole = "/" + whole.lstrip("/")
        try:
            parts = whole.encode().split(b"/")
        except UnicodeEncodeError as error:
            raise FileError(ascii(path), errno.EILSEQ) from error
        longest = max(map(len, parts))
        if len(whole) > LONGEST_PATH or longest > LONGEST_NAME or len(parts) > DEEPEST:
            raise FileError(path[:80] + "...", errno.ENAMETOOLONG)
        for alias, real in ALIASES:
            if whole == alias or whole.startswith(alias + "/"):
                return real + whole[len(alias) :]
        return whole

    # Looking

    def find(self, path: str, cwd: str = "/") -> Entry | None:
        """What is at a path, if anything."""
        path = self.resolve(path, cwd)
        if path == NULL:
            return Entry(path, stat.S_IFCHR | 0o666, 0, 0)
        if _is_shared(path):
            return self._unscanned.find(path) or self._shared.find(path)
        return self._databases.find(path) or self._plain.find(path)

    def stat(self, path: str) -> Entry:
        """What is at a path, or `FileError`."""
        found = self.find(path)
        if found is None:
            raise missing(path)
        return found

    def entries(self, path: str) -> list[Entry]:
        """What is in a folder, by name."""
        path = self.resolve(path)
        if not self.stat(path).is_folder:
            raise FileError(path, errno.ENOTDIR)
        if _is_shared(path):
            both = [*self._shared.entries(path), *self._unscanned.entries(path)]
            return sorted(both, key=lambda entry: entry.name)
        names = self._plain.names(path)
        if path == "/":
            names |= {SHARED[1:]}
        found = [self.find(posixpath.join(path, name)) for name in sorted(names)]
        return [entry for entry in found if entry is not None]

    def walk(self, path: str) -> Iterator[Entry]:
        """A file or folder and all below it, folders before what is in them."""
        entry = self.stat(path)
        yield entry
        if entry.is_folder:
            for child in self.entries(entry.path):
                yield from self.walk(child.path)

    def glob(self, pattern: str, cwd: str = "/") -> list[str]:
        """The paths that match a pattern, in the way it is written.

        None if nothing does, or if looking would take too long.
        """
        found = ["/"] if pattern.startswith("/") else [""]
        looks = 0
        for part in filter(None, pattern.split("/")):
            looks += len(found)
            if looks > MAX_LOOKS:
                return []
            found = [path for base in found for path in self._matching(base, part, cwd)]
        return sorted(found)

    def _matching(self, base: str, part: str, cwd: str) -> list[str]:
        folder = self.find(base or ".", cwd)
        if folder is None or not folder.is_folder:
            return []
        if not re.search(r"[*?\[]", part):
            path = posixpath.join(base, part)
            return [path] if self.find(path, cwd) is not None else []
        return [
            posixpath.join(base, entry.name)
            for entry in self.entries(folder.path)
            if fnmatch.fnmatchcase(entry.name, part)
            and (part.startswith(".") or not entry.name.startswith("."))
        ]

    def read(self, path: str) -> bytes:
        """The content of a file."""
        path = self.resolve(path)
        if path == NULL:
            return b""
        if self.stat(path).is_folder:
            raise FileError(path, errno.EISDIR)
        if self._unscanned.holds(path):
            return self._unscanned.read(path)
        if _is_shared(path):
            return self._shared.read(path)
        if self._databases.holds(path):
            return self._databases.read(path)
        return self._plain.read(path)

    # Changing

    def check_writable(self, path: str) -> str:
        """The path itself, if a file can be written there, or `FileError`."""
        path = self.resolve(path)
        if path == NULL:
            return path
        found = self.find(path)
        if found is not None and found.is_folder:
            raise FileError(path, errno.EISDIR)
        self._check_place(path)
        if IN_DATABASES.fullmatch(path) and path.endswith(BESIDE):
            raise FileError(path, errno.EPERM, "apps' databases have no such file here")
        return path

    def _check_place(self, path: str) -> None:
        if not path.startswith(("/data/", SHARED + "/")):
            raise FileError(path, errno.EROFS)
        parent = self.stat(folder_of(path))
        if not parent.is_folder:
            raise FileError(path, errno.ENOTDIR)

    def write(
        self,
        path: str,
        data: bytes,
        *,
        mode: int = 0o644,
        mtime_s: int | None = None,
        parents: bool = False,
    ) -> None:
        """Write a whole file; with `parents`, make the folders above it first."""
        path = self.resolve(path)
        if parents and path != NULL:
            self.mkdir(folder_of(path), parents=True)
        path = self.check_writable(path)
        if path == NULL:
            return
        if len(data) > MAX_FILE_BYTES:
            raise FileError(path, errno.EFBIG)
        when_s = int(self._phone.now_s) if mtime_s is None else mtime_s
        if self._unscanned.holds(path):
            self._unscanned.write(path, data, mtime_s=when_s)
        elif _is_shared(path):
            self._shared.write(path, data, mtime_s=when_s)
        elif self._databases.holds(path):
            self._databases.write(path, data)
        else:
            if IN_DATABASES.fullmatch(path):
                data = check_database(path, data)
            self._plain.write(path, data, mode=mode, mtime_s=when_s)

    def write_look(self, path: str, data: bytes) -> None:
        """Write a file that only shows how the phone looks: a new one on shared storage is no media."""
        path = self.check_writable(path)
        if _is_shared(path) and self.find(path) is None:
            self._unscanned.write(path, data, mtime_s=int(self._phone.now_s))
        else:
            self.write(path, data)

    def mkdir(self, path: str, *, parents: bool = False, mode: int = 0o771) -> None:
        """Make a folder; with `parents`, those above it too, and one that exists will do."""
        path = self.resolve(path)
        found = self.find(path)
        if found is not None:
            if parents and found.is_folder:
                return
            raise FileError(path, errno.EEXIST)
        if parents:
            self.mkdir(folder_of(path), parents=True, mode=mode)
        self._check_place(path)
        if _is_shared(path):
            self._shared.mkdir(path)
        else:
            self._plain.mkdir(path, mode=mode)

    def remove(self, path: str, *, recursive: bool = False) -> None:
        """Remove a file; with `recursive`, also a folder with all that is in it."""
        entry = self.stat(path)
        if entry.is_folder:
            if not recursive:
                raise FileError(entry.path, errno.EISDIR)
            for child in self.entries(entry.path):
                self.remove(child.path, recursive=True)
        self._remove_one(entry.path)

    def remove_folder(self, path: str) -> None:
        """Remove a folder with nothing in it."""
        entry = self.stat(path)
        if not entry.is_folder:
            raise FileError(entry.path, errno.ENOTDIR)
        if self.entries(entry.path):
            raise FileError(entry.path, errno.ENOTEMPTY)
        self._remove_one(entry.path)

    def _remove_one(self, path: str) -> None:
        if self._unscanned.holds(path):
            self._unscanned.remove(path)
        elif _is_shared(path):
            self._shared.remove(path)
        elif self._databases.holds(path):
            self._databases.remove(path)
        elif path.startswith("/data/"):
            self._plain.remove(path)
        else:
            raise FileError(path, errno.EROFS)

    def rename(self, old: str, new: str) -> None:
        """Move a file or folder to another path; a file there is replaced."""
        source, target = self.stat(old), self.resolve(new)
        if target == source.path:
            return
        if target.startswith(source.path + "/"):
            raise FileError(target, errno.EINVAL)
        there = self.find(target)
        if there is not None and (there.is_folder or source.is_folder):
            raise FileError(target, errno.EISDIR if there.is_folder else errno.ENOTDIR)
        self._check_place(target)
        if self._is_media(source.path) and _is_shared(target):
            if source.path == SHARED:
                raise FileError(source.path, errno.EBUSY)
            if there is not None:
                self._remove_one(target)
            self._shared.rename(source.path, target)
            self._unscanned.move_below(source.path, target)
            return
        if any(self._databases.holds(entry.path) for entry in self.walk(source.path)):
            raise FileError(source.path, errno.EBUSY, "the app has its database open")
        self.copy(source.path, target)
        self.remove(source.path, recursive=True)

    def copy(self, old: str, new: str) -> None:
        """Copy a file, or a folder with all that is in it."""
        source, target = self.stat(old), self.resolve(new)
        if target == source.path or target.startswith(source.path + "/"):
            raise FileError(target, errno.EINVAL)
        for entry in list(self.walk(source.path)):
            place = target + entry.path[len(source.path) :]
            if entry.is_folder:
                self.mkdir(place, parents=True)
            else:
                self.write(place, self.read(entry.path), mode=entry.mode, mtime_s=entry.mtime_s)

    def mark(self, path: str, *, mode: int | None = None, mtime_s: int | None = None) -> None:
        """Change mode or time. Shared storage has no modes and databases no times: ignored there."""
        entry = self.stat(path)
        if self._unscanned.holds(entry.path):
            return
        if _is_shared(entry.path):
            if mtime_s is not None:
                self._shared.set_time(entry.path, mtime_s)
        elif not self._databases.holds(entry.path) and entry.path != NULL:
            self._plain.mark(entry.path, mode=mode, mtime_s=mtime_s)

    def _is_media(self, path: str) -> bool:
        return _is_shared(path) and not self._unscanned.holds(path)


def _is_shared(path: str) -> bool:
    return path == SHARED or path.startswith(SHARED + "/")
