"""Which phones `--device` means when episodes are collected."""

from __future__ import annotations

import re

from phoneworld.realism import LEVELS
from trainer.data.environments import Environment, PhoneWorldPhones
from trainer.data.served import ServedPhones
from trainer.data.trials import Trials
from trainer.errors import InvalidDataRequest

_VIRTUAL = re.compile(rf"(adb\+)?phoneworld:({'|'.join(LEVELS)})(?:\*([1-9]\d*))?")


def open_phones(
    address: str,
    tasks: tuple[str, ...],
    trials: Trials,
    *,
    screenshots: bool = False,
    oracles: bool = False,
) -> Environment:
    """The phones of an address, ready to set these tasks.

    `oracles`: they are to play there, so it must be behind adb: without, `collect` asks them itself.
    """
    found = _VIRTUAL.fullmatch(address)
    if found is None:
        raise InvalidDataRequest(
            f"{address!r} names no phones that tasks can be set on: say phoneworld:LEVEL or "
            f"adb+phoneworld:LEVEL*COUNT (levels: {', '.join(LEVELS)}). What is done on a phone of "
            "your own is recorded by the runtime, and comes in with --from-runs"
        )
    served, level, count = found.groups()
    if served:
        return ServedPhones(
            address, tasks, trials, phones=int(count or 1), realism=level, screenshots=screenshots
        )
    if oracles:
        raise InvalidDataRequest(
            f"oracles play in this process with --realism {level}; --device is for --policy, or for "
            "phones behind adb"
        )
    return PhoneWorldPhones(address, tasks, trials, level, screenshots)
