"""Where on the phone an action will touch, before it does."""

from __future__ import annotations

from phonebuddy.v1 import action_pb2, observation_pb2

Pixels = tuple[tuple[int, int], ...]


def aims_of(action: action_pb2.Action | None, look: observation_pb2.Observation | None) -> Pixels:
    """In pixels of the look that it was decided on; empty for what touches nothing."""
    if action is None or look is None:
        return ()
    match action.WhichOneof("action"):
        case "click":
            targets = [action.click.target]
        case "double_click":
            targets = [action.double_click.target]
        case "long_press":
            targets = [action.long_press.target]
        case "type" if action.type.HasField("target"):
            targets = [action.type.target]
        case "drag":
            targets = [action.drag.start, action.drag.end]
        case _:
            targets = []
    points = (_pixel(target, look) for target in targets)
    return tuple(point for point in points if point is not None)


def _pixel(target: action_pb2.Target, look: observation_pb2.Observation) -> tuple[int, int] | None:
    if target.WhichOneof("target") == "point":
        return (
            int(target.point.x * look.width_px / 1000),
            int(target.point.y * look.height_px / 1000),
        )
    if 0 <= target.element < len(look.elements):
        bounds = look.elements[target.element].bounds
        return (bounds.left + bounds.right) // 2, (bounds.top + bounds.bottom) // 2
    return None
