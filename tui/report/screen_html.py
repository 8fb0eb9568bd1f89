"""The screen of a step as a picture with its touches; where none was recorded, drawn from its elements."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape

from phonebuddy.v1 import observation_pb2, run_pb2

from tui.action_words import element_label
from tui.plain_text import one_line
from tui.report.run_record import StepRecord

PICTURES = frozenset({"image/jpeg", "image/png", "image/webp"})
_LONGEST_LABEL = 48


def screen_html(record: StepRecord) -> str:
    """One drawing, in the pixels of the phone."""
    look = record.step.observation
    width, height = look.width_px or 1, look.height_px or 1
    return (
        f'<svg class="screen" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="The screen in this step">'
        f"{_content(record, width, height)}{_touches(record.step.performed.touches, width)}</svg>"
    )


def _content(record: StepRecord, width: int, height: int) -> str:
    picture = record.screenshot
    if picture is None or picture.mime not in PICTURES:
        return _wireframe(record.step.observation.elements, width, height)
    data = base64.b64encode(picture.data).decode()
    return (
        f'<image width="{width}" height="{height}" preserveAspectRatio="none" '
        f'href="data:{picture.mime};base64,{data}"/>'
    )


def _wireframe(elements: Sequence[observation_pb2.Element], width: int, height: int) -> str:
    boxes = "".join(_box(element) for element in elements)
    return f'<rect class="glass" width="{width}" height="{height}"/>{boxes}'


def _box(element: observation_pb2.Element) -> str:
    bounds = element.bounds
    wide, high = max(0, bounds.right - bounds.left), max(0, bounds.bottom - bounds.top)
    label = "••••" if element.password else one_line(element_label(element), _LONGEST_LABEL)
    text = (
        f'<text x="{bounds.left + 12}" y="{bounds.top + min(high, 90) / 2 + 14:.0f}">'
        f"{escape(label)}</text>"
    )
    box = f'<rect class="box" x="{bounds.left}" y="{bounds.top}" width="{wide}" height="{high}"/>'
    return box + (text if label else "")


def _touches(touches: Sequence[run_pb2.Touch], width: int) -> str:
    """A ring for each touch, and the way between the two of a stroke."""
    radius = width / 22
    rings = "".join(f'<circle cx="{each.x}" cy="{each.y}" r="{radius:.0f}"/>' for each in touches)
    way = ""
    if len(touches) > 1:
        start, end = touches[0], touches[-1]
        way = f'<line x1="{start.x}" y1="{start.y}" x2="{end.x}" y2="{end.y}"/>'
    return f'<g class="touch">{way}{rings}</g>' if rings else ""
