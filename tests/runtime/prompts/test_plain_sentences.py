"""Plain sentences: which one a request is, and how it is said again with its values in brackets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.prompts.plain_sentences import outside_brackets, plain_sentences, values_in
from runtime.prompts.sentences import parameters_of, values_of

PLAIN = plain_sentences(
    {
        "Set an alarm for {time}.": ("Wake me at {time}!", "Get me up."),
        "Call {name}.": ("Ring {name}, please.",),
        "Call {name} on speaker.": (),
        'Rename "{old}" to "{new}".': ('"{old}" is called "{new}" from now on: rename it.',),
        "Work out {a} minus {b} and {b}.": (),
    }
)


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("Set an alarm for 7:30.", "Set an alarm for [7:30]."),
        ("Wake me at 7:30", "Set an alarm for [7:30]."),
        ("Ring  Ada Okafor, please", "Call [Ada Okafor]."),
        ("Call Ada on speaker.", "Call [Ada] on speaker."),
        ("call ada", "Call [ada]."),
        ("wake me at 7:30 AM", "Set an alarm for [7:30 AM]."),
        ('"A" is called "B" from now on: rename it', 'Rename "[A]" to "[B]".'),
        ("Work out 7 minus 2 and 2", "Work out [7] minus [2] and [2]."),
    ],
)
def test_a_request_is_said_as_the_sentence_that_stands_for_it(request_: str, said: str) -> None:
    assert request_ in PLAIN
    assert PLAIN.said_plainly(request_) == said


@pytest.mark.parametrize(
    "request_", ["phone ada", "Set an alarm for .", "Work out 7 minus 2 and 3", "", "Call"]
)
def test_what_is_none_of_the_sentences_stays_as_it_is(request_: str) -> None:
    assert request_ not in PLAIN
    assert PLAIN.said_plainly(request_) == request_


def test_a_sentence_that_lacks_a_parameter_stands_for_itself() -> None:
    assert PLAIN.said_plainly("Get me up.") == "Get me up."


words = st.text("ab [].!", min_size=1, max_size=9).filter(lambda word: word.strip(" .!"))


@given(words, words)
def test_values_come_back_whatever_they_are(one: str, two: str) -> None:
    known = plain_sentences({"Text {name}: {text} now.": ()})
    said = known.said_plainly(f"Text {one}: {two} now.")
    values = values_in(said)
    assert len(values) == 2
    assert "[" not in outside_brackets(said)
    assert [" ".join(value.split()) for value in values] == [
        " ".join(part.translate(str.maketrans("[]", "()")).split()) for part in (one, two)
    ]


def test_a_long_line_without_an_end_is_refused_at_once() -> None:
    sentence = "Send {a} to {b} to {c} to {d} now."
    assert values_of("Send " + "x to " * 20_000, sentence) is None
    assert parameters_of(sentence) == ["a", "b", "c", "d"]
