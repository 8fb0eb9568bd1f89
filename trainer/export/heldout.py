"""Prompts that nobody trained on, to hold exports against their checkpoint.

From recorded episodes, or, where none are given, from oracles on tasks of the validation split.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from runtime.engine import Prompt
from runtime.episode import Actor, Decision, Episode, Step
from runtime.errors import RecordError
from runtime.prompts.plain_sentences import NO_SENTENCES, PlainSentences
from runtime.records import FILE as RECORD
from runtime.records import read_episode
from runtime.turn.history import PromptHistory
from trainer.data.manifest import FILE as DATA_SET
from trainer.data.store import read_episodes
from trainer.errors import ExportError


@dataclass(frozen=True, slots=True)
class HeldOut:
    """One prompt and the decision that was made there."""

    prompt: Prompt
    decision: Decision


@dataclass(frozen=True, slots=True)
class HeldOutPrompts:
    """Prompts, and in words where they come from."""

    items: tuple[HeldOut, ...]
    source: str


def prefill(
    path: Path | None,
    *,
    most: int,
    screenshots: bool = False,
    plain: PlainSentences = NO_SENTENCES,
) -> HeldOutPrompts:
    """At most so many prompts, spread over all that there are; with `screenshots`, those with one.

    Goals that are `plain` sentences are shown as the policy reads them.
    """
    episodes = (
        _from_oracles(most, screenshots=screenshots)
        if path is None
        else _recorded(path, screenshots=screenshots)
    )
    found = [held for episode in episodes for held in prompts_of(episode, plain)]
    if screenshots:
        found = [held for held in found if held.prompt.observation.screenshot is not None]
    items = _spread(found, most)
    if path is None:
        return HeldOutPrompts(items, "oracles on validation tasks")
    if not items and screenshots:
        raise ExportError(
            f"{path} holds no episode with screenshots: collect some with --screenshots, or leave "
            "--prompts out"
        )
    if not items:
        raise ExportError(
            f"{path} holds no episode with a step: name a folder of recorded episodes"
        )
    return HeldOutPrompts(items, f"recorded episodes of {path.name}")


def prompts_of(episode: Episode, plain: PlainSentences = NO_SENTENCES) -> list[HeldOut]:
    """A prompt for each step of an episode, with the steps before it."""
    history = PromptHistory()
    found: list[HeldOut] = []
    for step in episode.steps:
        prompt = history.prompt(episode.goal, step.observation, plain)
        found.append(HeldOut(prompt, step.decision))
        history.append(step)
    return [held for held, step in zip(found, episode.steps, strict=True) if _is_asked(step)]


def _is_asked(step: Step) -> bool:
    """Whether a policy was asked for it."""
    return step.actor is not Actor.RUNTIME


def _recorded(path: Path, *, screenshots: bool) -> Iterable[Episode]:
    if (path / DATA_SET).is_file():
        yield from read_episodes(path, screenshots=screenshots)
        return
    folders = [path] if (path / RECORD).is_file() else sorted(p.parent for p in path.rglob(RECORD))
    for folder in folders:
        try:
            yield read_episode(folder, screenshots=screenshots)
        except RecordError as error:
            raise ExportError(f"{folder} cannot be read as an episode: {error}") from error


def _from_oracles(most: int, *, screenshots: bool) -> Iterable[Episode]:
    from phoneworld import Split, Task, open_catalogue
    from trainer.data.notes import annotate
    from trainer.data.trials import TrialFault, oracle_episode

    catalogue = open_catalogue()
    workshop = catalogue.workshop()
    known = list(catalogue.templates.values())
    # Four steps each at least, on average; every template where more are wanted than that.
    every = max(1, len(known) * 4 // max(1, most))
    (seed,) = catalogue.splits.seeds(Split.VALIDATION, 1)
    for template in known[::every]:
        made = oracle_episode(workshop, Task(template, seed), screenshots=screenshots)
        if not isinstance(made, TrialFault):
            yield annotate(made)


def _spread(items: Sequence[HeldOut], most: int) -> tuple[HeldOut, ...]:
    if len(items) <= most:
        return tuple(items)
    return tuple(items[number * len(items) // most] for number in range(most))
