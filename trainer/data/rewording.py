"""The goal of an episode in other words: which goals a policy may be shown it with.

An episode is played once, and its goal can be said in many ways: the template's own sentences, the
training wordings of the catalogue, each with noise. What was done stays right in all of them, because
parameters do not depend on the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from phoneworld import Catalogue, Task, Trial, WordingSet, parse_task_name
from phoneworld.errors import PhoneWorldError
from phoneworld.tasks.goal_noise import QUIET, USUAL, reword
from phoneworld.tasks.template import Parameters
from runtime.episode import Episode
from runtime.prompts.format import PromptFormat, TextPart
from runtime.turn.history import PromptHistory
from trainer.errors import DataError


@dataclass(frozen=True, slots=True)
class GoalMix:
    """In which words goals are shown, drawn anew whenever a sample is read.

    An episode gets `variants` goals (0: only its own), a share `standard` of them in the template's own
    sentences and the rest in training wordings of the catalogue; a share `noise` of all is sloppy.
    """

    variants: int = 0
    standard: float = 0.35
    noise: float = 0.5


@dataclass(frozen=True, slots=True)
class RewordedGoals:
    """The part of a prompt that holds the goal, by its number, and that part with each other goal."""

    part: int
    texts: tuple[str, ...]


NOT_REWORDED = RewordedGoals(0, ())


class Rewording:
    """Words the goals of episodes anew, always in the same way for the same task."""

    def __init__(self, catalogue: Catalogue, form: PromptFormat, mix: GoalMix) -> None:
        self._catalogue = catalogue
        self._workshop = catalogue.workshop()
        self._form = form
        self._mix = mix

    def of(self, episode: Episode) -> RewordedGoals:
        """The goals of an episode; none if it is no task of the catalogue."""
        goals = self.goals(episode.task)
        if not goals or not episode.steps:
            return NOT_REWORDED
        # The goal does not depend on the screen, which would take long to write so often.
        observation = replace(episode.steps[0].observation, elements=())

        def texts(goal: str) -> list[str]:
            parts = self._form.render(PromptHistory().prompt(goal, observation)).parts
            return [part.text if isinstance(part, TextPart) else "" for part in parts]

        place = _place_of_goal(texts("One."), texts("Another."))
        return RewordedGoals(place, tuple(texts(goal)[place] for goal in goals))

    def goals(self, task: str) -> tuple[str, ...]:
        """Goals that all mean this task."""
        named = parse_task_name(task)
        template = self._catalogue.find_template(named.template) if named else None
        if named is None or template is None:
            return ()
        try:
            trial = Trial(self._workshop, Task(template, named.seed))
        except PhoneWorldError:
            return ()
        parameters = Parameters(trial.drawn)
        rng = Random(f"rewording {named.template} {named.seed}")
        wordings = self._catalogue.wordings.of(template.name, WordingSet.TRAIN)
        sentences = _draw(template.goals, wordings, self._mix, rng)
        return tuple(
            reword(sentence, parameters, rng, USUAL if rng.random() < self._mix.noise else QUIET)
            for sentence in sentences
        )


def _draw(standard: Sequence[str], wordings: Sequence[str], mix: GoalMix, rng: Random) -> list[str]:
    usual = mix.variants if not wordings else round(mix.variants * mix.standard)
    others = rng.sample(wordings, min(mix.variants - usual, len(wordings)))
    return [rng.choice(standard) for _ in range(usual)] + others


def _place_of_goal(one: Sequence[str], another: Sequence[str]) -> int:
    """The part in which prompts with different goals differ."""
    places = [
        place for place, pair in enumerate(zip(one, another, strict=True)) if len({*pair}) > 1
    ]
    if len(places) != 1:
        raise DataError(
            "the prompt format tells the goal in several parts, or in none: goals cannot be worded "
            "anew in it; leave out the table [goals]"
        )
    return places[0]
