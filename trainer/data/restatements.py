"""Goals as strangers say them, each with the plain sentence that it means: what restating is learnt from.

No phone is needed: a template's parameters are drawn as for a trial, and its sentences filled in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from string import Formatter
from typing import Protocol

from phoneworld import Catalogue, Split, Task, Trial, WordingSet
from phoneworld.errors import PhoneWorldError
from phoneworld.tasks.goal_noise import QUIET, STRANGER, NoiseLevel, reword
from phoneworld.tasks.template import Parameters, Template
from phoneworld.tasks.value_forms import other_forms
from phoneworld.unserved import UnservedRequest
from runtime.engine import Prompt
from runtime.observation import Observation
from runtime.prompts.known_requests import KnownRequests, learn_requests
from runtime.prompts.restating import FREE, NONE, SHOWN, RestatingFormat, with_free, written_reply
from runtime.prompts.sentences import parameters_of
from trainer.data.samples import Sample

LEFT_OUT_OF = 10
"""One of so many training wordings is kept for validation: it is never restated in training."""
_SEEDS_LOOKED_AT = 3
"""So many tasks of a template tell in which forms its values are."""
DECLINES = 45
"""How often each request that no app serves is drawn, for every time that a task is."""


@dataclass(frozen=True, slots=True)
class Restatement:
    """What somebody asked for and what it means; `meant` is empty if nothing on the phone does it."""

    task: str
    asked: str
    meant: str
    known: tuple[str, ...] = ()
    """The known requests that are shown; what is meant need not be among them."""
    wording: str = ""
    """The sentence that was filled in."""
    request: str = ""
    """The known request that is meant, with its parameters in braces."""
    values: tuple[tuple[str, str], ...] = ()
    """By the names of these parameters."""

    @property
    def reply(self) -> str:
        """What is right to say."""
        if self.request not in self.known:
            return NONE
        return written_reply(self.known.index(self.request) + 1, self.request, dict(self.values))

    def sample(self, number: int) -> Sample:
        """As it is learnt."""
        prompt = Prompt(self.asked, NO_SCREEN, restating=True, known=self.known)
        rendered = RestatingFormat(self.known, self.asked).render(prompt)
        return Sample(
            f"{self.task}+{number}", self.task, 0, rendered.parts, rendered.stable, self.reply
        )


NO_SCREEN = Observation("", "", "", 1, 1, 0, (), False, None, False, (), None, 0.0)
"""Restating looks at no screen."""


@dataclass(frozen=True, slots=True)
class RestatingMix:
    """How many restatements a task gives: in the template's own sentences, and in others' wordings."""

    standard: int = 3
    others: int = 12
    unknown: float = 0.08
    """In such a share what is meant is not among the known requests that are shown."""
    shuffled: float = 0.1
    """In such a share they are in no order; nearest first otherwise, which tells something."""


class Ranking(Protocol):
    """Which known requests are near a request that is a wording filled in."""

    def near(self, wording: str, asked: str, most: int) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class ByWords:
    """The ranking that needs no learning."""

    known: KnownRequests

    def near(self, wording: str, asked: str, most: int) -> tuple[str, ...]:
        del wording
        return self.known.near(asked, most)


class Restatements:
    """Draws them, always the same for the same task."""

    def __init__(
        self,
        catalogue: Catalogue,
        mix: RestatingMix | None = None,
        *,
        templates: Collection[str] | None = None,
        ranking: Ranking | None = None,
    ) -> None:
        """Of all templates, or of these; shown are the known requests that a ranking finds near."""
        self._catalogue = catalogue
        self._templates = [
            template
            for template in catalogue.requested.values()
            if templates is None or template.name in templates
        ]
        self._workshop = catalogue.workshop()
        self._mix = mix or RestatingMix()
        self._requests = known_sentences(catalogue)
        self._ranking = ranking or ByWords(learn_requests(ways_to_ask(catalogue, self._requests)))
        self._near: dict[tuple[str, str], tuple[str, ...]] = {}

    def draw(self, seeds: Iterable[int], split: Split = Split.TRAIN) -> Iterator[Restatement]:
        """Those of all templates that belong to a split, in wordings that do."""
        for seed in seeds:
            for template in self._templates:
                task = Task(template, seed).name
                if self._catalogue.split_of(task) is split:
                    yield from self._of(template, seed, split)

    def _of(self, template: Template, seed: int, split: Split) -> Iterator[Restatement]:
        rng = Random(f"restating {template.name} {seed} {split}")
        task = Task(template, seed).name
        wordings = training_wordings(self._catalogue, template, kept=split is not Split.TRAIN)
        if template.name == UnservedRequest.template:
            for sentence in rng.sample(wordings, min(self._mix.others * DECLINES, len(wordings))):
                asked = reword(sentence, {}, rng, STRANGER)
                shown = self._shown(sentence, asked, "", rng)
                yield Restatement(task, asked, "", shown, sentence)
            return
        try:
            parameters = Parameters(Trial(self._workshop, Task(template, seed)).drawn)
        except PhoneWorldError:
            return
        for _ in range(self._mix.standard):
            sentence = rng.choice(template.goals)
            level = QUIET if rng.random() < 0.5 else STRANGER
            yield self._restated(template, sentence, parameters, task, rng, level)
        for sentence in rng.sample(wordings, min(self._mix.others, len(wordings))):
            if fields_of(template.goals[0]) <= fields_of(sentence):
                yield self._restated(template, sentence, parameters, task, rng, STRANGER)

    def _restated(
        self,
        template: Template,
        sentence: str,
        parameters: Parameters,
        task: str,
        rng: Random,
        level: NoiseLevel,
    ) -> Restatement:
        plain = template.goals[0]
        request = self._requests.get(plain, plain)
        asked = reword(sentence, parameters, rng, level)
        is_known = rng.random() >= self._mix.unknown
        shown = self._shown(sentence, asked, request, rng, is_known=is_known)
        values = tuple(
            (name, f"{parameters[name.removesuffix(FREE)]}") for name in parameters_of(request)
        )
        meant = plain.format_map(parameters)
        return Restatement(task, asked, meant, shown, sentence, request, values)

    def _shown(
        self, sentence: str, asked: str, request: str, rng: Random, *, is_known: bool = True
    ) -> tuple[str, ...]:
        """The known requests near one that is asked. Looked up once for a sentence, whatever its
        parameters are.
        """
        if (sentence, request) not in self._near:
            self._near[sentence, request] = self._ranking.near(sentence, asked, SHOWN + 1)
        near = list(self._near[sentence, request])
        if request in near and not is_known:
            near.remove(request)
        shown = near[:SHOWN]
        if request and is_known and request not in shown:
            shown[-1] = request
        if rng.random() < self._mix.shuffled:
            rng.shuffle(shown)
        return tuple(shown)


def known_sentences(catalogue: Catalogue) -> dict[str, str]:
    """The first sentence of each template that may be trained on, as it is shown: parameters whose values
    people write in several forms are marked.
    """
    workshop = catalogue.workshop()
    free: dict[str, set[str]] = {}
    for template in catalogue.requested.values():
        if template.name == UnservedRequest.template or catalogue.holds_out(template.name):
            continue
        found = free.setdefault(template.goals[0], set())
        for seed in catalogue.splits.seeds(Split.TRAIN, _SEEDS_LOOKED_AT):
            try:
                parameters = Parameters(Trial(workshop, Task(template, seed)).drawn)
            except PhoneWorldError:
                continue
            names = parameters_of(template.goals[0])
            found |= {name for name in names if other_forms(f"{parameters[name]}")}
    return {plain: with_free(plain, frozenset(names)) for plain, names in free.items()}


def ways_to_ask(catalogue: Catalogue, requests: Mapping[str, str]) -> dict[str, list[str]]:
    """Each known request with all other ways to ask for it that are for training."""
    found: dict[str, list[str]] = {}
    for template in catalogue.requested.values():
        if template.name == UnservedRequest.template or catalogue.holds_out(template.name):
            continue
        plain, *others = template.goals
        ways = found.setdefault(requests[plain], [])
        ways += [*others, *training_wordings(catalogue, template)]
    return found


def training_wordings(catalogue: Catalogue, template: Template, *, kept: bool = False) -> list[str]:
    """Training wordings of a template; the few that are kept for validation, if these are wanted."""
    known = catalogue.sentences(template.name, WordingSet.TRAIN)
    return [
        sentence
        for number, sentence in enumerate(known)
        if (number % LEFT_OUT_OF == LEFT_OUT_OF - 1) is kept
    ]


def fields_of(sentence: str) -> set[str]:
    """The parameters that a sentence names."""
    return {field.partition(".")[0] for _, field, *_ in Formatter().parse(sentence) if field}
