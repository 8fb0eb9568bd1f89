"""The guard's questions, and a policy's, to the person in front of the client: elicitation.

Clients of protocol 2026-07-28 and later are answered that input is required, and call again with it; older
ones are asked in the middle of the call. A client that can do neither has nobody to ask: that counts as no.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mcp.server.mcpserver import Context
from mcp_types import (
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from mcp_types.version import is_version_at_least
from pydantic import BaseModel, Field

MODERN = "2026-07-28"
KEY = "person"
NOBODY = "this client cannot ask its user (it does not support elicitation), which counts as a no"

ToolResult = CallToolResult | InputRequiredResult
# What a lifespan yields and a transport's request is, of which nothing is used here.
AgentContext = Context[Any, Any]


class ApprovalForm(BaseModel):
    """What the person is asked for an approval."""

    approve: bool = Field(description="Let it be done")


class AnswerForm(BaseModel):
    """What the person is asked for an answer."""

    answer: str = Field(description="Your answer")


@dataclass(frozen=True, slots=True)
class Asking:
    """A question to the person; `state` comes back with the answer."""

    text: str
    state: str
    form: type[ApprovalForm | AnswerForm] = ApprovalForm


@dataclass(frozen=True, slots=True)
class PersonWord:
    """The person's word: `text` where one was asked for. `problem` says why there is none."""

    agreed: bool
    text: str = ""
    problem: str = ""


def can_ask(context: AgentContext) -> bool:
    """Whether the client can put a question to its user."""
    able = context.client_capabilities
    return able is not None and able.elicitation is not None


def answer_given(context: AgentContext, state: str) -> PersonWord | None:
    """The answer that a modern client has called again with, to the question of that state."""
    responses = context.input_responses
    if not responses or context.request_state != state:
        return None
    result = responses.get(KEY)
    return _answered(result) if isinstance(result, ElicitResult) else None


async def ask(context: AgentContext, asking: Asking) -> PersonWord | InputRequiredResult:
    """The person's answer, or what makes a modern client ask for it and call again."""
    if not can_ask(context):
        return PersonWord(agreed=False, problem=NOBODY)
    given = answer_given(context, asking.state)
    if given is not None:
        return given
    version = context.protocol_version
    if version is not None and is_version_at_least(version, MODERN):
        params = ElicitRequestFormParams(
            message=asking.text, requested_schema=asking.form.model_json_schema()
        )
        return InputRequiredResult(
            input_requests={KEY: ElicitRequest(params=params)}, request_state=asking.state
        )
    elicited = await context.elicit(asking.text, asking.form)
    if elicited.action != "accept":
        return PersonWord(agreed=False, problem=f"the person chose {elicited.action}")
    return _accepted(elicited.data.model_dump())


def _answered(result: ElicitResult) -> PersonWord:
    if result.action != "accept":
        return PersonWord(agreed=False, problem=f"the person chose {result.action}")
    return _accepted(dict(result.content or {}))


def _accepted(content: dict[str, Any]) -> PersonWord:
    text = content.get("answer")
    if isinstance(text, str):
        return PersonWord(agreed=True, text=text)
    agreed = content.get("approve") is True
    return PersonWord(agreed, problem="" if agreed else "the person said no")
