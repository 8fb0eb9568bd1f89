"""The view tree: layout, and the attributes that Android's accessibility tree would show.

A view is made anew for every look at the phone, from the app's state; it keeps nothing. Wishes
(width, height, padding) are in dp, results (`x, y, w, h`, `bounds`) in pixels. Layout is width
first: `measure` tells the height a view wants in a given width, `place` puts it somewhere.

Class attributes are the defaults and instances set only what differs: a screen is some 60 views,
and it is built thousands of times a second. What lies inside a row that can be acted on is placed
when somebody asks for its `children`: a policy reads such a row as one element, so half of the
views of a screen are never placed at all. `inside` gives them without asking where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, Self, cast

from phoneworld.ui.canvas import Canvas, Color
from phoneworld.ui.env import Env, same_words
from runtime.actions import Direction
from runtime.hierarchy import ACTIONABLE, APART
from runtime.observation import CLICKABLE, LONG_CLICKABLE, Bounds

Handler = Callable[[], object]
SwipeHandler = Callable[[Direction], object]
Padding = float | tuple[float, float] | tuple[float, float, float, float]
Align = Literal["start", "center", "end", "stretch"]

NOWHERE = Bounds(0, 0, 0, 0)

_NewBounds = Callable[[type[Bounds], tuple[int, int, int, int]], Bounds]
_new = cast("_NewBounds", tuple.__new__)  # pyright: ignore[reportUnknownMemberType]  a builtin
"""Makes a named tuple without its Python constructor: places are set a hundred thousand times a second."""

NO_PADDING = (0, 0, 0, 0)


class _Inside:
    """`inside` of a view whose content is placed: its children. A box that waits has a list of its own."""

    def __get__(self, view: View, owner: type[View]) -> Sequence[View]:
        return view.children


class _PlacedOnDemand:
    """`children` of a box that waits: places them. A box that does not wait has a list of its own."""

    def __get__(self, box: Box, owner: type[Box]) -> Sequence[View]:
        return box.stop_waiting()


class View:
    """One rectangle of the screen."""

    class_name = "android.view.View"
    text = ""
    hint = ""
    description = ""
    resource_id = ""
    flags: int = 0
    children: Sequence[View] = ()
    inside: Sequence[View] = cast("Sequence[View]", _Inside())
    bounds = NOWHERE
    """The part that shows."""
    _whole: Bounds | None = None
    """What was cut to `bounds`."""

    width: float | None = None
    height: float | None = None
    weight: float = 0
    id = ""
    on_click: Handler | None = None
    on_long_click: Handler | None = None
    on_swipe: SwipeHandler | None = None

    steady = True
    """Whether placing it tells it nothing but where it is: not what it says, nor what is inside."""

    _measured_for = -1
    _measured = 0

    def __init_subclass__(cls) -> None:
        """A class that places itself in its own way is not steady, unless it says so."""
        if "place" in vars(cls) and "steady" not in vars(cls):
            cls.steady = False

    # Wishes, as a chain: Text("Ada").grow().named("name")

    def named(self, id: str) -> Self:
        """Give the view a resource id (without the package)."""
        self.id = id
        return self

    def described(self, description: str) -> Self:
        """Give the view a content description."""
        self.description = description
        return self

    def grow(self, weight: float = 1) -> Self:
        """Take a share of the space that is left."""
        self.weight = weight
        return self

    def sized(self, width: float | None = None, height: float | None = None) -> Self:
        """Fix the width or height, in dp."""
        if width is not None:
            self.width = width
        if height is not None:
            self.height = height
        return self

    def clicked(self, on_click: Handler) -> Self:
        """Make the view clickable."""
        self.on_click = on_click
        self.flags |= CLICKABLE
        return self

    def held(self, on_long_click: Handler) -> Self:
        """Make the view answer to touch and hold."""
        self.on_long_click = on_long_click
        self.flags |= LONG_CLICKABLE
        return self

    def swiped(self, on_swipe: SwipeHandler) -> Self:
        """Make the view answer to sideways swipes."""
        self.on_swipe = on_swipe
        return self

    # Where it was placed, shown or not

    @property
    def x(self) -> int:
        return (self._whole or self.bounds)[0]

    @property
    def y(self) -> int:
        return (self._whole or self.bounds)[1]

    @property
    def w(self) -> int:
        left, _, right, _ = self._whole or self.bounds
        return right - left

    @property
    def h(self) -> int:
        _, top, _, bottom = self._whole or self.bounds
        return bottom - top

    # Layout

    def measure(self, env: Env, width: int) -> int:
        """The height wanted in `width`, both in pixels."""
        if self.height is not None:
            return env.px(self.height)
        if self._measured_for != width:
            self._measured = self.content_height(env, width)
            self._measured_for = width
        return self._measured

    def content_height(self, env: Env, width: int) -> int:
        """The height of the content in `width`."""
        del env, width
        return 0

    def natural_width(self, env: Env) -> int:
        """The width wanted where there is room for all."""
        return env.px(self.width) if self.width is not None else 0

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        """Take this rectangle, and place the children in it."""
        self.bounds = _new(Bounds, (x, y, x + w, y + h))
        if self._whole is not None:
            self._whole = None
        if self.id:
            self.resource_id = env.id_prefix + self.id

    def clip(self, left: int, top: int, right: int, bottom: int) -> None:
        """Cut the visible bounds, and drop the children that are not visible at all."""
        old = self.bounds
        if old.left >= left and old.top >= top and old.right <= right and old.bottom <= bottom:
            return
        if self._whole is None:
            self._whole = old
        self.bounds = Bounds(
            max(old.left, left), max(old.top, top), min(old.right, right), min(old.bottom, bottom)
        )
        if self.children:
            self.children = keep_visible(self.children, left, top, right, bottom)

    # Drawing

    def draw(self, canvas: Canvas, env: Env) -> None:
        """Draw the view and what is in it."""
        for child in self.children:
            child.draw(canvas, env)

    # Finding

    def walk(self) -> Iterator[View]:
        """This view and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def walk_placed(self) -> Iterator[View]:
        """As `walk`, without what waits to be placed: every field and every list is among these."""
        waiting: list[View] = [self]
        while waiting:
            view = waiting.pop()
            yield view
            if not isinstance(view, Box) or not view.waits:
                waiting.extend(reversed(view.children))

    def at(self, x: int, y: int) -> list[View]:
        """The views under a pixel, outermost first; what is drawn later is on top.

        What waits inside a row to be placed is left out where nothing in there answers to a finger.
        """
        left, top, right, bottom = self.bounds
        if not (left <= x < right and top <= y < bottom):
            return []
        for child in reversed(self.children):
            found = child.at(x, y)
            if found:
                return [self, *found]
        return [self]


