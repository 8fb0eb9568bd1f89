"""Actions on the wire."""

from __future__ import annotations

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
from runtime.server.codec.field_groups import Oneof, defaulted, optional
from runtime.server.codec.fields import LONGEST_MS, TEXT, EnumCodec, read_count, wire_int
from runtime.server.codec.messages import MessageCodec, UnionCodec
from runtime.server.codec.values import FLAG, count, name, number, text

_MOST_ELEMENTS = 10_000

DIRECTIONS = EnumCodec(Direction, pb.Direction)
BUTTONS = EnumCodec(SystemButton, pb.Button)
FINISH_STATUSES = EnumCodec(FinishStatus, pb.FinishStatus)


class _ElementRefCodec:
    """The number of an element: there is no message around it."""

    kinds = (ElementRef,)

    def write(self, ref: ElementRef) -> int:
        return wire_int(ref.index)

    def read(self, index: int, field: str) -> ElementRef:
        return ElementRef(read_count(index, field, most=_MOST_ELEMENTS))


_COORDINATE = number(most=SCALE)
_DURATION = defaulted(count(most=LONGEST_MS))
_POINT = MessageCodec(Point, pb.Point, x=_COORDINATE, y=_COORDINATE)
_STROKE = MessageCodec(Stroke, pb.Stroke, start=_POINT, end=_POINT)
_TARGET: UnionCodec[Target, pb.Target] = UnionCodec(
    Target, pb.Target, Oneof("target", point=_POINT, element=_ElementRefCodec())
)

ACTION: UnionCodec[Action, pb.Action] = UnionCodec(
    Action,
    pb.Action,
    Oneof(
        "action",
        click=MessageCodec(Click, pb.Click, target=_TARGET),
        double_click=MessageCodec(DoubleClick, pb.DoubleClick, target=_TARGET),
        long_press=MessageCodec(LongPress, pb.LongPress, target=_TARGET, duration_ms=_DURATION),
        type=MessageCodec(Type, pb.Type, text=text(TEXT), target=optional(_TARGET), clear=FLAG),
        scroll=MessageCodec(
            Scroll,
            pb.Scroll,
            motion=Oneof("motion", direction=DIRECTIONS, stroke=_STROKE),
            target=optional(_TARGET),
        ),
        drag=MessageCodec(Drag, pb.Drag, start=_TARGET, end=_TARGET, duration_ms=_DURATION),
        press_button=MessageCodec(PressButton, pb.PressButton, button=BUTTONS),
        open_app=MessageCodec(OpenApp, pb.OpenApp, app=name(), afresh=FLAG),
        close_app=MessageCodec(CloseApp, pb.CloseApp, app=name()),
        wait=MessageCodec(Wait, pb.Wait, duration_ms=_DURATION),
        output=MessageCodec(Output, pb.Output, text=text(TEXT)),
        finish=MessageCodec(Finish, pb.Finish, text=text(TEXT), status=FINISH_STATUSES),
        ask_user=MessageCodec(AskUser, pb.AskUser, question=text(TEXT)),
    ),
)
write_action = ACTION.write
read_action = ACTION.read
