"""PhoneWorld as an OpenEnv server: many sessions in one process, each with a phone of its own.

    python -m trainer.adapters.openenv_server --port 8000

OpenEnv's pins contradict ours, so it runs in an environment of its own (scripts/adapter_environments.sh).
"""

from __future__ import annotations

import argparse
import base64
import io
import random
from typing import TYPE_CHECKING

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment

from trainer.adapters.drawn_tasks import TaskPool
from trainer.adapters.openenv_types import PhoneCall, PhoneLook, PhoneSessionState
from trainer.adapters.session import MOST_STEPS, SessionTurn, TaskSession, open_trials, whole_name
from trainer.data.trials import OFF

if TYPE_CHECKING:
    from fastapi import FastAPI

MOST_SESSIONS = 64


class PhoneEnvironment(Environment[PhoneCall, PhoneLook, PhoneSessionState]):
    """One session. Sessions share the worlds that phones are copied from, and nothing that changes."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, most_steps: int | None = MOST_STEPS) -> None:
        super().__init__()
        self._session = TaskSession(open_trials(), most_steps=most_steps)
        self._picture: tuple[int, int] | None = None
        self._steps = 0
        self._episode: str | None = None
        self._task = ""

    def reset(  # pyright: ignore[reportIncompatibleMethodOverride]  named instead of **kwargs
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        task: str = "",
        split: str = "",
        start: str = "",
        realism: str = OFF,
        picture: tuple[int, int] | None = None,
        **_: object,
    ) -> PhoneLook:
        """Begin a task: `task` with `seed`, a whole name, or one drawn by the seed from a split."""
        if not task or ("#" not in task and seed is None):
            source = TaskPool(self._session.trials.catalogue, task, split or "train")
            name = source.draw(random.Random(seed).randrange)
        else:
            name = whole_name(task, seed, "")
        turn = self._session.reset(name, start=start, realism=realism)
        self._picture = (picture[0], picture[1]) if picture else None
        self._task, self._steps, self._episode = self._session.task, 0, episode_id
        return self._look(turn)

    def step(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, action: PhoneCall, timeout_s: float | None = None, **_: object
    ) -> PhoneLook:
        """Do a tool call."""
        del timeout_s
        self._steps += 1
        return self._look(self._session.call(action.name, action.arguments))

    @property
    def state(self) -> PhoneSessionState:
        return PhoneSessionState(episode_id=self._episode, step_count=self._steps, task=self._task)

    def close(self) -> None:
        self._session.close()

    def _look(self, turn: SessionTurn) -> PhoneLook:
        return PhoneLook(
            done=turn.over,
            reward=turn.reward if turn.over else None,
            task=self._task or self._session.task,
            goal=turn.goal,
            screen=turn.text,
            note=turn.note,
            truncated=turn.truncated,
            success=turn.success,
            fault=turn.fault,
            picture_png=self._photograph(),
        )

    def _photograph(self) -> str:
        if self._picture is None:
            return ""
        from PIL import Image

        image = Image.frombytes("RGB", self._picture, self._session.rgb(*self._picture))
        held = io.BytesIO()
        image.save(held, "PNG", compress_level=1)
        return base64.b64encode(held.getvalue()).decode()


def create_phone_app(most_sessions: int = MOST_SESSIONS) -> FastAPI:
    """The server as an ASGI application."""
    return create_fastapi_app(
        PhoneEnvironment,
        PhoneCall,
        PhoneLook,
        max_concurrent_envs=most_sessions,
        env_name="phoneworld",
        state_cls=PhoneSessionState,
    )


def main() -> None:
    import uvicorn

    parser = argparse.ArgumentParser(description="PhoneWorld as an OpenEnv server.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--sessions", type=int, default=MOST_SESSIONS, help="at most so many")
    arguments = parser.parse_args()
    app = create_phone_app(arguments.sessions)
    uvicorn.run(app, host=arguments.host, port=arguments.port, log_level="warning")


if __name__ == "__main__":
    main()
