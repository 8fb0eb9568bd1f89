from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from runtime.actions import Wait
from runtime.observation import Screenshot
from runtime.testing import FakeDevice
from runtime.turn.repetition import Habit, Patience, ScreenAction, habit, rounds, screen_print

PATIENCE = Patience()


def turns(names: str) -> list[ScreenAction]:
    return [ScreenAction(name, Wait(1)) for name in names]


def test_same_action_on_the_same_screen_is_told_the_third_and_ended_the_fifth_time() -> None:
    found = [habit(turns("x" + "a" * n), PATIENCE) for n in range(1, 6)]
    assert found == [Habit.FINE, Habit.FINE, Habit.REMARK, Habit.REMARK, Habit.END]


def test_going_to_and_fro_is_told_and_then_ended() -> None:
    assert habit(turns("abab"), PATIENCE) is Habit.REMARK
    assert habit(turns("aba"), PATIENCE) is Habit.FINE
    assert habit(turns("abababab"), PATIENCE) is Habit.END


def test_longer_circles_are_seen_up_to_the_longest() -> None:
    assert habit(turns("abcabc"), PATIENCE) is Habit.REMARK
    assert habit(turns("abcd" * 4), PATIENCE) is Habit.END
    assert habit(turns("abcde" * 6), PATIENCE) is Habit.FINE


@given(st.lists(st.sampled_from("abc"), max_size=30), st.integers(1, 5))
def test_rounds_are_what_counting_by_hand_gives(names: list[str], length: int) -> None:
    found = rounds(turns("".join(names)), length)
    block = names[-length:] if len(names) >= length else None
    expected = 0
    while block is not None and names[len(names) - (expected + 1) * length :][:length] == block:
        if (expected + 1) * length > len(names):
            break
        expected += 1
    assert found == expected


@given(st.lists(st.sampled_from("abcdef"), max_size=40))
def test_only_the_memory_of_patience_matters(names: list[str]) -> None:
    all_of_them = turns("".join(names))
    assert habit(all_of_them, PATIENCE) is habit(all_of_them[-PATIENCE.memory :], PATIENCE)


@given(st.lists(st.integers(), unique=True, max_size=40))
def test_what_never_comes_twice_is_fine(numbers: list[int]) -> None:
    assert habit([ScreenAction(str(n), Wait(1)) for n in numbers], PATIENCE) is Habit.FINE


def test_screens_are_equal_whenever_they_were_looked_at() -> None:
    phone = FakeDevice()
    first, second = phone.observe(), phone.observe(screenshot=True)
    later = replace(second, time_s=99.0, notices=("saved",))
    assert screen_print(first) == screen_print(second) == screen_print(later)
    assert screen_print(replace(first, keyboard_shown=True)) != screen_print(first)
    assert screen_print(replace(first, elements=first.elements[:1])) != screen_print(first)


def test_screens_without_elements_differ_by_their_picture() -> None:
    bare = replace(FakeDevice().observe(), elements=())
    one = replace(bare, screenshot=Screenshot(b"one", "image/png", 1, 1))
    two = replace(bare, screenshot=Screenshot(b"two", "image/png", 1, 1))
    assert screen_print(one) != screen_print(two)
