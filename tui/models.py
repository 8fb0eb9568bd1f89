"""Models by name: which names are models rather than policies, and trying one out."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from phonebuddy.v1 import action_pb2, observation_pb2, policy_service_pb2, run_pb2

from tui.action_words import action_words
from tui.plain_text import quoted

PROVIDERS = ("openai", "anthropic", "gemini", "ollama", "http", "https")
NAMES = (
    "openai:NAME, anthropic:NAME, gemini:NAME, ollama:NAME or http://HOST/v1#NAME "
    "(docs/models.md says more)"
)
_WIDTH, _HEIGHT = 540, 1200
_NUMBER = "4711"


@dataclass(frozen=True, slots=True)
class ModelTrial:
    """What one question showed."""

    passed: bool
    said: str
    seconds: float
    tokens: int
    cost_dollars: float | None


class Deciding(Protocol):
    """What asks a policy once, outside of any run: a client of the runtime."""

    def decide(
        self, policy: str, goal: str, observation: observation_pb2.Observation
    ) -> policy_service_pb2.DecideResponse: ...


def is_model(name: str) -> bool:
    """Whether a policy's name is that of a model, which needs no bundle."""
    return name.partition(":")[0] in PROVIDERS and ":" in name


def try_tools(client: Deciding, policy: policy_service_pb2.Policy) -> ModelTrial:
    """Whether the model calls a tool on the right thing."""
    look = _screen(policy)
    return _ask(client, policy, "Tap Save.", look, lambda d: d.action.click.target.element == 1)


def try_pictures(client: Deciding, policy: policy_service_pb2.Policy) -> ModelTrial:
    """Whether the model reads what only the picture shows."""
    goal = "Finish with the number that is written in the picture of the screen, and nothing else."
    look = _screen(policy)
    return _ask(client, policy, goal, look, lambda d: _NUMBER in d.action.finish.text)


def sees_pictures(policy: policy_service_pb2.Policy) -> bool:
    return policy.observation != "elements"


def _ask(
    client: Deciding,
    policy: policy_service_pb2.Policy,
    goal: str,
    look: observation_pb2.Observation,
    is_right: Callable[[run_pb2.Decision], bool],
) -> ModelTrial:
    started_s = time.monotonic()
    answer = client.decide(policy.name, goal, look)
    seconds = time.monotonic() - started_s
    usage, decision = answer.usage, answer.decision
    said = decision.unparsed.reason or _said(decision.action, look)
    return ModelTrial(
        is_right(decision),
        said,
        seconds,
        usage.prompt_tokens + usage.reply_tokens,
        usage.cost_dollars if usage.HasField("cost_dollars") else None,
    )


def _said(action: action_pb2.Action, look: observation_pb2.Observation) -> str:
    text = action.finish.text
    return quoted(text) if text else action_words(action, look)


def _screen(policy: policy_service_pb2.Policy) -> observation_pb2.Observation:
    look = observation_pb2.Observation(
        id="trial", package="org.example.notes", activity="Edit", width_px=_WIDTH, height_px=_HEIGHT
    )
    for index, (label, top) in enumerate((("Cancel", 900), ("Save", 1020))):
        bounds = observation_pb2.Bounds(left=40, top=top, right=500, bottom=top + 90)
        look.elements.add(index=index, role="button", text=label, bounds=bounds, clickable=True)
    if sees_pictures(policy):
        look.screenshot.CopyFrom(_picture())
    return look


def _picture() -> observation_pb2.Screenshot:
    from PIL import Image, ImageDraw, ImageFont  # slow to import, and needed by this alone

    image = Image.new("RGB", (_WIDTH, _HEIGHT), "white")
    drawing = ImageDraw.Draw(image)
    drawing.text((120, 300), _NUMBER, fill="black", font=ImageFont.load_default(size=120))
    for label, top in (("Cancel", 900), ("Save", 1020)):
        drawing.rectangle((40, top, 500, top + 90), outline="black", width=3)
        drawing.text((200, top + 20), label, fill="black", font=ImageFont.load_default(size=40))
    file = io.BytesIO()
    image.save(file, "PNG")
    return observation_pb2.Screenshot(
        data=file.getvalue(), mime="image/png", width_px=_WIDTH, height_px=_HEIGHT
    )
