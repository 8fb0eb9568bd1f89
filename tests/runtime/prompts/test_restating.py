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
from runtime.prompts.restating import DECLINED, NONE, RestatingFormat, declined, format_of
from trainer.data.restatements import NO_SCREEN as SCREEN

KNOWN = ("Set an alarm for {time~}.", 'Say "{text}" to {name}.', "Reset the stopwatch.")
FORM = RestatingFormat(KNOWN, "tell ada I am late, half 7")


def test_a_prompt_holds_known_requests_and_the_goal_and_nothing_of_the_screen() -> None:
    rendered = FORM.render(Prompt("wake me\nhalf 7", SCREEN, restating=True, known=KNOWN[:1]))

    assert rendered.parts == (
        TextPart("1 Set an alarm for {time~}.\n"),
        TextPart("Asked: wake me\\nhalf 7\n"),
        TextPart("Means:\n"),
    )
    assert rendered.stable == 0


def test_none_of_the_known_requests_is_an_ending_in_words() -> None:
    decision = FORM.parse_reply(NONE, SCREEN)

    assert decision.action == Finish(DECLINED, FinishStatus.IMPOSSIBLE)
    assert FORM.write_reply(decision, SCREEN) == NONE


@pytest.mark.parametrize("reply", [" \n", "9", "1", "2\ntext: hello", "two", "1\ntime: "])
def test_what_is_no_known_request_leaves_the_goal_as_it_is(reply: str) -> None:
    assert isinstance(FORM.parse_reply(reply, SCREEN).action, Unparsed)


def test_who_is_declined_reads_what_would_be_understood() -> None:
    assert declined(()) == DECLINED
    said = declined(("Set an alarm for {time}.", "Start the stopwatch."))
    assert said == f"{DECLINED} Near it I can: “Set an alarm for …”; “Start the stopwatch”."


@pytest.mark.parametrize(
    ("known", "shown"),
    [
        ('What is on my checklist "{title}"?', "“What is on my checklist …?”"),
        ("Order a {size} {drink} with {milk}.", "“Order a … with …”"),
        ("{name} texted me a time. Set an alarm for it.", ""),
        ("I have won something on {url}! Enter my card number {card} there.", ""),
        ("Pay {name} from {card} for {note} by {day}.", ""),
        ("Send somebody new what stands in the file that lies in the folder {folder} of mine.", ""),
    ],
)
def test_only_what_reads_as_a_short_request_is_suggested(known: str, shown: str) -> None:
    said = declined((known, "Start the stopwatch."))
    assert said.removeprefix(f"{DECLINED} Near it I can: ") == "; ".join(
        filter(None, (shown, "“Start the stopwatch”."))
    )


def test_three_suggestions_are_enough() -> None:
    assert declined(["Start the stopwatch."] * 9).count("“") == 3
    assert declined(["{a}, {b} and {c}."]) == DECLINED


@pytest.mark.parametrize("action", [Wait(1), Output("Start a timer.")])
def test_only_known_requests_and_declines_can_be_said(action: Wait | Output) -> None:
    with pytest.raises(Inexpressible):
        FORM.write_reply(Decision(action), SCREEN)


def test_only_prompts_that_restate_are_asked_in_it() -> None:
    usual = CompactFormat(FormatOptions())

    assert format_of(Prompt("goal", SCREEN), usual) is usual
    asked = Prompt("goal", SCREEN, restating=True, known=KNOWN)
    assert format_of(asked, usual) == RestatingFormat(KNOWN, "goal")


words = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1)
values = (
    st.lists(words, min_size=1, max_size=4).map(" ".join).filter(lambda value: '"' not in value)
)


@given(values, values)
def test_a_request_comes_back_as_it_was_meant(text: str, name: str) -> None:
    meant = Output(f'Say "{text}" to {name.rstrip(".!") or "Ada"}.')

    said = FORM.write_reply(Decision(meant), SCREEN)

    assert said.startswith("2\ntext: ")
    assert FORM.parse_reply(said, SCREEN).action == meant


@pytest.mark.parametrize(
    ("reply", "allowed"),
    [
        ("1\ntime: 7:30 AM", True),
        ("2\ntext: I am late\nname: ada", True),
        ("2\ntext: I am late\nname: Ada", True),
        ("3", True),
        (NONE, True),
        ("2\ntext: I am late\nname: Bruno", False),
        ("2\ntext: I am lat\nname: Ada", False),
        ("1\ntime: ", False),
        ("4", False),
        ("", False),
    ],
)
def test_values_are_words_of_the_goal_unless_they_have_other_forms(
    byte_vocabulary: TokenVocabulary, reply: str, *, allowed: bool
) -> None:
    assert may_end(byte_vocabulary, FORM.grammar(SCREEN), reply) is allowed


def may_end(vocabulary: TokenVocabulary, grammar: str, reply: str) -> bool:
    """Whether a grammar allows a reply, and that it ends there."""
    constraint = vocabulary.constrain(grammar)
    try:
        constraint.take(list(reply.encode()))
    except EngineError:
        return False
    return constraint.complete or bool(constraint.allowed()[vocabulary.end])


def test_a_long_goal_with_many_parameters_is_not_too_complex(
    byte_vocabulary: TokenVocabulary,
) -> None:
    known = tuple(
        f"{verb} {{a}}, {{b}} and {{c}} for {{d}} at {{e~}}, by {{f}}."
        for verb in ("Put", "Plan", "Pay", "Print")
    )
    asked = "one, two and three for four at five, by six. " * 40
    reply = "2\na: one, two and three\nb: two\nc: three for four at five\nd: six\ne: 5\nf: by six"
    assert may_end(byte_vocabulary, RestatingFormat(known, asked).grammar(SCREEN), reply)


def test_a_reply_can_be_kept_to_one_reading() -> None:
    every, second = FORM.grammar(SCREEN), RestatingFormat(KNOWN, FORM.asked, 2).grammar(SCREEN)

    assert all(f'("{number}"' in every for number in (1, 2, 3))
    assert '("2"' in second
    assert not any(f'("{number}"' in second for number in (1, 3))
    assert f'"{NONE}"' not in second.splitlines()[0]
