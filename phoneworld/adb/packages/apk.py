"""What an APK says of itself: its package, version and label, out of the manifest.

The manifest is Android's binary XML (a pool of strings, then elements that refer to it); plain XML
is taken too, since test tools make such files. Nothing of an APK is ever run.
"""

from __future__ import annotations

import io
import lzma
import re
import struct
import zipfile
import zlib

from phoneworld.adb.errors import AdbError
from phoneworld.adb.handset.state import Apk

MANIFEST = "AndroidManifest.xml"
MAX_MANIFEST_BYTES = 4 << 20
STRING_POOL, START_ELEMENT = 0x0001, 0x0102
UTF8 = 1 << 8
STRING_VALUE = 0x03
NONE = 0xFFFFFFFF
PACKAGE_NAME = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)+", re.ASCII)
_CHUNK = struct.Struct("<HHI")
_POOL = struct.Struct("<IIIII")
_ELEMENT = struct.Struct("<IIHHH")
_ATTRIBUTE = struct.Struct("<IIIHBBI")


_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    ValueError,
)
"""What reading a damaged archive may raise."""


class NotAnApk(AdbError):
    """These bytes cannot be installed."""


def read_apk(data: bytes) -> Apk:
    """What an APK says of itself, or `NotAnApk`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if archive.getinfo(MANIFEST).file_size > MAX_MANIFEST_BYTES:
                raise NotAnApk("its manifest is far too large")
            manifest = archive.read(MANIFEST)
    except _BROKEN as error:
        raise NotAnApk(f"Failed to parse base.apk: {error}") from error
    try:
        found = _plain(manifest) if manifest.lstrip().startswith(b"<") else _binary(manifest)
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise NotAnApk(f"the manifest is damaged: {error}") from error
    package = found.get("package", "")
    if not PACKAGE_NAME.fullmatch(package):
        raise NotAnApk("the manifest names no package")
    code = found.get("versionCode", "1")
    return Apk(
        package=package,
        label=found.get("label", ""),
        version_name=found.get("versionName", "1.0"),
        version_code=int(code) if code.isdecimal() and len(code) < 11 else 1,
    )


def _plain(manifest: bytes) -> dict[str, str]:
    text = manifest.decode("utf-8", "replace")
    return dict(re.findall(r"\b(package|versionCode|versionName|label)\s*=\s*\"([^\"]*)\"", text))


def _binary(manifest: bytes) -> dict[str, str]:
    """The attributes of the elements `manifest` and `application`."""
    found: dict[str, str] = {}
    strings: list[str] = []
    at = _CHUNK.size
    while at + _CHUNK.size <= len(manifest):
        kind, _, size = _CHUNK.unpack_from(manifest, at)
        if size < _CHUNK.size:
            raise IndexError("a part of no size")
        if kind == STRING_POOL:
            strings = _strings(manifest[at : at + size])
        elif kind == START_ELEMENT:
            name, attributes = _element(manifest[at : at + size], strings)
            if name == "manifest":
                found.update(attributes)
            elif name == "application" and "label" in attributes:
                found["label"] = attributes["label"]
                break
        at += size
    return found


def _strings(pool: bytes) -> list[str]:
    count, _, flags, start, _ = _POOL.unpack_from(pool, _CHUNK.size)
    if count > len(pool):
        raise IndexError("more strings than bytes")
    offsets = struct.unpack_from(f"<{count}I", pool, _CHUNK.size + _POOL.size)
    read = _utf8 if flags & UTF8 else _utf16
    return [read(pool, start + offset) for offset in offsets]


def _utf8(pool: bytes, at: int) -> str:
    # Two lengths, in characters and in bytes; each takes two bytes from 128 on.
    at += 2 if pool[at] & 0x80 else 1
    size = pool[at]
    at += 1
    if size & 0x80:
        size = (size & 0x7F) << 8 | pool[at]
        at += 1
    return pool[at : at + size].decode("utf-8", "replace")


def _utf16(pool: bytes, at: int) -> str:
    (size,) = struct.unpack_from("<H", pool, at)
    at += 2
    if size & 0x8000:
        (low,) = struct.unpack_from("<H", pool, at)
        size = (size & 0x7FFF) << 16 | low
        at += 2
    return pool[at : at + size * 2].decode("utf-16-le", "replace")


def _element(chunk: bytes, strings: list[str]) -> tuple[str, dict[str, str]]:
    at = _CHUNK.size + 8
    name: int
    start: int
    size: int
    count: int
    key: int
    raw: int
    value: int
    _, name, start, size, count = _ELEMENT.unpack_from(chunk, at)
    attributes: dict[str, str] = {}
    for number in range(count):
        place = at + start + number * max(size, _ATTRIBUTE.size)
        _, key, raw, _, _, kind, value = _ATTRIBUTE.unpack_from(chunk, place)
        if raw != NONE:
            attributes[strings[key]] = strings[raw]
        elif kind == STRING_VALUE:
            attributes[strings[key]] = strings[value]
        elif strings[key].startswith("version"):
            attributes[strings[key]] = str(value)
    return strings[name], attributes
