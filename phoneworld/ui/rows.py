"""Rows and cards that apps are mostly made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from phoneworld.ui.canvas import Canvas
from phoneworld.ui.controls import Checkbox, Radio, Switch
from phoneworld.ui.env import Env, same_words
from phoneworld.ui.view import Column, Handler, Leaf, Padding, Row, View, can_wait, padding_of
from phoneworld.ui.widgets import Avatar, Icon, Text
from runtime.observation import CLICKABLE, DISABLED, FOCUSABLE, SELECTED


class _Words(Leaf):
    """What a tile says, while nobody has asked for the views that say it."""

    def __init__(self, *texts: str) -> None:
        self.text = ", ".join(filter(None, texts))


class _WordsOfTile:
    """`inside` of a tile whose views are not made: while it waits to be placed, only words count."""

    def __get__(self, tile: Tile, owner: type[Tile]) -> Sequence[View]:
        return tile.words() if tile.waits and not tile.written else tile.children


class Tile(Row):
    """A row of a list: something in front, a title, a subtitle, something behind.

    Its views are made when somebody asks for its `children`. A policy reads a tile as one element, and
    half of a screen's views are those of tiles.
    """

    class_name = "android.widget.LinearLayout"
    inside: Sequence[View] = cast("Sequence[View]", _WordsOfTile())
    pad = padding_of((16, 8))
    gap = 16

    icon = ""
    avatar = ""
    leading: View | None = None
    trailing: View | None = None
    subtitle = ""
    note = ""
    style = "body"
    color = "on_surface"
    lines = 1
    written = False
    """Whether the views are made."""

    def __init__(
        self,
        title: str,
        subtitle: str = "",
        *,
        icon: str = "",
        avatar: str = "",
        leading: View | None = None,
        trailing: View | None = None,
        note: str = "",
        on_click: Handler | None = None,
        on_long_click: Handler | None = None,
        id: str = "",
        selected: bool = False,
        enabled: bool = True,
        bold: bool = False,
        lines: int = 1,
    ) -> None:
        self.title = title
        if subtitle:
            self.subtitle = subtitle
        if leading is not None:
            self.leading = leading
        elif avatar:
            self.avatar = avatar
        elif icon:
            self.icon = icon
        if trailing is not None:
            self.trailing = trailing
        elif note:
            self.note = note
        if bold:
            self.style = "subtitle"
        if lines != 1:
            self.lines = lines
        if on_click is not None:
            self.on_click = on_click
            self.flags = CLICKABLE | FOCUSABLE
        if on_long_click is not None:
            self.held(on_long_click)
        if selected:
            self.flags |= SELECTED
            self.bg = "container"
        if not enabled:
            self.flags |= DISABLED
            self.color = "outline"
        if id:
            self.id = id

    def _make_views(self) -> Iterator[View]:
        if self.leading is not None:
            yield self.leading
        elif self.avatar:
            yield Avatar(self.avatar)
        elif self.icon:
            yield Icon(self.icon)
        texts: View = Text(self.title, self.style, color=self.color, lines=1)
        texts.id = "title"
        if self.subtitle:
            below = Text(self.subtitle, "small", color="muted", lines=self.lines)
            below.id = "summary"
            texts = Column(texts, below)
        texts.weight = 1
        yield texts
        if self.trailing is not None:
            yield self.trailing
        elif self.note:
            yield Text(self.note, "caption", color="muted")

    def _write(self) -> None:
        if not self.written:
            self.written = True
            if self.waits:
                self.inside = list(self._make_views())
            else:
                self.children = list(self._make_views())

    def words(self) -> Sequence[View]:
        """What counts of the views that are not made: their words, and what the tile was given."""
        said = _Words(self.title, self.subtitle, self.note)
        if self.leading is None and self.trailing is None:
            return (said,)
        return [view for view in (self.leading, said, self.trailing) if view is not None]

    def set_aside(self) -> None:
        if self.written:
            super().set_aside()

    def stop_waiting(self) -> Sequence[View]:
        self._write()
        return super().stop_waiting() if self.waits else self.children

    def can_wait(self) -> bool:
        return super().can_wait() if self.written else can_wait((self.leading, self.trailing))

    def natural_width(self, env: Env) -> int:
        self._write()
        return super().natural_width(env)

    def content_height(self, env: Env, width: int) -> int:
        wanted = self._plain_height(env)
        if wanted is None:
            self._write()
            wanted = super().content_height(env, width)
        return max(env.px(48 if env.variant.dense_rows else 56), wanted)

    def _plain_height(self, env: Env) -> int | None:
        """The height of a tile whose views are not made, where it is the same in any width."""
        if self.written or self.note or (self.subtitle and self.lines != 1):
            return None
        if env.translate is not same_words:
            return None
        tallest = env.style(self.style)[1]
        if self.subtitle:
            tallest += env.style("small")[1]
        for given in (self.leading, self.trailing):
            if given is not None:
                if given.height is None:
                    return None
                tallest = max(tallest, env.px(given.height))
        if self.avatar or self.icon:
            tallest = max(tallest, env.px(Avatar.SIZE if self.avatar else Icon.SIZE))
        return tallest + env.px(self.pad[1] + self.pad[3])

    def draw(self, canvas: Canvas, env: Env) -> None:
        if env.variant.carded_rows and not self.bg:
            gap = env.px(4)
            canvas.rect(
                self.x + 2 * gap, self.y + gap // 2, self.w - 4 * gap, self.h - gap,
                env.color("surface"), radius=env.px(12),
            )  # fmt: skip
        super().draw(canvas, env)


def switch_tile(
    title: str,
    subtitle: str = "",
    *,
    on: bool,
    on_click: Handler,
    icon: str = "",
    id: str = "",
    enabled: bool = True,
) -> Tile:
    """A row that is switched on and off."""
    return Tile(
        title,
        subtitle,
        icon=icon,
        trailing=Switch(on=on),
        on_click=on_click,
        id=id,
        enabled=enabled,
    )


def check_tile(
    title: str, subtitle: str = "", *, on: bool, on_click: Handler, id: str = ""
) -> Tile:
    """A row that is ticked."""
    return Tile(title, subtitle, leading=Checkbox(on=on), on_click=on_click, id=id)


def radio_tile(title: str, subtitle: str = "", *, on: bool, on_click: Handler) -> Tile:
    """A row that is one choice of several."""
    return Tile(title, subtitle, leading=Radio(on=on), on_click=on_click)


class Section(Text):
    """The heading of a group of rows."""

    def __init__(self, title: str) -> None:
        super().__init__(title, "label", color="primary")

    def content_height(self, env: Env, width: int) -> int:
        return super().content_height(env, width) + env.px(24)

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        inset = env.px(16)
        super().place(env, x + inset, y + inset, w - 2 * inset, h - env.px(24))


class Card(Column):
    """A surface that holds things together."""

    class_name = "androidx.cardview.widget.CardView"

    def __init__(
        self,
        *children: View | None,
        pad: Padding = 16,
        gap: float = 4,
        on_click: Handler | None = None,
        bg: str = "surface",
        raised: bool = False,
    ) -> None:
        super().__init__(*children, pad=pad, gap=gap, bg=bg, radius=14, raised=raised)
        if on_click is not None:
            self.clicked(on_click)


class Bubble(Row):
    """A chat message, mine at the end and theirs at the start."""

    def __init__(self, text: str, *, mine: bool, note: str = "") -> None:
        said = Text(text, "body", color="on_container" if mine else "on_surface", selectable=True)
        said.id = "message_text"
        self.body = Column(
            said,
            Text(note, "caption", color="muted") if note else None,
            pad=(14, 8),
            gap=2,
            bg="container" if mine else "surface_high",
            radius=18,
            align="start",
        )
        self.mine = mine
        super().__init__(self.body, pad=(12, 3))

    def _inner(self, env: Env, width: int) -> int:
        return min(self.body.natural_width(env), int(width * 0.78))

    def content_height(self, env: Env, width: int) -> int:
        return self.body.measure(env, self._inner(env, width)) + env.px(6)

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        View.place(self, env, x, y, w, h)
        inner, side = self._inner(env, w), env.px(12)
        left = x + w - side - inner if self.mine else x + side
        self.body.place(env, left, y + env.px(3), inner, h - env.px(6))
