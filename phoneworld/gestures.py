"""What touches mean: taps, holds and strokes in pixels, and the phone's own buttons."""

from __future__ import annotations

from phoneworld.composition import keyboard_look
from phoneworld.frame import KEYBOARD_DP, NAV_BAR_DP, STATUS_BAR_DP
from phoneworld.keyboard import key_at
from phoneworld.phone import LAUNCHER, Phone
from phoneworld.system import text_input
from phoneworld.system.panels import TEXT_MENU
from phoneworld.ui.bars import Scaffold
from phoneworld.ui.controls import Slider
from phoneworld.ui.custom_view import TouchSurface
from phoneworld.ui.scroll_views import LazyList, ScrollView, SideScroll
from phoneworld.ui.view import View
from phoneworld.ui.widgets import Field, Text
from phoneworld.ui.windows import Window
from runtime.actions import Direction, SystemButton
from runtime.observation import DISABLED

LOST_TOUCH = "the touch was not registered"
NOTHING_THERE = "there is nothing there that answers to a tap"
PAGE = 0.8
"""How much of a list's height a page is."""


def tap(phone: Phone, x: int, y: int) -> str:
    """Touch a pixel. Returns the reason if nothing happened, else an empty text."""
    phone.toast_text = ""
    if phone.touch_is_lost():
        return LOST_TOUCH
    phone.shift_layout()
    zone = zone_of(phone, y)
    if zone == "nav":
        return _tap_nav(phone, x)
    if zone == "keyboard":
        return _tap_key(phone, x, y)
    if zone == "status":
        return "the status bar does not answer to taps"
    return _tap_window(phone, x, y)


def zone_of(phone: Phone, y: int) -> str:
    """Which part of the screen a pixel row belongs to: status, window, keyboard or nav."""
    display = phone.realism.display
    density = display.density_dpi / 160
    if y >= display.height_px - int(NAV_BAR_DP * density + 0.5):
        return "nav"
    if phone.keyboard_shown and y >= keyboard_top(phone):
        return "keyboard"
    if y < int(STATUS_BAR_DP * density + 0.5):
        return "status"
    return "window"


def keyboard_top(phone: Phone) -> int:
    """The pixel row where the keyboard starts."""
    display = phone.realism.display
    density = display.density_dpi / 160
    return display.height_px - int(NAV_BAR_DP * density + 0.5) - int(KEYBOARD_DP * density + 0.5)


def _tap_nav(phone: Phone, x: int) -> str:
    third = x * 3 // phone.realism.display.width_px
    if third == 0:
        return press(phone, SystemButton.BACK)
    if third == 1:
        return press(phone, SystemButton.HOME)
    phone.show_panel("recents")
    return ""


def _tap_key(phone: Phone, x: int, y: int) -> str:
    look = keyboard_look(phone)
    display = phone.realism.display
    if look is None:
        return "the keyboard is not shown"
    key = key_at(look, display.width_px, keyboard_top(phone), display.density_dpi / 160, x, y)
    if key is None:
        return "there is no key there"
    match key.value:
        case "shift":
            phone.shifted = not phone.shifted
        case "backspace":
            text_input.backspace(phone)
        case "enter":
            text_input.submit(phone)
        case "symbols" | "letters":
            phone.keyboard_layout = key.value
            phone.shifted = False
        case "space":
            text_input.insert(phone, " ")
        case "hide":
            phone.activity.keyboard = False
        case _:
            text_input.insert(phone, key.value)
            phone.shifted = False
    phone.touch()
    return ""


def _tap_window(phone: Phone, x: int, y: int) -> str:
    view = phone.window().view
    path = view.at(x, y)
    for target in reversed(path):
        if isinstance(target, Field) and not target.flags & DISABLED:
            if phone.panel is not None and phone.panel["kind"] == TEXT_MENU:
                phone.close_panel()
            if phone.panel is None and _stays(view, path):
                phone.focus_standing(target)
            else:
                phone.focus_field(target.key, select=target.select_on_focus)
                phone.reveal_focus()
            return ""
        if isinstance(target, Slider):
            target.on_slide(target.value_at(phone.realism.display.density_dpi / 160, x))
            phone.touch()
            return ""
        if isinstance(target, TouchSurface):
            target.on_stroke(target.spot(x, y), target.spot(x, y))
            phone.touch()
            return ""
        if target.on_click is not None:
            if target.flags & DISABLED:
                return f"'{target.text or target.description}' is disabled"
            target.on_click()
            phone.touch()
            return ""
    if isinstance(view, Window) and view.panel not in path:
        return _tap_outside(phone)
    if isinstance(view, Scaffold) and view.drawer is not None and view.drawer not in path:
        return _back(phone)
    return NOTHING_THERE


def _stays(root: View, path: list[View]) -> bool:
    """Whether what is at the end of a path stays in sight when the keyboard takes its room: no view
    scrolls to it, and it lies in none that leaves out what does not show.
    """
    if not isinstance(root, Scaffold | Window):
        return False
    if any(isinstance(view, LazyList | SideScroll) for view in path):
        return False
    return not any(isinstance(view, ScrollView) for view in root.walk_placed())


def _tap_outside(phone: Phone) -> str:
    if phone.panel is not None:
        if phone.panel["kind"] in ("permission", "ad", "popup"):
            return "the dialog must be answered"
        phone.close_panel()
    else:
        phone.dismiss_overlay()
    return ""


