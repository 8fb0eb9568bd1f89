"""Actions on the wire."""

from __future__ import annotations

from typing import assert_never

from phonebuddy.v1 import action_pb2 as pb

from runtime.actions import (
    SCALE,
    Action,
    AskUser,
    Click,
    CloseApp,
    Direction,
    DoubleClick,
    Drag,
    ElementRef,
    Finish,
    FinishStatus,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Target,
    Type,
    Wait,
)
from runtime.errors import InvalidRequest
from runtime.server.codec.fields import (
    LONGEST_MS,
    TEXT,
    EnumCodec,
    read_count,
    read_name,
    read_number,
    read_text,
    wire_int,
    wire_text,
)

DIRECTIONS = EnumCodec(Direction, pb.Direction, "DIRECTION")
BUTTONS = EnumCodec(SystemButton, pb.Button, "BUTTON")
FINISH_STATUSES = EnumCodec(FinishStatus, pb.FinishStatus, "FINISH_STATUS")

_MOST_ELEMENTS = 10_000


def write_action(action: Action) -> pb.Action:
    """An action as a message."""
    match action:
        case Click(target):
            return pb.Action(click=pb.Click(target=_write_target(target)))
        case DoubleClick(target):
            return pb.Action(double_click=pb.DoubleClick(target=_write_target(target)))
        case LongPress(target, duration_ms):
            return pb.Action(
                long_press=pb.LongPress(
                    target=_write_target(target), duration_ms=wire_int(duration_ms)
                )
            )
        case Type(text, target, clear):
            place = _write_target(target) if target is not None else None
            return pb.Action(type=pb.Type(text=wire_text(text), target=place, clear=clear))
        case Scroll():
            return pb.Action(scroll=_write_scroll(action))
        case Drag(start, end, duration_ms):
            return pb.Action(
                drag=pb.Drag(
                    start=_write_target(start),
                    end=_write_target(end),
                    duration_ms=wire_int(duration_ms),
                )
            )
        case PressButton(button):
            return pb.Action(press_button=pb.PressButton(button=BUTTONS.write(button)))
        case OpenApp(app):
            return pb.Action(open_app=pb.OpenApp(app=wire_text(app)))
        case CloseApp(app):
            return pb.Action(close_app=pb.CloseApp(app=wire_text(app)))
        case Wait(duration_ms):
            return pb.Action(wait=pb.Wait(duration_ms=wire_int(duration_ms)))
        case Output(text):
            return pb.Action(output=pb.Output(text=wire_text(text)))
        case Finish(text, status):
            finish = pb.Finish(text=wire_text(text), status=FINISH_STATUSES.write(status))
            return pb.Action(finish=finish)
        case AskUser(question):
            return pb.Action(ask_user=pb.AskUser(question=wire_text(question)))
        case _:
            assert_never(action)


def read_action(message: pb.Action, field: str) -> Action:
    """The action that a message means."""
    kind = message.WhichOneof("action")
    if kind is None:
        raise InvalidRequest(field, "no action is set")
    inner = f"{field}.{kind}"
    match kind:
        case "click":
            return Click(_read_target(message.click.target, f"{inner}.target"))
        case "double_click":
            return DoubleClick(_read_target(message.double_click.target, f"{inner}.target"))
        case "long_press":
            press = message.long_press
            target = _read_target(press.target, f"{inner}.target")
            return LongPress(target, *_read_duration(press, inner))
        case "type":
            return _read_type(message.type, inner)
        case "scroll":
            return _read_scroll(message.scroll, inner)
        case "drag":
            drag = message.drag
            start = _read_target(drag.start, f"{inner}.start")
            end = _read_target(drag.end, f"{inner}.end")
            return Drag(start, end, *_read_duration(drag, inner))
        case "press_button":
            return PressButton(BUTTONS.read(message.press_button.button, f"{inner}.button"))
        case "open_app":
            return OpenApp(read_name(message.open_app.app, f"{inner}.app"))
        case "close_app":
            return CloseApp(read_name(message.close_app.app, f"{inner}.app"))
        case "wait":
            return Wait(*_read_duration(message.wait, inner))
        case "output":
            return Output(read_text(message.output.text, f"{inner}.text", longest=TEXT))
        case "finish":
            text = read_text(message.finish.text, f"{inner}.text", longest=TEXT)
            return Finish(text, FINISH_STATUSES.read(message.finish.status, f"{inner}.status"))
        case "ask_user":
            question = read_text(message.ask_user.question, f"{inner}.question", longest=TEXT)
            return AskUser(question)
        case _:
            assert_never(kind)


def _write_target(target: Target) -> pb.Target:
    match target:
        case Point():
            return pb.Target(point=_write_point(target))
        case ElementRef(index):
            return pb.Target(element=wire_int(index))


def _read_target(message: pb.Target, field: str) -> Target:
    kind = message.WhichOneof("target")
    match kind:
        case "point":
            return _read_point(message.point, f"{field}.point")
        case "element":
            index = read_count(message.element, f"{field}.element", most=_MOST_ELEMENTS)
            return ElementRef(index)
        case None:
            raise InvalidRequest(field, "neither a point nor an element is set")
        case _:
            assert_never(kind)


def _write_point(point: Point) -> pb.Point:
    return pb.Point(x=point.x, y=point.y)


def _read_point(message: pb.Point, field: str) -> Point:
    x = read_number(message.x, f"{field}.x", most=SCALE)
    return Point(x, read_number(message.y, f"{field}.y", most=SCALE))


def _write_scroll(scroll: Scroll) -> pb.Scroll:
    target = _write_target(scroll.target) if scroll.target is not None else None
    match scroll.motion:
        case Direction():
            return pb.Scroll(direction=DIRECTIONS.write(scroll.motion), target=target)
        case Stroke(start, end):
            stroke = pb.Stroke(start=_write_point(start), end=_write_point(end))
            return pb.Scroll(stroke=stroke, target=target)


def _read_scroll(message: pb.Scroll, field: str) -> Scroll:
    target = _read_target(message.target, f"{field}.target") if message.HasField("target") else None
    kind = message.WhichOneof("motion")
    match kind:
        case "direction":
            return Scroll(DIRECTIONS.read(message.direction, f"{field}.direction"), target)
        case "stroke":
            start = _read_point(message.stroke.start, f"{field}.stroke.start")
            end = _read_point(message.stroke.end, f"{field}.stroke.end")
            return Scroll(Stroke(start, end), target)
        case None:
            raise InvalidRequest(field, "neither a direction nor a stroke is set")
        case _:
            assert_never(kind)


def _read_type(message: pb.Type, field: str) -> Type:
    target = _read_target(message.target, f"{field}.target") if message.HasField("target") else None
    text = read_text(message.text, f"{field}.text", longest=TEXT)
    return Type(text, target, message.clear)


def _read_duration(message: pb.LongPress | pb.Drag | pb.Wait, field: str) -> tuple[int] | tuple[()]:
    """The duration where one is set: nothing stands for the action's own default."""
    if not message.HasField("duration_ms"):
        return ()
    return (read_count(message.duration_ms, f"{field}.duration_ms", most=LONGEST_MS),)
