"""The frame of a screen: top bar, tabs, bottom navigation, drawer, floating action button."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from phoneworld.ui.buttons import IconButton
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env, same_words
from phoneworld.ui.view import Center, Column, Handler, Row, Space, View
from phoneworld.ui.widgets import Icon, Text
from runtime.observation import CLICKABLE, FOCUSABLE, SELECTED


class TopBar(Row):
    """A title, a back or menu button, and actions."""

    class_name = "androidx.appcompat.widget.Toolbar"

    def __init__(
        self,
        title: str | View,
        *,
        back: Handler | None = None,
        menu: Handler | None = None,
        actions: Sequence[View] = (),
    ) -> None:
        lead: View | None = None
        if back is not None:
            lead = IconButton("arrow_back", "Navigate up", back, color="on_surface", id="back")
        elif menu is not None:
            lead = IconButton("menu", "Open navigation drawer", menu, color="on_surface", id="menu")
        heading = title if isinstance(title, View) else Text(title, "title", lines=1)
        heading.id = heading.id or "toolbar_title"
        self.heading = heading
        super().__init__(
            lead,
            heading.grow(),
            *actions,
            pad=(4 if lead else 16, 0, 4 if actions else 16, 0),
            gap=4 if lead else 0,
        )
        self.height = 64

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        if env.variant.centered_titles and isinstance(self.heading, Text):
            self.heading.text_align = "center"
        super().place(env, x, y, w, h)


class Tab(View):
    """One of several pages or sections, with an icon, a word, or both."""

    class_name = "androidx.appcompat.app.ActionBar$Tab"

    def __init__(self, text: str, on_click: Handler, *, selected: bool, icon: str = "") -> None:
        self.label = Text(text, "caption" if icon else "label", align="center", lines=1)
        self.label.color = "primary" if selected else "muted"
        self.icon = Icon(icon, color="on_container" if selected else "muted") if icon else None
        self.children = [self.icon, self.label] if self.icon else [self.label]
        self.on_click = on_click
        self.flags = CLICKABLE | FOCUSABLE | (SELECTED if selected else 0)
        self.weight = 1

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        super().place(env, x, y, w, h)
        line = self.label.measure(env, w)
        if self.icon is None:
            self.label.place(env, x, y + (h - line) // 2, w, line)
            return
        size = env.px(24)
        top = y + (h - size - line - env.px(6)) // 2
        self.icon.place(env, x + (w - size) // 2, top, size, size)
        self.label.place(env, x, top + size + env.px(6), w, line)

    def draw(self, canvas: Canvas, env: Env) -> None:
        if self.icon is None:
            thin = env.px(1)
            canvas.rect(self.x, self.y + self.h - thin, self.w, thin, env.color("divider"))
        if self.flags & SELECTED:
            if self.icon is not None:
                wide, tall = env.px(60), env.px(32)
                canvas.rect(
                    self.x + (self.w - wide) // 2, self.icon.y - env.px(4), wide, tall,
                    env.color("container"), radius=tall // 2,
                )  # fmt: skip
            else:
                thick = env.px(3)
                wide = max(env.px(24), env.text_width(self.label.text, self.label.style))
                wide = min(wide, self.w)
                canvas.rect(
                    self.x + (self.w - wide) // 2, self.y + self.h - thick, wide, thick,
                    env.color("primary"), radius=thick // 2,
                )  # fmt: skip
        for child in self.children:
            child.draw(canvas, env)


def tabs(names: Sequence[str], chosen: str, choose: Callable[[str], object]) -> Row:
    """Tabs below the top bar."""
    row = Row(
        *(Tab(name, _choice(choose, name), selected=name == chosen) for name in names),
        align="stretch",
    )
    row.class_name = "com.google.android.material.tabs.TabLayout"
    return row.sized(height=48)


def bottom_bar(
    items: Sequence[tuple[str, str]], chosen: str, choose: Callable[[str], object]
) -> Row:
    """Navigation at the bottom: pairs of name and icon."""
    row = Row(
        *(
            Tab(name, _choice(choose, name), selected=name == chosen, icon=icon)
            for name, icon in items
        ),
        bg="surface",
        align="stretch",
    )
    row.class_name = "com.google.android.material.bottomnavigation.BottomNavigationView"
    return row.sized(height=72)


def _choice(choose: Callable[[str], object], name: str) -> Handler:
    return lambda: choose(name)


class Fab(View):
    """The floating button of a screen's main action."""

    class_name = "com.google.android.material.floatingactionbutton.FloatingActionButton"

    def __init__(self, icon: str, description: str, on_click: Handler) -> None:
        self.icon = icon
        self.description = description
        self.on_click = on_click
        self.flags = CLICKABLE | FOCUSABLE
        self.id = "fab"

    def size(self, env: Env) -> tuple[int, int]:
        if env.translate is not same_words:
            self.description = env.translate(self.description)
        side = env.px(56)
        if env.variant.wordy_fab:
            return env.text_width(self.description, "label") + env.px(68), side
        return side, side

    def draw(self, canvas: Canvas, env: Env) -> None:
        radius = env.px(16)
        canvas.shadow(self.x, self.y, self.w, self.h, radius=radius, elevation_px=env.px(6))
        canvas.rect(self.x, self.y, self.w, self.h, env.color("container"), radius=radius)
        icon = env.px(24)
        inset = (self.h - icon) // 2
        ink = env.color("on_container")
        canvas.icon(self.icon, self.x + inset, self.y + inset, icon, ink)
        if env.variant.wordy_fab:
            size, _, weight = env.style("label")
            canvas.text(
                self.x + inset + icon + env.px(12), self.y + int(self.h - size * 1.2) // 2,
                self.description, size_px=int(size), weight=weight, color=ink,
            )  # fmt: skip


