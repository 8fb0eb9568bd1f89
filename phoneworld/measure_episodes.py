"""How fast whole episodes are, with and without pictures, and resets with the first look.

Oracles of many templates are recorded once (they open, scroll, type and save, as a policy would); their actions are
then played again and timed, so that no oracle's thinking counts. Times are those of the processor. Everything is played
once before, because a trainer goes on for hours: letters are set and pictures drawn by then.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from phoneworld.device import PhoneDevice
from phoneworld.errors import PhoneWorldError
from phoneworld.phone import Phone
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.template import Template
from phoneworld.tasks.trial import Task, Trial
from phoneworld.workshop import Workshop
from runtime.actions import Action, AskUser, Finish, Output

SIZES = ((360, 800), (540, 1200), (1080, 2400))
"""The sizes of pictures, in pixels."""


@dataclass(frozen=True, slots=True)
class PlayedTask:
    """A task and the actions that solve it."""

    task: Task
    actions: tuple[Action, ...]


def record_episodes(
    workshop: Workshop, templates: Sequence[Template], count: int
) -> list[PlayedTask]:
    """Episodes of templates from all over the catalogue; those whose oracles get lost are left out."""
    found: list[PlayedTask] = []
    apart = max(1, len(templates) // count)
    for seed, template in enumerate(templates[::apart][:count]):
        task = Task(template, seed % 8)
        try:
            actions = run_oracle(Trial(workshop, task)).actions
        except PhoneWorldError:
            continue
        done = (Output, Finish, AskUser)
        found.append(PlayedTask(task, tuple(a for a in actions if not isinstance(a, done))))
    return found


@dataclass(frozen=True, slots=True)
class EpisodeRates:
    """A second of one core, by what is looked at: `elements`, or pictures of a size besides."""

    steps: dict[str, float]
    resets: dict[str, float]


def episode_rates(workshop: Workshop, episodes: Sequence[PlayedTask]) -> EpisodeRates:
    """Steps within episodes, and resets with the set-up of a task and its first look."""
    figures = EpisodeRates({}, {})
    for size in (None, *SIZES):
        name = "elements" if size is None else f"rgb_{size[0]}x{size[1]}"
        _play(workshop, episodes, size)
        figures.steps[name], figures.resets[name] = _play(workshop, episodes, size)
    return figures


def _play(
    workshop: Workshop, episodes: Sequence[PlayedTask], size: tuple[int, int] | None
) -> tuple[float, float]:
    phone = Phone(workshop.apps)
    device = PhoneDevice(phone)
    steps, stepping_s, resetting_s = 0, 0.0, 0.0
    for episode in episodes:
        begun = time.process_time()
        trial = Trial(workshop, episode.task, phone=phone, device=device)
        screen = trial.observe()
        if size is not None:
            device.rgb(*size)
        between = time.process_time()
        for action in episode.actions:
            trial.act(action, screen)
            screen = trial.observe()
            if size is not None:
                device.rgb(*size)
        stepping_s += time.process_time() - between
        resetting_s += between - begun
        steps += len(episode.actions)
    return steps / stepping_s, len(episodes) / resetting_s
