"""Small charts as SVG: bars with intervals, differences with theirs, lines. No library is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 720
LABEL_PX = 190
RIGHT_PX = 70
BAR_PX = 16
GAP_PX = 12
TOP_PX = 56
LINES_PX = 260
COLOURS = ("#3465a4", "#e08a1e", "#3f8f4f", "#a8434b", "#75507b", "#5c6166")
_FONT = 'font-family="sans-serif" font-size="12"'


@dataclass(frozen=True, slots=True)
class Bar:
    """A share from 0 to 1 (or a difference from -1 to 1) with its interval."""

    value: float
    low: float
    high: float
    note: str = ""


def bar_chart(title: str, series: Sequence[str], groups: Mapping[str, Sequence[Bar | None]]) -> str:
    """Horizontal bars with intervals, grouped; one bar of each series in a group, or None."""
    height_px = max(1, len(series)) * BAR_PX + GAP_PX
    parts = _legend(series) if len(series) > 1 else []
    parts += _axis([0, 0.25, 0.5, 0.75, 1], 0, 1, len(groups) * height_px)
    y = TOP_PX
    for name, bars in groups.items():
        parts.append(_text(LABEL_PX - 8, y + len(bars) * BAR_PX / 2 + 4, name, anchor="end"))
        for number, bar in enumerate(bars):
            if bar is not None:
                parts += _bar(bar, y + number * BAR_PX, COLOURS[number % len(COLOURS)])
        y += height_px
    return _document(title, parts, y + 24)


def difference_chart(title: str, rows: Mapping[str, Bar]) -> str:
    """Differences from 0, each with its interval."""
    reach = max((abs(end) for row in rows.values() for end in (row.low, row.high)), default=0.1)
    reach = max(0.1, min(1.0, reach))
    row_px = BAR_PX + GAP_PX
    marks = [-reach, -reach / 2, 0.0, reach / 2, reach]
    parts = _axis(marks, -reach, reach, len(rows) * row_px, signed=True)
    for number, (name, row) in enumerate(rows.items()):
        y = TOP_PX + number * row_px + BAR_PX / 2
        colour = COLOURS[0] if row.low <= 0 <= row.high else COLOURS[2 if row.value > 0 else 3]
        low, high, middle = (_x(v, -reach, reach) for v in (row.low, row.high, row.value))
        parts.append(_text(LABEL_PX - 8, y + 4, name, anchor="end"))
        parts.append(_line(low, y, high, y, colour, 2))
        parts.append(f'<circle cx="{middle:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>')
        parts.append(_text(WIDTH - RIGHT_PX + 8, y + 4, row.note))
    return _document(title, parts, TOP_PX + len(rows) * row_px + 24)


def line_chart(
    title: str,
    lines: Mapping[str, Sequence[tuple[float, float]]],
    *,
    bands: Mapping[str, Sequence[tuple[float, float, float]]] | None = None,
) -> str:
    """Shares from 0 to 1 over steps, a line for each name, which stands at its end. `bands` are intervals around
    lines: step, low and high.
    """
    steps = [step for line in lines.values() for step, _ in line]
    first, last = min(steps), max(*steps, min(steps) + 1)
    left_px = 56
    wide_px = WIDTH - left_px - LABEL_PX

    def place(step: float, share: float) -> tuple[float, float]:
        x = left_px + (step - first) / (last - first) * wide_px
        return x, TOP_PX + (1 - share) * LINES_PX

    parts: list[str] = []
    for mark in (0, 0.25, 0.5, 0.75, 1):
        _, y = place(first, mark)
        parts.append(_line(left_px, y, left_px + wide_px, y, "#dddddd", 1))
        parts.append(_text(left_px - 8, y + 4, f"{100 * mark:.0f} %", anchor="end"))
    for step in (first, (first + last) / 2, last):
        x, y = place(step, 0)
        parts.append(_text(x, y + 18, f"{step:,.0f}", anchor="middle"))
    named_at = TOP_PX - BAR_PX
    for number, (name, line) in enumerate(sorted(lines.items(), key=lambda one: -one[1][-1][1])):
        colour = COLOURS[number % len(COLOURS)]
        band = (bands or {}).get(name, ())
        if band:
            edge = [place(step, low) for step, low, _ in band]
            edge += [place(step, high) for step, _, high in reversed(band)]
            corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in edge)
            parts.append(f'<polygon points="{corners}" fill="{colour}" fill-opacity="0.12"/>')
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in line))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        x, y = place(*line[-1])
        # Names of lines that end close together do not cover each other.
        named_at = max(y + 4, named_at + BAR_PX)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
        parts.append(_text(x + 8, named_at, f"{name} {100 * line[-1][1]:.1f} %", colour=colour))
    return _document(title, parts, TOP_PX + LINES_PX + 36)


def _bar(bar: Bar, y: float, colour: str) -> list[str]:
    left, right = _x(0, 0, 1), _x(bar.value, 0, 1)
    middle = y + BAR_PX / 2
    low, high = _x(bar.low, 0, 1), _x(bar.high, 0, 1)
    return [
        (
            f'<rect x="{left:.1f}" y="{y + 2:.1f}" width="{max(0.0, right - left):.1f}" '
            f'height="{BAR_PX - 4}" fill="{colour}"/>'
        ),
        _line(low, middle, high, middle, "#222222", 1.5),
        _line(low, middle - 3, low, middle + 3, "#222222", 1.5),
        _line(high, middle - 3, high, middle + 3, "#222222", 1.5),
        _text(WIDTH - RIGHT_PX + 8, middle + 4, bar.note),
    ]


def _axis(
    marks: Sequence[float], low: float, high: float, height_px: float, *, signed: bool = False
) -> list[str]:
    parts: list[str] = []
    for mark in marks:
        x = _x(mark, low, high)
        bold = signed and mark == 0
        parts.append(
            _line(x, TOP_PX - 4, x, TOP_PX + height_px, "#888888" if bold else "#dddddd", 1)
        )
        text = f"{100 * mark:+.0f}" if signed else f"{100 * mark:.0f} %"
        parts.append(_text(x, TOP_PX + height_px + 16, text, anchor="middle"))
    return parts


def _legend(series: Sequence[str]) -> list[str]:
    parts: list[str] = []
    x = float(LABEL_PX)
    for number, name in enumerate(series):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<rect x="{x:.1f}" y="32" width="10" height="10" fill="{colour}"/>')
        parts.append(_text(x + 14, 41, name))
        x += 28 + 7 * len(name)
    return parts


def _x(value: float, low: float, high: float) -> float:
    share = (min(max(value, low), high) - low) / (high - low)
    return LABEL_PX + share * (WIDTH - LABEL_PX - RIGHT_PX)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{colour}" stroke-width="{width:g}"/>'
    )


def _text(x: float, y: float, text: str, *, anchor: str = "start", colour: str = "#000000") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {place} {_FONT}>{escape(text)}</text>"


def _document(title: str, parts: Sequence[str], height: float) -> str:
    heading = (
        f'<text x="{LABEL_PX}" y="22" font-family="sans-serif" font-size="15" '
        f'font-weight="bold">{escape(title)}</text>'
    )
    size = f'width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}"'
    body = "\n".join([heading, *parts])
    background = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n{background}\n{body}\n</svg>\n'
