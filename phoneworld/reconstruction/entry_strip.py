"""Tabs and entries of a drawer as the app's data has them now: beside or below each other, and scrolled to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from phoneworld.reconstruction.replica_views import Images, Mapping, PlacedStrip, Replica, nest
from phoneworld.reconstruction.screen_parts import Part, parts_of
from phoneworld.reconstruction.specification import EntrySpec, StripSpec, ViewSpec
from phoneworld.reconstruction.trees import tree_of
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.view import View, keep_visible
from runtime.observation import CLICKABLE, LONG_CLICKABLE, SCROLLABLE

Touched = Callable[[str, Part], object]


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """A child of the strip: `name` is what it was recorded as, `title` what it reads now."""

    spec: EntrySpec
    title: str
    selected: bool = False


class EntryStrip(PlacedStrip):
    """The strip itself, in the place of the recorded one."""

    def __init__(
        self,
        view: ViewSpec,
        strip: StripSpec,
        entries: Sequence[ShownEntry],
        images: Images,
        touched: Touched,
        *,
        first: str,
    ) -> None:
        super().__init__(view, strip.box)
        self._strip = strip
        self._entries = entries
        self._images = images
        self._touched = touched
        self._first = first

    def fill(self, env: Env, mapping: Mapping) -> None:
        across = self._strip.across
        scale = mapping.across if across else mapping.down
        gap = round(self._strip.gap * scale)
        sizes = [self._size(one, scale) for one in self._entries]
        starts = [sum(sizes[:n]) + gap * n for n in range(len(sizes))]
        total = (starts[-1] + sizes[-1] + gap) if sizes else 0
        self.max_offset = max(0, total - (self.w if across else self.h))
        at_first = next(
            (
                s
                for s, one in zip(starts, self._entries, strict=True)
                if one.spec.label == self._first
            ),
            0,
        )
        self.offset = max(0, min(env.scroll.get(self.key, at_first), self.max_offset))
        if self.max_offset:
            self.flags |= SCROLLABLE
        shown = [
            self._entry(env, mapping, one, start - self.offset)
            for one, start, size in zip(self._entries, starts, sizes, strict=True)
            if start + size > self.offset and start < self.offset + (self.w if across else self.h)
        ]
        self.children = keep_visible(shown, self.x, self.y, self.x + self.w, self.y + self.h)

    def _size(self, one: ShownEntry, scale: float) -> int:
        box = one.spec.views[0].bounds
        long = box.right - box.left if self._strip.across else box.bottom - box.top
        return max(1, round(long * scale))

    def _entry(self, env: Env, mapping: Mapping, one: ShownEntry, at: int) -> View:
        root = tree_of(one.spec.views, "")
        recorded = parts_of(root)
        views: list[Replica] = []
        left, top, _, _ = mapping.box(one.spec.views[0].bounds)
        for view, part in zip(one.spec.views, recorded, strict=True):
            reads = one.title if view.text and view.text == one.spec.label else view.text
            shown = Replica(replace(view, text=reads), self._images)
            if part.depth == 0:
                shown.select(on=one.selected)
            if part.node.flags & (CLICKABLE | LONG_CLICKABLE) and one.spec.label:
                named = replace(part, slot=self._strip.slot, label=one.spec.label)
                shown.on_click = self._touching("tap", named)
                shown.on_long_click = self._touching("hold", named)
            x, y, w, h = mapping.box(view.bounds)
            if self._strip.across:
                shown.place(env, self.x + at + x - left, y, w, h)
            else:
                shown.place(env, x, self.y + at + y - top, w, h)
            views.append(shown)
        nest(views)
        return views[0]

    def _touching(self, action: str, part: Part) -> Callable[[], object]:
        return lambda: self._touched(action, part)

    def draw(self, canvas: Canvas, env: Env) -> None:
        with canvas.clip(self.x, self.y, self.w, self.h):
            for child in self.children:
                child.draw(canvas, env)
