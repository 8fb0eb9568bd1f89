"""What goes over the wire between OpenEnv's server and client: a tool call there, a screen back."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field, JsonValue


class PhoneCall(Action):
    """A tool call, as `runtime.tool_table` has them: `{"name": "click", "arguments": {"index": 3}}`."""

    name: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


class PhoneLook(Observation):
    """A screen as lines of numbered elements, with a PNG picture where the reset asked for one (base64)."""

    task: str = ""
    goal: str = ""
    screen: str = ""
    note: str = ""
    truncated: bool = False
    success: bool | None = None
    fault: str = ""
    picture_png: str = ""


class PhoneSessionState(State):
    """Which task is being tried."""

    task: str = ""
