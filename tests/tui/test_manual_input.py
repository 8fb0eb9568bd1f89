import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonebuddy.v1 import action_pb2
from phonebuddy.v1.errors import StaleObservation
from tui_events import screen

from tui import manual_input
from tui.action_words import action_words
from tui.manual_input import MOST_WAITING, ActionQueue, QueuedAction, RubOut


def test_presses_of_the_mouse_have_meanings() -> None:
    at, far = (500.0, 500.0), (500.0, 100.0)
    assert action_words(manual_input.touch(at, at, 0.1)) == "Tap a place without a name"
    assert action_words(manual_input.touch(at, (520.0, 510.0), 0.1)) == "Tap a place without a name"
    assert action_words(manual_input.touch(at, at, 1.0)) == "Touch and hold a place without a name"
    assert action_words(manual_input.touch(at, far, 0.2)) == "Swipe up"
    assert action_words(manual_input.touch(at, far, 1.0)) == "Drag a place without a name up"
    assert action_words(manual_input.wheel(at, down=True)) == "Scroll down"


def test_keys_have_meanings() -> None:
    assert action_words(_key("a", "a")) == "Type 'a'"
    assert action_words(_key("escape", None)) == "Press back"
    assert action_words(_key("enter", "\r")) == "Press enter"
    assert action_words(_key("up", None)) == "Scroll up"
    assert manual_input.key("backspace", "\x7f") == RubOut()
    assert manual_input.key("tab", "\t") is None
    assert manual_input.key("f5", None) is None


def _key(name: str, character: str | None) -> action_pb2.Action:
    return _pressed(name, character).action


def _pressed(name: str, character: str | None) -> QueuedAction:
    wish = manual_input.key(name, character)
    assert isinstance(wish, QueuedAction)
    return wish


def _next_words(waiting: ActionQueue) -> str:
    wish = waiting.next_wish()
    assert isinstance(wish, QueuedAction)
    return action_words(wish.action)


@given(st.lists(st.text(min_size=1, max_size=3), min_size=1))
def test_what_is_typed_meanwhile_is_joined(pieces: list[str]) -> None:
    waiting = ActionQueue()
    for piece in pieces:
        waiting.add(QueuedAction(action_pb2.Action(type=action_pb2.Type(text=piece))))
    assert len(waiting) == 1
    wish = waiting.next_wish()
    assert isinstance(wish, QueuedAction)
    assert wish.action.type.text == "".join(pieces)
    assert waiting.next_wish() is None


def test_other_actions_keep_their_order() -> None:
    waiting = ActionQueue()
    for wish in (_pressed("a", "a"), _pressed("enter", None), _pressed("b", "b")):
        waiting.add(wish)
    assert [_next_words(waiting) for _ in range(3)] == ["Type 'a'", "Press enter", "Type 'b'"]


def test_what_has_not_been_sent_can_be_taken_back() -> None:
    waiting = ActionQueue()
    for wish in (_pressed("a", "a"), _pressed("b", "b"), RubOut()):
        waiting.add(wish)
    assert _next_words(waiting) == "Type 'a'"
    waiting.add(_pressed("b", "b"))
    waiting.add(RubOut())
    assert waiting.next_wish() is None


def test_what_has_been_sent_is_rubbed_out_in_its_turn() -> None:
    waiting = ActionQueue()
    for wish in (_pressed("enter", None), RubOut(), RubOut(), _pressed("a", "a")):
        waiting.add(wish)
    assert _next_words(waiting) == "Press enter"
    assert waiting.next_wish() == RubOut(2)
    assert _next_words(waiting) == "Type 'a'"
    for text, left in (("hello", "hel"), ("hi", "")):
        action = manual_input.meant(RubOut(2), screen(text, focused=0))
        assert action is not None
        assert action.type.text == left


def test_what_was_chosen_counts_on_the_screen_it_was_chosen_on() -> None:
    chosen_on = screen("Delete", "Keep")
    wish = QueuedAction(manual_input.tap_element(0), chosen_on=chosen_on)
    again = screen("Delete", "Keep")
    again.id = "look-2"
    assert manual_input.meant(wish, again) == wish.action
    with pytest.raises(StaleObservation, match="choose again"):
        manual_input.meant(wish, screen("Pay", "Keep"))


def test_no_more_wait_than_a_person_can_oversee() -> None:
    waiting = ActionQueue()
    accepted = [waiting.add(_pressed("enter", None)) for _ in range(MOST_WAITING + 5)]
    assert accepted.count(False) == 5
    waiting.clear()
    assert waiting.next_wish() is None


def test_the_last_character_is_rubbed_out_of_the_field_with_the_cursor() -> None:
    look = screen("hello", focused=0)
    action = manual_input.rub_out(look)
    assert action is not None
    assert action.type.text == "hell"
    assert action.type.clear
    look.elements[0].password = True
    assert manual_input.rub_out(look) is None
    assert manual_input.rub_out(screen("hello")) is None


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_touches_stay_on_the_screen(x: float, y: float) -> None:
    point = manual_input.touch((x, y), (x, y), 0.0).click.target.point
    assert 0 <= point.x <= 1000
    assert 0 <= point.y <= 1000
