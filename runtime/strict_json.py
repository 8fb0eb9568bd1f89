"""JSON of files that somebody else may have written: read to the letter, or refused with the reason.

Refused besides what is no JSON: keys that are there twice, NaN and infinities (also as `1e999`),
nesting without end, half characters (lone surrogates).
"""

from __future__ import annotations

import json
import math
from typing import NoReturn

from runtime.lenient_json import JsonValue


class StrictJsonError(ValueError):
    """What a text has that strict JSON does not."""


def read_strict_json(data: bytes) -> JsonValue:
    """The value that `data` is, as UTF-8."""
    try:
        text = data.decode()
        value: JsonValue = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
        # Escapes may name half a character, which no UTF-8 file could hold.
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise StrictJsonError(f"it is not UTF-8 at byte {error.start}") from error
    except UnicodeEncodeError as error:
        raise StrictJsonError("a text holds half a character (a lone surrogate)") from error
    except RecursionError as error:
        raise StrictJsonError("it is nested too deeply") from error
    except StrictJsonError:
        raise
    except ValueError as error:
        raise StrictJsonError(f"it is no JSON: {error}") from error
    return value


def _object(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for key, value in pairs:
        if key in found:
            raise StrictJsonError(f"the key {key[:60]!r} is there twice")
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise StrictJsonError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise StrictJsonError(f"the number {digits[:40]} is too large")
    return number
