from hypothesis import given
from hypothesis import strategies as st
from phonebuddy.v1 import action_pb2
from tui_events import screen

from tui import hand
from tui.hand import MOST_WAITING, Hand
from tui.words import action_words


def test_presses_of_the_mouse_have_meanings() -> None:
    at, far = (500.0, 500.0), (500.0, 100.0)
    assert action_words(hand.touch(at, at, 0.1)) == "Tap (500, 500)"
    assert action_words(hand.touch(at, (520.0, 510.0), 0.1)) == "Tap (500, 500)"
    assert action_words(hand.touch(at, at, 1.0)) == "Touch and hold (500, 500)"
    assert action_words(hand.touch(at, far, 0.2)) == "Swipe from (500, 500) to (500, 100)"
    assert action_words(hand.touch(at, far, 1.0)) == "Drag (500, 500) to (500, 100)"
    assert action_words(hand.wheel(at, down=True)) == "Scroll down at (500, 500)"


def test_keys_have_meanings() -> None:
    assert action_words(_key("a", "a")) == "Type 'a'"
    assert action_words(_key("escape", None)) == "Press back"
    assert action_words(_key("enter", "\r")) == "Press enter"
    assert action_words(_key("up", None)) == "Scroll up"
    assert hand.key("tab", "\t") is None
    assert hand.key("f5", None) is None


def _key(name: str, character: str | None) -> action_pb2.Action:
    action = hand.key(name, character)
    assert action is not None
    return action


@given(st.lists(st.text(min_size=1, max_size=3), min_size=1))
def test_what_is_typed_meanwhile_is_joined(pieces: list[str]) -> None:
    waiting = Hand()
    for piece in pieces:
        waiting.add(action_pb2.Action(type=action_pb2.Type(text=piece)))
    assert len(waiting) == 1
    action = waiting.next_action()
    assert action is not None
    assert action.type.text == "".join(pieces)
    assert waiting.next_action() is None


def test_other_actions_keep_their_order() -> None:
    waiting = Hand()
    for action in (_key("a", "a"), _key("enter", None), _key("b", "b")):
        waiting.add(action)
    order = [action_words(action) for _ in range(3) if (action := waiting.next_action())]
    assert order == ["Type 'a'", "Press enter", "Type 'b'"]


def test_what_has_not_been_sent_can_be_taken_back() -> None:
    waiting = Hand()
    assert not waiting.take_back()
    waiting.add(_key("a", "a"))
    waiting.add(_key("b", "b"))
    assert waiting.take_back()
    assert waiting.take_back()
    assert len(waiting) == 0
    waiting.add(_key("enter", None))
    assert not waiting.take_back()


def test_no_more_wait_than_a_person_can_oversee() -> None:
    waiting = Hand()
    accepted = [waiting.add(_key("enter", None)) for _ in range(MOST_WAITING + 5)]
    assert accepted.count(False) == 5
    waiting.clear()
    assert waiting.next_action() is None


def test_the_last_character_is_rubbed_out_of_the_field_with_the_cursor() -> None:
    look = screen("hello", focused=0)
    action = hand.rub_out(look)
    assert action is not None
    assert action.type.text == "hell"
    assert action.type.clear
    look.elements[0].password = True
    assert hand.rub_out(look) is None
    assert hand.rub_out(screen("hello")) is None


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_touches_stay_on_the_screen(x: float, y: float) -> None:
    point = hand.touch((x, y), (x, y), 0.0).click.target.point
    assert 0 <= point.x <= 1000
    assert 0 <= point.y <= 1000
