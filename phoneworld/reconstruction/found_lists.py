"""Lists on recorded screens, what was seen done to their rows, and which of them are tables.

A list is a table when its rows are opened alike, or when a row was seen to come or to go.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from phoneworld.reconstruction.app_draft import Draft, RecordedTransition
from phoneworld.reconstruction.rows import ShownRow, boxes_of, rows_of, tick_within
from phoneworld.reconstruction.specification import ColumnSpec
from phoneworld.reconstruction.states import OUTSIDE

MIN_ROWS = 2
PREFERENCE_LISTS = ("recycler_view", "list")
PREFERENCE_TITLE = "android:id/title"
RARE = 0.02
"""The share of rows that must have a text in a place for it to be a column."""


@dataclass(slots=True)
class FoundList:
    """A list that may be a table, with all that was seen of it."""

    kind: int
    box: str
    shown: dict[int, list[ShownRow]]
    opened: Counter[int] = field(default_factory=Counter[int])
    labels: set[str] = field(default_factory=set[str])
    handled: int = 0
    """How often a row was held, swiped or ticked."""
    came: int = 0
    went: int = 0
    columns: list[ColumnSpec] = field(default_factory=list[ColumnSpec])

    @property
    def cells(self) -> list[str]:
        """Where most rows have a text, in their order."""
        return self._cells_of(0.5)

    @property
    def all_cells(self) -> list[str]:
        """Where rows have a text, now and then at least: what most have first."""
        usual = self.cells
        return usual + [name for name in self._cells_of(RARE) if name not in usual]

    def _cells_of(self, share: float) -> list[str]:
        every = [row for rows in self.shown.values() for row in rows if row.cells]
        counts: Counter[str] = Counter(name for row in every for name, _ in row.cells)
        order = {name: spot for row in every for spot, (name, _) in enumerate(row.cells)}
        usual = [name for name, count in counts.items() if count >= len(every) * share]
        return sorted(usual, key=lambda name: (order[name], name))


def find_lists(draft: Draft) -> list[FoundList]:
    """Every list that was seen with rows, at most one of each screen type: the fullest."""
    best: list[FoundList] = []
    for kind, contents in enumerate(draft.screens.contents):
        by_box: dict[str, dict[int, list[ShownRow]]] = defaultdict(dict)
        for state, content in enumerate(contents):
            for box in boxes_of(content.parts):
                by_box[content.parts[box].slot][state] = [
                    row for row in rows_of(content.parts, box) if row.cells
                ]
        candidates = [_plain(FoundList(kind, box, shown)) for box, shown in sorted(by_box.items())]
        candidates = [one for one in candidates if any(one.shown.values())]
        candidates = [one for one in candidates if not _is_of_preferences(draft, one)]
        if candidates and draft.screens.types.shapes[kind].group[2] in ("screen", "page"):
            best.append(max(candidates, key=lambda one: sum(map(len, one.shown.values()))))
    for found in best:
        _watch(draft, found)
    return best


def _is_of_preferences(draft: Draft, found: FoundList) -> bool:
    """Whether a list is one of preferences, as Android's own library builds it: its entries are no data.

    Their words change with the language, and their summaries with what was chosen, but none comes or goes.
    """
    if found.box.rpartition("#")[2] not in PREFERENCE_LISTS:
        return False
    contents = draft.screens.contents[found.kind]
    rows = [(state, row) for state, rows in found.shown.items() for row in rows]
    titled = sum(
        any(
            part.node.resource_id == PREFERENCE_TITLE
            for part in contents[state].parts[row.place :]
            if part.row == row.place
        )
        for state, row in rows
    )
    return titled * 2 > len(rows)


def _plain(found: FoundList) -> FoundList:
    """Without headings and the like: what does not begin as most rows do is none."""
    cells = found.cells
    for state, rows in found.shown.items():
        found.shown[state] = [row for row in rows if cells and row.cells[0][0] == cells[0]]
    return found


def _watch(draft: Draft, found: FoundList) -> None:
    """What was done to the rows of a list, and what effect it had."""
    last: dict[int, set[str]] = {}
    for one in draft.evidence:
        if one.before[0] == found.kind and one.action.kind == "tap":
            row = row_of(found, one)
            if row is not None and one.after[0] not in (found.kind, OUTSIDE):
                found.opened[one.after[0]] += 1
                found.labels.add(row.key)
        if one.before[0] == found.kind and one.action.slot.startswith(f"{found.box}>"):
            held = one.action.kind.startswith(("hold", "swipe"))
            parts = draft.screens.contents[one.before[0]][one.before[1]].parts
            ticks = one.action.kind == "tap" and one.after[0] == found.kind
            ticks = ticks and bool(tick_within(parts, one.action.place))
            found.handled += held or ticks
        for kind, state in (one.before, one.after):
            if kind != found.kind:
                continue
            keys = {row.key for row in found.shown.get(state, ())}
            before = last.get(one.episode)
            if before is not None and keys and not one.action.kind.startswith("scroll"):
                found.came += len(keys - before) == 1 and len(before - keys) <= 1
                found.went += len(before - keys) == 1 and len(keys - before) <= 1
            last[one.episode] = keys


def row_of(found: FoundList, one: RecordedTransition) -> ShownRow | None:
    """The row of a list that a step touched."""
    if not one.action.slot.startswith(f"{found.box}>"):
        return None
    rows = found.shown.get(one.before[1], [])
    inside = [row for row in rows if row.place <= one.action.place]
    return inside[-1] if inside else None


def is_data(found: FoundList) -> bool:
    keys = {row.key for rows in found.shown.values() for row in rows}
    if len(keys) < MIN_ROWS:
        return False
    total = sum(found.opened.values())
    if total:
        moves = found.came > 0 and found.went > 0
        alike = max(found.opened.values()) * 3 >= total * 2 or (moves and len(found.opened) <= 3)
        return alike and (len(found.labels) > 1 or moves)
    if found.came > 0 and found.went > 0:
        return True
    return (found.came > 0 or found.went > 0) and found.handled > 0
