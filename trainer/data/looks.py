"""The steps of an episode as the search for notes sees them: what was read, said and touched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from runtime.actions import LongPress, OpenApp, PressButton, SystemButton
from runtime.episode import Episode
from trainer.data.screen_text import folded, read_screen, spoken, touched

LAUNCHER = "launcher"


@dataclass(frozen=True, slots=True)
class StepLook:
    """One step. `screen` and `in_history` are folded; `said` and `touched` are as they were.

    `in_history` is what the history shows of the step: what was typed, said or answered.
    Words of touched elements stand in the history too, but cut off, and among much else.
    """

    screen: str
    said: str
    touched: str
    in_history: str
    package: str
    visit: int
    """Grows whenever another app is opened by name or the home button is pressed."""
    held: bool
    """Something was touched and held, as it is to copy it."""

    @property
    def at_home(self) -> bool:
        """Whether this is the list of apps, whose words are no news."""
        return self.package.endswith(LAUNCHER)


def looks_at(episode: Episode) -> Iterator[StepLook]:
    """The steps of an episode, in order."""
    visit = 0
    for step in episode.steps:
        action = step.decision.action
        said = spoken(action, step.observation)
        note = step.performed.note if step.performed is not None else ""
        yield StepLook(
            screen=read_screen(step.observation),
            said=said,
            touched=touched(step),
            in_history=folded(f"{said} | {step.answer} | {note}"),
            package=step.observation.package,
            visit=visit,
            held=isinstance(action, LongPress),
        )
        match action:
            case OpenApp() | PressButton(SystemButton.HOME):
                visit += 1
            case _:
                pass
