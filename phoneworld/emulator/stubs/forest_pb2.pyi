from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Forest(_message.Message):
    __slots__ = ("windows",)
    WINDOWS_FIELD_NUMBER: _ClassVar[int]
    windows: _containers.RepeatedCompositeFieldContainer[Window]
    def __init__(self, windows: _Optional[_Iterable[_Union[Window, _Mapping]]] = ...) -> None: ...

class Window(_message.Message):
    __slots__ = ("bounds", "display_id", "id", "layer", "title", "type", "active", "focused", "tree")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TYPE_UNSPECIFIED: _ClassVar[Window.Type]
        TYPE_APPLICATION: _ClassVar[Window.Type]
        TYPE_INPUT_METHOD: _ClassVar[Window.Type]
        TYPE_SYSTEM: _ClassVar[Window.Type]
    TYPE_UNSPECIFIED: Window.Type
    TYPE_APPLICATION: Window.Type
    TYPE_INPUT_METHOD: Window.Type
    TYPE_SYSTEM: Window.Type
    BOUNDS_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_ID_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    LAYER_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    FOCUSED_FIELD_NUMBER: _ClassVar[int]
    TREE_FIELD_NUMBER: _ClassVar[int]
    bounds: Box
    display_id: int
    id: int
    layer: int
    title: str
    type: Window.Type
    active: bool
    focused: bool
    tree: Tree
    def __init__(self, bounds: _Optional[_Union[Box, _Mapping]] = ..., display_id: _Optional[int] = ..., id: _Optional[int] = ..., layer: _Optional[int] = ..., title: _Optional[str] = ..., type: _Optional[_Union[Window.Type, str]] = ..., active: _Optional[bool] = ..., focused: _Optional[bool] = ..., tree: _Optional[_Union[Tree, _Mapping]] = ...) -> None: ...

class Tree(_message.Message):
    __slots__ = ("nodes",)
    NODES_FIELD_NUMBER: _ClassVar[int]
    nodes: _containers.RepeatedCompositeFieldContainer[ViewNode]
    def __init__(self, nodes: _Optional[_Iterable[_Union[ViewNode, _Mapping]]] = ...) -> None: ...

class Box(_message.Message):
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

class ViewNode(_message.Message):
    __slots__ = ("id", "bounds", "class_name", "description", "hint", "package", "text", "selection_start", "selection_end", "resource_id", "window_id", "checkable", "checked", "clickable", "editable", "enabled", "focusable", "focused", "long_clickable", "password", "scrollable", "selected", "visible", "actions", "child_ids", "depth")
    ID_FIELD_NUMBER: _ClassVar[int]
    BOUNDS_FIELD_NUMBER: _ClassVar[int]
    CLASS_NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    HINT_FIELD_NUMBER: _ClassVar[int]
    PACKAGE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SELECTION_START_FIELD_NUMBER: _ClassVar[int]
    SELECTION_END_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_ID_FIELD_NUMBER: _ClassVar[int]
    WINDOW_ID_FIELD_NUMBER: _ClassVar[int]
    CHECKABLE_FIELD_NUMBER: _ClassVar[int]
    CHECKED_FIELD_NUMBER: _ClassVar[int]
    CLICKABLE_FIELD_NUMBER: _ClassVar[int]
    EDITABLE_FIELD_NUMBER: _ClassVar[int]
    ENABLED_FIELD_NUMBER: _ClassVar[int]
    FOCUSABLE_FIELD_NUMBER: _ClassVar[int]
    FOCUSED_FIELD_NUMBER: _ClassVar[int]
    LONG_CLICKABLE_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    SCROLLABLE_FIELD_NUMBER: _ClassVar[int]
    SELECTED_FIELD_NUMBER: _ClassVar[int]
    VISIBLE_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    CHILD_IDS_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    id: int
    bounds: Box
    class_name: str
    description: str
    hint: str
    package: str
    text: str
    selection_start: int
    selection_end: int
    resource_id: str
    window_id: int
    checkable: bool
    checked: bool
    clickable: bool
    editable: bool
    enabled: bool
    focusable: bool
    focused: bool
    long_clickable: bool
    password: bool
    scrollable: bool
    selected: bool
    visible: bool
    actions: _containers.RepeatedCompositeFieldContainer[NodeAction]
    child_ids: _containers.RepeatedScalarFieldContainer[int]
    depth: int
    def __init__(self, id: _Optional[int] = ..., bounds: _Optional[_Union[Box, _Mapping]] = ..., class_name: _Optional[str] = ..., description: _Optional[str] = ..., hint: _Optional[str] = ..., package: _Optional[str] = ..., text: _Optional[str] = ..., selection_start: _Optional[int] = ..., selection_end: _Optional[int] = ..., resource_id: _Optional[str] = ..., window_id: _Optional[int] = ..., checkable: _Optional[bool] = ..., checked: _Optional[bool] = ..., clickable: _Optional[bool] = ..., editable: _Optional[bool] = ..., enabled: _Optional[bool] = ..., focusable: _Optional[bool] = ..., focused: _Optional[bool] = ..., long_clickable: _Optional[bool] = ..., password: _Optional[bool] = ..., scrollable: _Optional[bool] = ..., selected: _Optional[bool] = ..., visible: _Optional[bool] = ..., actions: _Optional[_Iterable[_Union[NodeAction, _Mapping]]] = ..., child_ids: _Optional[_Iterable[int]] = ..., depth: _Optional[int] = ...) -> None: ...

class NodeAction(_message.Message):
    __slots__ = ("id", "label")
    ID_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    id: int
    label: str
    def __init__(self, id: _Optional[int] = ..., label: _Optional[str] = ...) -> None: ...

class ForestReply(_message.Message):
    __slots__ = ("error",)
    ERROR_FIELD_NUMBER: _ClassVar[int]
    error: str
    def __init__(self, error: _Optional[str] = ...) -> None: ...
