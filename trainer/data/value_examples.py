"""Examples of the values that parameters have: what tells where one value ends and the next begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from phoneworld import Catalogue, Split, Task, Trial
from phoneworld.errors import PhoneWorldError
from phoneworld.tasks.template import Parameters
from phoneworld.unserved import UnservedRequest
from runtime.prompts.known_requests import KnownRequests
from runtime.prompts.sentences import parameters_of
from runtime.prompts.value_splits import Examples, form_of

SEEDS = 8
_MOST = 10
_WORDS = re.compile(r"\s+")


def with_examples(known: KnownRequests, catalogue: Catalogue) -> KnownRequests:
    """Known requests with examples of the values in those sentences that they mean."""
    meant = frozenset(known.plain.means)
    found = {of: values for of, values in examples_of(catalogue).items() if of in meant}
    return replace(known, plain=replace(known.plain, examples=found))


def examples_of(catalogue: Catalogue, *, seeds: int = SEEDS) -> dict[str, Examples]:
    """By the first sentence of each template that may be trained on, drawn with training seeds."""
    workshop = catalogue.workshop()
    found: dict[str, dict[str, list[str]]] = {}
    for template in catalogue.requested.values():
        sentence = template.goals[0]
        names = parameters_of(sentence)
        left_out = template.name == UnservedRequest.template or catalogue.holds_out(template.name)
        if left_out or not names:
            continue
        drawn: list[Parameters] = []
        for seed in catalogue.splits.seeds(Split.TRAIN, seeds):
            try:
                drawn.append(Parameters(Trial(workshop, Task(template, seed)).drawn))
            except PhoneWorldError:
                continue
        values = found.setdefault(sentence, {name: [] for name in names})
        for one in drawn:
            for name in values:
                values[name].append(str(one[name]))
    # Templates that share a sentence share its examples.
    return {
        sentence: {name: _telling(values) for name, values in of.items()}
        for sentence, of in found.items()
    }


def _telling(values: Sequence[str]) -> tuple[str, ...]:
    """One of each form first, then others, as many as are kept."""
    short = [_WORDS.sub(" ", value).strip() for value in values]
    forms = {form_of(value): value for value in reversed(short)}
    ordered = dict.fromkeys([*forms.values(), *short])
    return tuple(ordered)[:_MOST]
