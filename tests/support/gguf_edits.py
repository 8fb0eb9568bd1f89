"""Changes to the bytes of a GGUF file that leave the rest of it as it is."""

from __future__ import annotations

import struct


def with_number(data: bytes, key: str, form: str, value: float) -> bytes:
    """A metadata entry has another number."""
    changed = bytearray(data)
    struct.pack_into(form, changed, _after(data, key) + 4, value)
    return bytes(changed)


def with_text(data: bytes, key: str, text: str) -> bytes:
    """A metadata entry has another text of the same length."""
    changed = bytearray(data)
    at = _after(data, key) + 4
    (length,) = struct.unpack_from("<Q", data, at)
    assert length == len(text.encode())
    changed[at + 8 : at + 8 + length] = text.encode()
    return bytes(changed)


def with_shape(data: bytes, tensor: str, shape: tuple[int, ...]) -> bytes:
    """A tensor has another shape of as many dimensions."""
    changed = bytearray(data)
    at = _after(data, tensor)
    (dimensions,) = struct.unpack_from("<I", data, at)
    assert dimensions == len(shape)
    struct.pack_into(f"<{dimensions}Q", changed, at + 4, *shape)
    return bytes(changed)


def with_offset(data: bytes, tensor: str, offset: int) -> bytes:
    """A tensor begins elsewhere."""
    changed = bytearray(data)
    at = _after(data, tensor)
    (dimensions,) = struct.unpack_from("<I", data, at)
    struct.pack_into("<Q", changed, at + 4 + 8 * dimensions + 4, offset)
    return bytes(changed)


def with_type(data: bytes, tensor: str, kind: int) -> bytes:
    """A tensor is of another type."""
    changed = bytearray(data)
    at = _after(data, tensor)
    (dimensions,) = struct.unpack_from("<I", data, at)
    struct.pack_into("<I", changed, at + 4 + 8 * dimensions, kind)
    return bytes(changed)


def _after(data: bytes, name: str) -> int:
    text = struct.pack("<Q", len(name.encode())) + name.encode()
    return data.index(text) + len(text)
