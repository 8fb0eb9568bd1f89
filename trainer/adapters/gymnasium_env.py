"""PhoneWorld as a Gymnasium environment. See `gymnasium_names` for the names it is made by."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from phoneworld.workshop import check_seed
from trainer.adapters.drawn_tasks import TaskPool
from trainer.adapters.gymnasium_spaces import (
    AnyText,
    action_of,
    look_of,
    observation_space,
    structured_space,
)
from trainer.adapters.session import MOST_STEPS, SessionTurn, TaskSession, open_trials
from trainer.data.trials import OFF
from trainer.errors import InvalidDataRequest

REPLY_LETTERS = 8000
OPTIONS = ("task", "seed", "start", "realism")
"""What `reset` can be told."""
RENDERED = (360, 800)
"""The size of `render`'s pictures where looks have none."""

Look = dict[str, NDArray[Any]]


class PhoneWorldEnv(gymnasium.Env[Look, Any]):
    """A phone and a task. `reset(seed=...)` draws one; options name it: task, seed, start, realism.

    The reward comes with the last step: the verifier's. `terminated` means that the policy finished, `truncated`
    that its steps ran out or that the phone failed (`info["fault"]`).
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 4}  # noqa: RUF012  as Gymnasium declares it

    def __init__(
        self,
        *,
        task: str = "",
        split: str = "",
        start: str = "",
        realism: str = OFF,
        wording: str = "standard",
        pixels: tuple[int, int] | None = None,
        actions: Literal["structured", "text"] = "structured",
        most_steps: int | None = MOST_STEPS,
        render_mode: str | None = None,
        folders: tuple[str, ...] = (),
    ) -> None:
        """`pixels`: width and height of the pictures in looks. `actions`: numbers, or a model's replies."""
        trials = open_trials(tuple(folders))
        self._source = TaskPool(trials.catalogue, task, split, wording)
        self.session = TaskSession(trials, most_steps=most_steps)
        self._start, self._realism, self._pixels = start, realism, pixels
        self._takes_text = actions == "text"
        self.render_mode = render_mode
        self.observation_space = observation_space(pixels)  # pyright: ignore[reportAttributeAccessIssue]  a Dict of arrays
        self.action_space = AnyText(REPLY_LETTERS) if self._takes_text else structured_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Look, dict[str, Any]]:
        super().reset(seed=seed)
        wanted = options or {}
        for name in wanted:
            if name not in OPTIONS:
                raise InvalidDataRequest(
                    f"reset has no option {name!r}: there are {', '.join(OPTIONS)}"
                )
        task, chosen = wanted.get("task") or "", wanted.get("seed")
        if "#" not in task:
            task, chosen = self._draw(task, chosen), None
        turn = self.session.reset(
            task,
            seed=chosen,
            start=wanted.get("start", self._start),
            realism=wanted.get("realism", self._realism),
        )
        return self._look(turn), self._info(turn)

    def _draw(self, template: str, seed: int | None) -> str:
        def below(count: int) -> int:
            return int(self.np_random.integers(count))

        drawn = self._source.draw_seed(template, below) if template else self._source.draw(below)
        if seed is None:
            return drawn
        check_seed(int(seed))
        name, _, rest = drawn.partition("#")
        tail = rest.lstrip("0123456789")
        return f"{name}#{int(seed)}{tail}"

    def step(self, action: Any) -> tuple[Look, float, bool, bool, dict[str, Any]]:  # noqa: ANN401  of either space
        session = self.session
        turn = session.reply(action) if self._takes_text else session.act(action_of(action))
        return self._look(turn), turn.reward, turn.terminated, turn.truncated, self._info(turn)

    def render(self) -> NDArray[np.uint8] | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        if self.render_mode != "rgb_array":
            return None
        width, height = self._pixels or RENDERED
        data = self.session.rgb(width, height)
        return np.frombuffer(data, np.uint8).reshape(height, width, 3)

    def close(self) -> None:
        self.session.close()

    def _look(self, turn: SessionTurn) -> Look:
        rgb = self.session.rgb(*self._pixels) if self._pixels is not None else None
        return look_of(turn, rgb, self._pixels)

    def _info(self, turn: SessionTurn) -> dict[str, Any]:
        info: dict[str, Any] = {"task": self.session.task, "goal": turn.goal, "note": turn.note}
        if turn.over:
            info |= {"success": bool(turn.success), "fault": turn.fault}
        return info
