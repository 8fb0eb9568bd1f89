"""Views of a rebuilt screen: where they were recorded, with the look that was recorded.

They take no part in layout: each knows its place on the recorded screen, which is mapped onto the
window it is shown in. Under the keyboard the window is panned so that the field stays in sight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from phoneworld.frame import KEYBOARD_DP
from phoneworld.reconstruction.screen_parts import TOUCHABLE
from phoneworld.reconstruction.specification import ViewSpec
from phoneworld.reconstruction.trees import flag_bits
from phoneworld.ui.canvas import Canvas, Color
from phoneworld.ui.env import Env
from phoneworld.ui.scroll_views import LazyList, SideScroll
from phoneworld.ui.typeset import break_lines, width_of
from phoneworld.ui.view import View
from phoneworld.ui.widgets import Field
from runtime.observation import CHECKABLE, CHECKED, EDITABLE, FOCUSED, PASSWORD, SELECTED, Bounds

Images = Callable[[str], bytes]
"""The file of an image of the app, by its name; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Mapping:
    """From pixels of the recorded screen to pixels of this window."""

    area: Bounds
    x: int
    y: int
    across: float
    down: float

    def box(self, bounds: Bounds) -> tuple[int, int, int, int]:
        """x, y, width and height of recorded bounds, cut to the window's width and top."""
        left = self.x + round((max(bounds.left, self.area.left) - self.area.left) * self.across)
        right = self.x + round((min(bounds.right, self.area.right) - self.area.left) * self.across)
        top = self.y + round((max(bounds.top, self.area.top) - self.area.top) * self.down)
        bottom = self.y + round((min(bounds.bottom, self.area.bottom) - self.area.top) * self.down)
        return left, top, max(0, right - left), max(0, bottom - top)

    def back(self, bounds: Bounds) -> Bounds:
        """The recorded bounds of what is shown."""
        return Bounds(
            self.area.left + round((bounds.left - self.x) / self.across),
            self.area.top + round((bounds.top - self.y) / self.down),
            self.area.left + round((bounds.right - self.x) / self.across),
            self.area.top + round((bounds.bottom - self.y) / self.down),
        )


class Replica(View):
    """One recorded view."""

    def __init__(self, spec: ViewSpec, images: Images) -> None:
        self.spec = spec
        self.images = images
        self.class_name = spec.class_name
        self.text = spec.text
        self.hint = spec.hint
        self.description = spec.description
        self.resource_id = spec.id
        self.flags = flag_bits(spec.flags) & ~FOCUSED
        self.children = []

    def show_text(self, text: str) -> None:
        """Show another text than was recorded, without the picture of the old text."""
        self.text = text
        self.spec = replace(self.spec, image="")

    def tick(self, *, on: bool) -> None:
        """Set the tick, whatever was recorded."""
        if bool(self.flags & CHECKED) != on:
            self.flags ^= CHECKED
            self.spec = replace(self.spec, image="")

    def select(self, *, on: bool) -> None:
        """Make it the selected one, or not, whatever was recorded."""
        if bool(self.flags & SELECTED) != on:
            self.flags ^= SELECTED
            self.spec = replace(self.spec, image="")

    def draw(self, canvas: Canvas, env: Env) -> None:
        draw_look(self, canvas, env)
        for child in self.children:
            child.draw(canvas, env)


class ReplicaField(Field):
    """A recorded field. What is typed is kept in the screen's state."""

    def __init__(
        self,
        spec: ViewSpec,
        key: str,
        images: Images,
        *,
        untouched: bool,
        on_change: Callable[[str], object] | None = None,
        on_submit: Callable[[], object] | None = None,
    ) -> None:
        secret = "password" in spec.flags
        super().__init__(
            key,
            spec.hint,
            kind="password" if secret else "text",
            bare=True,
            on_change=on_change,
            on_submit=on_submit,
            # What stood there may be a hint: typing replaces it, as it would a hint.
            select_on_focus=untouched,
        )
        self.spec = spec
        self.images = images
        self.class_name = spec.class_name
        self.description = spec.description
        self.id = ""
        self.resource_id = spec.id
        self.flags = flag_bits(spec.flags) & ~FOCUSED | EDITABLE
        self.children = []

    def draw(self, canvas: Canvas, env: Env) -> None:
        draw_look(self, canvas, env)
        if self.flags & FOCUSED:
            canvas.rect(
                self.x, self.y + self.h - env.px(2), self.w, env.px(2), env.color("primary")
            )


