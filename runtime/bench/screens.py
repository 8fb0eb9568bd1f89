"""Screens of a virtual phone to measure with: those met on a walk through its apps, the same for a seed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from random import Random

from runtime.actions import (
    Action,
    Click,
    Direction,
    ElementRef,
    OpenApp,
    PressButton,
    Scroll,
    SystemButton,
)
from runtime.devices import open_device
from runtime.engine import Prompt
from runtime.episode import Actor, Decision, Step
from runtime.errors import ActionError
from runtime.observation import Observation

PHONE = "phoneworld://?seed={seed}"


def walk(seed: int, *, steps: int) -> Iterator[tuple[Observation, Action]]:
    """What is seen and done on a random way through a phone's apps."""
    random = Random(seed)
    with closing(open_device(PHONE.format(seed=seed))) as phone:
        apps = [element.label for element in phone.observe().elements if element.clickable]
        for number in range(steps):
            look = phone.observe()
            action = _next(look, apps, random, begin=number % 12 == 0)
            try:
                phone.perform(action, look)
            except ActionError:
                continue
            yield look, action


def screens(*, seeds: int, steps: int) -> list[Observation]:
    """Different screens of several phones."""
    found = {
        (look.package, look.elements): look
        for seed in range(seeds)
        for look, _ in walk(seed, steps=steps)
    }
    return list(found.values())


def prompts_of_run(seed: int, *, steps: int) -> list[Prompt]:
    """The prompts of one run, each with the steps before it as history."""
    prompts: list[Prompt] = []
    history: list[Step] = []
    for look, action in walk(seed, steps=steps):
        prompts.append(Prompt("Turn on the flashlight and tell Ada about it", look, tuple(history)))
        history.append(Step(look, Decision(action), Actor.POLICY))
    return prompts


def _next(look: Observation, apps: list[str], random: Random, *, begin: bool) -> Action:
    targets = [element.index for element in look.elements if element.clickable and element.enabled]
    if begin or not targets:
        return OpenApp(random.choice(apps))
    dice = random.random()
    if dice < 0.15:
        return Scroll(Direction.DOWN)
    if dice < 0.3:
        return PressButton(SystemButton.BACK)
    return Click(ElementRef(random.choice(targets)))
