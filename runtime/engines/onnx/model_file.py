"""What an ONNX file says of itself, read before onnxruntime gets to see it.

Reads just enough of the protobuf: the operators' domains, the files that hold the weights, and the
shapes of initializers. Refuses files that are cut short, external data anywhere but beside the model,
and operators of domains that onnxruntime does not bring along. Never loads a weight.
"""

from __future__ import annotations

import mmap
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from runtime.errors import BadBundle, UnsupportedPolicy

_DOMAINS = frozenset({"", "ai.onnx", "ai.onnx.ml", "com.microsoft"})
_MOST_FIELDS = 3_000_000
_DEEPEST = 12
_EXTERNAL = 1

_BYTES = 2
Value = int | memoryview


@dataclass(frozen=True, slots=True)
class ModelFile:
    """What was read: the files beside the model, and the shape of each named initializer."""

    external_files: tuple[str, ...]
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])


def read_model_file(path: Path) -> ModelFile:
    """Read and check an ONNX file. `BadBundle` or `UnsupportedPolicy` says what is wrong with it."""
    try:
        with path.open("rb") as file:
            # Not closed here: the pieces that are being read when something is refused still point
            # into it. It goes with the last of them.
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        # ValueError: an empty file cannot be mapped.
        raise BadBundle(f"{path} cannot be read as an ONNX model: {error}") from error
    reader = _Reader(path)
    reader.model(memoryview(data))
    return ModelFile(tuple(sorted(reader.external)), reader.shapes)