class Scaffold(View):
    """A whole screen: bars above and below, the body between, a button floating over it."""

    class_name = "android.widget.FrameLayout"

    def __init__(
        self,
        top: View | None,
        body: View,
        *,
        tab_row: View | None = None,
        fab: Fab | None = None,
        bottom: View | None = None,
        drawer: View | None = None,
    ) -> None:
        self.top = top
        self.body = body
        self.tab_row = tab_row
        self.fab = fab
        self.bottom = bottom
        self.drawer = drawer

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        super().place(env, x, y, w, h)
        start, end = y, y + h
        placed: list[View] = []
        if self.top is not None:
            height = self.top.measure(env, w)
            self.top.place(env, x, start, w, height)
            start += height
            placed.append(self.top)
        if self.bottom is not None:
            height = self.bottom.measure(env, w)
            end -= height
            self.bottom.place(env, x, end, w, height)
        if self.tab_row is not None:
            height = self.tab_row.measure(env, w)
            if env.variant.tabs_at_bottom and self.bottom is None:
                end -= height
                self.tab_row.place(env, x, end, w, height)
            else:
                self.tab_row.place(env, x, start, w, height)
                start += height
            placed.append(self.tab_row)
        self.body.place(env, x, start, w, max(0, end - start))
        placed.append(self.body)
        if self.fab is not None:
            wide, tall = self.fab.size(env)
            margin = env.px(16)
            left = x + margin if env.variant.fab_at_start else x + w - margin - wide
            self.fab.place(env, left, end - margin - tall, wide, tall)
            placed.append(self.fab)
        if self.bottom is not None:
            placed.append(self.bottom)
        if self.drawer is not None:
            # An open drawer covers the screen: nothing below it can be reached.
            self.drawer.place(env, x, y, min(env.px(320), w - env.px(56)), h)
            self.covered: list[View] = placed
            placed = [self.drawer]
        self.children = placed

    def draw(self, canvas: Canvas, env: Env) -> None:
        canvas.rect(self.x, self.y, self.w, self.h, env.color("background"))
        bar = getattr(self.bottom, "bg", "")
        if bar:
            # The bar's colour goes on behind the phone's own buttons below.
            canvas.rect(self.x, self.y + self.h, self.w, env.px(48), env.color(bar))
        if self.drawer is not None:
            for child in self.covered:
                child.draw(canvas, env)
            canvas.rect(self.x, self.y, self.w, self.h, (0, 0, 0, 110))
        for child in self.children:
            child.draw(canvas, env)


def drawer_panel(title: str, *rows: View) -> Column:
    """The panel that slides in from the side."""
    panel = Column(
        Text(title, "title").sized(height=56), Space(4), *rows, pad=(12, 24), bg="background"
    )
    panel.class_name = "androidx.drawerlayout.widget.DrawerLayout"
    return panel


def empty_note(icon: str, text: str) -> View:
    """The text that a screen shows when there is nothing to list."""
    return Center(
        Column(
            Icon(icon, size=64, color="outline"),
            Text(text, "body", color="muted", align="center"),
            gap=12,
            align="center",
        )
    ).grow()
