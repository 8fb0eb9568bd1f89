"""Files of other people's recordings, read with suspicion: bounded in size and depth.

What cannot be used is `BadRecording`, whose message names the file and says why. A folder that is
given may be a link; inside it none is followed. Nothing is executed.
"""

from __future__ import annotations

import json
import re
from itertools import takewhile
from pathlib import Path
from typing import cast

from phoneworld.errors import PhoneWorldError

MOST_BYTES = 32 << 20
MOST_FILES = 50_000
PICTURES = (".jpg", ".jpeg", ".png", ".webp")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")

Json = dict[str, object]


class BadRecording(PhoneWorldError):
    """A recording, or a file of one, that cannot be used."""


def read_bytes(path: Path) -> bytes:
    """A file's content; `BadRecording` where it is missing, empty or too large."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise BadRecording(f"{path}: {size} bytes, more than a screen can take; not read")
        data = path.read_bytes()
    except OSError as error:
        raise BadRecording(f"{path}: cannot be read ({error.strerror})") from error
    if not data.strip(b"\0 \t\r\n"):
        raise BadRecording(f"{path}: the file is empty")
    return data


def read_text(path: Path) -> str:
    """A text file: UTF-8, or UTF-16 with its mark; bytes that are neither are replaced."""
    data = read_bytes(path)
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return data.decode(encoding, errors="replace")


def read_object(path: Path) -> Json:
    """A file that holds one JSON object."""
    return as_object(read_text(path), str(path))


def as_object(text: str, name: str) -> Json:
    """A text that is one JSON object; `name` stands in the message where it is not.

    Halves of characters, which recorders leave where they cut an emoji, are replaced.
    """
    try:
        value: object = json.loads(text)
        if _SURROGATE_ESCAPE.search(text):
            value = json.loads(whole_text(json.dumps(value, ensure_ascii=False)))
    except RecursionError as error:
        raise BadRecording(f"{name}: nested too deeply to be a recording") from error
    except ValueError as error:
        raise BadRecording(f"{name}: no JSON ({error})") from error
    if not isinstance(value, dict):
        raise BadRecording(f"{name}: a JSON object was expected")
    return cast("Json", value)


def whole_text(text: str) -> str:
    """A text that can be written as UTF-8: its lone surrogates are replaced."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def is_own(path: Path, folder: Path) -> bool:
    """Whether what lies in a folder is reached without following a link."""
    way = takewhile(lambda one: one != folder, (path, *path.parents))
    return not any(one.is_symlink() for one in way)


def files_in(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder that match, by name; `BadRecording` where there are absurdly many."""
    matching = folder.glob(pattern)
    found = sorted(path for path in matching if path.is_file() and is_own(path, folder))
    if len(found) > MOST_FILES:
        raise BadRecording(f"{folder}: {len(found)} files; give a part of them")
    return found


def folders_in(folder: Path) -> list[Path]:
    """The folders in a folder, by name."""
    return sorted(path for path in folder.iterdir() if path.is_dir() and is_own(path, folder))


def picture_in(folder: Path, stem: str) -> Path | None:
    """The picture in a folder whose path, up to its suffix, is this."""
    for suffix in PICTURES:
        path = folder / f"{stem}{suffix}"
        if path.is_file() and is_own(path, folder):
            return path
    return None
