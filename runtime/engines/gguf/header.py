"""Reads the header of a GGUF file, trusting nothing in it: what llama.cpp would crash on is refused here.

Counts, lengths and offsets are checked against the size of the file, so a truncated download is found
with sizes. Weights are not read, and nothing is loaded: see `runtime.engines.gguf.trial` for that.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from runtime.errors import BadBundle, UnsupportedPolicy

Value = str | int | float | bool

MAX_HEADER_BYTES = 256 * 2**20
MAX_ITEMS = 8_000_000
"""Strings that all arrays of a header may hold together: ten times the largest vocabularies."""

_VERSIONS = (2, 3)
_DEFAULT_ALIGNMENT = 32
_MAX_ALIGNMENT = 2**20
_MAX_DIMENSIONS = 4
_STRING, _ARRAY, _BOOL = 8, 9, 7
_SCALARS = {
    0: "<B",
    1: "<b",
    2: "<H",
    3: "<h",
    4: "<I",
    5: "<i",
    6: "<f",
    7: "<?",
    10: "<Q",
    11: "<q",
    12: "<d",
}
# Elements of a block and its bytes, by ggml's number of the type; without those never stored.
_TENSOR_TYPES = {
    0: (1, 4),
    1: (1, 2),
    2: (32, 18),
    3: (32, 20),
    6: (32, 22),
    7: (32, 24),
    8: (32, 34),
    10: (256, 84),
    11: (256, 110),
    12: (256, 144),
    13: (256, 176),
    14: (256, 210),
    16: (256, 66),
    17: (256, 74),
    18: (256, 98),
    19: (256, 50),
    20: (32, 18),
    21: (256, 110),
    22: (256, 82),
    23: (256, 136),
    24: (1, 1),
    25: (1, 2),
    26: (1, 4),
    27: (1, 8),
    28: (1, 8),
    29: (256, 56),
    30: (1, 2),
    34: (256, 54),
    35: (256, 66),
    39: (32, 17),
    40: (64, 36),
    41: (128, 18),
    42: (64, 18),
}


@dataclass(frozen=True, slots=True)
class Items:
    """An array in the metadata, of which only the length is kept."""

    count: int


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a GGUF file says of itself. `parameters` counts the elements of all its tensors."""

    version: int
    metadata: Mapping[str, Value | Items]
    tensors: int
    parameters: int

    @property
    def architecture(self) -> str:
        return self.text("general.architecture")

    @property
    def kind(self) -> str:
        """`model`, `adapter`, `mmproj` or something else; files that do not say are models."""
        # Projectors have called their type several names.
        if self.architecture == "clip":
            return "mmproj"
        return self.text("general.type") or "model"

    def text(self, key: str) -> str:
        """A text of the metadata, or an empty one."""
        value = self.metadata.get(key)
        return value if isinstance(value, str) else ""


