"""What was done in vain on a screen is not offered on it again."""

import pytest
from prompt_trials import a_screen, accepts, an_element

from runtime.actions import Action, Click, Direction, ElementRef, OpenApp, Point, Scroll, Type
from runtime.engine import Prompt
from runtime.engines.constraint import TokenVocabulary
from runtime.episode import Actor, Decision, Step
from runtime.observation import Observation
from runtime.prompts import find_format
from runtime.prompts.format import FormatOptions
from runtime.prompts.futile_actions import ENOUGH, futile_actions

COMPACT = find_format("compact", FormatOptions(rules=""))
SCREEN = a_screen(an_element("Lunch"), an_element("Dinner"), an_element("Search", role="field"))
OTHER = a_screen(an_element("Lunch"))
TAP = Click(ElementRef(1))
DOWN = Scroll(Direction.DOWN)


def asked_after(*done: Action, screen: Observation = SCREEN, at: Observation = SCREEN) -> Prompt:
    steps = tuple(Step(at, Decision(action), Actor.POLICY) for action in done)
    return Prompt("Do it", screen, steps)


@pytest.mark.parametrize("action", [TAP, DOWN])
def test_an_action_that_was_done_often_enough_on_a_screen_is_futile(action: Action) -> None:
    assert futile_actions(asked_after(*[action] * ENOUGH)) == {action}
    assert futile_actions(asked_after(*[action] * (ENOUGH - 1))) == frozenset()


def test_what_was_done_on_another_screen_does_not_count() -> None:
    assert futile_actions(asked_after(*[TAP] * ENOUGH, at=OTHER)) == frozenset()
    circle = [step for _ in range(ENOUGH) for step in asked_after(TAP).history]
    between = asked_after(DOWN, at=OTHER).history
    steps = tuple(one for step in circle for one in (step, *between))
    assert futile_actions(Prompt("Do it", SCREEN, steps)) == {TAP}


@pytest.mark.parametrize("action", [Type("a"), OpenApp("Clock"), Click(Point(500, 500))])
def test_what_may_be_right_any_number_of_times_is_never_futile(action: Action) -> None:
    assert futile_actions(asked_after(*[action] * 9)) == frozenset()


def test_compact_replies_leave_out_what_is_futile(byte_vocabulary: TokenVocabulary) -> None:
    def allows(action: Action, *without: Action) -> bool:
        reply = COMPACT.write_reply(Decision(action), SCREEN)
        grammar = COMPACT.grammar(SCREEN, without=without)
        return accepts(byte_vocabulary, grammar, list(reply.encode()))

    up = Scroll(Direction.UP)
    assert allows(TAP)
    assert allows(DOWN)
    assert not allows(TAP, TAP, DOWN)
    assert not allows(DOWN, TAP, DOWN)
    assert allows(Click(ElementRef(0)), TAP, DOWN)
    assert allows(up, TAP, DOWN)
    # Typing into a field is another action than tapping it.
    assert allows(Type("x", ElementRef(2)), Click(ElementRef(2)))


def test_where_every_tap_was_futile_all_are_offered_still(byte_vocabulary: TokenVocabulary) -> None:
    reply = COMPACT.write_reply(Decision(Click(ElementRef(0))), OTHER)
    grammar = COMPACT.grammar(OTHER, without=(Click(ElementRef(0)),))
    assert accepts(byte_vocabulary, grammar, list(reply.encode()))
