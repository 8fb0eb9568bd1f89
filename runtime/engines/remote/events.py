"""Server-sent events, or lines of JSON, from bytes as they come: the data of each, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from runtime.errors import RemoteError


class EventReader:
    """Takes bytes in any pieces. An event that is longer than `most_bytes` is a `RemoteError`."""

    def __init__(self, *, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._rest = bytearray()
        self._data: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterator[str]:
        """The data of the events that these bytes complete."""
        self._rest += data
        *lines, rest = bytes(self._rest).split(b"\n")
        self._rest = bytearray(rest)
        for line in lines:
            yield from self._take(line.removesuffix(b"\r"))
        self._check(len(self._rest))

    def end(self) -> Iterator[str]:
        """The data of an event that the end of the stream completes."""
        if self._rest:
            yield from self._take(bytes(self._rest).removesuffix(b"\r"))
            self._rest.clear()
        yield from self._take(b"")

    def _take(self, line: bytes) -> Iterator[str]:
        if not line:
            if self._data:
                data, self._data, self._size = b"\n".join(self._data), [], 0
                yield _text(data)
        elif line.startswith(b"data:"):
            value = line[5:].removeprefix(b" ")
            self._size += len(value)
            self._check(self._size)
            self._data.append(value)

    def _check(self, size: int) -> None:
        if size > self._most_bytes:
            raise RemoteError(
                f"the model server sent an event of more than {self._most_bytes:,} bytes"
            )


class LineReader:
    """Takes bytes in any pieces, gives whole lines that are not blank."""

    def __init__(self, *, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[str]:
        """The lines that these bytes complete."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        if max(map(len, (*lines, self._rest))) > self._most_bytes:
            raise RemoteError(
                f"the model server sent a line of more than {self._most_bytes:,} bytes"
            )
        yield from (_text(line) for line in lines if line.strip())

    def end(self) -> Iterator[str]:
        """The line that the end of the stream completes."""
        if self._rest.strip():
            yield _text(self._rest)
        self._rest = b""


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise RemoteError("the model server sent an event that is not UTF-8") from error