class PlacedList(LazyList):
    """A list in the place of a recorded one, that fills it with rows of its own."""

    def __init__(self, spec: ViewSpec, key: str) -> None:
        super().__init__(lambda _first, _count: (), lambda _row: View(), key=key)
        self.spec = spec
        self.class_name = spec.class_name
        self.resource_id = spec.id
        self.description = spec.description
        self.id = ""
        self.children = []

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        View.place(self, env, x, y, w, h)

    def fill(self, env: Env, mapping: Mapping) -> None:
        """Put the rows that show into the place that was taken."""
        raise NotImplementedError  # every kind of list has its own rows


class PlacedStrip(SideScroll):
    """A strip in the place of a recorded one, that fills it with entries of its own."""

    def __init__(self, spec: ViewSpec, key: str) -> None:
        super().__init__(key=key)
        self.spec = spec
        self.class_name = spec.class_name
        self.resource_id = spec.id
        self.description = spec.description
        self.children = []

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        View.place(self, env, x, y, w, h)

    def fill(self, env: Env, mapping: Mapping) -> None:
        """Put the entries that show into the place that was taken."""
        raise NotImplementedError  # every kind of strip has its own entries


Placed = Replica | ReplicaField | PlacedList | PlacedStrip


class ReplicaRoot(View):
    """The window: puts every view where it was recorded. `views` are in document order."""

    class_name = "android.widget.FrameLayout"

    def __init__(
        self,
        views: Sequence[Placed],
        area: Bounds,
        *,
        keyboard: bool,
        background: str,
        behind: ReplicaRoot | None = None,
    ) -> None:
        self.children = [view for view in views if view.spec.depth == 0]
        self._views = views
        self._area = area
        self._keyboard = keyboard
        self._background = background
        self._behind = behind
        self._window = (0, 0, 0, 0)
        self._mapping = Mapping(area, 0, 0, 1.0, 1.0)
        nest(views)

    @property
    def window(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the window, the keyboard's part included."""
        x, y, w, h = self._window
        return x, y, x + w, y + h

    def recorded(self, bounds: Bounds) -> Bounds:
        """Where on the recorded screen something lies that is shown here."""
        return self._mapping.back(bounds)

    def pixel(self, x: int, y: int) -> tuple[int, int]:
        """Where a pixel of the recorded screen is shown."""
        left, top, _, _ = self._mapping.box(Bounds(x, y, x + 1, y + 1))
        return left, top

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        full = h + (env.px(KEYBOARD_DP) if self._keyboard else 0)
        self._window = (x, y, w, full)
        area = self._area
        across = w / max(1, area.right - area.left)
        down = full / max(1, area.bottom - area.top)
        self._mapping = mapping = Mapping(area, x, y, across, down)
        boxes = [mapping.box(view.spec.bounds) for view in self._views]
        shift = 0
        if self._keyboard:
            for view, box in zip(self._views, boxes, strict=True):
                if isinstance(view, ReplicaField) and env.focus == view.key:
                    shift = max(0, box[1] + box[3] - (y + h))
        if shift:
            self._mapping = Mapping(area, x, y - shift, across, down)
        for view, (left, top, width, height) in zip(self._views, boxes, strict=True):
            view.place(env, left, top - shift, width, height)
            if isinstance(view, PlacedList | PlacedStrip):
                view.fill(env, self._mapping)
        super().place(env, x, y, w, h)
        if self._behind is not None:
            self._behind.place(env, x, y, w, h)

    def at(self, x: int, y: int) -> list[View]:
        """What a touch means: views that do not answer let it through to those below them."""
        found: list[View] = []
        path: list[Placed] = []
        for view in self._views:
            del path[min(view.spec.depth, len(path)) :]
            path.append(view)
            bounds = view.bounds
            if isinstance(view, PlacedList | PlacedStrip) and bounds.contains(x, y):
                found = [self, *path[:-1], *view.at(x, y)]
            elif _answers(view) and bounds.contains(x, y):
                found = [self, *path]
        return found or super().at(x, y)

    def draw(self, canvas: Canvas, env: Env) -> None:
        x, y, w, h = self._window
        if self._behind is not None:
            self._behind.draw(canvas, env)
            canvas.rect(x, y, w, h, (0, 0, 0, 110))
        elif self._background:
            canvas.rect(x, y, w, h, color_of(self._background))
        else:
            canvas.rect(x, y, w, h, env.color("background"))
        with canvas.clip(x, y, w, h):
            for child in self.children:
                child.draw(canvas, env)


def _answers(view: View) -> bool:
    return bool(view.flags & TOUCHABLE) or view.on_click is not None or view.on_swipe is not None


def nest(views: Sequence[Placed]) -> None:
    """Make the flat list a tree, by depth."""
    above: list[Placed] = []
    for view in views:
        del above[min(view.spec.depth, len(above)) :]
        if above:
            above[-1].children = [*above[-1].children, view]
        above.append(view)


def color_of(text: str) -> Color:
    """`#rrggbb` as a colour; grey where it is none."""
    try:
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16), 255
    except ValueError:
        return 128, 128, 128, 255


