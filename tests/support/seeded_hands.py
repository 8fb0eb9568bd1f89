"""Policies that do what they should, or one thing wrong, the same for the same seed and prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from runtime.actions import (
    Action,
    AskUser,
    Click,
    Direction,
    Drag,
    ElementRef,
    Finish,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    SystemButton,
    Type,
    Wait,
)
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt, TextListener
from runtime.episode import Decision, Unparsed
from runtime.guard.redaction import is_for_password
from runtime.observation import Observation

Pick = Callable[[Random, Observation, Action], Action | Unparsed]


def right(_rng: Random, _screen: Observation, wanted: Action) -> Action:
    return wanted


def wrong(rng: Random, screen: Observation, _wanted: Action) -> Action:
    return Click(ElementRef(rng.randrange(max(1, len(screen.elements)))))


def off_screen(rng: Random, _screen: Observation, _wanted: Action) -> Action:
    def place() -> Point:
        return Point(rng.uniform(-25, 1025), rng.choice([-9.0, 1005.0, 1010.0, 1011.0, 400.0]))

    return rng.choice([Click(place()), LongPress(place(), 10**6), Drag(place(), place(), 10**6)])


def waiting(rng: Random, _screen: Observation, wanted: Action) -> Action:
    return wanted if rng.random() < 0.5 else Wait(rng.choice([-5, 1000, 600_000]))


def failing(rng: Random, _screen: Observation, wanted: Action) -> Action | Unparsed:
    mistakes = [
        OpenApp("No such app"),
        Click(ElementRef(999)),
        Click(Point(2000, 5)),
        Type("{{secret:wifi}}"),
        Unparsed("hm", "there is no call in it"),
        wanted,
    ]
    return rng.choice(mistakes)


def telling_secrets(_rng: Random, screen: Observation, wanted: Action) -> Action:
    fields = [element for element in screen.elements if is_for_password(element)]
    if fields and not isinstance(wanted, Type):
        return Type("correct horse", ElementRef(fields[0].index), clear=True)
    return wanted


def asking(rng: Random, _screen: Observation, wanted: Action) -> Action:
    said = [AskUser("Which one?"), Output("The code is 123456."), wanted, wanted]
    return rng.choice(said)


def anything(rng: Random, screen: Observation, wanted: Action) -> Action | Unparsed:
    pick = rng.choice([right, wrong, off_screen, waiting, failing, telling_secrets, asking])
    if rng.random() < 0.2:
        return rng.choice(
            [
                Scroll(Direction.DOWN),
                PressButton(SystemButton.BACK),
                PressButton(SystemButton.HOME),
                Finish(),
            ]
        )
    return pick(rng, screen, wanted)


class SeededHand:
    """An engine that knows what would be right. `prompts` are all that it was asked."""

    def __init__(
        self, pick: Pick, solution: Sequence[Action], seed: str, *, stubborn: int = 1
    ) -> None:
        self.prompts: list[Prompt] = []
        self._pick = pick
        self._solution = solution
        self._seed = seed
        self._stubborn = stubborn
        """How often it says the same, or what comes next of the solution, before it says another."""

    @property
    def wants_screenshot(self) -> bool:
        return False

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        del session, on_text, cancel
        self.prompts.append(prompt)
        turn = len(prompt.history) // self._stubborn
        wanted = self._solution[min(turn, len(self._solution) - 1)]
        action = self._pick(Random(f"{self._seed} {turn}"), prompt.observation, wanted)
        return Decided(Decision(action, thought="Note: hunter2", reply=str(action)))

    def end_session(self, session: str) -> None:
        """Nothing is kept for a session."""

    def close(self) -> None:
        """Nothing to free."""
