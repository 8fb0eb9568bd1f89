"""Actions as text: the one form that is written, and the many that are read.

Written: `<think>why</think>` where there is a thought, then
`<tool_call>{"name": "click", "arguments": {"points": [[512, 300]]}}</tool_call>`.

Read: that, and what models make of it (see `lenient_json`; also Qwen's XML calls, code fences,
a missing closing tag, text around the call). Never guessed: a call must stand in a `<tool_call>`
block, or be a complete `<function=...>` block, or the only JSON object with a name and arguments
in the reply. What stands in `<think>` is not a call, a call that is cut off is not a call, and two
different calls are none. All that is `Unparsed`, with a reason that the policy can act on.

Reading takes time linear in the length of the reply, whatever it holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from runtime.actions import Action
from runtime.episode import Decision, Unparsed
from runtime.lenient_json import QUOTES, JsonValue, LenientJsonError, read_value, read_whole
from runtime.tool_arguments import Unreadable, Values
from runtime.tool_table import TOOLS, tool_schemas

__all__ = ["format_action", "format_reply", "parse_call", "parse_reply", "tool_schemas"]

_THINK, _THINK_END = "<think>", "</think>"
_CALL, _CALL_END = "<tool_call>", "</tool_call>"
_FUNCTION, _FUNCTION_END = "<function=", "</function>"
_PARAMETER, _PARAMETER_END = "<parameter=", "</parameter>"

_BY_TYPE = {tool.action: tool for tool in TOOLS}
_BY_NAME = {name: tool for tool in TOOLS for name in (tool.name, *tool.spellings)}
_CANONICAL = {
    tool.name: {
        spelling: argument.name
        for argument in tool.arguments
        for spelling in (argument.name, *argument.spellings)
    }
    for tool in TOOLS
}
"""The name of an argument by every spelling of it, for each tool."""

# `<` is escaped where a string could pass for markup, so that typed text never ends a call.
_MARKUP = re.compile(r"<(?=/?(?:think|tool_call|function|parameter)\b)")
_OPENING = re.compile(r"<think>|</think>|<tool_call>|<function=")
_IN_BLOCK = re.compile(r"\{|<function=|<tool_call>|</tool_call>|<think>|</think>")
_OBJECT = re.compile(rf"\{{\s*[{QUOTES}]")
_CALL_LIKE = re.compile(rf"\{{\s*[{QUOTES}](?:name|arguments)[{QUOTES}]")
_TAG_NAME = re.compile(r"\s*([\w.-]+)\s*>")
_ENVELOPE = ("name", "arguments")


def format_action(action: Action) -> str:
    """The canonical JSON of an action."""
    tool = _BY_TYPE[type(action)]
    call = {"name": tool.name, "arguments": tool.write(action)}
    return _MARKUP.sub(r"\\u003c", json.dumps(call, ensure_ascii=False, allow_nan=False))


def format_reply(action: Action, thought: str = "") -> str:
    """The reply of a policy that thinks `thought` and chooses `action`."""
    call = f"{_CALL}\n{format_action(action)}\n{_CALL_END}"
    if not thought:
        return call
    return f"{_THINK}\n{thought.replace(_THINK_END, '< /think>')}\n{_THINK_END}\n{call}"


def parse_reply(text: str) -> Decision:
    """What a policy decided, by its reply. Never raises: what cannot be read is `Unparsed`."""
    parts = _Parts(text)
    try:
        parts.read()
        action = _only_action(parts)
    except (Unreadable, LenientJsonError) as error:
        return Decision(Unparsed(text, str(error)), parts.thought, text)
    return Decision(action, parts.thought, text)


def parse_call(name: str, arguments: Mapping[str, JsonValue]) -> Action:
    """The action that a call means, or `Unreadable` with the reason."""
    tool = _BY_NAME.get(name.strip().lower())
    if tool is None:
        known = ", ".join(tool.name for tool in TOOLS)
        raise Unreadable(f"there is no tool {name[:40]!r}; the tools are {known}")
    canonical = _CANONICAL[tool.name]
    given: dict[str, JsonValue] = {}
    for spelling, value in arguments.items():
        if value is None or spelling in tool.unused:
            continue
        argument_name = canonical.get(spelling)
        if argument_name is None:
            takes = ", ".join(argument.name for argument in tool.arguments)
            raise Unreadable(f"{tool.name} has no argument {spelling[:40]!r}; it takes {takes}")
        if argument_name in given:
            raise Unreadable(f"{tool.name} has its argument '{argument_name}' twice")
        given[argument_name] = value
    if not any(form.takes(set(given)) for form in tool.forms):
        forms = " or ".join(
            "(" + ", ".join(argument.name for argument in form.required) + ")"
            for form in tool.forms
            if form.offered
        )
        raise Unreadable(f"{tool.name} needs {forms}, but has ({', '.join(given)})")
    try:
        return tool.read(Values(given))
    except Unreadable as error:
        raise Unreadable(f"{tool.name}: {error}") from error


@dataclass(frozen=True, slots=True)
class _Call:
    """A call as it stands; `typed` is false where all values came as text (XML style)."""

    name: str
    arguments: dict[str, JsonValue]
    typed: bool = True

    def action(self) -> Action:
        if self.typed:
            return parse_call(self.name, self.arguments)
        return parse_call(self.name, dict(self._with_types()))

    def _with_types(self) -> Iterator[tuple[str, JsonValue]]:
        tool = _BY_NAME.get(self.name.strip().lower())
        texts = {
            spelling
            for argument in (tool.arguments if tool else ())
            if argument.is_text
            for spelling in (argument.name, *argument.spellings)
        }
        for name, value in self.arguments.items():
            if name in texts or not isinstance(value, str):
                yield name, value
            else:
                yield name, read_whole(value)


class _Parts:
    """A reply taken apart: what was thought or said before the call, and the calls."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._said: list[str] = []
        self.calls: list[_Call] = []

    @property
    def thought(self) -> str:
        return "\n".join(part for part in self._said if part)

    def read(self) -> None:
        """Find the calls in markup or, where there is none, the only JSON object that is one."""
        text = self._text
        position = said_from = 0
        # Chat templates open the thought in the prompt, so a reply may begin inside it.
        end = text.find(_THINK_END)
        if end >= 0 and text.find(_THINK, 0, end) < 0:
            self._say(text[:end])
            position = said_from = end + len(_THINK_END)
        marked = False
        while (match := _OPENING.search(text, position)) is not None:
            if not marked:
                self._say(text[said_from : match.start()])
            position = said_from = match.end()
            match match.group():
                case "<think>":
                    end = text.find(_THINK_END, position)
                    self._say(text[position:] if end < 0 else text[position:end])
                    if end < 0:
                        raise Unreadable("the thought is not closed and no call follows it")
                    position = said_from = end + len(_THINK_END)
                case "<tool_call>":
                    marked = True
                    position = self._read_block(position)
                case "<function=":
                    marked = True
                    position = self._read_function(position, in_block=False)
                case _:
                    # Closed a second time: what came before was still thought.
                    self.calls.clear()
                    marked = False
        if not marked:
            self._read_bare(said_from)

    def _say(self, words: str) -> None:
        words = words.strip()
        before, fence, language = words.rpartition("```")
        if fence and (not language or language.isalpha()):  # the fence opened around the call
            words = before.rstrip()
        self._said.append(words)

    def _read_block(self, position: int) -> int:
        """Read what follows `<tool_call>`, up to its closing tag, the next block or the end."""
        text = self._text
        found = False
        while (match := _IN_BLOCK.search(text, position)) is not None:
            match match.group():
                case "{":
                    position = self._read_object(match.start())
                    found = True
                case "<function=":
                    position = self._read_function(match.end(), in_block=True)
                    found = True
                case tag:
                    position = match.end() if tag == _CALL_END else match.start()
                    break
        else:
            position = len(text)
        if not found:
            raise Unreadable("the <tool_call> block has no call in it")
        return position

    def _read_object(self, start: int) -> int:
        """Read the JSON call at `start`. A last brace may be missing where the block is closed."""
        try:
            value, end = read_value(self._text, start)
        except LenientJsonError as error:
            if not self._text.startswith(_CALL_END, error.position):
                raise
            value, _ = read_value(self._text[start : error.position] + "}")
            end = error.position
        self.calls.append(_json_call(value))
        return end

    def _read_function(self, position: int, *, in_block: bool) -> int:
        """Read Qwen's `<function=name><parameter=name>value</parameter>...</function>`."""
        text = self._text
        name, position = _tag_name(text, position)
        arguments: dict[str, JsonValue] = {}
        while True:
            position = _skip_space(text, position)
            if text.startswith(_FUNCTION_END, position):
                position += len(_FUNCTION_END)
                break
            if in_block and text.startswith(_CALL_END, position):
                break
            if not text.startswith(_PARAMETER, position):
                raise Unreadable(f"the call of {name[:40]!r} is not closed by {_FUNCTION_END}")
            key, position = _tag_name(text, position + len(_PARAMETER))
            end = text.find(_PARAMETER_END, position)
            if end < 0:
                raise Unreadable(f"the parameter {key[:40]!r} is not closed by {_PARAMETER_END}")
            if key in arguments:
                raise Unreadable(f"the parameter {key[:40]!r} is there twice")
            arguments[key] = text[position:end].removeprefix("\n").removesuffix("\n")
            position = end + len(_PARAMETER_END)
        self.calls.append(_Call(name, arguments, typed=False))
        return position

    def _read_bare(self, position: int) -> None:
        """Find the only JSON object with a name and arguments; braces in prose are passed over."""
        text = self._text
        said_from = position
        effort = 4 * len(text) + 1000  # bounds what failed attempts may cost together
        while (match := _OBJECT.search(text, position)) is not None:
            start = match.start()
            try:
                value, end = read_value(text, start)
            except LenientJsonError as error:
                effort -= error.position - start
                if effort < 0:
                    raise Unreadable("too much broken JSON to find a call in") from error
                if _CALL_LIKE.match(text, start):
                    raise
                position = start + 1
                continue
            position = end
            if isinstance(value, dict) and all(key in value for key in _ENVELOPE):
                if not self.calls:
                    self._say(text[said_from:start])
                self.calls.append(_json_call(value))
        if not self.calls:
            self._say(text[said_from:])


def _only_action(parts: _Parts) -> Action:
    if not parts.calls:
        raise Unreadable(
            'no call was found; answer with <tool_call>{"name": ..., "arguments": '
            "{...}}</tool_call>"
        )
    actions = [call.action() for call in parts.calls]
    if any(action != actions[0] for action in actions[1:]):
        raise Unreadable(f"{len(actions)} different calls in one reply; make just one")
    return actions[0]


def _json_call(value: JsonValue) -> _Call:
    if not isinstance(value, dict) or not all(key in value for key in _ENVELOPE):
        raise Unreadable('a call needs "name" and "arguments"')
    name, arguments = value["name"], value["arguments"]
    if isinstance(arguments, str):  # OpenAI's style: the arguments as JSON in a string
        arguments = read_whole(arguments)
    if not isinstance(name, str):
        raise Unreadable('"name" must be a text')
    if not isinstance(arguments, dict):
        raise Unreadable('"arguments" must be an object')
    return _Call(name, arguments)


def _tag_name(text: str, position: int) -> tuple[str, int]:
    match = _TAG_NAME.match(text, position)
    if match is None:
        raise Unreadable("a tag of the call has no name")
    return match.group(1), match.end()


def _skip_space(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position
