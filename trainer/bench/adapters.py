"""What adapters cost: the same recorded actions by the bare loop and through each adapter, in turns.

The bare loop is the turn machine on a trial, with the screen written out as a policy reads it: what every rollout of
ours does. What a policy says is written beforehand: that is its own work. Times are those of the processor. Each way goes several rounds, one after the other, and its
quickest round counts: what else the machine does only makes rounds longer.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec

from phoneworld import PhoneDevice
from phoneworld.measure_episodes import PlayedTask, record_episodes
from runtime.action_text import format_action, format_reply
from runtime.actions import Finish
from runtime.bench_report import Figures
from runtime.engine import Decided
from runtime.episode import Decision
from runtime.prompts.screen_lines import write_screen
from trainer.adapters.session import TaskSession, open_trials
from trainer.adapters.trl_env import PhoneTools
from trainer.data.trial_turns import open_rollout
from trainer.data.trials import Trials

PICTURE = (360, 800)
_LIMIT = 1000
Player = Callable[[Sequence[PlayedTask]], None]


def measure_adapters(*, episodes: int, rounds: int) -> Figures:
    """Steps a second by each way, and what share of the bare loop's that is."""
    trials = open_trials()
    recorded = record_episodes(trials.workshop, list(trials.catalogue.templates.values()), episodes)
    replies = [[format_reply(a) for a in (*each.actions, Finish(""))] for each in recorded]
    steps = sum(len(each.actions) + 1 for each in recorded)
    ways: dict[str, Player] = {
        "bare": lambda played: _bare(trials, played, None),
        "session": lambda played: _session(trials, played),
        "trl": _trl,
    }
    if find_spec("gymnasium") is not None:
        ways["bare_pixels"] = lambda played: _bare(trials, played, PICTURE)
        ways["gymnasium"] = lambda played: _gymnasium(played, replies, None)
        ways["gymnasium_pixels"] = lambda played: _gymnasium(played, replies, PICTURE)
    # In an environment of its own; without the wire, which waits more than it works.
    if find_spec("openenv") is not None:
        ways["openenv"] = _openenv
    for play in ways.values():
        play(recorded)
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, play in ways.items():
            begun = time.process_time()
            play(recorded)
            taken[name].append(time.process_time() - begun)
    rates = {name: steps / min(times) for name, times in taken.items()}
    figures = {f"{name}_steps_per_s": rate for name, rate in rates.items()}
    for name, rate in rates.items():
        if not name.startswith("bare"):
            bare = "bare_pixels" if name.endswith("_pixels") else "bare"
            figures[f"{name}_share"] = rate / rates[bare]
    return figures


def _bare(trials: Trials, recorded: Sequence[PlayedTask], size: tuple[int, int] | None) -> None:
    for each in recorded:
        attempt = trials.open(each.task)
        device = attempt.device
        rollout = open_rollout(attempt, _LIMIT)
        machine = rollout.machine
        for action in (*each.actions, Finish("")):
            machine.advance()
            write_screen(rollout.journal.screen)
            if size is not None and isinstance(device, PhoneDevice):
                device.rgb(*size)
            machine.take(Decided(Decision(action)))
        rollout.episode("policy")
        device.close()


def _session(trials: Trials, recorded: Sequence[PlayedTask]) -> None:
    session = TaskSession(trials, most_steps=_LIMIT)
    for each in recorded:
        turn = session.reset(each.task.name)
        for action in (*each.actions, Finish("")):
            assert turn.text  # noqa: S101  written out, as a policy would read it
            turn = session.act(action)
    session.close()


def _trl(recorded: Sequence[PlayedTask]) -> None:
    phone = PhoneTools(most_steps=_LIMIT)
    for each in recorded:
        phone.reset(task=each.task.name)
        for action in (*each.actions, Finish("")):
            call = json.loads(format_action(action))
            phone._call(call["name"], **call["arguments"])  # noqa: SLF001  what each of its tools does


def _openenv(recorded: Sequence[PlayedTask]) -> None:
    from trainer.adapters.openenv_server import PhoneEnvironment
    from trainer.adapters.openenv_types import PhoneCall

    phone = PhoneEnvironment(most_steps=_LIMIT)
    for each in recorded:
        phone.reset(task=each.task.name)
        for action in (*each.actions, Finish("")):
            phone.step(PhoneCall(**json.loads(format_action(action))))
    phone.close()


def _gymnasium(
    recorded: Sequence[PlayedTask],
    replies: Sequence[Sequence[str]],
    size: tuple[int, int] | None,
) -> None:
    from trainer.adapters.gymnasium_env import PhoneWorldEnv

    phone = PhoneWorldEnv(actions="text", pixels=size, most_steps=_LIMIT)
    for each, said in zip(recorded, replies, strict=True):
        phone.reset(options={"task": each.task.name})
        for reply in said:
            phone.step(reply)
    phone.close()
