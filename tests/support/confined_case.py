"""What a confined process may try: run as `python -m confined_case`, see `runtime.engines.confined`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from runtime.engines.confined import answer_confined


def _answer(arguments: Sequence[str]) -> dict[str, Any]:
    sys.stdout.write("noise of a library\n")
    sys.stdout.flush()
    match arguments[0]:
        case "environment":
            return dict(os.environ)
        case "memory":
            return {"size": len(bytearray(2**31))}
        case "spin":
            while True:
                pass
        case "flood":
            while True:
                os.write(2, b"x" * 2**16)
        case "die":
            os.abort()
        case other:
            return {"asked": other, "given": sys.stdin.read()}


if __name__ == "__main__":
    answer_confined(_answer)
