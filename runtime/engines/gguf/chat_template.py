"""Derives the markup around a prompt from a model's own chat template (Jinja).

The template is a stranger's program: it is rendered once, in Jinja's sandbox and in a process of its
own with bounded time and memory. Conversations are not rendered: a prompt is one message of the
user's, and nothing of it ever passes through the template.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from runtime.engines.confined import (
    ChildAnswered,
    Died,
    TimedOut,
    answer_confined,
    run_confined,
)
from runtime.errors import BadBundle
from runtime.prompts.format import ChatMarkup

MAX_TEMPLATE_BYTES = 256 * 2**10
MAX_MARKUP_CHARACTERS = 64 * 2**10
_MEMORY_BYTES = 2**30
# Words that no template looks for and trimming does not change.
_PLACE = "PLACE-OF-THE-PROMPT-7f3a"
_OPENED_THOUGHT = re.compile(r"<think>\s*\Z")


def markup_of(
    template: str, *, bos: str = "", eos: str = "", timeout_s: float = 10.0
) -> ChatMarkup:
    """What a chat template puts around one message of the user's before the reply.

    `bos` and `eos` are what the template's `bos_token` and `eos_token` stand for; leave `bos` empty
    where the tokenizer puts that token first anyway. A thought that the template opens is
    `reply_opening`. Raises `BadBundle` when the template cannot be used.
    """
    given = json.dumps({"template": template, "bos": bos, "eos": eos}).encode()
    if len(template.encode(errors="replace")) > MAX_TEMPLATE_BYTES:
        raise BadBundle(
            f"the chat template has {len(template):,} characters, more than a template needs; "
            "give the markup in policy.json as `chat`"
        )
    end = run_confined(
        "runtime.engines.gguf.chat_template",
        [],
        timeout_s=timeout_s,
        memory_bytes=_MEMORY_BYTES,
        given=given,
    )
    match end:
        case ChildAnswered({"before": str(before), "after": str(after), "opening": str(opening)}):
            return ChatMarkup(before, after, reply_opening=opening)
        case ChildAnswered(answer):
            raise BadBundle(str(answer.get("refused", "the chat template gave no markup")))
        case Died(how, messages):
            last = messages[-1] if messages else "it said nothing"
            raise BadBundle(
                f"rendering the chat template was ended {how} ({last}); "
                "give the markup in policy.json as `chat`"
            )
        case TimedOut():
            raise BadBundle(
                f"the chat template did not end within {timeout_s:g} s; "
                "give the markup in policy.json as `chat`"
            )


def derive(template: str, *, bos: str = "", eos: str = "") -> ChatMarkup:
    """As `markup_of`, in this process and without bounds: only for templates that are trusted."""
    before, after = _around(template, bos, eos)
    for part in (before, after):
        if len(part) > MAX_MARKUP_CHARACTERS:
            raise BadBundle(f"the chat template puts {len(part):,} characters around a prompt")
    opened = _OPENED_THOUGHT.search(after)
    return ChatMarkup(before, after, reply_opening=opened.group() if opened else "")


def _around(template: str, bos: str, eos: str) -> tuple[str, str]:
    import jinja2

    try:
        compiled = _environment().from_string(template)
    except (jinja2.TemplateError, RecursionError) as error:
        problem = f"{type(error).__name__}: {error}"
        raise BadBundle(f"the chat template is not valid Jinja ({problem})") from error
    refusal = "it does not show the user's message"
    # Some templates want the content as text, some as a list of parts.
    for content in (_PLACE, [{"type": "text", "text": _PLACE}]):
        try:
            rendered = compiled.render(
                messages=[{"role": "user", "content": content}],
                add_generation_prompt=True,
                bos_token=bos,
                eos_token=eos,
            )
        # A stranger's program may raise anything.
        except Exception as error:  # noqa: BLE001
            refusal = f"{type(error).__name__}: {error}"
            continue
        pieces = rendered.split(_PLACE)
        if len(pieces) == 2 and (isinstance(content, str) or "'type'" not in rendered):
            return pieces[0], pieces[1]
        if len(pieces) > 2:
            refusal = f"it shows the user's message {len(pieces) - 1} times"
    raise BadBundle(
        f"the chat template cannot be used: {refusal}; give the markup in policy.json as `chat`"
    )


def _environment() -> Any:  # noqa: ANN401  jinja2's types are partly unknown
    from jinja2 import nodes
    from jinja2.ext import Extension
    from jinja2.parser import Parser
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Generation(Extension):
        """The block that marks what a model is trained on: its body, nothing more."""

        tags = {"generation"}  # noqa: RUF012  as Jinja declares it

        def parse(self, parser: Parser) -> list[nodes.Node]:
            next(parser.stream)
            return parser.parse_statements(("name:endgeneration",), drop_needle=True)

    # Whitespace as transformers has it, for which such templates are written.
    environment: Any = ImmutableSandboxedEnvironment(
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Generation, "jinja2.ext.loopcontrols"],
    )
    environment.filters["tojson"] = _to_json
    environment.globals["raise_exception"] = _raise
    return environment


def _to_json(value: object, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)


def _raise(message: str) -> NoReturn:
    raise ValueError(message)


def _answer(_arguments: Sequence[str]) -> dict[str, Any]:
    given = json.loads(sys.stdin.buffer.read())
    try:
        markup = derive(given["template"], bos=given["bos"], eos=given["eos"])
    except BadBundle as error:
        return {"refused": str(error)}
    return {
        "before": markup.before_prompt,
        "after": markup.before_reply,
        "opening": markup.reply_opening,
    }


if __name__ == "__main__":
    answer_confined(_answer)