def read_header(path: Path) -> GgufHeader:
    """The header of a GGUF file whose tensors lie inside it.

    Raises `BadBundle` when it is none, is cut off or contradicts itself, `UnsupportedPolicy` when it
    is whole but of a kind that llama.cpp as built here does not read.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            return _read(_Bytes(file, path.name, size))
    except OSError as error:
        raise BadBundle(f"{path.name} cannot be read: {error.strerror}") from error


class _Bytes:
    """The beginning of a file, read as far as it is asked for."""

    def __init__(self, file: BinaryIO, name: str, size: int) -> None:
        self.name = name
        self.size = size
        self.at = 0
        self._file = file
        self._read = bytearray()

    def take(self, count: int, what: str) -> int:
        """Pass over some bytes; where they begin."""
        end = self.at + count
        if end > self.size:
            raise BadBundle(
                f"{self.name} is cut off: {what} needs {end:,} bytes, the file has {self.size:,}; "
                "fetch or export it again"
            )
        if end > MAX_HEADER_BYTES:
            raise BadBundle(f"{self.name}: its header is larger than {MAX_HEADER_BYTES:,} bytes")
        if end > len(self._read):
            self._read += self._file.read(max(end - len(self._read), 2**18))
            if end > len(self._read):
                raise BadBundle(f"{self.name} became shorter while it was read")
        begin, self.at = self.at, end
        return begin

    def number(self, form: str, what: str) -> int:
        return struct.unpack_from(form, self._read, self.take(struct.calcsize(form), what))[0]

    def scalar(self, kind: int, what: str) -> Value:
        if kind == _BOOL:
            return self.number("<B", what) != 0
        return self.number(_SCALARS[kind], what)

    def text(self, what: str) -> str:
        length = self.number("<Q", what)
        begin = self.take(length, what)
        return self._read[begin : begin + length].decode(errors="replace")

    def pass_texts(self, count: int, what: str) -> None:
        for _ in range(count):
            self.take(self.number("<Q", what), what)


def _read(source: _Bytes) -> GgufHeader:
    name = source.name
    if source.size < 4 or source.number("<I", "its mark") != int.from_bytes(b"GGUF", "little"):
        raise BadBundle(f"{name} is no GGUF file: it does not begin with the letters GGUF")
    version = source.number("<I", "its version")
    if version not in _VERSIONS:
        big_endian = version & 0xFFFF == 0
        why = "written for big-endian machines" if big_endian else f"of version {version}"
        raise UnsupportedPolicy(f"{name} is a GGUF file {why}; versions 2 and 3 are read")
    tensors = source.number("<Q", "the number of tensors")
    pairs = source.number("<Q", "the number of metadata entries")
    # The shortest entry takes 13 bytes, the shortest description of a tensor 32.
    if pairs * 13 + tensors * 32 > source.size:
        raise BadBundle(
            f"{name} claims {tensors:,} tensors and {pairs:,} metadata entries, more than fit in "
            f"its {source.size:,} bytes; fetch or export it again"
        )
    metadata = _metadata(source, pairs)
    if not isinstance(metadata.get("general.architecture"), str):
        raise BadBundle(f"{name} does not say which architecture it is of")
    split = metadata.get("split.count")
    if isinstance(split, int) and split > 1:
        raise UnsupportedPolicy(
            f"{name} is one of {split} parts of a model; merge them with llama-gguf-split first"
        )
    return GgufHeader(version, metadata, tensors, _tensors(source, tensors, _alignment(metadata)))


def _metadata(source: _Bytes, pairs: int) -> dict[str, Value | Items]:
    metadata: dict[str, Value | Items] = {}
    items = 0
    for index in range(pairs):
        what = f"metadata entry {index + 1} of {pairs}"
        key = source.text(what)
        if key in metadata:
            raise BadBundle(f"{source.name} says {key!r} twice")
        kind = source.number("<I", what)
        if kind == _STRING:
            metadata[key] = source.text(what)
        elif kind in _SCALARS:
            metadata[key] = source.scalar(kind, what)
        elif kind == _ARRAY:
            kind = source.number("<I", what)
            count = source.number("<Q", what)
            if kind == _STRING:
                items += count
                if items > MAX_ITEMS:
                    raise BadBundle(
                        f"{source.name}: its metadata lists more than {MAX_ITEMS:,} texts"
                    )
                source.pass_texts(count, what)
            elif kind in _SCALARS:
                source.take(count * struct.calcsize(_SCALARS[kind]), what)
            else:
                raise BadBundle(f"{source.name}: {key!r} is an array of unknown type {kind}")
            metadata[key] = Items(count)
        else:
            raise BadBundle(f"{source.name}: {key!r} is of unknown type {kind}")
    return metadata


def _alignment(metadata: Mapping[str, Value | Items]) -> int:
    alignment = metadata.get("general.alignment", _DEFAULT_ALIGNMENT)
    if not isinstance(alignment, int) or not 0 < alignment <= _MAX_ALIGNMENT or alignment % 8:
        raise BadBundle(f"general.alignment is {alignment!r}, not a multiple of 8 up to 1 MiB")
    return alignment


def _tensors(source: _Bytes, count: int, alignment: int) -> int:
    """Check that every tensor lies inside the file; how many elements they have together."""
    elements = 0
    end, last = 0, ""
    seen: set[str] = set()
    for index in range(count):
        what = f"the description of tensor {index + 1} of {count}"
        name = source.text(what)
        if name in seen:
            raise BadBundle(f"{source.name} describes tensor {name!r} twice")
        seen.add(name)
        dimensions = source.number("<I", what)
        if not 0 < dimensions <= _MAX_DIMENSIONS:
            raise BadBundle(f"{source.name}: tensor {name!r} has {dimensions} dimensions")
        shape = [source.number("<Q", what) for _ in range(dimensions)]
        kind, offset = source.number("<I", what), source.number("<Q", what)
        if kind not in _TENSOR_TYPES:
            raise UnsupportedPolicy(
                f"{source.name}: tensor {name!r} is of quantization type {kind}, which is unknown here"
            )
        block, width = _TENSOR_TYPES[kind]
        total = 1
        for extent in shape:
            total *= extent
        if total == 0 or shape[0] % block:
            raise BadBundle(f"{source.name}: tensor {name!r} cannot have the shape {shape}")
        if offset % alignment:
            raise BadBundle(f"{source.name}: tensor {name!r} begins at {offset:,}, off its grid")
        if offset + total // block * width > end:
            end, last = offset + total // block * width, name
        elements += total
    begin = -(-source.at // alignment) * alignment
    if count and begin + end > source.size:
        raise BadBundle(
            f"{source.name} is cut off: tensor {last!r} ends at byte {begin + end:,}, the file has "
            f"{source.size:,}; fetch or export it again"
        )
    return elements
