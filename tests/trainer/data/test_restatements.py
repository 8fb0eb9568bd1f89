"""Restatements: goals in a stranger's words with what they mean."""

from __future__ import annotations

import pytest

from phoneworld import Split, open_catalogue
from phoneworld.catalogue import Catalogue
from runtime.prompts.restating import ANOTHER, NOTHING, SHOWN
from trainer.data.restatements import (
    Restatement,
    Restatements,
    training_wordings,
    ways_to_ask,
)


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return open_catalogue()


NAMES = ("clock.change_days", "contacts.add", "notes.new_checklist", "unserved.decline")


@pytest.fixture(scope="module")
def drawn(catalogue: Catalogue) -> list[Restatement]:
    known = Restatements(catalogue, templates=NAMES)
    return list(known.draw(catalogue.splits.seeds(Split.TRAIN, 2)))


def test_what_is_meant_is_a_plain_sentence_of_the_template(
    catalogue: Catalogue, drawn: list[Restatement]
) -> None:
    served = [one for one in drawn if one.meant]
    assert served
    for one in served:
        plain = catalogue.templates[one.task.partition("#")[0]].goals[0]
        assert one.meant.startswith(plain.partition("{")[0])
        assert (plain in one.known) is one.is_known


def test_what_no_app_serves_is_declined_and_what_is_unknown_is_left(
    drawn: list[Restatement],
) -> None:
    replies = {one.sample(0).reply for one in drawn}
    assert NOTHING in replies
    assert ANOTHER in replies


def test_as_many_known_requests_are_shown_as_at_a_run(drawn: list[Restatement]) -> None:
    assert {len(one.known) for one in drawn} == {SHOWN}
    prompt = drawn[0].sample(0).prompt
    assert prompt.count("Known: ") == SHOWN
    assert prompt.endswith("Means:\n")


def test_wordings_that_are_kept_for_validation_are_not_learnt(catalogue: Catalogue) -> None:
    ways = ways_to_ask(catalogue)
    for name in NAMES[:3]:
        template = catalogue.templates[name]
        kept = set(training_wordings(catalogue, template, kept=True))
        assert kept
        assert not kept & set(ways[template.goals[0]])


def test_templates_that_are_held_out_are_not_known(catalogue: Catalogue) -> None:
    ways = ways_to_ask(catalogue)
    held_out = [one for one in catalogue.templates.values() if catalogue.holds_out(one.name)]
    assert held_out
    assert not any(one.goals[0] in ways for one in held_out)
