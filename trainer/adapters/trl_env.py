"""PhoneWorld as an environment of TRL's GRPOTrainer: its methods are the tools that a model may call.

    GRPOTrainer(..., environment_factory=PhoneToolsFactory(), train_dataset=task_rows("train", 1000))

TRL calls `reset` with a row of the data set, appends what it returns to the prompt, answers each tool call with
what the method returns, and asks `get_reward` at the end.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from runtime.lenient_json import JsonValue
from trainer.adapters.drawn_tasks import TaskPool
from trainer.adapters.session import MOST_STEPS, SessionTurn, TaskSession, open_trials
from trainer.data.trials import OFF

OVER = "The task is over: no tool does anything any more."


def task_rows(
    split: str, count: int, *, template: str = "", seed: int = 0, folders: Sequence[str] = ()
) -> list[dict[str, object]]:
    """Rows of a data set for TRL: the prompt that opens the conversation, and the task's name."""
    source = TaskPool(open_trials(tuple(folders)).catalogue, template, split)
    luck = random.Random(seed)
    opening = [{"role": "user", "content": "Do this on the phone, by calling tools.\n"}]
    return [{"prompt": opening, "task": source.draw(luck.randrange)} for _ in range(count)]


class PhoneTools:
    """One phone. Every method that has no underscore is a tool, described by its docstring."""

    def __init__(
        self, *, realism: str = OFF, most_steps: int = MOST_STEPS, folders: Sequence[str] = ()
    ) -> None:
        self._session = TaskSession(open_trials(tuple(folders)), most_steps=most_steps)
        self._realism = realism
        self._turn: SessionTurn | None = None

    def reset(self, task: str = "", **_: object) -> str:
        """Begin the task that a row names; the goal and the first screen."""
        turn = self._turn = self._session.reset(task, realism=self._realism)
        return f"{turn.goal}\n\n{turn.text}"

    def get_reward(self) -> float:
        """The verifier's word; an episode that was not finished has earned nothing."""
        return self._turn.reward if self._turn is not None else 0.0

    def click(self, index: int) -> str:
        """
        Tap an element of the screen.

        Args:
            index: The number of the element, as the screen has it after '#'.
        """
        return self._call("click", index=index)

    def long_press(self, index: int) -> str:
        """
        Touch and hold an element of the screen.

        Args:
            index: The number of the element.
        """
        return self._call("long_press", index=index)

    def type(self, text: str, index: int) -> str:
        """
        Tap a field and type into it.

        Args:
            text: What to type.
            index: The number of the field.
        """
        return self._call("type", text=text, index=index)

    def scroll(self, direction: str) -> str:
        """
        Scroll the screen by a page.

        Args:
            direction: Where to go: up, down, left or right.
        """
        return self._call("scroll", direction=direction)

    def press_button(self, button: str) -> str:
        """
        Press a button of the phone.

        Args:
            button: One of back, home, menu and enter.
        """
        return self._call("button_press", type=button)

    def open_app(self, app: str) -> str:
        """
        Open an app.

        Args:
            app: The name of the app.
        """
        return self._call("open_app", app=app)

    def wait(self) -> str:
        """Wait for a second."""
        return self._call("wait")

    def output(self, text: str) -> str:
        """
        Tell the user what was asked for.

        Args:
            text: What to say.
        """
        return self._call("output", text=text)

    def ask_user(self, question: str) -> str:
        """
        Ask the user something that only the user knows.

        Args:
            question: What to ask.
        """
        return self._call("ask_user", question=question)

    def finish(self, text: str, status: str) -> str:
        """
        End the task.

        Args:
            text: A last word to the user.
            status: How it went: done, impossible or refused.
        """
        return self._call("finish", text=text, status=status)

    def _call(self, name: str, **arguments: JsonValue) -> str:
        if self._turn is None or self._turn.over:
            return OVER
        turn = self._turn = self._session.call(name, arguments)
        if turn.over:
            return OVER
        return f"{turn.note}\n\n{turn.text}" if turn.note else turn.text


@dataclass(frozen=True, slots=True)
class PhoneToolsFactory:
    """Makes phones for TRL's `environment_factory`, all alike."""

    realism: str = OFF
    most_steps: int = MOST_STEPS
    folders: tuple[str, ...] = ()

    def __call__(self) -> PhoneTools:
        return PhoneTools(realism=self.realism, most_steps=self.most_steps, folders=self.folders)