def keep_visible(views: Sequence[View], left: int, top: int, right: int, bottom: int) -> list[View]:
    """The views that show inside a rectangle, clipped to it."""
    kept: list[View] = []
    for view in views:
        bounds = view.bounds
        start, high, end, low = bounds
        if start < right and end > left and high < bottom and low > top:
            if start < left or high < top or end > right or low > bottom:
                view.clip(left, top, right, bottom)
            kept.append(view)
    return kept


def answers(views: Sequence[View]) -> bool:
    """Whether one of these views, or one inside them, answers to a finger by itself."""
    for view in views:
        if view.flags & APART or view.on_swipe is not None:
            return True
        inside = view.inside
        if inside and answers(inside):
            return True
    return False


class Leaf(View):
    """A view that has nothing inside."""

    inside: Sequence[View] = ()


@lru_cache(maxsize=1024)
def padding_of(pad: Padding) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a padding given as one, two or four numbers."""
    if isinstance(pad, tuple):
        return pad if len(pad) == 4 else (pad[0], pad[1], pad[0], pad[1])
    return (pad, pad, pad, pad)


class Box(View):
    """A container with a background. `Column` and `Row` arrange what is in it."""

    class_name = "android.widget.LinearLayout"
    children: Sequence[View] = cast("Sequence[View]", _PlacedOnDemand())

    pad: tuple[float, float, float, float] = NO_PADDING
    gap: float = 0
    align: Align = "stretch"
    bg = ""
    radius: float = 0
    border = ""
    raised = False

    _waiting: tuple[Env, int, int, int, int] | None = None

    def __init__(
        self,
        *children: View | None,
        pad: Padding = 0,
        gap: float = 0,
        align: Align | None = None,
        bg: str = "",
        radius: float = 0,
        border: str = "",
        raised: bool = False,
    ) -> None:
        self.children = list(filter(None, children))
        if pad:
            self.pad = padding_of(pad)
        if gap:
            self.gap = gap
        if align is not None:
            self.align = align
        if bg:
            self.bg = bg
        if radius:
            self.radius = radius
        if border:
            self.border = border
        if raised:
            self.raised = raised

    def arrange(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        """Place the children in this rectangle."""
        raise NotImplementedError  # an abstract method: every box arranges in its own way

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        # As `View.place`, without the call: every second view is a box.
        self.bounds = _new(Bounds, (x, y, x + w, y + h))
        if self._whole is not None:
            self._whole = None
        if self.id:
            self.resource_id = env.id_prefix + self.id
        if self.flags & ACTIONABLE and env.translate is same_words and self.can_wait():
            if self._waiting is None:
                self.set_aside()
            self._waiting = (env, x, y, w, h)
        else:
            self.arrange(env, x, y, w, h)

    steady = True

    def can_wait(self) -> bool:
        """Whether nothing inside would say anything else once it is placed."""
        return can_wait(self.inside if self._waiting else self.children)

    def set_aside(self) -> None:
        """Keep the children until somebody asks for them."""
        self.inside = self.children
        del self.children

    def at(self, x: int, y: int) -> list[View]:
        if self._waiting is not None and self.bounds.contains(x, y) and not answers(self.inside):
            return [self]
        return View.at(self, x, y)

    @property
    def waits(self) -> bool:
        """Whether the children are not placed yet."""
        return self._waiting is not None

    def stop_waiting(self) -> Sequence[View]:
        """Place the children where the box was placed; those children."""
        if self._waiting is None:
            raise AssertionError(f"{type(self).__name__} was made without its constructor")
        self.children = self.inside
        del self.inside
        self.arrange(*self._waiting)
        self._waiting = None
        return self.children

    def draw(self, canvas: Canvas, env: Env) -> None:
        if self.bg or self.border:
            draw_surface(self, canvas, env)
        for child in self.children:
            child.draw(canvas, env)


def can_wait(views: Iterable[View | None]) -> bool:
    """Whether none of these views would say anything else once it is placed."""
    for view in views:
        if view is not None and not (
            view.steady and (not isinstance(view, Box) or view.can_wait())
        ):
            return False
    return True


def draw_surface(box: Box, canvas: Canvas, env: Env) -> None:
    """The background of a box: fill, corners, border, shadow."""
    radius = env.px(box.radius)
    if box.raised:
        canvas.shadow(box.x, box.y, box.w, box.h, radius=radius, elevation_px=env.px(3))
    fill: Color = env.color(box.bg) if box.bg else (0, 0, 0, 0)
    border = env.color(box.border) if box.border else None
    canvas.rect(box.x, box.y, box.w, box.h, fill, radius=radius, border=border, border_px=env.px(1))


class Column(Box):
    """Children below each other. Those that `grow` share the height that is left."""

    _heights: tuple[int, list[int]] = (-1, [])
    """What the children want in a width."""
    _shares_room = False
    """Whether a child grows: known once the children were measured."""

    def content_height(self, env: Env, width: int) -> int:
        inner, total = width, 0
        if self.pad is not NO_PADDING:
            left, top, right, bottom = self.pad
            inner -= env.px(left + right)
            total = env.px(top + bottom)
        children = self.inside if self._waiting else self.children
        if self.gap and children:
            total += env.px(self.gap) * (len(children) - 1)
        stretches = self.align == "stretch"
        heights: list[int] = []
        for child in children:
            width = inner
            if child.width is not None or not stretches:
                width = self._child_width(env, child, inner)
            height = child.measure(env, width)
            heights.append(height)
            total += height
            if child.weight:
                self._shares_room = True
        self._heights = (inner, heights)
        return total

    def natural_width(self, env: Env) -> int:
        if self.width is not None:
            return env.px(self.width)
        widest = max((child.natural_width(env) for child in self.inside), default=0)
        return widest + env.px(self.pad[0] + self.pad[2])

    def _child_width(self, env: Env, child: View, inner: int) -> int:
        if child.width is not None:
            return min(env.px(child.width), inner)
        if self.align == "stretch":
            return inner
        return min(child.natural_width(env), inner)

    def arrange(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        self.arrange_between(env, x, y, w, h, None)

    def arrange_between(
        self,
        env: Env,
        x: int,
        y: int,
        w: int,
        h: int,
        shown: tuple[int, int] | None,
        *,
        besides: Sequence[View] = (),
    ) -> list[View]:
        """Place the children; with `shown`, only those that reach between these two rows of pixels,
        and those that are named.

        Returns those that were placed.
        """
        start, at, inner, tall = x, y, w, h
        if self.pad is not NO_PADDING:
            left, top, right, bottom = self.pad
            start += env.px(left)
            at += env.px(top)
            inner -= env.px(left + right)
            tall -= env.px(top + bottom)
        children = self.children
        gap = env.px(self.gap) if self.gap else 0
        align = self.align
        placed: list[View] = []
        for child, height in zip(children, self._shares(env, inner, tall, gap), strict=True):
            if (
                shown is None
                or (at < shown[1] and at + height > shown[0])
                or (besides and child in besides)
            ):
                width = inner
                if child.width is not None or align != "stretch":
                    width = self._child_width(env, child, inner)
                if align == "center":
                    child.place(env, start + (inner - width) // 2, at, width, height)
                elif align == "end":
                    child.place(env, start + inner - width, at, width, height)
                else:
                    child.place(env, start, at, width, height)
                placed.append(child)
            at += height + gap
        return placed

    def _shares(self, env: Env, inner: int, tall: int, gap: int) -> list[int]:
        """The height of each child: what it wants, or its share of what is left of `tall`."""
        children = self.children
        measured_for, heights = self._heights
        if measured_for == inner:
            if not self._shares_room:
                return heights
        else:
            heights = [
                0 if child.weight else child.measure(env, self._child_width(env, child, inner))
                for child in children
            ]
        weights, fixed = 0.0, 0
        for child, height in zip(children, heights, strict=True):
            if child.weight:
                weights += child.weight
            else:
                fixed += height
        if not weights:
            return heights
        spare = tall - fixed - gap * (len(children) - 1)
        return [
            max(0, int(spare * child.weight / weights)) if child.weight else height
            for child, height in zip(children, heights, strict=True)
        ]


class Row(Box):
    """Children beside each other. Those that `grow` share the width that is left."""

    align: Align = "center"
    _widths: list[int] | None = None
    _heights: Sequence[int] = ()
    """What the children want in `_widths`."""

    def _split(self, env: Env, width: int) -> list[int]:
        children = self.inside if self._waiting else self.children
        spare = width
        if self.pad is not NO_PADDING:
            spare -= env.px(self.pad[0] + self.pad[2])
        if self.gap and children:
            spare -= env.px(self.gap) * (len(children) - 1)
        widths: list[int] = []
        weights = 0.0
        for child in children:
            weight = child.weight
            if weight:
                weights += weight
                widths.append(0)
            else:
                wanted = child.natural_width(env)
                if wanted > spare:
                    wanted = max(spare, 0)
                widths.append(wanted)
                spare -= wanted
        if weights:
            for index, child in enumerate(children):
                if child.weight:
                    widths[index] = max(0, int(spare * child.weight / weights))
        return widths

    def content_height(self, env: Env, width: int) -> int:
        widths = self._widths = self._split(env, width)
        children = self.inside if self._waiting else self.children
        heights = self._heights = [
            child.measure(env, inner) for child, inner in zip(children, widths, strict=True)
        ]
        tallest = max(heights, default=0)
        if self.pad is not NO_PADDING:
            tallest += env.px(self.pad[1] + self.pad[3])
        return tallest

    def natural_width(self, env: Env) -> int:
        if self.width is not None:
            return env.px(self.width)
        total = env.px(self.pad[0] + self.pad[2])
        if self.gap and self.inside:
            total += env.px(self.gap) * (len(self.inside) - 1)
        return total + sum(child.natural_width(env) for child in self.inside)

    def arrange(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        children, align = self.children, self.align
        widths, heights = self._widths, self._heights
        if widths is None or self._measured_for != w:
            widths = self._split(env, w)
            if align != "stretch":
                heights = [
                    child.measure(env, inner) for child, inner in zip(children, widths, strict=True)
                ]
        at, inner_top, inner_height = x, y, h
        if self.pad is not NO_PADDING:
            left, top, _, bottom = self.pad
            at += env.px(left)
            inner_top += env.px(top)
            inner_height -= env.px(top + bottom)
        gap = env.px(self.gap) if self.gap else 0
        if align == "stretch":
            heights = [inner_height] * len(children)
        for child, width, height in zip(children, widths, heights, strict=True):
            if align == "center":
                child.place(env, at, inner_top + (inner_height - height) // 2, width, height)
            elif align == "end":
                child.place(env, at, inner_top + inner_height - height, width, height)
            else:
                child.place(env, at, inner_top, width, height)
            at += width + gap


class Stack(Box):
    """Children on top of each other, each filling the box."""

    class_name = "android.widget.FrameLayout"

    def content_height(self, env: Env, width: int) -> int:
        inner = width - env.px(self.pad[0] + self.pad[2])
        tallest = max((child.measure(env, inner) for child in self.inside), default=0)
        return tallest + env.px(self.pad[1] + self.pad[3])

    def natural_width(self, env: Env) -> int:
        if self.width is not None:
            return env.px(self.width)
        widest = max((child.natural_width(env) for child in self.inside), default=0)
        return widest + env.px(self.pad[0] + self.pad[2])

    def arrange(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        left, top, right, bottom = (env.px(side) for side in self.pad)
        for child in self.children:
            child.place(env, x + left, y + top, w - left - right, h - top - bottom)


class Center(Box):
    """One child in the middle, as large as it wants to be."""

    class_name = "android.widget.FrameLayout"

    def content_height(self, env: Env, width: int) -> int:
        child = self.inside[0]
        return child.measure(env, min(child.natural_width(env) or width, width))

    def natural_width(self, env: Env) -> int:
        return env.px(self.width) if self.width is not None else self.inside[0].natural_width(env)

    def arrange(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        child = self.children[0]
        width = min(child.natural_width(env) or w, w)
        height = min(child.measure(env, width), h)
        child.place(env, x + (w - width) // 2, y + (h - height) // 2, width, height)


class Space(View):
    """Empty space of a given size."""

    def __init__(self, size: float = 0) -> None:
        self.width = size
        self.height = size
