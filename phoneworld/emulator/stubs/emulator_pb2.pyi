from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class VmRunState(_message.Message):
    __slots__ = ("state",)
    class RunState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        UNKNOWN: _ClassVar[VmRunState.RunState]
        RUNNING: _ClassVar[VmRunState.RunState]
        RESTORE_VM: _ClassVar[VmRunState.RunState]
        PAUSED: _ClassVar[VmRunState.RunState]
        SAVE_VM: _ClassVar[VmRunState.RunState]
        SHUTDOWN: _ClassVar[VmRunState.RunState]
        TERMINATE: _ClassVar[VmRunState.RunState]
        RESET: _ClassVar[VmRunState.RunState]
        INTERNAL_ERROR: _ClassVar[VmRunState.RunState]
    UNKNOWN: VmRunState.RunState
    RUNNING: VmRunState.RunState
    RESTORE_VM: VmRunState.RunState
    PAUSED: VmRunState.RunState
    SAVE_VM: VmRunState.RunState
    SHUTDOWN: VmRunState.RunState
    TERMINATE: VmRunState.RunState
    RESET: VmRunState.RunState
    INTERNAL_ERROR: VmRunState.RunState
    STATE_FIELD_NUMBER: _ClassVar[int]
    state: VmRunState.RunState
    def __init__(self, state: _Optional[_Union[VmRunState.RunState, str]] = ...) -> None: ...

