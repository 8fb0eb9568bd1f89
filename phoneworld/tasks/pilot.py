"""The pilot that an oracle steers: steps as values (`do`, `follow`) or as verbs (`tap`, `type`).

It names things by what is written on them, as a person would (`driver`), and what a step means on a
phone is in `step_executor`.
"""

from __future__ import annotations

from phoneworld.tasks.back_navigation import Leftovers
from phoneworld.tasks.driver import Recorder, Steerable, UiDriver
from phoneworld.tasks.mistakes import Edit, Guess
from phoneworld.tasks.step_executor import StepExecutor
from phoneworld.tasks.steps import (
    Act,
    Ask,
    End,
    Enter,
    Hold,
    Open,
    OpenShade,
    OracleStep,
    Page,
    Pause,
    PickDate,
    PickTime,
    Press,
    Say,
    Script,
    Slide,
    Swipe,
    Tap,
    TapId,
)
from runtime.actions import Action, Direction, FinishStatus, SystemButton
from runtime.device import Performed
from runtime.observation import Element, Observation


class Pilot:
    """Steers a trial. `steps` are those that it was asked for.

    With an edit it goes wrong on purpose: see `mistakes`.
    """

    def __init__(
        self, trial: Steerable, *, recorder: Recorder | None = None, edit: Edit | None = None
    ) -> None:
        leftovers = Leftovers(trial.phone)
        self.trial = trial
        self.steps: list[OracleStep] = []
        self._edit = edit
        self._driver = UiDriver(trial, recorder)
        self._executor = StepExecutor(self._driver, leftovers)

    # Looking

    @property
    def screen(self) -> Observation:
        """The screen as it was seen last."""
        return self._driver.screen

    @property
    def seen(self) -> list[tuple[str, str]]:
        """Every text that was on the screen, each with the package that showed it."""
        return self._driver.seen

    @property
    def actions(self) -> list[Action]:
        """All actions so far."""
        return self._driver.actions

    def find(self, label: str, *, role: str = "", nth: int = 0) -> Element | None:
        """The element with this text: the whole text, else its first line, else a part of it."""
        return self._driver.find(label, role=role, nth=nth)

    def shows(self, label: str, *, role: str = "") -> bool:
        """Whether an element with this text is on the screen now."""
        return self.find(label, role=role) is not None

    def find_id(self, name: str) -> Element | None:
        """The element of a resource id (without the package)."""
        return self._driver.find_id(name)

    def read(self, name: str) -> str:
        """The text of the element of a resource id, scrolled to if need be."""
        return self._driver.reach_id(name).label

    def reach(self, label: str, *, role: str = "", nth: int = 0) -> Element:
        """The element with this text, scrolled to if need be."""
        return self._driver.reach(label, role=role, nth=nth)

    # Doing what a step says

    def do(self, step: OracleStep) -> Performed | None:
        """Do a step, or what an edit puts in its place. Returns what its last action did."""
        number = len(self.steps)
        self.steps.append(step)
        done: Performed | None = None
        for one in (step,) if self._edit is None else self._edit.rewrite(number, step):
            if self.trial.finished:
                break
            done = self._executor.execute(one)
        return done

    def follow(self, script: Script) -> None:
        """Do the steps of a script."""
        for step in script:
            self.do(step)

    # The steps as verbs, for oracles that look and compute

    def open(self, app: str) -> None:
        """Bring an app to the front."""
        self.do(Open(app))

    def tap(self, label: str, *, role: str = "", nth: int = 0) -> None:
        """Tap the element with this text."""
        self.do(Tap(label, role, nth))

    def tap_id(self, name: str) -> None:
        """Tap the element of a resource id."""
        self.do(TapId(name))

    def hold(self, label: str, *, role: str = "", nth: int = 0) -> None:
        """Touch and hold the element with this text."""
        self.do(Hold(label, role, nth))

    def type(self, text: str, *, into: str = "", clear: bool = False) -> None:
        """Type into the field with this hint or text, or where the cursor is."""
        self.do(Enter(text, into, clear))

    def swipe(self, label: str, direction: Direction) -> None:
        """Swipe the element with this text sideways: the finger moves in that direction."""
        self.do(Swipe(label, direction))

    def slide(self, label: str, percent: int) -> None:
        """Drag the slider with this label to a value."""
        self.do(Slide(label, percent))

    def scroll(self, direction: Direction = Direction.DOWN) -> bool:
        """Scroll a page; whether there was more to see."""
        done = self.do(Page(direction))
        return done is not None and not done.note

    def open_shade(self) -> None:
        """Pull down the notification shade."""
        self.do(OpenShade())

    def back(self) -> None:
        self.do(Press(SystemButton.BACK))

    def home(self) -> None:
        self.do(Press(SystemButton.HOME))

    def enter(self) -> None:
        self.do(Press(SystemButton.ENTER))

    def wait(self, seconds: float) -> None:
        self.do(Pause(seconds))

    def pick_date(self, day: str) -> None:
        """Choose a day (`2026-05-14`) in the date picker that is open."""
        self.do(PickDate(day))

    def pick_time(self, time: str) -> None:
        """Choose a time (`09:30`) in the time picker that is open."""
        self.do(PickTime(time))

    def act(self, action: Action) -> Performed | None:
        """Do any action on the screen as it is; None where an edit left it out."""
        return self.do(Act(action))

    # Speaking

    def say(self, text: str) -> None:
        """Tell the user what was asked for."""
        self.do(Say(text))

    def ask(self, question: str) -> str:
        """Ask the user; the answer."""
        done = self.do(Ask(question))
        if isinstance(self._edit, Guess):
            return self._edit.answer
        return done.note if done is not None else ""

    def finish(self, text: str = "", status: FinishStatus = FinishStatus.DONE) -> None:
        """End the episode. An oracle that returns without this has finished too."""
        self.do(End(text, status))

    def refuse(self, why: str) -> None:
        """End the episode: the task must not be done."""
        self.finish(why, FinishStatus.REFUSED)

    def give_up(self, why: str) -> None:
        """End the episode: the task cannot be done."""
        self.finish(why, FinishStatus.IMPOSSIBLE)


def run_oracle(trial: Steerable, *, recorder: Recorder | None = None) -> Pilot:
    """Solve a trial with its own oracle; the pilot tells what was done and seen."""
    pilot = Pilot(trial, recorder=recorder)
    trial.drawn.solve(pilot)
    if not trial.finished:
        pilot.finish()
    return pilot
