"""Containers that scroll. The position is kept by the screen, under the container's key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.view import Column, Leaf, Row, View, keep_visible
from phoneworld.ui.widgets import Field, Text
from runtime.observation import SCROLLABLE

R = TypeVar("R")


class ScrollView(View):
    """A column that scrolls if it is taller than its place. Views outside the window are left out."""

    class_name = "android.widget.ScrollView"
    max_offset = 0
    offset = 0
    focus_offset: int | None = None

    def __init__(
        self, *children: View | None, key: str = "main", pad: float = 0, gap: float = 0
    ) -> None:
        self.key = key
        self.column = Column(*children, pad=(0, 0, 0, pad), gap=gap)
        self.weight = 1

    def content_height(self, env: Env, width: int) -> int:
        return self.column.measure(env, width)

    def natural_width(self, env: Env) -> int:
        return env.px(self.width) if self.width is not None else self.column.natural_width(env)

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        super().place(env, x, y, w, h)
        height = self.column.measure(env, w)
        self.max_offset = max(0, height - h)
        self.offset = min(env.scroll.get(self.key, 0), self.max_offset)
        if self.max_offset:
            self.flags |= SCROLLABLE
        self.children = keep_visible(self._place_column(env, height), x, y, x + w, y + h)

    def _place_column(self, env: Env, height: int) -> Sequence[View]:
        """Place what shows of the column, which is so high, and where there is a focus its field:
        it may not show yet.
        """
        x, y, w, h = self.x, self.y, self.w, self.h
        column, top, tall = self.column, y - self.offset, max(height, h)
        View.place(column, env, x, top, w, tall)
        key = env.focus
        if not key:
            return column.arrange_between(env, x, top, w, tall, (y, y + h))
        holders = [child for child in column.children if may_hold(child, key)]
        placed = column.arrange_between(env, x, top, w, tall, (y, y + h), besides=holders)
        self.focus_offset = self._offset_showing(key, holders)
        return placed

    def _offset_showing(self, key: str, holders: Sequence[View]) -> int:
        """The position that shows a field of these views: the present one, unless it lies outside."""
        for holder in holders:
            for view in holder.walk_placed():
                if isinstance(view, Field) and view.key == key:
                    lowest = self.offset + view.y + view.h - self.y - self.h
                    return max(0, min(max(self.offset, lowest), self.offset + view.y - self.y))
        return self.offset

    def draw(self, canvas: Canvas, env: Env) -> None:
        with canvas.clip(self.x, self.y, self.w, self.h):
            for child in self.children:
                child.draw(canvas, env)


def may_hold(view: View, key: str) -> bool:
    """Whether a field may be in a view that is not placed yet: a view may make its content by placing it."""
    if isinstance(view, Field):
        return view.key == key
    if isinstance(view, Leaf):
        return False
    if not view.steady:
        return True
    return any(may_hold(child, key) for child in view.inside)


class LazyList(View):
    """Rows of one height out of any number of records, of which only the visible ones are read.

    `fetch(first, count)` returns at most `count` records from position `first`; `item` makes the
    view of one. Nothing is counted, so the cost does not grow with the number of records.
    """

    class_name = "androidx.recyclerview.widget.RecyclerView"
    max_offset = 0
    offset = 0

    def __init__(
        self,
        fetch: Callable[[int, int], Sequence[R]],
        item: Callable[[R], View],
        *,
        row_height: float = 72,
        key: str = "main",
        empty: str = "Nothing here yet",
        end_space: float = 0,
    ) -> None:
        self._fetch: Callable[[int, int], Sequence[object]] = fetch
        self._item = cast("Callable[[object], View]", item)
        self.key = key
        self.row_height = row_height
        self.empty = empty
        self.end_space = end_space
        self.weight = 1
        self.id = "list"

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        super().place(env, x, y, w, h)
        row = env.px(self.row_height - (8 if env.variant.dense_rows else 0))
        tail = env.px(self.end_space)
        wanted = env.scroll.get(self.key, 0)
        shown = h // row + 2
        first = wanted // row
        records = self._fetch(first, shown)
        if first and len(records) < shown - 1:
            # At or past the end: step back so that the last row stands at the bottom.
            first, records = self._last_page(first, shown, records)
            end = (first + len(records)) * row + tail
            wanted = max(0, min(wanted, end - h))
            first = wanted // row
            records = self._fetch(first, shown)
        more = len(records) == shown
        end = (first + len(records)) * row + tail
        self.offset = wanted
        self.max_offset = wanted + h * 64 if more else max(0, end - h)
        if self.max_offset:
            self.flags |= SCROLLABLE
        at = y + first * row - wanted
        # The last of the records only tell whether there are more.
        views = [self._item(record) for record in records[: -(-(y + h - at) // row)]]
        if not records and self.empty:
            views = [_note(self.empty)]
        for view in views:
            view.place(env, x, at, w, row)
            at += row
        self.children = keep_visible(views, x, y, x + w, y + h)

    def _last_page(
        self, first: int, shown: int, records: Sequence[object]
    ) -> tuple[int, Sequence[object]]:
        while first and not records:
            first = max(0, first - shown)
            records = self._fetch(first, shown)
        return first, records

    def draw(self, canvas: Canvas, env: Env) -> None:
        with canvas.clip(self.x, self.y, self.w, self.h):
            for child in self.children:
                child.draw(canvas, env)


def _note(text: str) -> View:
    return Row(Text(text, "small", color="muted", align="center").grow(), pad=24)


class Grid(View):
    """Views in columns of equal width, row by row."""

    class_name = "android.widget.GridView"

    def __init__(
        self,
        views: Sequence[View],
        *,
        columns: int,
        row_height: float | None = None,
        gap: float = 0,
        pad: float = 0,
    ) -> None:
        self.children = list(views)
        self.columns = columns
        self.row_height = row_height
        self.gap = gap
        self.pad = pad

    def _cell(self, env: Env, width: int) -> tuple[int, int]:
        inner = width - 2 * env.px(self.pad) - env.px(self.gap) * (self.columns - 1)
        cell = inner // self.columns
        return cell, env.px(self.row_height) if self.row_height is not None else cell

    def content_height(self, env: Env, width: int) -> int:
        rows = -(-len(self.children) // self.columns)
        if not rows:
            return 0
        return (
            rows * self._cell(env, width)[1] + (rows - 1) * env.px(self.gap) + 2 * env.px(self.pad)
        )

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        super().place(env, x, y, w, h)
        cell, row = self._cell(env, w)
        gap, pad = env.px(self.gap), env.px(self.pad)
        for index, child in enumerate(self.children):
            down, along = divmod(index, self.columns)
            child.place(
                env, x + pad + along * (cell + gap), y + pad + down * (row + gap), cell, row
            )


class SideScroll(View):
    """A row that scrolls if it is wider than its place: chips, cards."""

    class_name = "android.widget.HorizontalScrollView"
    max_offset = 0
    offset = 0

    def __init__(self, *children: View, key: str, gap: float = 8, pad: float = 16) -> None:
        self.key = key
        self.row = Row(*children, gap=gap, pad=(pad, 0))

    def content_height(self, env: Env, width: int) -> int:
        return self.row.measure(env, max(width, self.row.natural_width(env)))

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        super().place(env, x, y, w, h)
        wide = self.row.natural_width(env)
        self.max_offset = max(0, wide - w)
        self.offset = min(env.scroll.get(self.key, 0), self.max_offset)
        if self.max_offset:
            self.flags |= SCROLLABLE
        self.row.place(env, x - self.offset, y, max(wide, w), h)
        self.children = keep_visible(self.row.children, x, y, x + w, y + h)

    def draw(self, canvas: Canvas, env: Env) -> None:
        with canvas.clip(self.x, self.y, self.w, self.h):
            for child in self.children:
                child.draw(canvas, env)
