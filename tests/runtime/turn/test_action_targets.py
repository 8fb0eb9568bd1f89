import pytest
from action_strategies import actions
from hypothesis import given

from runtime.action_targets import map_targets, targets_of
from runtime.actions import Action, Direction, ElementRef, Point, Scroll, Stroke, Target


@given(actions)
def test_mapping_to_themselves_changes_nothing(action: Action) -> None:
    assert map_targets(action, lambda target: target) == action


@given(actions)
def test_every_target_that_is_listed_is_mapped(action: Action) -> None:
    asked: list[Target] = []

    def moved(target: Target) -> Target:
        asked.append(target)
        return Point(1, 2)

    mapped = map_targets(action, moved)

    assert set(targets_of(action)) <= set(asked)
    assert all(target == Point(1, 2) for target in targets_of(mapped))


def test_strokes_go_from_point_to_point() -> None:
    stroke = Scroll(Stroke(Point(1, 1), Point(2, 2)))
    with pytest.raises(TypeError, match="from point to point"):
        map_targets(stroke, lambda _: ElementRef(0))
    assert map_targets(Scroll(Direction.DOWN, ElementRef(1)), lambda _: ElementRef(2)) == Scroll(
        Direction.DOWN, ElementRef(2)
    )
