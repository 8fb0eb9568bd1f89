"""Refuses calls with values that grammars have no room for."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.errors import Inexpressible
from runtime.lenient_json import JsonValue
from runtime.prompts.grammar import LONGEST_MS, LONGEST_NAME, LONGEST_STRING, sayable_name
from runtime.tool_arguments import DURATION
from runtime.tool_table import APP, QUESTION, TIME

_NAMES = (APP.name, QUESTION.name)
_DURATIONS = (DURATION.name, TIME.name)


def check_sizes(tool: str, arguments: Mapping[str, JsonValue]) -> None:
    """Raise `Inexpressible` where a text or a duration is more than a reply may hold."""
    for name, value in arguments.items():
        if isinstance(value, str):
            if len(value) > LONGEST_STRING:
                raise Inexpressible(
                    f"the {name} of {tool} has {len(value)} characters, and replies hold at most "
                    f"{LONGEST_STRING}: split it"
                )
            if name in _NAMES and not sayable_name(value):
                raise Inexpressible(
                    f"the {name} of {tool} is blank or longer than {LONGEST_NAME} characters"
                )
        elif name in _DURATIONS and isinstance(value, int) and value > LONGEST_MS:
            raise Inexpressible(f"the {name} of {tool} is {value} ms, and at most {LONGEST_MS}")
