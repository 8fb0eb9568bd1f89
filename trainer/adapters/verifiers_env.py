"""PhoneWorld as an environment of the `verifiers` library: `load_environment(...)`.

A rollout is an episode: every step has a prompt of its own (goal, what was done, newest screen, and a picture as an
image block where one is asked for), and the model answers with one tool call in `<tool_call>` tags. The reward is the
verifier's. Its pins contradict ours, so it runs in an environment of its own (scripts/adapter_environments.sh).
"""

from __future__ import annotations

import base64
import io
import json
import random
from typing import Any

import verifiers as vf
from datasets import Dataset

from runtime.tool_table import tool_schemas
from trainer.adapters.drawn_tasks import TaskPool
from trainer.adapters.session import MOST_STEPS, SessionTurn, TaskSession, open_trials
from trainer.data.trials import OFF, Trials

TASK, SESSION, TURN = "phone_task", "phone_session", "phone_turn"
_RULES = (
    "You operate a phone for its user. Look at the screen, then reply with exactly one tool call:\n"
    '<tool_call>{"name": "click", "arguments": {"index": 3}}</tool_call>\n'
    "Elements are named by the numbers after '#'. Call finish when the task is done.\nTools:\n"
)


class PhoneTasksEnv(vf.MultiTurnEnv):
    """Plays the task that a row's `info` names."""

    def __init__(
        self,
        trials: Trials,
        *,
        realism: str = OFF,
        start: str = "",
        picture: tuple[int, int] | None = None,
        most_steps: int = MOST_STEPS,
        **kwargs: Any,  # noqa: ANN401  what every environment of verifiers takes
    ) -> None:
        super().__init__(rubric=vf.Rubric(funcs=[reward]), **kwargs)
        self._trials, self._realism, self._start = trials, realism, start
        self._picture, self._most_steps = picture, most_steps
        self._rules = _RULES + json.dumps(tool_schemas())

    async def setup_state(self, state: vf.State) -> None:
        session = TaskSession(self._trials, most_steps=self._most_steps)
        state[SESSION] = session
        state[TURN] = session.reset(state["info"][TASK], start=self._start, realism=self._realism)

    async def add_trajectory_step(self, state: vf.State, trajectory_step: Any) -> None:  # noqa: ANN401  verifiers' own
        """Act as soon as the model has answered, so that the episode ends with its last reply."""
        await super().add_trajectory_step(state, trajectory_step)
        state[TURN] = state[SESSION].reply(_words(trajectory_step["completion"]))

    @vf.stop
    async def task_is_over(self, state: vf.State) -> bool:
        """Whether the policy has finished, its steps have run out, or the phone has failed."""
        return state[TURN].over

    async def get_prompt_messages(self, state: vf.State) -> vf.Messages:
        """The prompt of this step alone."""
        session, turn = state[SESSION], state[TURN]
        done = "\n".join(f"{number}. {line}" for number, line in enumerate(session.done, 1))
        text = f"Task: {turn.goal}\n\nDone so far:\n{done or 'nothing'}\n\n{turn.text}"
        content: Any = text
        if self._picture is not None:
            url = f"data:image/png;base64,{_png(session, self._picture)}"
            content = [
                {"type": "image_url", "image_url": {"url": url}},
                {"type": "text", "text": text},
            ]
        messages: Any = [
            {"role": "system", "content": self._rules},
            {"role": "user", "content": content},
        ]
        return messages

    async def env_response(
        self, messages: vf.Messages, state: vf.State, **kwargs: object
    ) -> vf.Messages:
        """Not asked: prompts are made anew for every step."""
        del messages, state, kwargs
        return []

    async def render_completion(self, state: vf.State) -> None:
        """All that the model said, without the screens in between."""
        state["completion"] = [
            message for step in state["trajectory"] for message in step["completion"]
        ]

    @vf.cleanup
    async def let_go(self, state: vf.State) -> None:
        """Close the phone, and leave of the turn what can be kept."""
        session = state.pop(SESSION, None)
        if session is not None:
            session.close()
        turn: SessionTurn | None = state.pop(TURN, None)
        state["phone_reward"] = 0.0 if turn is None else turn.reward
        state["phone_success"] = turn is not None and bool(turn.success)
        state["phone_fault"] = "" if turn is None else turn.fault


async def reward(state: vf.State) -> float:
    """The verifier's word."""
    return state["phone_reward"]


def load_environment(
    *,
    split: str = "train",
    eval_split: str = "validation",
    template: str = "",
    count: int = 1000,
    eval_count: int = 100,
    seed: int = 0,
    realism: str = OFF,
    start: str = "",
    picture: tuple[int, int] | None = None,
    most_steps: int = MOST_STEPS,
    folders: tuple[str, ...] = (),
) -> vf.Environment:
    """Tasks drawn from a split to train on, and from another to evaluate on."""
    trials = open_trials(tuple(folders))
    return PhoneTasksEnv(
        trials,
        realism=realism,
        start=start,
        picture=picture,
        most_steps=most_steps,
        dataset=_rows(TaskPool(trials.catalogue, template, split), count, seed),
        eval_dataset=_rows(TaskPool(trials.catalogue, template, eval_split), eval_count, seed),
    )


def _rows(source: TaskPool, count: int, seed: int) -> Dataset:
    luck = random.Random(seed)
    names = [source.draw(luck.randrange) for _ in range(count)]
    return Dataset.from_list(
        [
            {"prompt": [{"role": "user", "content": name}], "info": {TASK: name}, "answer": ""}
            for name in names
        ]
    )


def _words(messages: Any) -> str:  # noqa: ANN401  dicts or verifiers' own messages
    """What the model wrote, whatever form its messages have."""
    parts: list[str] = []
    for message in messages:
        content = message["content"] if isinstance(message, dict) else message.content
        if isinstance(content, str):
            parts.append(content)
    return "\n".join(parts)


def _png(session: TaskSession, size: tuple[int, int]) -> str:
    from PIL import Image

    held = io.BytesIO()
    Image.frombytes("RGB", size, session.rgb(*size)).save(held, "PNG", compress_level=1)
    return base64.b64encode(held.getvalue()).decode()