class ClipData(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class BatteryState(_message.Message):
    __slots__ = ("hasBattery", "isPresent", "charger", "chargeLevel", "health", "status")
    class BatteryStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        UNKNOWN: _ClassVar[BatteryState.BatteryStatus]
        CHARGING: _ClassVar[BatteryState.BatteryStatus]
        DISCHARGING: _ClassVar[BatteryState.BatteryStatus]
        NOT_CHARGING: _ClassVar[BatteryState.BatteryStatus]
        FULL: _ClassVar[BatteryState.BatteryStatus]
    UNKNOWN: BatteryState.BatteryStatus
    CHARGING: BatteryState.BatteryStatus
    DISCHARGING: BatteryState.BatteryStatus
    NOT_CHARGING: BatteryState.BatteryStatus
    FULL: BatteryState.BatteryStatus
    class BatteryCharger(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        NONE: _ClassVar[BatteryState.BatteryCharger]
        AC: _ClassVar[BatteryState.BatteryCharger]
        USB: _ClassVar[BatteryState.BatteryCharger]
        WIRELESS: _ClassVar[BatteryState.BatteryCharger]
    NONE: BatteryState.BatteryCharger
    AC: BatteryState.BatteryCharger
    USB: BatteryState.BatteryCharger
    WIRELESS: BatteryState.BatteryCharger
    class BatteryHealth(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        GOOD: _ClassVar[BatteryState.BatteryHealth]
        FAILED: _ClassVar[BatteryState.BatteryHealth]
        DEAD: _ClassVar[BatteryState.BatteryHealth]
        OVERVOLTAGE: _ClassVar[BatteryState.BatteryHealth]
        OVERHEATED: _ClassVar[BatteryState.BatteryHealth]
    GOOD: BatteryState.BatteryHealth
    FAILED: BatteryState.BatteryHealth
    DEAD: BatteryState.BatteryHealth
    OVERVOLTAGE: BatteryState.BatteryHealth
    OVERHEATED: BatteryState.BatteryHealth
    HASBATTERY_FIELD_NUMBER: _ClassVar[int]
    ISPRESENT_FIELD_NUMBER: _ClassVar[int]
    CHARGER_FIELD_NUMBER: _ClassVar[int]
    CHARGELEVEL_FIELD_NUMBER: _ClassVar[int]
    HEALTH_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    hasBattery: bool
    isPresent: bool
    charger: BatteryState.BatteryCharger
    chargeLevel: int
    health: BatteryState.BatteryHealth
    status: BatteryState.BatteryStatus
    def __init__(self, hasBattery: _Optional[bool] = ..., isPresent: _Optional[bool] = ..., charger: _Optional[_Union[BatteryState.BatteryCharger, str]] = ..., chargeLevel: _Optional[int] = ..., health: _Optional[_Union[BatteryState.BatteryHealth, str]] = ..., status: _Optional[_Union[BatteryState.BatteryStatus, str]] = ...) -> None: ...

class Touch(_message.Message):
    __slots__ = ("x", "y", "identifier", "pressure")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    IDENTIFIER_FIELD_NUMBER: _ClassVar[int]
    PRESSURE_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    identifier: int
    pressure: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., identifier: _Optional[int] = ..., pressure: _Optional[int] = ...) -> None: ...

class TouchEvent(_message.Message):
    __slots__ = ("touches", "display")
    TOUCHES_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    touches: _containers.RepeatedCompositeFieldContainer[Touch]
    display: int
    def __init__(self, touches: _Optional[_Iterable[_Union[Touch, _Mapping]]] = ..., display: _Optional[int] = ...) -> None: ...

class MouseEvent(_message.Message):
    __slots__ = ("x", "y", "buttons", "display")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    BUTTONS_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    buttons: int
    display: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ..., buttons: _Optional[int] = ..., display: _Optional[int] = ...) -> None: ...

class KeyboardEvent(_message.Message):
    __slots__ = ("codeType", "eventType", "keyCode", "key", "text")
    class KeyCodeType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        Usb: _ClassVar[KeyboardEvent.KeyCodeType]
        Evdev: _ClassVar[KeyboardEvent.KeyCodeType]
        XKB: _ClassVar[KeyboardEvent.KeyCodeType]
        Win: _ClassVar[KeyboardEvent.KeyCodeType]
        Mac: _ClassVar[KeyboardEvent.KeyCodeType]
    Usb: KeyboardEvent.KeyCodeType
    Evdev: KeyboardEvent.KeyCodeType
    XKB: KeyboardEvent.KeyCodeType
    Win: KeyboardEvent.KeyCodeType
    Mac: KeyboardEvent.KeyCodeType
    class KeyEventType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        keydown: _ClassVar[KeyboardEvent.KeyEventType]
        keyup: _ClassVar[KeyboardEvent.KeyEventType]
        keypress: _ClassVar[KeyboardEvent.KeyEventType]
    keydown: KeyboardEvent.KeyEventType
    keyup: KeyboardEvent.KeyEventType
    keypress: KeyboardEvent.KeyEventType
    CODETYPE_FIELD_NUMBER: _ClassVar[int]
    EVENTTYPE_FIELD_NUMBER: _ClassVar[int]
    KEYCODE_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    codeType: KeyboardEvent.KeyCodeType
    eventType: KeyboardEvent.KeyEventType
    keyCode: int
    key: str
    text: str
    def __init__(self, codeType: _Optional[_Union[KeyboardEvent.KeyCodeType, str]] = ..., eventType: _Optional[_Union[KeyboardEvent.KeyEventType, str]] = ..., keyCode: _Optional[int] = ..., key: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class VmConfiguration(_message.Message):
    __slots__ = ("hypervisorType", "numberOfCpuCores", "ramSizeBytes")
    class VmHypervisorType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        UNKNOWN: _ClassVar[VmConfiguration.VmHypervisorType]
        NONE: _ClassVar[VmConfiguration.VmHypervisorType]
    UNKNOWN: VmConfiguration.VmHypervisorType
    NONE: VmConfiguration.VmHypervisorType
    HYPERVISORTYPE_FIELD_NUMBER: _ClassVar[int]
    NUMBEROFCPUCORES_FIELD_NUMBER: _ClassVar[int]
    RAMSIZEBYTES_FIELD_NUMBER: _ClassVar[int]
    hypervisorType: VmConfiguration.VmHypervisorType
    numberOfCpuCores: int
    ramSizeBytes: int
    def __init__(self, hypervisorType: _Optional[_Union[VmConfiguration.VmHypervisorType, str]] = ..., numberOfCpuCores: _Optional[int] = ..., ramSizeBytes: _Optional[int] = ...) -> None: ...

class Entry(_message.Message):
    __slots__ = ("key", "value")
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    key: str
    value: str
    def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class EntryList(_message.Message):
    __slots__ = ("entry",)
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    entry: _containers.RepeatedCompositeFieldContainer[Entry]
    def __init__(self, entry: _Optional[_Iterable[_Union[Entry, _Mapping]]] = ...) -> None: ...

class EmulatorStatus(_message.Message):
    __slots__ = ("version", "uptime", "booted", "vmConfig", "hardwareConfig")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    UPTIME_FIELD_NUMBER: _ClassVar[int]
    BOOTED_FIELD_NUMBER: _ClassVar[int]
    VMCONFIG_FIELD_NUMBER: _ClassVar[int]
    HARDWARECONFIG_FIELD_NUMBER: _ClassVar[int]
    version: str
    uptime: int
    booted: bool
    vmConfig: VmConfiguration
    hardwareConfig: EntryList
    def __init__(self, version: _Optional[str] = ..., uptime: _Optional[int] = ..., booted: _Optional[bool] = ..., vmConfig: _Optional[_Union[VmConfiguration, _Mapping]] = ..., hardwareConfig: _Optional[_Union[EntryList, _Mapping]] = ...) -> None: ...

class Rotation(_message.Message):
    __slots__ = ("rotation",)
    class SkinRotation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        PORTRAIT: _ClassVar[Rotation.SkinRotation]
        LANDSCAPE: _ClassVar[Rotation.SkinRotation]
        REVERSE_PORTRAIT: _ClassVar[Rotation.SkinRotation]
        REVERSE_LANDSCAPE: _ClassVar[Rotation.SkinRotation]
    PORTRAIT: Rotation.SkinRotation
    LANDSCAPE: Rotation.SkinRotation
    REVERSE_PORTRAIT: Rotation.SkinRotation
    REVERSE_LANDSCAPE: Rotation.SkinRotation
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    rotation: Rotation.SkinRotation
    def __init__(self, rotation: _Optional[_Union[Rotation.SkinRotation, str]] = ...) -> None: ...

class ImageTransport(_message.Message):
    __slots__ = ("channel", "handle")
    class TransportChannel(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TRANSPORT_CHANNEL_UNSPECIFIED: _ClassVar[ImageTransport.TransportChannel]
        MMAP: _ClassVar[ImageTransport.TransportChannel]
    TRANSPORT_CHANNEL_UNSPECIFIED: ImageTransport.TransportChannel
    MMAP: ImageTransport.TransportChannel
    CHANNEL_FIELD_NUMBER: _ClassVar[int]
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    channel: ImageTransport.TransportChannel
    handle: str
    def __init__(self, channel: _Optional[_Union[ImageTransport.TransportChannel, str]] = ..., handle: _Optional[str] = ...) -> None: ...

class ImageFormat(_message.Message):
    __slots__ = ("format", "rotation", "width", "height", "display", "transport")
    class ImgFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        PNG: _ClassVar[ImageFormat.ImgFormat]
        RGBA8888: _ClassVar[ImageFormat.ImgFormat]
        RGB888: _ClassVar[ImageFormat.ImgFormat]
    PNG: ImageFormat.ImgFormat
    RGBA8888: ImageFormat.ImgFormat
    RGB888: ImageFormat.ImgFormat
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    format: ImageFormat.ImgFormat
    rotation: Rotation
    width: int
    height: int
    display: int
    transport: ImageTransport
    def __init__(self, format: _Optional[_Union[ImageFormat.ImgFormat, str]] = ..., rotation: _Optional[_Union[Rotation, _Mapping]] = ..., width: _Optional[int] = ..., height: _Optional[int] = ..., display: _Optional[int] = ..., transport: _Optional[_Union[ImageTransport, _Mapping]] = ...) -> None: ...

class Image(_message.Message):
    __slots__ = ("format", "image", "seq", "timestampUs")
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    TIMESTAMPUS_FIELD_NUMBER: _ClassVar[int]
    format: ImageFormat
    image: bytes
    seq: int
    timestampUs: int
    def __init__(self, format: _Optional[_Union[ImageFormat, _Mapping]] = ..., image: _Optional[bytes] = ..., seq: _Optional[int] = ..., timestampUs: _Optional[int] = ...) -> None: ...

class DisplayConfiguration(_message.Message):
    __slots__ = ("width", "height", "dpi", "flags", "display")
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    DPI_FIELD_NUMBER: _ClassVar[int]
    FLAGS_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    width: int
    height: int
    dpi: int
    flags: int
    display: int
    def __init__(self, width: _Optional[int] = ..., height: _Optional[int] = ..., dpi: _Optional[int] = ..., flags: _Optional[int] = ..., display: _Optional[int] = ...) -> None: ...

class DisplayConfigurations(_message.Message):
    __slots__ = ("displays",)
    DISPLAYS_FIELD_NUMBER: _ClassVar[int]
    displays: _containers.RepeatedCompositeFieldContainer[DisplayConfiguration]
    def __init__(self, displays: _Optional[_Iterable[_Union[DisplayConfiguration, _Mapping]]] = ...) -> None: ...

class SnapshotPackage(_message.Message):
    __slots__ = ("snapshot_id", "payload", "success", "err")
    SNAPSHOT_ID_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    ERR_FIELD_NUMBER: _ClassVar[int]
    snapshot_id: str
    payload: bytes
    success: bool
    err: bytes
    def __init__(self, snapshot_id: _Optional[str] = ..., payload: _Optional[bytes] = ..., success: _Optional[bool] = ..., err: _Optional[bytes] = ...) -> None: ...

class SnapshotFilter(_message.Message):
    __slots__ = ("statusFilter",)
    class LoadStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        CompatibleOnly: _ClassVar[SnapshotFilter.LoadStatus]
        All: _ClassVar[SnapshotFilter.LoadStatus]
    CompatibleOnly: SnapshotFilter.LoadStatus
    All: SnapshotFilter.LoadStatus
    STATUSFILTER_FIELD_NUMBER: _ClassVar[int]
    statusFilter: SnapshotFilter.LoadStatus
    def __init__(self, statusFilter: _Optional[_Union[SnapshotFilter.LoadStatus, str]] = ...) -> None: ...

class SnapshotDetails(_message.Message):
    __slots__ = ("snapshot_id", "status", "size")
    class LoadStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        Compatible: _ClassVar[SnapshotDetails.LoadStatus]
        Incompatible: _ClassVar[SnapshotDetails.LoadStatus]
        Loaded: _ClassVar[SnapshotDetails.LoadStatus]
    Compatible: SnapshotDetails.LoadStatus
    Incompatible: SnapshotDetails.LoadStatus
    Loaded: SnapshotDetails.LoadStatus
    SNAPSHOT_ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    snapshot_id: str
    status: SnapshotDetails.LoadStatus
    size: int
    def __init__(self, snapshot_id: _Optional[str] = ..., status: _Optional[_Union[SnapshotDetails.LoadStatus, str]] = ..., size: _Optional[int] = ...) -> None: ...

class SnapshotList(_message.Message):
    __slots__ = ("snapshots",)
    SNAPSHOTS_FIELD_NUMBER: _ClassVar[int]
    snapshots: _containers.RepeatedCompositeFieldContainer[SnapshotDetails]
    def __init__(self, snapshots: _Optional[_Iterable[_Union[SnapshotDetails, _Mapping]]] = ...) -> None: ...
