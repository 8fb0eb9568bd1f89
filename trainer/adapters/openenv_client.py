"""The client of `openenv_server`: `PhoneClient(base_url=...)`, with OpenEnv's own `reset`, `step` and `state`."""

from __future__ import annotations

from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient

from trainer.adapters.openenv_types import PhoneCall, PhoneLook, PhoneSessionState


class PhoneClient(EnvClient[PhoneCall, PhoneLook, PhoneSessionState]):
    """One session with a phone on a server."""

    def _step_payload(self, action: PhoneCall) -> dict[str, Any]:
        return {"name": action.name, "arguments": action.arguments}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[PhoneLook]:
        done, reward = bool(payload.get("done")), payload.get("reward")
        look = PhoneLook(**{**payload.get("observation", {}), "done": done, "reward": reward})
        return StepResult(observation=look, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> PhoneSessionState:
        return PhoneSessionState(**payload)
