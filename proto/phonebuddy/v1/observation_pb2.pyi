from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Bounds(_message.Message):
    __slots__ = ("left", "top", "right", "bottom")
    LEFT_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    BOTTOM_FIELD_NUMBER: _ClassVar[int]
    left: int
    top: int
    right: int
    bottom: int
    def __init__(self, left: _Optional[int] = ..., top: _Optional[int] = ..., right: _Optional[int] = ..., bottom: _Optional[int] = ...) -> None: ...

class Element(_message.Message):
    __slots__ = ("index", "role", "text", "hint", "description", "resource_id", "bounds", "clickable", "long_clickable", "checkable", "checked", "editable", "focused", "scrollable", "selected", "disabled", "password", "focusable")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    HINT_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_ID_FIELD_NUMBER: _ClassVar[int]
    BOUNDS_FIELD_NUMBER: _ClassVar[int]
    CLICKABLE_FIELD_NUMBER: _ClassVar[int]
    LONG_CLICKABLE_FIELD_NUMBER: _ClassVar[int]
    CHECKABLE_FIELD_NUMBER: _ClassVar[int]
    CHECKED_FIELD_NUMBER: _ClassVar[int]
    EDITABLE_FIELD_NUMBER: _ClassVar[int]
    FOCUSED_FIELD_NUMBER: _ClassVar[int]
    SCROLLABLE_FIELD_NUMBER: _ClassVar[int]
    SELECTED_FIELD_NUMBER: _ClassVar[int]
    DISABLED_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    FOCUSABLE_FIELD_NUMBER: _ClassVar[int]
    index: int
    role: str
    text: str
    hint: str
    description: str
    resource_id: str
    bounds: Bounds
    clickable: bool
    long_clickable: bool
    checkable: bool
    checked: bool
    editable: bool
    focused: bool
    scrollable: bool
    selected: bool
    disabled: bool
    password: bool
    focusable: bool
    def __init__(self, index: _Optional[int] = ..., role: _Optional[str] = ..., text: _Optional[str] = ..., hint: _Optional[str] = ..., description: _Optional[str] = ..., resource_id: _Optional[str] = ..., bounds: _Optional[_Union[Bounds, _Mapping]] = ..., clickable: _Optional[bool] = ..., long_clickable: _Optional[bool] = ..., checkable: _Optional[bool] = ..., checked: _Optional[bool] = ..., editable: _Optional[bool] = ..., focused: _Optional[bool] = ..., scrollable: _Optional[bool] = ..., selected: _Optional[bool] = ..., disabled: _Optional[bool] = ..., password: _Optional[bool] = ..., focusable: _Optional[bool] = ...) -> None: ...

class Screenshot(_message.Message):
    __slots__ = ("data", "mime", "width_px", "height_px")
    DATA_FIELD_NUMBER: _ClassVar[int]
    MIME_FIELD_NUMBER: _ClassVar[int]
    WIDTH_PX_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_PX_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    mime: str
    width_px: int
    height_px: int
    def __init__(self, data: _Optional[bytes] = ..., mime: _Optional[str] = ..., width_px: _Optional[int] = ..., height_px: _Optional[int] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("id", "package", "activity", "width_px", "height_px", "rotation", "elements", "keyboard_shown", "focused", "secure", "notices", "screenshot", "time_s")
    ID_FIELD_NUMBER: _ClassVar[int]
    PACKAGE_FIELD_NUMBER: _ClassVar[int]
    ACTIVITY_FIELD_NUMBER: _ClassVar[int]
    WIDTH_PX_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_PX_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    KEYBOARD_SHOWN_FIELD_NUMBER: _ClassVar[int]
    FOCUSED_FIELD_NUMBER: _ClassVar[int]
    SECURE_FIELD_NUMBER: _ClassVar[int]
    NOTICES_FIELD_NUMBER: _ClassVar[int]
    SCREENSHOT_FIELD_NUMBER: _ClassVar[int]
    TIME_S_FIELD_NUMBER: _ClassVar[int]
    id: str
    package: str
    activity: str
    width_px: int
    height_px: int
    rotation: int
    elements: _containers.RepeatedCompositeFieldContainer[Element]
    keyboard_shown: bool
    focused: int
    secure: bool
    notices: _containers.RepeatedScalarFieldContainer[str]
    screenshot: Screenshot
    time_s: float
    def __init__(self, id: _Optional[str] = ..., package: _Optional[str] = ..., activity: _Optional[str] = ..., width_px: _Optional[int] = ..., height_px: _Optional[int] = ..., rotation: _Optional[int] = ..., elements: _Optional[_Iterable[_Union[Element, _Mapping]]] = ..., keyboard_shown: _Optional[bool] = ..., focused: _Optional[int] = ..., secure: _Optional[bool] = ..., notices: _Optional[_Iterable[str]] = ..., screenshot: _Optional[_Union[Screenshot, _Mapping]] = ..., time_s: _Optional[float] = ...) -> None: ...
