from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Direction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIRECTION_UNSPECIFIED: _ClassVar[Direction]
    DIRECTION_UP: _ClassVar[Direction]
    DIRECTION_DOWN: _ClassVar[Direction]
    DIRECTION_LEFT: _ClassVar[Direction]
    DIRECTION_RIGHT: _ClassVar[Direction]

class Button(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BUTTON_UNSPECIFIED: _ClassVar[Button]
    BUTTON_BACK: _ClassVar[Button]
    BUTTON_HOME: _ClassVar[Button]
    BUTTON_MENU: _ClassVar[Button]
    BUTTON_ENTER: _ClassVar[Button]

class FinishStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FINISH_STATUS_UNSPECIFIED: _ClassVar[FinishStatus]
    FINISH_STATUS_DONE: _ClassVar[FinishStatus]
    FINISH_STATUS_IMPOSSIBLE: _ClassVar[FinishStatus]
    FINISH_STATUS_REFUSED: _ClassVar[FinishStatus]
DIRECTION_UNSPECIFIED: Direction
DIRECTION_UP: Direction
DIRECTION_DOWN: Direction
DIRECTION_LEFT: Direction
DIRECTION_RIGHT: Direction
BUTTON_UNSPECIFIED: Button
BUTTON_BACK: Button
BUTTON_HOME: Button
BUTTON_MENU: Button
BUTTON_ENTER: Button
FINISH_STATUS_UNSPECIFIED: FinishStatus
FINISH_STATUS_DONE: FinishStatus
FINISH_STATUS_IMPOSSIBLE: FinishStatus
FINISH_STATUS_REFUSED: FinishStatus

class Point(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: float
    y: float
    def __init__(self, x: _Optional[float] = ..., y: _Optional[float] = ...) -> None: ...

class Target(_message.Message):
    __slots__ = ("point", "element")
    POINT_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_FIELD_NUMBER: _ClassVar[int]
    point: Point
    element: int
    def __init__(self, point: _Optional[_Union[Point, _Mapping]] = ..., element: _Optional[int] = ...) -> None: ...

class Click(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: Target
    def __init__(self, target: _Optional[_Union[Target, _Mapping]] = ...) -> None: ...

class DoubleClick(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: Target
    def __init__(self, target: _Optional[_Union[Target, _Mapping]] = ...) -> None: ...

class LongPress(_message.Message):
    __slots__ = ("target", "duration_ms")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DURATION_MS_FIELD_NUMBER: _ClassVar[int]
    target: Target
    duration_ms: int
    def __init__(self, target: _Optional[_Union[Target, _Mapping]] = ..., duration_ms: _Optional[int] = ...) -> None: ...

class Type(_message.Message):
    __slots__ = ("text", "target", "clear")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    CLEAR_FIELD_NUMBER: _ClassVar[int]
    text: str
    target: Target
    clear: bool
    def __init__(self, text: _Optional[str] = ..., target: _Optional[_Union[Target, _Mapping]] = ..., clear: _Optional[bool] = ...) -> None: ...

class Stroke(_message.Message):
    __slots__ = ("start", "end")
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    start: Point
    end: Point
    def __init__(self, start: _Optional[_Union[Point, _Mapping]] = ..., end: _Optional[_Union[Point, _Mapping]] = ...) -> None: ...

class Scroll(_message.Message):
    __slots__ = ("direction", "stroke", "target")
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    STROKE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    direction: Direction
    stroke: Stroke
    target: Target
    def __init__(self, direction: _Optional[_Union[Direction, str]] = ..., stroke: _Optional[_Union[Stroke, _Mapping]] = ..., target: _Optional[_Union[Target, _Mapping]] = ...) -> None: ...

class Drag(_message.Message):
    __slots__ = ("start", "end", "duration_ms")
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    DURATION_MS_FIELD_NUMBER: _ClassVar[int]
    start: Target
    end: Target
    duration_ms: int
    def __init__(self, start: _Optional[_Union[Target, _Mapping]] = ..., end: _Optional[_Union[Target, _Mapping]] = ..., duration_ms: _Optional[int] = ...) -> None: ...

class PressButton(_message.Message):
    __slots__ = ("button",)
    BUTTON_FIELD_NUMBER: _ClassVar[int]
    button: Button
    def __init__(self, button: _Optional[_Union[Button, str]] = ...) -> None: ...

class OpenApp(_message.Message):
    __slots__ = ("app", "afresh")
    APP_FIELD_NUMBER: _ClassVar[int]
    AFRESH_FIELD_NUMBER: _ClassVar[int]
    app: str
    afresh: bool
    def __init__(self, app: _Optional[str] = ..., afresh: _Optional[bool] = ...) -> None: ...

class CloseApp(_message.Message):
    __slots__ = ("app",)
    APP_FIELD_NUMBER: _ClassVar[int]
    app: str
    def __init__(self, app: _Optional[str] = ...) -> None: ...

class Wait(_message.Message):
    __slots__ = ("duration_ms",)
    DURATION_MS_FIELD_NUMBER: _ClassVar[int]
    duration_ms: int
    def __init__(self, duration_ms: _Optional[int] = ...) -> None: ...

class Output(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class Finish(_message.Message):
    __slots__ = ("text", "status")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    text: str
    status: FinishStatus
    def __init__(self, text: _Optional[str] = ..., status: _Optional[_Union[FinishStatus, str]] = ...) -> None: ...

class AskUser(_message.Message):
    __slots__ = ("question",)
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    question: str
    def __init__(self, question: _Optional[str] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("click", "double_click", "long_press", "type", "scroll", "drag", "press_button", "open_app", "close_app", "wait", "output", "finish", "ask_user")
    CLICK_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_CLICK_FIELD_NUMBER: _ClassVar[int]
    LONG_PRESS_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SCROLL_FIELD_NUMBER: _ClassVar[int]
    DRAG_FIELD_NUMBER: _ClassVar[int]
    PRESS_BUTTON_FIELD_NUMBER: _ClassVar[int]
    OPEN_APP_FIELD_NUMBER: _ClassVar[int]
    CLOSE_APP_FIELD_NUMBER: _ClassVar[int]
    WAIT_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    FINISH_FIELD_NUMBER: _ClassVar[int]
    ASK_USER_FIELD_NUMBER: _ClassVar[int]
    click: Click
    double_click: DoubleClick
    long_press: LongPress
    type: Type
    scroll: Scroll
    drag: Drag
    press_button: PressButton
    open_app: OpenApp
    close_app: CloseApp
    wait: Wait
    output: Output
    finish: Finish
    ask_user: AskUser
    def __init__(self, click: _Optional[_Union[Click, _Mapping]] = ..., double_click: _Optional[_Union[DoubleClick, _Mapping]] = ..., long_press: _Optional[_Union[LongPress, _Mapping]] = ..., type: _Optional[_Union[Type, _Mapping]] = ..., scroll: _Optional[_Union[Scroll, _Mapping]] = ..., drag: _Optional[_Union[Drag, _Mapping]] = ..., press_button: _Optional[_Union[PressButton, _Mapping]] = ..., open_app: _Optional[_Union[OpenApp, _Mapping]] = ..., close_app: _Optional[_Union[CloseApp, _Mapping]] = ..., wait: _Optional[_Union[Wait, _Mapping]] = ..., output: _Optional[_Union[Output, _Mapping]] = ..., finish: _Optional[_Union[Finish, _Mapping]] = ..., ask_user: _Optional[_Union[AskUser, _Mapping]] = ...) -> None: ...
