"""A list of a rebuilt app that shows what is in its table now, row by row, and scrolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from phoneworld.reconstruction.actions import SWIPE
from phoneworld.reconstruction.folded_texts import FOLDED, fold
from phoneworld.reconstruction.replica_views import Images, Mapping, PlacedList, Replica, nest
from phoneworld.reconstruction.rows import LOOKS, TICK, spoken
from phoneworld.reconstruction.screen_parts import NONE, TOUCHABLE, Part, label_of, tag_of
from phoneworld.reconstruction.specification import ListSpec, TableSpec, ViewSpec
from phoneworld.reconstruction.trees import tree_of
from phoneworld.store import Row
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.view import View, keep_visible
from runtime.actions import Direction
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import SCROLLABLE, Bounds

Touched = Callable[[str, Part, int], object]
"""Called with the action, the part, and the row's id."""


@dataclass(frozen=True, slots=True)
class RowViews:
    """The views of one row, where the first row of the list stands."""

    id: int
    views: tuple[ViewSpec, ...]
    parts: tuple[Part, ...]


def row_views(spec: ListSpec, table: TableSpec, row: Row) -> RowViews:
    """The template row, with the texts, the words and the ticks of this row."""
    slots = row_slots(spec.row, spec.box)
    values = {
        c.name: fold(str(row[c.name])) if c.type == FOLDED else str(row[c.name])
        for c in table.columns
    }
    columns = {(c.slot, c.type == TICK): values[c.name] for c in table.columns if c.slot}
    texts = {c.name: values[c.name] for c in table.columns if c.slot and c.type not in LOOKS}
    alike: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    views: list[ViewSpec] = []
    kept: list[str] = []
    hidden = -1
    for view, slot in zip(spec.row, slots, strict=True):
        if hidden >= 0 and view.depth > hidden:
            continue
        hidden = -1
        text, flags = view.text, view.flags
        look = f"{slot}@{numbers[slot]}"
        numbers[slot] += 1
        if text:
            text = columns.get((f"{slot}~{alike[slot]}", False), "")
            alike[slot] += 1
            if not text:
                # A row without that text has no place for it.
                hidden = view.depth
                continue
        words = columns.get((look, False), view.description) if view.description else ""
        tick = columns.get((look, True), "")
        if tick:
            flags = (*(f for f in flags if f != "checked"), *(("checked",) if tick == "on" else ()))
        # A picture of the row it was cut from would be another row's; its texts are drawn anew.
        image = "" if view.text or flags != view.flags else view.image
        views.append(
            replace(view, text=text, flags=flags, description=spoken(words, texts), image=image)
        )
        kept.append(slot)
    slots = kept
    root = tree_of(views, "")
    flat: list[HierarchyNode] = []

    def visit(node: HierarchyNode) -> None:
        flat.append(node)
        for child in node.children:
            visit(child)

    for node in root.children:
        visit(node)
    parts = tuple(
        Part(node, view.depth, NONE, 0, 0, tag_of(node), slot, label_of(node), 0)
        for node, view, slot in zip(flat, views, slots, strict=True)
    )
    return RowViews(int(row["_id"]), tuple(views), parts)


def row_slots(views: Sequence[ViewSpec], box: str) -> list[str]:
    """The slots of a row's views, as `screen_parts.parts_of` names them inside that list."""
    way: list[str] = []
    slots: list[str] = []
    for view in views:
        del way[view.depth :]
        name = view.class_name.rpartition(".")[2]
        id = view.id.rpartition("/")[2]
        above = way[-1] if way else f"{box}>"
        way.append(f"{above}/{name}#{id}" if id else f"{above}/{name}")
        slots.append(way[-1])
    return slots


class DrivenList(PlacedList):
    """The list itself, in the place of the recorded one."""

    def __init__(
        self,
        spec: ViewSpec,
        list_spec: ListSpec,
        rows: Sequence[RowViews],
        images: Images,
        touched: Touched,
        *,
        swipes: bool = False,
    ) -> None:
        super().__init__(spec, list_spec.box)
        self._list = list_spec
        self._rows = rows
        self._images = images
        self._touched = touched
        self._swipes = swipes

    def fill(self, env: Env, mapping: Mapping) -> None:
        x, y, w, h = self.x, self.y, self.w, self.h
        pitch = max(1, round(self._list.pitch * mapping.down))
        start = max(0, round((self._list.top - self.spec.bounds.top) * mapping.down))
        heights = [self._height(row, pitch, mapping) for row in self._rows]
        self.max_offset = max(0, start + sum(heights) - h)
        self.offset = max(0, min(env.scroll.get(self.key, 0), self.max_offset))
        if self.max_offset:
            self.flags = SCROLLABLE
        shown: list[View] = []
        at = y + start - self.offset
        for row, height in zip(self._rows, heights, strict=True):
            if at + height > y and at < y + h:
                shown.append(self._row(env, mapping, row, row.views[0].bounds, at))
            at += height
        self.children = keep_visible(shown, x, y, x + w, y + h)

    def _height(self, row: RowViews, pitch: int, mapping: Mapping) -> int:
        """As high as it was recorded, with the gap that lies between the rows of this list."""
        usual = self._list.row[0].bounds
        own = row.views[0].bounds
        if own == usual:
            return pitch
        gap = max(0, self._list.pitch - (usual.bottom - usual.top))
        return max(1, round((own.bottom - own.top + gap) * mapping.down))

    def _row(self, env: Env, mapping: Mapping, row: RowViews, first: Bounds, at: int) -> View:
        views: list[Replica] = []
        for view, part in zip(row.views, row.parts, strict=True):
            shown = Replica(view, self._images)
            if part.node.flags & TOUCHABLE and row.id:
                shown.on_click = self._touching("tap", part, row.id)
                shown.on_long_click = self._touching("hold", part, row.id)
            left, top, width, height = mapping.box(view.bounds)
            shift = at - mapping.box(first)[1]
            shown.place(env, left, top + shift, width, height)
            views.append(shown)
        nest(views)
        if self._swipes and row.id:
            views[0].on_swipe = self._swiping(row.parts[0], row.id)
        return views[0]

    def _swiping(self, part: Part, id: int) -> Callable[[Direction], object]:
        return lambda direction: self._touched(f"{SWIPE} {direction.value}", part, id)

    def _touching(self, action: str, part: Part, id: int) -> Callable[[], object]:
        return lambda: self._touched(action, part, id)

    def draw(self, canvas: Canvas, env: Env) -> None:
        with canvas.clip(self.x, self.y, self.w, self.h):
            for child in self.children:
                child.draw(canvas, env)
