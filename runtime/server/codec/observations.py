"""Observations on the wire."""

from __future__ import annotations

from phonebuddy.v1 import observation_pb2 as pb

from runtime.errors import InvalidRequest
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    DISABLED,
    EDITABLE,
    FOCUSABLE,
    FOCUSED,
    LONG_CLICKABLE,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
    Bounds,
    Element,
    Observation,
    Screenshot,
)
from runtime.server.codec.fields import (
    TEXT,
    read_count,
    read_items,
    read_number,
    read_text,
    wire_int,
    wire_text,
)

LARGEST_SCREENSHOT = 16 * 1024 * 1024
MOST_ELEMENTS = 5_000
_LONGEST_SIDE_PX = 20_000
_MOST_NOTICES = 100
_MIMES = frozenset({"image/jpeg", "image/png", "image/webp"})


def write_screenshot(screenshot: Screenshot) -> pb.Screenshot:
    """A screenshot as a message."""
    return pb.Screenshot(
        data=screenshot.data,
        mime=screenshot.mime,
        width_px=screenshot.width_px,
        height_px=screenshot.height_px,
    )


def write_observation(observation: Observation) -> pb.Observation:
    """An observation as a message, with its screenshot if it has one."""
    screenshot = observation.screenshot
    return pb.Observation(
        id=observation.id,
        package=wire_text(observation.package),
        activity=wire_text(observation.activity),
        width_px=observation.width_px,
        height_px=observation.height_px,
        rotation=observation.rotation,
        elements=[_write_element(element) for element in observation.elements],
        keyboard_shown=observation.keyboard_shown,
        focused=observation.focused,
        secure=observation.secure,
        notices=[wire_text(notice) for notice in observation.notices],
        screenshot=write_screenshot(screenshot) if screenshot is not None else None,
        time_s=observation.time_s,
    )


def read_observation(message: pb.Observation, field: str) -> Observation:
    """The observation that a message holds. Elements are numbered as they stand."""
    elements = read_items(message.elements, f"{field}.elements", most=MOST_ELEMENTS)
    notices = read_items(message.notices, f"{field}.notices", most=_MOST_NOTICES)
    focused = message.focused if message.HasField("focused") else None
    if focused is not None:
        read_count(focused, f"{field}.focused", most=len(elements) - 1)
    return Observation(
        id=read_text(message.id, f"{field}.id"),
        package=read_text(message.package, f"{field}.package"),
        activity=read_text(message.activity, f"{field}.activity"),
        width_px=_read_side(message.width_px, f"{field}.width_px"),
        height_px=_read_side(message.height_px, f"{field}.height_px"),
        rotation=read_count(message.rotation, f"{field}.rotation", most=3),
        elements=tuple(
            _read_element(element, number, f"{field}.elements[{number}]")
            for number, element in enumerate(elements)
        ),
        keyboard_shown=message.keyboard_shown,
        focused=focused,
        secure=message.secure,
        notices=tuple(read_text(notice, f"{field}.notices", longest=TEXT) for notice in notices),
        screenshot=(
            read_screenshot(message.screenshot, f"{field}.screenshot")
            if message.HasField("screenshot")
            else None
        ),
        time_s=read_number(message.time_s, f"{field}.time_s", least=-1e15),
    )


def read_screenshot(message: pb.Screenshot, field: str) -> Screenshot:
    """The screenshot that a message holds; the image itself is not looked into."""
    if len(message.data) > LARGEST_SCREENSHOT:
        raise InvalidRequest(
            f"{field}.data", f"{len(message.data)} bytes, and {LARGEST_SCREENSHOT} are the most"
        )
    if message.mime not in _MIMES:
        raise InvalidRequest(f"{field}.mime", f"is none of {', '.join(sorted(_MIMES))}")
    return Screenshot(
        message.data,
        message.mime,
        _read_side(message.width_px, f"{field}.width_px"),
        _read_side(message.height_px, f"{field}.height_px"),
    )


def _read_side(value: int, field: str) -> int:
    return read_count(value, field, least=1, most=_LONGEST_SIDE_PX)


def _write_element(element: Element) -> pb.Element:
    flags = element.flags
    left, top, right, bottom = element.bounds
    return pb.Element(
        index=element.index,
        role=element.role,
        text=wire_text(element.text),
        hint=wire_text(element.hint),
        description=wire_text(element.description),
        resource_id=wire_text(element.resource_id),
        bounds=pb.Bounds(
            left=wire_int(left), top=wire_int(top), right=wire_int(right), bottom=wire_int(bottom)
        ),
        clickable=bool(flags & CLICKABLE),
        long_clickable=bool(flags & LONG_CLICKABLE),
        checkable=bool(flags & CHECKABLE),
        checked=bool(flags & CHECKED),
        editable=bool(flags & EDITABLE),
        focused=bool(flags & FOCUSED),
        scrollable=bool(flags & SCROLLABLE),
        selected=bool(flags & SELECTED),
        disabled=bool(flags & DISABLED),
        password=bool(flags & PASSWORD),
        focusable=bool(flags & FOCUSABLE),
    )


def _read_element(message: pb.Element, number: int, field: str) -> Element:
    if message.index != number:
        raise InvalidRequest(
            f"{field}.index", f"is {message.index} at place {number}: elements stand in order"
        )
    bounds = message.bounds
    flags = (
        CLICKABLE * message.clickable
        | LONG_CLICKABLE * message.long_clickable
        | CHECKABLE * message.checkable
        | CHECKED * message.checked
        | EDITABLE * message.editable
        | FOCUSED * message.focused
        | SCROLLABLE * message.scrollable
        | SELECTED * message.selected
        | DISABLED * message.disabled
        | PASSWORD * message.password
        | FOCUSABLE * message.focusable
    )
    return Element(
        index=number,
        role=read_text(message.role, f"{field}.role"),
        text=read_text(message.text, f"{field}.text", longest=TEXT),
        hint=read_text(message.hint, f"{field}.hint", longest=TEXT),
        description=read_text(message.description, f"{field}.description", longest=TEXT),
        resource_id=read_text(message.resource_id, f"{field}.resource_id"),
        bounds=Bounds(bounds.left, bounds.top, bounds.right, bounds.bottom),
        flags=flags,
    )
