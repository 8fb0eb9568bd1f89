"""A picture as AndroidWorld sends it: rows of pixels of three numbers, in JSON.

25 MB for a phone's screen, hence written straight from the picture's bytes.
"""

from __future__ import annotations

_RED = [b"[%d," % number for number in range(256)]
_GREEN = [b"%d," % number for number in range(256)]
_BLUE = [b"%d]," % number for number in range(256)]


def pixels_json(data: bytes, width_px: int) -> bytes:
    """`{"pixels": [[[r, g, b], ...], ...]}` for the bytes of an RGB picture."""
    row_bytes = 3 * width_px
    rows = [_row(data[start : start + row_bytes]) for start in range(0, len(data), row_bytes)]
    return b'{"pixels":[' + b",".join(rows) + b"]}"


def _row(data: bytes) -> bytes:
    parts = [b""] * len(data)
    parts[0::3] = map(_RED.__getitem__, data[0::3])
    parts[1::3] = map(_GREEN.__getitem__, data[1::3])
    parts[2::3] = map(_BLUE.__getitem__, data[2::3])
    return b"[" + b"".join(parts)[:-1] + b"]"
