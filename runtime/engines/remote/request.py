"""A prompt as the body of a chat completions request: one message of the user's, streamed back."""

from __future__ import annotations

import base64
from typing import assert_never

from runtime.engines.remote.model import RemoteConstraint, RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.lenient_json import JsonValue
from runtime.prompts.format import ImagePart, Part, TextPart
from runtime.tool_table import tool_schemas

# Tells llama-server and SGLang that the grammar is not in their own language.
_LARK = "%llguidance {}\n"

JsonObject = dict[str, JsonValue]


def request_body(
    parts: tuple[Part, ...], remote: RemoteModel, sampling: TokenSampling, *, grammar: str
) -> JsonObject:
    """What is posted. `grammar` is only sent where the server is asked to keep to it."""
    return {
        "model": remote.model,
        "messages": [{"role": "user", "content": _content(parts)}],
        "max_tokens": sampling.max_reply_tokens,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "seed": sampling.seed,
        "stream": True,
        "stream_options": {"include_usage": True},
        **_constraint(remote.constraint, grammar),
    }


def needs_grammar(constraint: RemoteConstraint) -> bool:
    return constraint not in {RemoteConstraint.NONE, RemoteConstraint.TOOLS}


def _content(parts: tuple[Part, ...]) -> str | list[JsonValue]:
    """Plain text where there is no picture: servers of text models take nothing else."""
    content: list[JsonValue] = []
    text = ""
    for part in parts:
        match part:
            case TextPart():
                text += part.text
            case ImagePart():
                if text:
                    content.append({"type": "text", "text": text})
                    text = ""
                content.append({"type": "image_url", "image_url": {"url": _data_url(part)}})
            case _:
                assert_never(part)
    if not content:
        return text
    if text:
        content.append({"type": "text", "text": text})
    return content


def _data_url(part: ImagePart) -> str:
    image = part.screenshot
    return f"data:{image.mime};base64,{base64.b64encode(image.data).decode('ascii')}"


def _constraint(constraint: RemoteConstraint, grammar: str) -> JsonObject:
    match constraint:
        case RemoteConstraint.NONE:
            return {}
        case RemoteConstraint.TOOLS:
            return {
                "tools": [*tool_schemas()],
                "tool_choice": "required",
                "parallel_tool_calls": False,
            }
        case RemoteConstraint.GRAMMAR | RemoteConstraint.EBNF:
            return {constraint.value: _LARK + grammar}
        case RemoteConstraint.STRUCTURED_OUTPUTS:
            return {"structured_outputs": {"grammar": grammar}}
        case RemoteConstraint.GUIDED_GRAMMAR:
            return {"guided_grammar": grammar, "guided_decoding_backend": "guidance"}
        case _:
            assert_never(constraint)
