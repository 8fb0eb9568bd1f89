"""Lines of a record: JSON objects that each carry a checksum, so that damage can be distinguished from a crash.

A line ends with the member `crc32`, the checksum of the object without it. The last line may be cut
off, as a crash does; every other must be whole.
"""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path

from runtime.errors import RecordError
from runtime.lenient_json import JsonValue

JsonObject = dict[str, JsonValue]

_CHECKSUM = re.compile(rb',"crc32":"([0-9a-f]{8})"\}')
_CHECKSUM_BYTES = len(b',"crc32":"00000000"}')


def checksum(data: bytes) -> str:
    """The checksum of lines and files."""
    return f"{zlib.crc32(data):08x}"


def line_of(body: JsonObject) -> bytes:
    """The line that holds `body`."""
    try:
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise RecordError(f"a number that is not finite cannot be recorded: {error}") from error
    # Half a character (a lone surrogate) is kept as it is: policies may reply anything.
    data = text.encode("utf-8", "surrogatepass")
    return data[:-1] + f',"crc32":"{checksum(data)}"}}\n'.encode()


def read_lines(data: bytes, path: Path) -> list[JsonObject]:
    """What the whole lines of `data`, the content of `path`, hold. Only the last may be torn."""
    lines = data.split(b"\n")
    rest = lines.pop()
    bodies: list[JsonObject] = []
    for number, line in enumerate(lines, 1):
        body = body_of(line)
        if body is None:
            # A crash can leave blocks of zeros where the last line should be.
            if number == len(lines) and not rest and b"\0" in line:
                break
            raise RecordError(f"line {number} of {path} is damaged: the episode cannot be trusted")
        bodies.append(body)
    if rest and (body := body_of(rest)) is not None:
        bodies.append(body)
    return bodies


def object_of(value: JsonValue) -> JsonObject:
    """`value` as the object it must be."""
    if not isinstance(value, dict):
        raise RecordError("a line is not of the form that records have")
    return value


def body_of(line: bytes) -> JsonObject | None:
    """What a line (without its line break) holds, or None if it is not whole."""
    match = _CHECKSUM.fullmatch(line[-_CHECKSUM_BYTES:])
    if match is None:
        return None
    data = line[:-_CHECKSUM_BYTES] + b"}"
    if checksum(data).encode() != match.group(1):
        return None
    try:
        return object_of(json.loads(data.decode("utf-8", "surrogatepass")))
    except ValueError:
        return None
