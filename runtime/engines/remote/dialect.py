"""The contract of a dialect: how one API is asked, and how what it streams is read.

A dialect is pure: from a question to a body, from an event to pieces of a reply. Connections, time-outs
and asking again are `exchange`'s, what a refusal teaches is `lessons`'.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from runtime.engines.remote.answer import RemoteReply
from runtime.engines.remote.lessons import Lessons
from runtime.engines.remote.model import RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.lenient_json import JsonValue
from runtime.prompts.format import ImagePart, Part, TextPart
from runtime.prompts.tool_declarations import ToolDeclaration

JsonObject = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ModelQuestion:
    """A prompt as a server is asked it.

    The first `system` parts are the format's own rules. Without `tools`, the format writes calls as text.
    """

    parts: tuple[Part, ...]
    system: int = 0
    tools: tuple[ToolDeclaration, ...] = ()
    grammar: str = ""

    @property
    def rules(self) -> str:
        return "".join(p.text for p in self.parts[: self.system] if isinstance(p, TextPart))

    @property
    def shown(self) -> tuple[Part, ...]:
        """What follows the rules."""
        return self.parts[self.system :]

    @property
    def has_pictures(self) -> bool:
        return any(isinstance(part, ImagePart) for part in self.parts)


class Dialect(Protocol):
    """One API."""

    def url(self, remote: RemoteModel) -> str:
        """Where it is asked; `UnsupportedPolicy` for an address that prompts must not go to."""
        ...

    def headers(self, key: str) -> dict[str, str]:
        """How the key, which may be empty, is sent along."""
        ...

    def body(
        self,
        question: ModelQuestion,
        remote: RemoteModel,
        sampling: TokenSampling,
        lessons: Lessons,
    ) -> JsonObject:
        """What is posted."""
        ...

    def read(self, event: JsonObject, reply: RemoteReply) -> Iterator[str]:
        """The new pieces that an event of the stream brings."""
        ...


def joined_text(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts with texts that follow each other as one."""
    joined: list[Part] = []
    for part in parts:
        last = joined[-1] if joined else None
        if isinstance(part, TextPart) and isinstance(last, TextPart):
            joined[-1] = TextPart(last.text + part.text)
        elif not isinstance(part, TextPart) or part.text:
            joined.append(part)
    return tuple(joined)


def base64_of(part: ImagePart) -> str:
    return base64.b64encode(part.screenshot.data).decode("ascii")


def data_url(part: ImagePart) -> str:
    return f"data:{part.screenshot.mime};base64,{base64_of(part)}"


def field_of(value: JsonValue, *names: str) -> JsonValue:
    """What lies at a path of names; None where anything on the way is missing or another kind."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def text_at(value: JsonValue, *names: str) -> str:
    """The text at a path of names; empty where there is none."""
    found = field_of(value, *names)
    return found if isinstance(found, str) else ""


def objects_in(value: JsonValue) -> list[JsonObject]:
    """The objects of a list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
