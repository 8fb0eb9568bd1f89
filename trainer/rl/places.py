"""Which phones `--real URL` and `--mock` mean.

phoneworld:harsh         virtual phones in this process, at a level of realism
adb+phoneworld:mild*4    four virtual phones behind adb, reset and judged from inside
adb://SERIAL, ...        any phone that the runtime opens; the configuration's [real] has its goals
                         and its reset, [judge] who rewards it
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from phoneworld import Catalogue
from phoneworld.realism import LEVELS
from trainer.data.environments import Environment, PhoneWorldPhones
from trainer.data.served import ServedPhones
from trainer.data.task_selection import choose_tasks, parse_seeds
from trainer.data.trials import Trials
from trainer.errors import BadConfig, InvalidDataRequest
from trainer.facts import read_facts
from trainer.rl.config import RlConfig, Tasks
from trainer.rl.judge import Judge
from trainer.rl.judged import JudgedPhone, read_goals
from trainer.vision.image_settings import ImageSettings, read_image_settings
from trainer.vision.screenshots import JPEG, ScreenshotRenderer

MOCK = "mock"
_VIRTUAL = re.compile(rf"(adb\+)?phoneworld:({'|'.join(LEVELS)})(?:\*([1-9]\d*))?")


def open_mock(config: RlConfig, trials: Trials, *, apart: bool = False) -> Environment:
    """Virtual phones in this process, as the configuration wants them. If they stand `apart` from the
    real ones, their tasks are those of the apps that folders brought, and no others.
    """
    if config.rollouts.mock_realism not in LEVELS:
        raise BadConfig(
            f"rollouts.mock_realism is {config.rollouts.mock_realism!r}: say {', '.join(LEVELS)}"
        )
    return PhoneWorldPhones(
        MOCK,
        brought_tasks(config, trials.catalogue) if apart else tasks_of(config, trials.catalogue),
        trials,
        config.rollouts.mock_realism,
        screenshots=_camera(config),
    )


def open_real(url: str, config: RlConfig, trials: Trials) -> Environment:
    """The phones that an address means; they are called by it."""
    found = _VIRTUAL.fullmatch(url)
    if found is not None:
        served, level, count = found.groups()
        if served:
            return ServedPhones(
                url,
                tasks_of(config, trials.catalogue),
                trials,
                phones=int(count or 1),
                realism=level,
                screenshots=bool(config.rollouts.image_tokens),
            )
        tasks = tasks_of(config, trials.catalogue)
        return PhoneWorldPhones(url, tasks, trials, level, screenshots=_camera(config))
    if "://" not in url:
        raise InvalidDataRequest(
            f"{url!r} names no phones: say phoneworld:LEVEL, adb+phoneworld:LEVEL*COUNT (levels: "
            f"{', '.join(LEVELS)}) or the address of a device, as in adb://SERIAL"
        )
    if config.judge is None or config.real is None:
        raise BadConfig(
            f"{url} is a phone that nobody can look into: the configuration needs [real] with its "
            "goals, and [judge] with a url and a model"
        )
    return JudgedPhone(
        url,
        url,
        read_goals(config.real.goals),
        Judge(config.judge),
        reset_command=config.real.reset,
        screenshots=config.judge.screenshots or bool(config.rollouts.image_tokens),
    )


def for_policy(config: RlConfig, folder: Path) -> RlConfig:
    """The configuration with pictures for a policy that wants them, of the size that it knows."""
    if config.rollouts.image_tokens or not read_facts(folder).observation.has_screenshot:
        return config
    tokens = read_image_settings(folder).most_tokens
    return replace(config, rollouts=replace(config.rollouts, image_tokens=tokens))


def _camera(config: RlConfig) -> ScreenshotRenderer | bool:
    tokens = config.rollouts.image_tokens
    return ScreenshotRenderer(ImageSettings().at_most(tokens), JPEG) if tokens else False


def tasks_of(config: RlConfig, catalogue: Catalogue) -> tuple[str, ...]:
    """The PhoneWorld tasks of the configuration; of the training split alone."""
    return _training_tasks(catalogue, config.tasks, "[tasks]")


def brought_tasks(config: RlConfig, catalogue: Catalogue) -> tuple[str, ...]:
    """The tasks of apps that folders brought: those of `[mock_tasks]`, or on all seeds of `[tasks]`."""
    wanted = config.mock_tasks or Tasks(seeds=config.tasks.seeds, start=config.tasks.start)
    brought = catalogue.brought_templates
    named = [
        name
        for name in brought
        if not wanted.templates or any(fnmatchcase(name, one) for one in wanted.templates)
    ]
    if not named:
        raise BadConfig(
            "the folders of --mock-with bring no task that [mock_tasks] wants: check them with "
            "`phoneworld check --manifest FOLDER`"
        )
    return _training_tasks(catalogue, replace(wanted, templates=tuple(named)), "[mock_tasks]")


def _training_tasks(catalogue: Catalogue, wanted: Tasks, table: str) -> tuple[str, ...]:
    tasks = choose_tasks(
        catalogue,
        seeds=parse_seeds(wanted.seeds),
        patterns=wanted.templates,
        kinds=wanted.kinds,
        wordings=wanted.wordings,
        start=wanted.start,
    )
    if not tasks:
        raise BadConfig(
            f"{table} leaves no task of the training split: widen templates, seeds or wordings"
        )
    return tuple(task.name for task in tasks)


def open_all(
    urls: Sequence[str],
    config: RlConfig,
    trials: Trials,
    *,
    mock: bool,
    mock_trials: Trials | None = None,
) -> tuple[dict[str, Environment], tuple[str, ...], str]:
    """All environments by name, the names of the real ones, and that of the mock one, if any.

    With `mock_trials`, mock phones have apps of their own, and the tasks of those alone.
    """
    if not urls and not mock:
        raise InvalidDataRequest(
            "there is nothing to try tasks on: give --real URL, --mock or both"
        )
    environments = {url: open_real(url, config, trials) for url in urls}
    if mock:
        apart = mock_trials is not None
        environments[MOCK] = open_mock(config, mock_trials or trials, apart=apart)
    return environments, tuple(urls), MOCK if mock else ""