def draw_look(view: Replica | ReplicaField, canvas: Canvas, env: Env) -> None:
    """Background, picture and text of a view, as far as they are known."""
    spec = view.spec
    if view.w <= 0 or view.h <= 0:
        return
    if spec.background:
        canvas.rect(view.x, view.y, view.w, view.h, color_of(spec.background))
    if spec.image:
        data = view.images(spec.image)
        if data:
            canvas.image(data, view.x, view.y, view.w, view.h)
            return
    shown = view.text or (view.hint if view.flags & EDITABLE else "")
    if view.flags & CHECKABLE and not shown:
        on = bool(view.flags & CHECKED)
        size = min(view.h, view.w, env.px(28))
        color = env.color("primary" if on else "outline")
        canvas.icon("check_box" if on else "check_box_outline_blank", view.x, view.y, size, color)
    elif shown:
        _draw_text(view, shown, canvas, env)
    elif view.description and not view.children:
        size = max(4, min(view.w, view.h, env.px(24)))
        x, y = view.x + (view.w - size) // 2, view.y + (view.h - size) // 2
        canvas.icon(view.description.lower().replace(" ", "_"), x, y, size, env.color("muted"))


def _draw_text(view: Replica | ReplicaField, text: str, canvas: Canvas, env: Env) -> None:
    spec = view.spec
    if view.flags & PASSWORD:
        text = "•" * len(text)
    recorded = max(1, spec.bounds.bottom - spec.bounds.top)
    scale = view.h / recorded if recorded else 1.0
    size = int(spec.size_px * scale) if spec.size_px else min(env.px(16), int(view.h * 0.7))
    size = max(4, size)
    color = color_of(spec.color) if spec.color else env.color("on_surface")
    lines = break_lines(text, size, 400, max(view.w, size), max(1, int(view.h / (size * 1.2))))
    high = int(size * 1.2)
    y = view.y + max(0, (view.h - high * len(lines)) // 2)
    centred = spec.class_name.endswith("Button")
    with canvas.clip(view.x, view.y, view.w, view.h):
        for line in lines:
            spare = view.w - width_of(line, size, 400)
            x = view.x + (spare // 2 if centred else 0)
            canvas.text(x, y, line, size_px=size, weight=400, color=color)
            y += high
