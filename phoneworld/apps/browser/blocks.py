"""How the blocks of a page look."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from phoneworld.apps.browser.pages import Block
from phoneworld.ui.buttons import Button
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View, keep_visible
from phoneworld.ui.widgets import Icon, Picture, Text
from runtime.observation import SCROLLABLE

SIDE = 16


class TableRow(View):
    """A row of a table, read as one text with bars between the cells."""

    class_name = "android.widget.TextView"

    def __init__(self, cells: Sequence[str], *, head: bool = False) -> None:
        self.cells = cells
        self.head = head
        self.text = " | ".join(cells)
        self.height = 40

    def draw(self, canvas: Canvas, env: Env) -> None:
        style = "label" if self.head else "small"
        size, _, weight = env.style(style)
        inset = env.px(8)
        if self.head:
            canvas.rect(self.x, self.y, self.w, self.h, env.color("surface_high"))
        canvas.rect(self.x, self.y + self.h - 1, self.w, 1, env.color("divider"))
        # The first column names the row and is wider.
        share = self.w / (len(self.cells) + 0.6)
        left = float(self.x)
        for place, cell in enumerate(self.cells):
            wide = share * (1.6 if place == 0 else 1)
            (line,) = env.lines(cell, style, int(wide) - inset, 1)
            canvas.text(
                int(left) + inset, self.y + int(self.h - size * 1.2) // 2, line,
                size_px=int(size), weight=weight, color=env.color("on_surface"),
            )  # fmt: skip
            left += wide


class PageScroll(ScrollView):
    """A page that scrolls; it starts at a block of it, until somebody scrolls."""

    def __init__(self, *children: View, key: str, start: int = 0) -> None:
        super().__init__(*children, key=key)
        self.start = start

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        if not self.start or self.key in env.scroll:
            super().place(env, x, y, w, h)
            return
        View.place(self, env, x, y, w, h)
        tall = max(h, self.column.measure(env, w))
        self.max_offset = tall - h
        if self.max_offset:
            self.flags |= SCROLLABLE
        # Nothing is cut before it has its last place: what is cut cannot be placed again.
        self.column.place(env, x, y, w, tall)
        views = self.column.children
        if env.focus:
            self.focus_offset = self._offset_showing(env.focus, views)
        top = views[min(self.start, len(views) - 1)].y - y
        self.offset = max(0, min(self.max_offset, top - h // 3))
        self.column.place(env, x, y - self.offset, w, tall)
        self.children = keep_visible(views, x, y, x + w, y + h)


def block_view(
    block: Block,
    *,
    small: bool,
    thumbnail: View | None = None,
    marked: bool,
    follow: Callable[[str], None],
    save: Callable[[Block], None],
) -> View:
    """A block that is neither form nor anything else with a state of its own.

    A link has its thumbnail on the right, or else an arrow.
    """
    body = "small" if small else "body"
    back = "container" if marked else ""
    match block["kind"]:
        case "heading":
            words = Text(block["text"], "subtitle" if small else "title")
            return Row(words.grow(), pad=(SIDE, 12, SIDE, 4), bg=back)
        case "fact":
            words = Text(f"{block['label']}: {block['value']}", body, selectable=True)
            return Row(words.grow(), pad=(SIDE, 4), bg=back)
        case "list":
            lines = (Text(f"• {item}", body) for item in block["items"])
            return Column(*lines, pad=(SIDE + 8, 4), gap=4, bg=back)
        case "table":
            rows = (TableRow(row) for row in block["rows"])
            return Column(TableRow(block["head"], head=True), *rows, pad=(SIDE, 8), bg=back)
        case "image":
            caption = Text(block["caption"], "caption", color="muted")
            picture = Picture(
                block["art"],
                of=block["caption"],
                height=120 if small else 180,
                radius=8,
                description=block["caption"],
            )
            return Column(picture, caption, pad=(SIDE, 8), gap=4, bg=back)
        case "download":
            button = Button(block["text"], lambda: save(block), kind="tonal", icon="download")
            return Row(button, pad=(SIDE, 8), bg=back)
        case "link":
            note = Text(block["note"], "small", color="muted", lines=2) if block["note"] else None
            words = Column(Text(block["text"], body, color="primary"), note)
            end = thumbnail or Icon("chevron_right", size=20)
            # As high with a picture as without: what fits on a screen stays on it.
            above = 4 if thumbnail is not None and note is None else 10
            row = Row(words.grow(), end, pad=(SIDE, above), gap=12, align="center", bg=back)
            return row.clicked(lambda: follow(block["url"]))
        case _:
            words = Text(block["text"], body, selectable=True)
            return Row(words.grow(), pad=(SIDE, 6), bg=back)
