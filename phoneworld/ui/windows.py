"""Windows over a screen: dialogs, menus, sheets. Each places its content in the area it is given."""

from __future__ import annotations

from phoneworld.ui.buttons import Button
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.view import Column, Row, Space, View
from phoneworld.ui.widgets import Text


class Window(View):
    """A surface that covers part of the screen: the rectangle `panel`."""

    class_name = "android.widget.FrameLayout"

    def __init__(self, panel: View) -> None:
        self.panel = panel
        self.children = [panel]

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        super().place(env, x, y, w, h)
        self.put(env, x, y, w, h)

    def put(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        """Put the panel somewhere in the area: it fills it."""
        self.panel.place(env, x, y, w, h)

    def draw(self, canvas: Canvas, env: Env) -> None:
        panel = self.panel
        if panel.w < self.w or panel.h < self.h:
            canvas.shadow(
                panel.x, panel.y, panel.w, panel.h,
                radius=env.px(getattr(panel, "radius", 24)), elevation_px=env.px(6),
            )  # fmt: skip
        panel.draw(canvas, env)


class Dialog(Window):
    """In the middle of the screen."""

    def __init__(
        self, *content: View | None, title: str = "", buttons: tuple[Button, ...] = ()
    ) -> None:
        self.buttons = buttons
        heading = Text(title, "title").named("alertTitle") if title else None
        super().__init__(
            Column(
                heading,
                Space(8) if title else None,
                *content,
                ButtonRow(buttons) if buttons else None,
                pad=(24, 24, 24, 16),
                gap=8,
                bg="surface_high",
                radius=28,
            )
        )

    def put(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        width = min(env.px(400), w - env.px(48))
        height = min(self.panel.measure(env, width), h - env.px(16))
        self.panel.place(env, x + (w - width) // 2, y + (h - height) // 2, width, height)


class ButtonRow(Row):
    """The buttons of a dialog, at its end."""

    def __init__(self, buttons: tuple[Button, ...]) -> None:
        super().__init__(Space(0).grow(), *buttons, gap=8)

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        if env.variant.swapped_dialog_buttons:
            spacer, *buttons = self.children
            self.children = [spacer, *reversed(buttons)]
        super().place(env, x, y, w, h)


class Menu(Window):
    """A list that pops up at the top end of the screen."""

    def __init__(self, *rows: View) -> None:
        super().__init__(Column(*rows, pad=(0, 8), bg="surface_high", radius=12))

    def put(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        width = min(env.px(240), w - env.px(32))
        height = min(self.panel.measure(env, width), h)
        self.panel.place(env, x + w - width - env.px(8), y + env.px(8), width, height)


class Sheet(Window):
    """A panel at the bottom of the screen, with a scrolling content if it needs one."""

    def __init__(self, *content: View | None, title: str = "") -> None:
        heading = Text(title, "title").sized(height=48) if title else None
        super().__init__(
            Column(heading, *content, pad=(16, 16, 16, 16), bg="surface_high", radius=24)
        )

    def put(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        height = min(self.panel.measure(env, w), int(h * 0.85))
        self.panel.place(env, x, y + h - height, w, height)

    def draw(self, canvas: Canvas, env: Env) -> None:
        # Square at the bottom, and on behind the phone's own buttons.
        radius, panel = env.px(24), self.panel
        bottom = panel.y + panel.h - radius
        canvas.rect(panel.x, bottom, panel.w, radius + env.px(48), env.color("surface_high"))
        super().draw(canvas, env)
