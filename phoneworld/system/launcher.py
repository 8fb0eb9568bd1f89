"""The home screen with its pages, and the drawer with all apps."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.app import App, Screen
from phoneworld.system.badges import badge_count, draw_badge
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.custom_view import CustomView
from phoneworld.ui.env import Env
from phoneworld.ui.scroll_views import Grid, ScrollView
from phoneworld.ui.view import Column, Handler, Space, View, padding_of
from phoneworld.ui.widgets import Avatar, Field, Text
from phoneworld.world import from_millis
from runtime.actions import Direction

FAVOURITES = ("Phone", "Messages", "Browser", "Camera")
PER_PAGE = 16
WHITE, FAINT = (255, 255, 255, 255), (255, 255, 255, 130)


class AppIcon(Column):
    """An app to tap, with a badge for what is new in it."""

    class_name = "android.widget.TextView"
    pad = padding_of((2, 8))
    gap = 6
    align = "center"

    def __init__(
        self, screen: Screen, app: App, on_click: Handler, *, named: bool = True, light: bool
    ) -> None:
        label = Text(app.label, "caption", align="center", lines=1)
        label.color = "#ffffff" if light else "on_surface"
        self._disc = Avatar(icon=app.icon, color=app.color, size=56)
        super().__init__(self._disc, label if named else None)
        self._phone, self._app = screen.phone, app
        if not named:
            self.description = app.label
        self.clicked(on_click)

    def draw(self, canvas: Canvas, env: Env) -> None:
        super().draw(canvas, env)
        count = badge_count(self._phone, self._app)
        if count:
            disc = self._disc
            draw_badge(
                canvas, env, count, right=disc.x + disc.w + env.px(4), top=disc.y - env.px(2)
            )


def shown_apps(screen: Screen) -> Sequence[App]:
    """The apps that can be started, by name."""
    return screen.phone.launchable


def page_count(apps: int) -> int:
    """How many pages so many apps take."""
    return max(1, -(-apps // PER_PAGE))


class LauncherHome(Screen):
    """Clock, apps in pages, the dock, a way to search. Swiping up opens the drawer."""

    def view(self) -> View:
        clock = from_millis(self.phone.now_ms)
        apps = shown_apps(self)
        dock = [app for name in FAVOURITES for app in apps if app.label == name]
        others = [app for app in apps if app.label not in FAVOURITES]
        pages = page_count(len(others))
        first = self._page * PER_PAGE
        return Column(
            Text(f"{clock:%H:%M}", "hero", color="#ffffff", align="center"),
            Text(f"{clock:%a}, {clock.day} {clock:%b}", "body", color="#ffffff", align="center"),
            Space(24),
            Grid(
                [self._icon(app) for app in others[first : first + PER_PAGE]],
                columns=4,
                row_height=104,
            ),
            Space(0).grow(),
            page_dots(self._page, pages) if pages > 1 else None,
            Grid([self._icon(app, named=False) for app in dock], columns=4, row_height=84),
            search_bar(self._search),
            pad=(12, 48, 12, 16),
        )

    def made_of(self) -> tuple[object, ...]:
        return self.phone.now_ms // 60_000, self._page, shown_apps(self)

    @property
    def _page(self) -> int:
        return int(self.state.get("page", 0))

    def _icon(self, app: App, *, named: bool = True) -> AppIcon:
        start: Handler = lambda: self.phone.launch(app.package)  # noqa: E731 - typed so
        return AppIcon(self, app, start, named=named, light=True)

    def _search(self) -> None:
        self.open("drawer", search=True)

    def swiped(self, direction: Direction) -> bool:
        match direction:
            case Direction.DOWN:
                self.open("drawer")
                return True
            case Direction.RIGHT:
                return self._turn(1)
            case Direction.LEFT:
                return self._turn(-1)
            case Direction.UP:
                return False

    def _turn(self, by: int) -> bool:
        page = self._page + by
        others = sum(app.label not in FAVOURITES for app in shown_apps(self))
        if not 0 <= page < page_count(others):
            return False
        self.state["page"] = page
        return True


def search_bar(on_click: Handler) -> View:
    """What a search field looks like before it is one: a touch leads to the drawer, which has the field.

    It is drawn, and no element of its own: what a policy reads of the home screen is apps alone.
    """

    def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        icon, inset = env.px(22), env.px(16)
        size, line_px, weight = env.style("body")
        canvas.rect(x, y, w, h, (255, 255, 255, 61), radius=h // 2)
        canvas.icon("search", x + inset, y + (h - icon) // 2, icon, WHITE)
        words = env.translate("Search apps")
        left, top = x + inset + icon + env.px(12), y + (h - line_px) // 2
        canvas.text(left, top, words, size_px=int(size), weight=weight, color=WHITE)

    bar = CustomView(paint, height=48)
    bar.on_click = on_click
    return bar


def page_dots(page: int, pages: int) -> View:
    """A dot for each page of the home screen; that of this one is brighter and longer."""

    def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        size, gap, long = env.px(6), env.px(8), env.px(16)
        at = x + (w - (pages - 1) * (size + gap) - long) // 2
        for number in range(pages):
            wide = long if number == page else size
            color = WHITE if number == page else FAINT
            canvas.rect(at, y + (h - size) // 2, wide, size, color, radius=size // 2)
            at += wide + gap

    return CustomView(paint, height=20)


class Drawer(Screen):
    """All apps, with a search field."""

    def opened(self) -> None:
        if self.args.get("search"):
            self.focus("search")

    def view(self) -> View:
        wanted = self.state.get("search", "").strip().lower()
        apps = [app for app in shown_apps(self) if wanted in app.label.lower()]
        icons = [AppIcon(self, app, self._start(app), light=False) for app in apps]
        return Column(
            Field("search", "Search apps", kind="search", icon="search"),
            ScrollView(
                Grid(icons, columns=4, row_height=104)
                if icons
                else Text("No apps found", "small", color="muted", align="center"),
            ),
            pad=(12, 16, 12, 0),
            gap=16,
            bg="background",
        )

    def _start(self, app: App) -> Handler:
        return lambda: self.phone.launch(app.package)


APP = App(
    package="com.phoneworld.launcher",
    label="Launcher",
    icon="home",
    color="#5f6368",
    screens={"home": LauncherHome, "drawer": Drawer},
    start="home",
    in_launcher=False,
)