class _Reader:
    """Walks one model, and gathers."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fields = 0
        self._nodes = 0
        self.external: set[str] = set()
        self.shapes: dict[str, tuple[int, ...]] = {}

    def model(self, data: memoryview) -> None:
        for number, value in self._messages(data):
            match number:
                case 7 | 20:  # the graph; training graphs in the same file
                    self._graph(value, 0)
                case 25:  # functions of the model's own
                    self._nodes_in(value, 7, 0)
                case _:
                    pass
        if self._nodes == 0:
            raise BadBundle(f"{self._path} is no ONNX model: it has no graph; export it again")

    def _graph(self, data: memoryview, depth: int) -> None:
        if depth > _DEEPEST:
            raise UnsupportedPolicy(f"{self._path} nests graphs deeper than {_DEEPEST}")
        for number, value in self._messages(data):
            match number:
                case 1:
                    self._node(value, depth)
                case 5:
                    self._tensor(value)
                case 15:
                    self._sparse(value)
                case _:
                    pass

    def _nodes_in(self, data: memoryview, field_number: int, depth: int) -> None:
        for number, value in self._messages(data):
            if number == field_number:
                self._node(value, depth)

    def _node(self, data: memoryview, depth: int) -> None:
        self._nodes += 1
        operator, domain = "", ""
        for number, value in self._messages(data):
            match number:
                case 4:
                    operator = self._text(value)
                case 5:
                    self._attribute(value, depth)
                case 7:
                    domain = self._text(value)
                case _:
                    pass
        if domain not in _DOMAINS:
            raise UnsupportedPolicy(
                f"{self._path} uses the operator {operator} of {domain}, which is not one of "
                "onnxruntime's own; custom operators are never loaded: export it without them"
            )

    def _attribute(self, data: memoryview, depth: int) -> None:
        for number, value in self._messages(data):
            match number:
                case 5 | 10:
                    self._tensor(value)
                case 6 | 11:
                    self._graph(value, depth + 1)
                case 22 | 23:
                    self._sparse(value)
                case _:
                    pass

    def _sparse(self, data: memoryview) -> None:
        for number, value in self._messages(data):
            if number in {1, 2}:
                self._tensor(value)

    def _tensor(self, data: memoryview) -> None:
        dims: list[int] = []
        name, location = "", 0
        where: dict[str, str] = {}
        for number, kind, value in self._all(data):
            if isinstance(value, int):
                if number == 1:
                    dims.append(value)
                elif number == 14:
                    location = value
            elif kind == _BYTES:
                if number == 1:
                    dims.extend(self._packed(value))
                elif number == 8:
                    name = self._text(value)
                elif number == 13:
                    entry = {key: self._text(text) for key, text in self._messages(value)}
                    where[entry.get(1, "")] = entry.get(2, "")
        if location == _EXTERNAL or where:
            self._check_external(name, where)
        self.shapes[name] = tuple(dims)

    def _check_external(self, tensor: str, where: dict[str, str]) -> None:
        """The data must lie in a whole, ordinary file of the model's own folder."""
        location = where.get("location", "")
        pure = PurePosixPath(location)
        if not location or pure.is_absolute() or ".." in pure.parts or "\\" in location:
            raise BadBundle(
                f"{self._path} keeps the tensor {tensor} in {location!r}, outside its own folder; "
                "such a model is not loaded: export it again, with its data beside it"
            )
        target = self._path.parent / pure
        folder = self._path.parent.resolve()
        try:
            status = os.lstat(target)
            inside = target.resolve(strict=True).is_relative_to(folder)
        except OSError as error:
            raise BadBundle(
                f"{self._path} keeps its weights in {location}, which is not there: copy it too"
            ) from error
        except ValueError as error:  # no name of a file, such as one with a NUL
            raise BadBundle(
                f"{self._path} keeps its weights in {location!r}, which cannot be a file's name"
            ) from error
        if not stat.S_ISREG(status.st_mode) or not inside:
            raise BadBundle(
                f"{location}, where {self._path} keeps its weights, is not an ordinary file of the "
                "same folder: replace links by the files themselves"
            )
        try:
            end = int(where.get("offset", "0") or 0) + int(where.get("length", "0") or 0)
        except ValueError as error:
            raise BadBundle(f"{self._path} misplaces the tensor {tensor}: {where}") from error
        if end < 0 or end > status.st_size:
            raise BadBundle(
                f"{location} is cut short: it has {status.st_size} bytes, and the tensor {tensor} "
                f"of {self._path.name} ends at {end}; copy it again"
            )
        self.external.add(location)

    def _messages(self, data: memoryview) -> Iterator[tuple[int, memoryview]]:
        """The fields that hold bytes: texts and messages."""
        for number, kind, value in self._all(data):
            if kind == _BYTES and not isinstance(value, int):
                yield number, value

    def _all(self, data: memoryview) -> Iterator[tuple[int, int, Value]]:
        place = 0
        while place < len(data):
            self._fields += 1
            if self._fields > _MOST_FIELDS:
                raise UnsupportedPolicy(f"{self._path} has over {_MOST_FIELDS} fields: too many")
            key, place = self._varint(data, place)
            number, kind = key >> 3, key & 7
            match kind:
                case 0:
                    value, place = self._varint(data, place)
                    yield number, kind, value
                    continue
                case 1:
                    size = 8
                case 2:
                    size, place = self._varint(data, place)
                case 5:
                    size = 4
                case _:
                    raise self._broken()
            if number == 0 or size > len(data) - place:
                raise self._broken()
            yield number, kind, data[place : place + size]
            place += size

    def _packed(self, data: memoryview) -> Iterator[int]:
        place = 0
        while place < len(data):
            value, place = self._varint(data, place)
            yield value

    def _varint(self, data: memoryview, place: int) -> tuple[int, int]:
        value = 0
        for shift in range(0, 70, 7):
            if place >= len(data):
                break
            byte = data[place]
            place += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value, place
        raise self._broken()

    def _text(self, data: memoryview) -> str:
        try:
            return str(data, "utf-8")
        except UnicodeDecodeError as error:
            raise self._broken() from error

    def _broken(self) -> BadBundle:
        return BadBundle(
            f"{self._path} is no whole ONNX model: it is cut short or damaged; copy it again"
        )
