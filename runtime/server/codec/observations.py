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
from runtime.server.codec.field_groups import Flags, optional
from runtime.server.codec.fields import TEXT, read_count
from runtime.server.codec.messages import MessageCodec
from runtime.server.codec.values import FLAG, INT32, Scalar, count, items, number, text

LARGEST_SCREENSHOT = 16 * 1024 * 1024
MOST_ELEMENTS = 5_000
_MOST_NOTICES = 100
_MIMES = frozenset({"image/jpeg", "image/png", "image/webp"})
_SIDE = count(least=1, most=20_000)


def _read_data(data: bytes, field: str) -> bytes:
    """The encoded image, which is not looked into."""
    if len(data) > LARGEST_SCREENSHOT:
        raise InvalidRequest(field, f"{len(data)} bytes, and {LARGEST_SCREENSHOT} are the most")
    return data


def _read_mime(mime: str, field: str) -> str:
    if mime not in _MIMES:
        raise InvalidRequest(field, f"is none of {', '.join(sorted(_MIMES))}")
    return mime


def _numbered(look: Observation, field: str) -> Observation:
    """The observation, if its elements stand in order and the focus is on one of them."""
    for place, element in enumerate(look.elements):
        if element.index != place:
            raise InvalidRequest(
                f"{field}.elements[{place}].index",
                f"is {element.index} at place {place}: elements stand in order",
            )
    if look.focused is not None:
        read_count(look.focused, f"{field}.focused", most=len(look.elements) - 1)
    return look


_ELEMENT = MessageCodec(
    Element,
    pb.Element,
    index=INT32,
    role=text(),
    text=text(TEXT),
    hint=text(TEXT),
    description=text(TEXT),
    resource_id=text(),
    bounds=MessageCodec(Bounds, pb.Bounds, left=INT32, top=INT32, right=INT32, bottom=INT32),
    flags=Flags(
        clickable=CLICKABLE,
        long_clickable=LONG_CLICKABLE,
        checkable=CHECKABLE,
        checked=CHECKED,
        editable=EDITABLE,
        focused=FOCUSED,
        scrollable=SCROLLABLE,
        selected=SELECTED,
        disabled=DISABLED,
        password=PASSWORD,
        focusable=FOCUSABLE,
    ),
)
SCREENSHOT = MessageCodec(
    Screenshot,
    pb.Screenshot,
    data=Scalar(bytes, _read_data),
    mime=Scalar(str, _read_mime),
    width_px=_SIDE,
    height_px=_SIDE,
)
OBSERVATION = MessageCodec(
    Observation,
    pb.Observation,
    complete=_numbered,
    id=text(),
    package=text(),
    activity=text(),
    width_px=_SIDE,
    height_px=_SIDE,
    rotation=count(most=3),
    elements=items(_ELEMENT, most=MOST_ELEMENTS),
    keyboard_shown=FLAG,
    focused=optional(INT32),
    secure=FLAG,
    notices=items(text(TEXT), most=_MOST_NOTICES),
    screenshot=optional(SCREENSHOT),
    time_s=number(least=-1e15),
)
write_screenshot = SCREENSHOT.write
write_observation = OBSERVATION.write
read_observation = OBSERVATION.read
