"""Pictures in a grid, below the headings of their sections. Only those on the screen are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from phoneworld.apps.gallery.data import Photo
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import View, keep_visible
from phoneworld.ui.widgets import Picture, Text
from runtime.observation import SCROLLABLE, SELECTED

HEADING_DP = 44
GAP_DP = 2
COLUMNS = 4


@dataclass(frozen=True, slots=True)
class GridSection:
    """Some pictures, of which `fetch(first, count)` reads a few; a heading unless it is empty."""

    title: str
    count: int
    fetch: Callable[[int, int], list[Photo]]


class PhotoGrid(LazyList):
    """Sections below each other, as far as they are seen. Scrolls as a `LazyList` does."""

    def __init__(
        self,
        sections: Callable[[], Iterable[GridSection]],
        cell: Callable[[Photo], View],
        *,
        key: str = "main",
        empty: str = "No photos here",
    ) -> None:
        super().__init__(lambda first, count: [], cell, key=key, empty=empty)  # noqa: ARG005 - never asked
        self.sections = sections
        self.cell = cell

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        gap = env.px(GAP_DP)
        side = (w - gap * (COLUMNS - 1)) // COLUMNS
        pitch = side + gap
        heading = env.px(HEADING_DP)
        wanted = env.scroll.get(self.key, 0)
        tops: list[tuple[int, GridSection]] = []
        end, complete = 0, True
        for section in self.sections():
            if end > wanted + h:
                complete = False
                break
            tops.append((end, section))
            rows = -(-section.count // COLUMNS)
            end += rows * pitch + (heading if section.title else 0)
        if not end:
            super().place(env, x, y, w, h)  # which shows that there is nothing
            return
        View.place(self, env, x, y, w, h)
        if complete:
            wanted = max(0, min(wanted, end - h))
        self.offset = wanted
        self.max_offset = max(0, end - h) if complete else wanted + h * 64
        if self.max_offset:
            self.flags = SCROLLABLE
        views: list[View] = []
        for top, section in tops:
            at = top - wanted
            if section.title:
                if -heading < at < h:
                    title = Text(section.title, "subtitle", lines=1)
                    title.place(
                        env, x + env.px(16), y + at + env.px(12), w - env.px(32), env.px(24)
                    )
                    views.append(title)
                at += heading
            first = max(0, -at // pitch)
            last = -(-(h - at) // pitch)
            if last <= first or first * COLUMNS >= section.count:
                continue
            shown = section.fetch(first * COLUMNS, (last - first) * COLUMNS)
            for index, photo in enumerate(shown, first * COLUMNS):
                down, along = divmod(index, COLUMNS)
                view = self.cell(photo)
                view.place(env, x + along * pitch, y + at + down * pitch, side, side)
                views.append(view)
        self.children = keep_visible(views, x, y, x + w, y + h)


class PhotoCell(Picture):
    """One picture of a grid, with what is to be known of it at a glance."""

    def __init__(self, photo: Photo, description: str, *, chosen: bool | None = None) -> None:
        super().__init__(photo["art"], description=description)
        self.favorite = bool(photo["is_favorite"])
        self.video = photo["mime_type"].startswith("video/")
        self.chosen = chosen
        if chosen:
            self.flags |= SELECTED

    def draw(self, canvas: Canvas, env: Env) -> None:
        super().draw(canvas, env)
        size, inset = env.px(18), env.px(6)
        white = (255, 255, 255, 255)
        low = self.y + self.h - size - inset
        if self.video:
            canvas.icon(
                "play_circle",
                self.x + (self.w - size * 2) // 2,
                self.y + (self.h - size * 2) // 2,
                size * 2,
                white,
            )
        if self.favorite:
            canvas.icon("favorite", self.x + inset, low, size, white)
        if self.chosen is not None:
            if self.chosen:
                canvas.rect(self.x, self.y, self.w, self.h, (26, 115, 232, 90))
            icon = "check_circle" if self.chosen else "radio_button_unchecked"
            canvas.icon(icon, self.x + inset, self.y + inset, env.px(22), white)
