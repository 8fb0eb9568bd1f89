from collections.abc import Callable

from runtime.backends.adb.settle import Settled, Settling, settle

QUICK = Settling(reaction_s=0.05, cap_s=0.2, poll_s=0.001)


def looks(*screens: object) -> Callable[[], object]:
    """Each screen in turn, the last one for ever."""
    left = list(screens)
    return lambda: left.pop(0) if len(left) > 1 else left[0]


def settled(look: Callable[[], object]) -> Settled:
    import time

    return settle(look, "before", time.sleep, QUICK)


def test_screen_that_changed_at_once_and_rests() -> None:
    assert settled(looks("after")) == Settled(changed=True, at_rest=True)


def test_screen_that_moves_is_waited_for() -> None:
    assert settled(looks("before", "moving", "moving on", "after")) == Settled(
        changed=True, at_rest=True
    )


def test_screen_that_does_not_react_is_unchanged() -> None:
    assert settled(looks("before")) == Settled(changed=False, at_rest=True)


def test_screen_that_never_rests_is_left_alone() -> None:
    numbers = iter(range(10**6))

    assert settled(lambda: next(numbers)) == Settled(changed=True, at_rest=False)


def test_screen_that_changed_and_changed_back_has_changed() -> None:
    assert settled(looks("flash", "before")).changed
