"""`phoneworld play`: try a task by hand, in the terminal."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from phoneworld.commands.catalogue_options import (
    add_catalogue_options,
    catalogue_of,
)
from phoneworld.commands.picture import print_picture
from phoneworld.device import PhoneDevice
from phoneworld.realism import LEVELS, at_level
from phoneworld.tasks.names import TaskName, parse_task_name
from phoneworld.tasks.starts import Start, find_start
from phoneworld.tasks.trial import Trial
from phoneworld.tasks.wordings import IN_CATALOGUE, WordingSet
from runtime.action_words import describe
from runtime.actions import (
    Action,
    AskUser,
    Click,
    Direction,
    ElementRef,
    Finish,
    FinishStatus,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Type,
    Wait,
)
from runtime.errors import PhoneBuddyError
from runtime.observation import Element, Observation

HELP = """\
  tap N | hold N              an element by its number
  type TEXT [N]               where the cursor is, or into element N (quote TEXT with spaces)
  clear TEXT N                the same, but the field is emptied first
  scroll up|down|left|right   one page          swipe X1 Y1 X2 Y2   in 0-1000
  back | home | enter         the buttons       shade               pull it down
  open APP                    an app            wait SECONDS
  say TEXT | ask TEXT         to the user       look | picture [FILE]
  done | impossible | refuse  end it and see the verdict           quit"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("task", help="a task's name, such as contacts.add or contacts.add#7~train")
    parser.add_argument("--seed", type=int, default=0, help="where the name has none (default: 0)")
    parser.add_argument(
        "--start",
        default=Start.HOME.value,
        help=f"where it begins, where the name does not say: {', '.join(Start)}",
    )
    parser.add_argument("--realism", default="off", help=", ".join(LEVELS))
    parser.add_argument(
        "--wordings",
        type=WordingSet,
        choices=IN_CATALOGUE,
        default=WordingSet.STANDARD,
        help="the sentences that the goal is drawn from, where the name does not say",
    )
    add_catalogue_options(parser)


def run(arguments: argparse.Namespace) -> int:
    catalogue = catalogue_of(arguments)
    named = parse_task_name(arguments.task)
    if named is None:
        start = find_start(arguments.start)
        named = TaskName(arguments.task, arguments.seed, start, arguments.wordings)
    task = catalogue.task(named)
    trial = Trial(catalogue.workshop(), task, realism=at_level(arguments.realism, task.seed))
    print(f"{task.name}: {trial.goal}\n\n{HELP}\n")
    screen = _look(trial)
    while not trial.finished:
        try:
            line = input("> ").strip()
        except EOFError:
            print()
            return 1
        if line == "quit":
            return 1
        try:
            words = shlex.split(line)
            if not words or _show(trial, words, screen):
                continue
            action = read_action(words)
        except ValueError as error:
            print(f"{error}\n{HELP}")
            continue
        try:
            print(describe(action, screen))
            performed = trial.act(action, screen)
        except PhoneBuddyError as error:
            print(error)
            continue
        if performed.note:
            print(f"({performed.note})")
        if not trial.finished:
            screen = _look(trial)
    judgement = trial.judge()
    print("Solved." if judgement.success else "Not solved:")
    for reason in judgement.reasons:
        print(f"  {reason}")
    return 0 if judgement.success else 1


def _look(trial: Trial) -> Observation:
    screen = trial.observe()
    print(f"--- {screen.package}{screen.activity}{' (keyboard)' if screen.keyboard_shown else ''}")
    for notice in screen.notices:
        print(f"    [{notice}]")
    for element in screen.elements:
        print(f"{element.index:>3} {line_of(element)}")
    return screen


def line_of(element: Element) -> str:
    """An element in one line."""
    marks = [
        name
        for name, holds in (
            ("on", element.checkable and element.checked),
            ("off", element.checkable and not element.checked),
            ("selected", element.selected),
            ("focused", element.focused),
            ("disabled", not element.enabled),
        )
        if holds
    ]
    label = element.text or element.description
    if element.editable:
        label = f"{element.hint}: {element.text!r}"
    states = f" [{', '.join(marks)}]" if marks else ""
    return f"{element.role:<9} {' '.join(label.split())}{states}"


def _show(trial: Trial, words: list[str], screen: Observation) -> bool:
    del screen
    if words[0] == "look":
        _look(trial)
        return True
    if words[0] == "picture":
        device = PhoneDevice(trial.phone)
        if len(words) > 1:
            Path(words[1]).write_bytes(device.screenshot(mime="image/png").data)
        else:
            print_picture(device.screenshot(mime="image/png", max_side_px=96))
        return True
    return False


def read_action(words: list[str]) -> Action:
    """The action of a command line."""
    match words:
        case ["tap", number]:
            return Click(_element(number))
        case ["hold", number]:
            return LongPress(_element(number))
        case ["type", text]:
            return Type(text)
        case ["type", text, number]:
            return Type(text, _element(number))
        case ["clear", text, number]:
            return Type(text, _element(number), clear=True)
        case ["scroll", direction] if direction in list(Direction):
            return Scroll(Direction(direction))
        case ["swipe", x1, y1, x2, y2]:
            return Scroll(Stroke(Point(float(x1), float(y1)), Point(float(x2), float(y2))))
        case ["shade"]:
            return Scroll(Stroke(Point(500, 3), Point(500, 600)))
        case ["back" | "home" | "enter" as button]:
            return PressButton(SystemButton(button))
        case ["open", *app] if app:
            return OpenApp(" ".join(app))
        case ["wait", seconds]:
            return Wait(int(float(seconds) * 1000))
        case ["say", *text] if text:
            return Output(" ".join(text))
        case ["ask", *text] if text:
            return AskUser(" ".join(text))
        case ["done"]:
            return Finish()
        case ["impossible"]:
            return Finish(status=FinishStatus.IMPOSSIBLE)
        case ["refuse"]:
            return Finish(status=FinishStatus.REFUSED)
        case _:
            raise ValueError(f"{shlex.join(words)!r} is not understood")


def _element(number: str) -> ElementRef:
    if not number.isdecimal():
        raise ValueError(f"{number!r} is no element's number")
    return ElementRef(int(number))
