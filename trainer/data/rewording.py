"""The goal of an episode in other words: which goals a policy may be shown it with.

An episode is played once, and its goal can be said in many ways: the template's own sentences, the
training wordings of the catalogue, each with noise. What was done stays right in all of them, because
parameters do not depend on the words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from phoneworld import Catalogue, Task, Trial, WordingSet, parse_task_name
from phoneworld.errors import PhoneWorldError
from phoneworld.tasks.goal_noise import QUIET, USUAL, reword
from phoneworld.tasks.template import Parameters, Template
from phoneworld.unserved import UnservedRequest
from runtime.episode import Episode
from runtime.prompts.format import PromptFormat, TextPart
from runtime.prompts.plain_sentences import PlainSentences, in_brackets, plain_sentences
from runtime.prompts.value_splits import Examples, written_like
from runtime.turn.history import PromptHistory
from trainer.data.value_examples import examples_of
from trainer.errors import DataError


@dataclass(frozen=True, slots=True)
class GoalMix:
    """In which words goals are shown, drawn anew whenever a sample is read.

    An episode gets `variants` goals (0: only its own), a share `standard` of them in the template's own
    sentences and the rest in training wordings of the catalogue; a share `noise` of all is sloppy.

    With `plain`, such a share of the episodes shows its goal as a policy reads it that knows requests: said
    plainly, with values in brackets. Each of the others then has one of the goals above, for good: marks on
    a screen (`runtime.prompts.goal_marks`) depend on the goal.
    """

    variants: int = 0
    standard: float = 0.35
    noise: float = 0.5
    plain: float = field(default=0.0, repr=False)


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
        self._plain = plain_goals(catalogue)

    def written(self, episode: Episode) -> str:
        """The goal that the prompts of an episode are written with."""
        rng = Random(f"written goal {episode.id}")
        if not self._mix.plain:
            return episode.goal
        if rng.random() < self._mix.plain:
            return self._said_plainly(episode)
        return rng.choice(self.goals(episode.task) or (episode.goal,))

    def _said_plainly(self, episode: Episode) -> str:
        """The first sentence of the task's template with its values, which need not be found in it."""
        drawn = self._drawn(episode.task)
        if drawn is None or drawn[0].goals[0] not in self._plain.sentences:
            return self._plain.said_plainly(episode.goal)
        template, parameters, _ = drawn
        examples = self._examples.get(template.goals[0], {})

        def written(name: str) -> str:
            value = str(parameters[name])
            return written_like(value, examples.get(name, ())) or value

        return in_brackets(template.goals[0], written)

    @cached_property
    def _examples(self) -> Mapping[str, Examples]:
        """As a run has them, which writes values like them."""
        return examples_of(self._catalogue)

    def of(self, episode: Episode) -> RewordedGoals:
        """The goals of an episode; none if it is no task of the catalogue, or one is written already."""
        goals = () if self._mix.plain else self.goals(episode.task)
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
        drawn = self._drawn(task)
        if drawn is None:
            return ()
        template, parameters, seed = drawn
        rng = Random(f"rewording {template.name} {seed}")
        wordings = self._catalogue.sentences(template.name, WordingSet.TRAIN)
        sentences = _draw(template.goals, wordings, self._mix, rng)
        return tuple(
            reword(sentence, parameters, rng, USUAL if rng.random() < self._mix.noise else QUIET)
            for sentence in sentences
        )

    def _drawn(self, task: str) -> tuple[Template, Parameters, int] | None:
        """The template of a task and what was drawn for it, if it is one of the catalogue's."""
        named = parse_task_name(task)
        template = self._catalogue.find_template(named.template) if named else None
        if named is None or template is None:
            return None
        try:
            trial = Trial(self._workshop, Task(template, named.seed))
        except PhoneWorldError:
            return None
        return template, Parameters(trial.drawn), named.seed


def plain_goals(catalogue: Catalogue) -> PlainSentences:
    """The own sentences of all templates that may be trained on: the first stands for the others."""
    ways: dict[str, tuple[str, ...]] = {}
    for template in catalogue.requested.values():
        if template.name != UnservedRequest.template and not catalogue.holds_out(template.name):
            plain, *others = template.goals
            ways[plain] = (*ways.get(plain, ()), *others)
    return plain_sentences(ways)


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
