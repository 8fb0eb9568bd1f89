"""What a policy learns from: one sample for each step, or a whole episode as one sequence.

Prompts and replies are written by the runtime's own formats, from the same history that the runtime
would have had, so that a policy is trained on exactly what it will be asked. Steps that a format has
no words for are skipped, and counted.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from runtime.episode import Actor, Episode
from runtime.errors import EngineError, Inexpressible
from runtime.prompts.format import Part, PromptFormat, TextPart
from runtime.turn.history import PromptHistory
from trainer.data.rewording import NOT_REWORDED, RewordedGoals, Rewording
from trainer.data.runs import is_trainable
from trainer.data.store import read_episodes

EPISODES_SHUFFLED = 400
"""How many episodes are held at once to be mixed."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sample:
    """A prompt as parts, of which the first `stable` begin later prompts of the episode too, and
    the reply. Each part is to be tokenized for itself, as the runtime does. `goals` may stand in it
    instead of its own.
    """

    episode: str
    task: str
    step: int
    parts: tuple[Part, ...]
    stable: int
    reply: str
    goals: RewordedGoals = NOT_REWORDED

    @property
    def texts(self) -> tuple[str, ...]:
        """The parts that are texts."""
        return tuple(part.text for part in self.parts if isinstance(part, TextPart))

    @property
    def prompt(self) -> str:
        """All text of the prompt."""
        return "".join(self.texts)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a trajectory; `is_reply` where the policy speaks."""

    part: Part
    is_reply: bool

    @property
    def text(self) -> str:
        return self.part.text if isinstance(self.part, TextPart) else ""


@dataclass(frozen=True, slots=True)
class EpisodeSequence:
    """An episode as one sequence: goal, screen, reply, screen, reply ... Not what the runtime asks
    with, which has a line for each earlier step: it is for learning to copy first.
    """

    episode: str
    task: str
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@dataclass(slots=True)
class Skipped:
    """How many steps gave no sample, by reason."""

    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return sum(self.reasons.values())


def samples_of(
    episode: Episode,
    form: PromptFormat,
    skipped: Skipped | None = None,
    rewording: Rewording | None = None,
) -> Iterator[Sample]:
    """A sample for each step of an episode that is to be imitated and can be said."""
    history = PromptHistory()
    goals = rewording.of(episode) if rewording else NOT_REWORDED
    goal = rewording.written(episode) if rewording else episode.goal
    for number, step in enumerate(episode.steps):
        prompt = history.prompt(goal, step.observation)
        history.append(step)
        if not is_trainable(step, episode):
            _skip(skipped, "not to be imitated")
            continue
        try:
            reply = form.write_reply(step.decision, step.observation)
            rendered = form.render(prompt)
        except Inexpressible:
            _skip(skipped, f"{type(step.decision.action).__name__} cannot be said")
            continue
        except EngineError:
            _skip(skipped, "no screenshot")
            continue
        yield Sample(
            episode.id, episode.task, number, rendered.parts, rendered.stable, reply, goals
        )


def trajectory_of(episode: Episode, form: PromptFormat) -> EpisodeSequence:
    """The episode as one sequence. Replies that cannot be said, or should not, are left out."""
    pieces: list[Piece] = []
    steps = [step for step in episode.steps if step.actor is not Actor.RUNTIME]
    for number, step in enumerate(steps):
        rendered = form.render(PromptHistory().prompt(episode.goal, step.observation))
        shown = rendered.parts if number == 0 else rendered.parts[rendered.stable :]
        pieces += [Piece(part, is_reply=False) for part in shown]
        if not is_trainable(step, episode):
            continue
        try:
            reply = form.write_reply(step.decision, step.observation)
        except Inexpressible:
            continue
        pieces.append(Piece(TextPart(f"{reply}\n"), is_reply=True))
    return EpisodeSequence(episode.id, episode.task, tuple(pieces))


def read_samples(
    folders: Iterable[Path],
    form: PromptFormat,
    *,
    seed: int | None = None,
    skipped: Skipped | None = None,
    rewording: Rewording | None = None,
) -> Iterator[Sample]:
    """The samples of data sets. With a seed, in an order drawn from it: the same every time."""

    def unpack(episode: Episode) -> Iterator[Sample]:
        return samples_of(episode, form, skipped, rewording)

    filmed = form.observation.has_screenshot
    episodes = read_episodes(*folders, shuffle=seed, screenshots=filmed)
    for number, batch in enumerate(_batches(episodes)):
        samples = [sample for episode in batch for sample in unpack(episode)]
        yield from _mixed(samples, seed, number)


def read_trajectories(
    folders: Iterable[Path], form: PromptFormat, *, seed: int | None = None
) -> Iterator[EpisodeSequence]:
    """The episodes of data sets as sequences, in an order drawn from `seed`, if given."""
    filmed = form.observation.has_screenshot
    for batch in _batches(_episodes(folders, seed, screenshots=filmed)):
        yield from _mixed([trajectory_of(episode, form) for episode in batch], seed, len(batch))


def _episodes(folders: Iterable[Path], seed: int | None, *, screenshots: bool) -> Iterator[Episode]:
    for folder in folders:
        yield from read_episodes(folder, shuffle=seed, screenshots=screenshots)


def _batches(episodes: Iterable[Episode]) -> Iterator[list[Episode]]:
    batch: list[Episode] = []
    for episode in episodes:
        batch.append(episode)
        if len(batch) == EPISODES_SHUFFLED:
            yield batch
            batch = []
    if batch:
        yield batch


def _mixed(items: list[T], seed: int | None, batch: int) -> list[T]:
    if seed is not None:
        random.Random(f"{seed} {batch}").shuffle(items)
    return items


def _skip(skipped: Skipped | None, reason: str) -> None:
    if skipped is not None:
        skipped.reasons[reason] += 1
