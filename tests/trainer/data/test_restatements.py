"""Restatements: goals in a stranger's words with what they mean."""

from __future__ import annotations

import pytest

from phoneworld import Split, open_catalogue
from phoneworld.catalogue import Catalogue
from runtime.actions import Output
from runtime.prompts.restating import NONE, SHOWN, RestatingFormat
from trainer.data.restatements import (
    NO_SCREEN,
    Restatement,
    Restatements,
    known_sentences,
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
        if one.request in one.known:
            said = RestatingFormat(one.known, one.asked).parse_reply(one.reply, NO_SCREEN)
            assert said.action == Output(one.meant)


def test_what_no_app_serves_or_is_not_shown_is_none_of_the_requests(
    drawn: list[Restatement],
) -> None:
    unserved = [one for one in drawn if not one.meant]
    hidden = [one for one in drawn if one.meant and one.request not in one.known]
    assert unserved
    assert hidden
    assert {one.reply for one in (*unserved, *hidden)} == {NONE}


def test_as_many_known_requests_are_shown_as_at_a_run(drawn: list[Restatement]) -> None:
    assert {len(one.known) for one in drawn} == {SHOWN}
    prompt = drawn[0].sample(0).prompt
    assert prompt.startswith(f"1 {drawn[0].known[0]}\n2 ")
    assert prompt.endswith("Means:\n")


def test_values_that_people_write_in_several_forms_are_free(catalogue: Catalogue) -> None:
    shown = known_sentences(catalogue)
    assert shown["Set an alarm for {said} and call it {label}."] == (
        "Set an alarm for {said~} and call it {label}."
    )


def test_wordings_that_are_kept_for_validation_are_not_learnt(catalogue: Catalogue) -> None:
    shown = known_sentences(catalogue)
    ways = ways_to_ask(catalogue, shown)
    for name in NAMES[:3]:
        template = catalogue.templates[name]
        kept = set(training_wordings(catalogue, template, kept=True))
        assert kept
        assert not kept & set(ways[shown[template.goals[0]]])


def test_templates_that_are_held_out_are_not_known(catalogue: Catalogue) -> None:
    shown = known_sentences(catalogue)
    held_out = [one for one in catalogue.templates.values() if catalogue.holds_out(one.name)]
    assert held_out
    assert not any(one.goals[0] in shown for one in held_out)
