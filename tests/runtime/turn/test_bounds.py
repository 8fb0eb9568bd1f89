from contextlib import suppress
from dataclasses import replace

import pytest
from action_strategies import actions
from hypothesis import given

from runtime.action_targets import targets_of
from runtime.actions import (
    Action,
    Click,
    Drag,
    ElementRef,
    Finish,
    LongPress,
    OpenApp,
    Point,
    Type,
    Wait,
)
from runtime.errors import ActionError, NoSuchElement, NotADeviceAction, OffScreen, UnknownApp
from runtime.testing import FakeDevice
from runtime.turn.aim import check_aim, means_the_same
from runtime.turn.bounds import EDGE, bounded
from runtime.turn.withheld import withheld_action, withheld_look


def limited(action: Action) -> Action:
    return bounded(action, longest_wait_ms=1000, longest_press_ms=500)


@given(actions)
def test_bounding_twice_is_bounding_once(action: Action) -> None:
    once = limited(action)
    assert type(once) is type(action)
    assert limited(once) == once


@given(actions)
def test_bounded_actions_last_no_longer_than_allowed(action: Action) -> None:
    match limited(action):
        case Wait(duration_ms):
            assert 0 <= duration_ms <= 1000
        case LongPress(duration_ms=duration_ms) | Drag(duration_ms=duration_ms):
            assert 1 <= duration_ms <= 500
        case _:
            pass


@given(actions)
def test_points_hardly_off_the_screen_are_on_it_and_others_stay_as_they_were(
    action: Action,
) -> None:
    for before, after in zip(targets_of(action), targets_of(limited(action)), strict=True):
        if not isinstance(before, Point):
            assert after == before
            continue
        assert isinstance(after, Point)
        near = all(-EDGE <= value <= 1000 + EDGE for value in (before.x, before.y))
        if near:
            after.checked()
            assert abs(after.x - before.x) <= EDGE
            assert abs(after.y - before.y) <= EDGE
        else:
            assert after == before


@given(actions)
def test_aim_is_refused_exactly_when_the_phone_would_refuse_it(action: Action) -> None:
    phone = FakeDevice()
    screen = phone.observe()
    try:
        check_aim(action, screen)
    except ActionError as error:
        with pytest.raises(type(error)):
            phone.perform(action, screen)
        return
    with suppress(UnknownApp):
        phone.perform(action, screen)


def test_aim_beside_the_screen_and_runners_actions_are_refused() -> None:
    screen = FakeDevice().observe()
    for action, error in [
        (Click(ElementRef(7)), NoSuchElement),
        (Click(Point(2000, 1)), OffScreen),
        (Finish(), NotADeviceAction),
    ]:
        with pytest.raises(error):
            check_aim(action, screen)


def test_action_means_the_same_only_where_it_hits_the_same() -> None:
    phone = FakeDevice()
    before = phone.observe()
    again = phone.observe()
    renamed = replace(before.elements[1], text="Delete all")
    other = replace(before, elements=(before.elements[0], renamed))
    moved = replace(before, elements=before.elements[::-1])
    tap, poke = Click(ElementRef(1)), Click(Point(500, 190))
    assert means_the_same(tap, before, again)
    assert means_the_same(poke, before, again)
    for changed in (other, moved, replace(before, elements=()), replace(before, package="x")):
        assert not means_the_same(tap, before, changed)
    assert not means_the_same(poke, before, other)
    assert means_the_same(OpenApp("Notes"), before, other)


@given(actions)
def test_withheld_actions_tell_neither_what_nor_where(action: Action) -> None:
    masked = withheld_action(action)
    assert type(masked) is type(action)
    assert all(target == Point(500, 500) for target in targets_of(masked))
    assert not isinstance(masked, Type) or masked.text == "[withheld]"


def test_withheld_look_tells_only_the_app() -> None:
    look = FakeDevice().observe(screenshot=True)
    kept = withheld_look(look)
    assert (kept.package, kept.elements, kept.screenshot) == (look.package, (), None)
