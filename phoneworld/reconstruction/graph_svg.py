"""The transitions of an app as a drawing: screens in columns by how far they are from the start."""

from __future__ import annotations

from collections import defaultdict, deque
from html import escape

from phoneworld.reconstruction.specification import AppSpec

WIDE, HIGH, ACROSS, DOWN = 150, 22, 230, 34


def draw_graph(spec: AppSpec) -> str:
    """An SVG with one box for each screen, and lines as thick as they are frequent."""
    leads: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for one in spec.transitions:
        for outcome in one.outcomes:
            if outcome.screen and outcome.screen != one.screen:
                leads[one.screen][outcome.screen] += outcome.count
    columns = _columns(spec, leads)
    spots: dict[str, tuple[int, int]] = {}
    for number, names in enumerate(columns):
        for row, name in enumerate(names):
            spots[name] = (10 + number * ACROSS, 10 + row * DOWN)
    width = 20 + len(columns) * ACROSS
    height = 20 + max(len(names) for names in columns) * DOWN
    lines = [f'<svg width="{width}" height="{height}" role=img>']
    for source in sorted(leads):
        for target, count in sorted(leads[source].items()):
            (x1, y1), (x2, y2) = spots[source], spots[target]
            thick = min(6, 1 + count // 4)
            lines.append(
                f'<line x1="{x1 + WIDE}" y1="{y1 + HIGH // 2}" x2="{x2}" y2="{y2 + HIGH // 2}" '
                f'stroke="#7aa" stroke-opacity=".5" stroke-width="{thick}"/>'
            )
    for name, (x, y) in spots.items():
        lines.append(
            f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="4" fill="#eef" stroke="#88a"/>'
            f'<text x="{x + 5}" y="{y + 15}">{escape(name[:24])}</text>'
        )
    lines.append("</svg>")
    return "".join(lines)


def _columns(spec: AppSpec, leads: dict[str, dict[str, int]]) -> list[list[str]]:
    far = {spec.start: 0}
    waiting = deque([spec.start])
    while waiting:
        name = waiting.popleft()
        for target in sorted(leads.get(name, ())):
            if target not in far:
                far[target] = far[name] + 1
                waiting.append(target)
    last = max(far.values()) + 1
    columns: list[list[str]] = [[] for _ in range(last + 1)]
    for screen in spec.screens:
        columns[far.get(screen.name, last)].append(screen.name)
    return [names for names in columns if names]