def hold(phone: Phone, x: int, y: int) -> str:
    """Touch a pixel and hold."""
    phone.toast_text = ""
    if phone.touch_is_lost():
        return LOST_TOUCH
    if zone_of(phone, y) != "window":
        return "there is nothing there that answers to touch and hold"
    for target in reversed(phone.window().view.at(x, y)):
        if isinstance(target, Field) and not target.flags & DISABLED:
            phone.focus_field(target.key, select=bool(target.value))
            phone.show_panel(TEXT_MENU)
            return ""
        if isinstance(target, Text) and target.selectable:
            phone.show_panel(TEXT_MENU, fixed=target.text)
            return ""
        if isinstance(target, TouchSurface) and target.on_press is not None:
            target.on_press(target.spot(x, y))
            phone.touch()
            return ""
        if target.on_long_click is not None and not target.flags & DISABLED:
            target.on_long_click()
            phone.touch()
            return ""
    return "there is nothing there that answers to touch and hold"


def stroke(phone: Phone, start: tuple[int, int], end: tuple[int, int]) -> str:
    """Move a finger across the screen."""
    phone.toast_text = ""
    if phone.touch_is_lost():
        return LOST_TOUCH
    dx, dy = end[0] - start[0], end[1] - start[1]
    if abs(dx) + abs(dy) < 10:
        return tap(phone, *start)
    sideways = abs(dx) > abs(dy)
    if zone_of(phone, start[1]) == "status" and not sideways and dy > 0:
        phone.show_panel("shade")
        return ""
    path = phone.window().view.at(*start)
    for target in reversed(path):
        if isinstance(target, TouchSurface):
            target.on_stroke(target.spot(*start), target.spot(*end))
            phone.touch()
            return ""
    if sideways:
        for target in reversed(path):
            if isinstance(target, Slider):
                target.on_slide(target.value_at(phone.realism.display.density_dpi / 160, end[0]))
                phone.touch()
                return ""
            if target.on_swipe is not None:
                target.on_swipe(Direction.RIGHT if dx > 0 else Direction.LEFT)
                phone.touch()
                return ""
    if _scroll_by(phone, path, -dx if sideways else -dy, sideways=sideways):
        return ""
    if sideways:
        direction = Direction.RIGHT if dx < 0 else Direction.LEFT
    else:
        direction = Direction.DOWN if dy < 0 else Direction.UP
    return _swipe_screen(phone, direction)


def scroll(phone: Phone, direction: Direction, x: int, y: int) -> str:
    """Scroll by a page: the container at a pixel, or else the first one that scrolls."""
    phone.toast_text = ""
    if phone.touch_is_lost():
        return LOST_TOUCH
    sideways = direction in (Direction.LEFT, Direction.RIGHT)
    forward = direction in (Direction.DOWN, Direction.RIGHT)
    root = phone.window().view
    for path in (root.at(x, y), list(root.walk_placed())):
        box = _scroller(path, sideways=sideways)
        if box is not None:
            page = int((box.w if sideways else box.h) * PAGE)
            if _scroll_by(phone, path, page if forward else -page, sideways=sideways):
                return ""
            return f"it does not scroll further {direction.value}"
    if sideways:
        for target in reversed(root.at(x, y)):
            if target.on_swipe is not None:
                # To look further right, the finger moves left.
                target.on_swipe(Direction.LEFT if forward else Direction.RIGHT)
                phone.touch()
                return ""
    return _swipe_screen(phone, direction)


def _scroller(path: list[View], *, sideways: bool) -> ScrollView | LazyList | SideScroll | None:
    for view in reversed(path):
        if sideways and isinstance(view, SideScroll) and view.max_offset:
            return view
        if not sideways and isinstance(view, ScrollView | LazyList) and view.max_offset:
            return view
    return None


def _scroll_by(phone: Phone, path: list[View], by: int, *, sideways: bool) -> bool:
    box = _scroller(path, sideways=sideways)
    if box is None:
        return False
    target = max(0, min(box.max_offset, box.offset + by))
    if target == box.offset:
        return False
    phone.activity.scroll[box.key] = target
    phone.touch()
    if isinstance(box, LazyList):
        _settle(phone, box.key)
    return True


def _settle(phone: Phone, key: str) -> None:
    """Correct the position of a list, which is known only after its rows were fetched."""
    for view in phone.window().view.walk_placed():
        if isinstance(view, LazyList) and view.key == key:
            phone.activity.scroll[key] = view.offset
            return


def _swipe_screen(phone: Phone, direction: Direction) -> str:
    if phone.panel is not None:
        if phone.panel["kind"] == "shade" and direction is Direction.DOWN:
            phone.close_panel()
            return ""
        return "there is nothing there that moves"
    if phone.activity.overlay is None and phone.activity.screen.swiped(direction):
        phone.touch()
        return ""
    return "there is nothing there that moves"


def press(phone: Phone, button: SystemButton) -> str:
    """Press one of the phone's buttons."""
    phone.toast_text = ""
    match button:
        case SystemButton.HOME:
            phone.go_home()
        case SystemButton.ENTER:
            if not text_input.submit(phone):
                return "no field has the cursor"
        case SystemButton.MENU:
            return "this phone has no menu button"
        case SystemButton.BACK:
            return _back(phone)
    return ""


def _back(phone: Phone) -> str:
    activity = phone.activity
    if phone.panel is not None:
        if phone.panel["kind"] == "permission":
            return "the dialog must be answered"
        phone.close_panel()
    elif activity.keyboard:
        activity.keyboard = False
        phone.touch()
    elif activity.overlay is not None:
        phone.dismiss_overlay()
    elif activity.screen.back():
        phone.touch()
    elif phone.front == LAUNCHER and len(phone.tasks[LAUNCHER]) == 1:
        return "this is the home screen"
    else:
        phone.close_screen()
    return ""
