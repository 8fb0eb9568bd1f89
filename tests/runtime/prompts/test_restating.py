"""Restating: how a goal's meaning is asked for and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.actions import Finish, FinishStatus, Output, Wait
from runtime.engine import Prompt
from runtime.engines.constraint import TokenVocabulary
from runtime.episode import Decision, Unparsed
from runtime.errors import EngineError, Inexpressible
from runtime.prompts.compact import CompactFormat
from runtime.prompts.format import FormatOptions, TextPart
from runtime.prompts.restating import (
    ANOTHER,
    DECLINED,
    NOTHING,
    RESTATING,
    declined,
    format_of,
)
from trainer.data.restatements import NO_SCREEN as SCREEN


def test_a_prompt_holds_known_requests_and_the_goal_and_nothing_of_the_screen() -> None:
    known = ("Set an alarm for {time}.",)
    rendered = RESTATING.render(Prompt("wake me\nhalf 7", SCREEN, restating=True, known=known))

    assert rendered.parts == (
        TextPart("Known: Set an alarm for {time}.\n"),
        TextPart("Asked: wake me\\nhalf 7\n"),
        TextPart("Means:\n"),
    )
    assert rendered.stable == 0


def test_nothing_that_the_phone_can_do_is_an_ending_in_words() -> None:
    decision = RESTATING.parse_reply(NOTHING, SCREEN)

    assert decision.action == Finish(DECLINED, FinishStatus.IMPOSSIBLE)
    assert RESTATING.write_reply(decision, SCREEN) == NOTHING


@pytest.mark.parametrize("reply", [" \n", ANOTHER])
def test_what_is_no_known_request_is_left_as_it_is(reply: str) -> None:
    assert isinstance(RESTATING.parse_reply(reply, SCREEN).action, Unparsed)


def test_who_is_declined_reads_what_would_be_understood() -> None:
    assert declined(()) == DECLINED
    said = declined(("Set an alarm for {time}.", "Start the stopwatch."))
    assert said == f"{DECLINED} Near it I can: “Set an alarm for …”; “Start the stopwatch”."


def test_only_sentences_and_declines_can_be_said() -> None:
    try:
        RESTATING.write_reply(Decision(Wait(1)), SCREEN)
    except Inexpressible:
        return
    raise AssertionError("a wait was written as a sentence")


def test_only_prompts_that_restate_are_asked_in_it() -> None:
    usual = CompactFormat(FormatOptions())

    assert format_of(Prompt("goal", SCREEN), usual) is usual
    assert format_of(Prompt("goal", SCREEN, restating=True), usual) == RESTATING


words = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1)
lines = st.lists(words, min_size=1, max_size=6).map(" ".join)


@given(st.lists(lines, min_size=1, max_size=3).map("\n".join))
def test_a_goal_comes_back_as_it_was_meant(goal: str) -> None:
    said = RESTATING.write_reply(Decision(Output(goal)), SCREEN)

    assert "\n" not in said
    if said not in {NOTHING, ANOTHER}:
        assert RESTATING.parse_reply(said, SCREEN).action == Output(goal)


KNOWN = ("Set an alarm for {time}.", 'Say "{text}" to {name}.', "Reset the stopwatch.")


@pytest.mark.parametrize(
    ("reply", "allowed"),
    [
        ("Set an alarm for 7:30 AM.", True),
        ('Say "I am \\"late\\"" to Ada.', True),
        ("Reset the stopwatch.", True),
        (NOTHING, True),
        (ANOTHER, False),
        ("Set an alarm for .", False),
        ("Set a timer for 5 minutes.", False),
        ("", False),
    ],
)
def test_a_reply_is_one_of_the_known_requests_filled_in(
    byte_vocabulary: TokenVocabulary, reply: str, *, allowed: bool
) -> None:
    form = format_of(Prompt("x", SCREEN, restating=True, known=KNOWN), RESTATING)
    assert may_end(byte_vocabulary, form.grammar(SCREEN), reply) is allowed


def may_end(vocabulary: TokenVocabulary, grammar: str, reply: str) -> bool:
    """Whether a grammar allows a reply, and that it ends there."""
    constraint = vocabulary.constrain(grammar)
    try:
        constraint.take(list(reply.encode()))
    except EngineError:
        return False
    return constraint.complete or bool(constraint.allowed()[vocabulary.end])


def test_a_long_reply_with_many_parameters_is_allowed(byte_vocabulary: TokenVocabulary) -> None:
    known = tuple(
        f"{verb} {{a}}, {{b}} and {{c}} for {{d}} at {{e}}, by {{f}}."
        for verb in ("Put", "Plan", "Pay", "Print")
    )
    form = format_of(Prompt("x", SCREEN, restating=True, known=known), RESTATING)
    said = "Plan " + "one, two and three for four at five, by six. " * 8
    assert may_end(byte_vocabulary, form.grammar(SCREEN), said.strip())
