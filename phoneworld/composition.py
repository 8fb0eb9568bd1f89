"""Composes what is on a phone's screen: windows, the bars around them, whole frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phoneworld.frame import (
    KEYBOARD_DP,
    NAV_BAR_DP,
    STATUS_BAR_DP,
    Frame,
    KeptLayer,
    KeyboardLook,
    Layer,
    StatusBar,
)
from phoneworld.locale import translator
from phoneworld.system import panels
from phoneworld.system.overlays import overlay_window
from phoneworld.ui.env import Env
from phoneworld.ui.theme import make_theme
from phoneworld.ui.view import View
from phoneworld.world import from_millis

if TYPE_CHECKING:
    from phoneworld.activity import Activity
    from phoneworld.phone import Phone

SYSTEM_PACKAGE = "com.android.systemui"
SYSTEM_COLOR = "#1a73e8"


def active_window(phone: Phone) -> Layer:
    """The window in front: what can be read and touched."""
    if phone.panel is not None:
        return _panel_window(phone)
    return content_window(phone)


def content_window(phone: Phone) -> Layer:
    """The window of the app in front: its overlay if one is open, else its screen."""
    activity = phone.activity
    if activity.overlay is not None:
        return _lay(phone, overlay_window(phone, activity.overlay), activity, dims=True)
    return _kept(phone, activity) or _lay(phone, _screen_view(phone, activity), activity)


def _kept(phone: Phone, activity: Activity) -> Layer | None:
    """The window of a screen that tells what it is made of: the one from before if that is the same."""
    shown = activity.screen.made_of()
    if shown is None or activity.scroll or activity.focus or phone.shifted_layout:
        return None
    if activity.ready_at_s > phone.now_s:
        return None
    look = (is_dark(phone), font_scale(phone), phone.settings.get("system", "locale", "en"))
    made_of = (*shown, *look, activity.package, phone.keyboard_shown, phone.realism)
    kept = phone.kept_window
    if kept is None or kept.made_of != made_of:
        layer = _lay(phone, activity.screen.view(), activity)
        kept = phone.kept_window = KeptLayer(made_of, layer)
    return kept.layer


def _screen_view(phone: Phone, activity: Activity) -> View:
    if activity.ready_at_s > phone.now_s:
        return panels.loading()
    view = activity.screen.view()
    return panels.with_banner(view) if phone.shifted_layout else view


def _panel_window(phone: Phone) -> Layer:
    if phone.panel is None:
        raise AssertionError("there is no panel to show")
    view = panels.panel_window(phone, phone.panel)
    env = _env(phone, SYSTEM_PACKAGE, SYSTEM_COLOR, phone.activity)
    _place(phone, view, env)
    return Layer(view, env, dims=True)


def _lay(phone: Phone, view: View, activity: Activity, *, dims: bool = False) -> Layer:
    app = phone.apps[activity.package]
    env = _env(phone, activity.package, app.color, activity)
    _place(phone, view, env)
    return Layer(view, env, dims=dims, wallpaper=not app.in_launcher)


def _env(phone: Phone, package: str, accent: str, activity: Activity) -> Env:
    realism = phone.realism
    return Env(
        package=package,
        theme=make_theme(accent, dark=is_dark(phone)),
        density=realism.display.density_dpi / 160,
        font_scale=font_scale(phone),
        scroll=activity.scroll,
        texts=phone.texts,
        focus=activity.focus,
        select_all=activity.select_all,
        variant=realism.variant,
        translate=translator(phone.settings.get("system", "locale", "en")),
    )


def _place(phone: Phone, view: View, env: Env) -> None:
    display = phone.realism.display
    top = env.px(STATUS_BAR_DP)
    bottom = display.height_px - env.px(NAV_BAR_DP)
    if phone.keyboard_shown:
        bottom -= env.px(KEYBOARD_DP)
    view.place(env, 0, top, display.width_px, bottom - top)


def is_dark(phone: Phone) -> bool:
    """Whether the dark theme is on."""
    return phone.settings.get("secure", "ui_night_mode") == "2"


def font_scale(phone: Phone) -> float:
    """How much larger than normal text is; an invalid setting counts as normal."""
    try:
        scale = float(phone.settings.get("system", "font_scale", "1.0"))
    except ValueError:
        return 1.0
    return scale if 0.5 <= scale <= 3.0 else 1.0


def _windows_behind(phone: Phone) -> list[Layer]:
    """What lies behind the window in front, from the back."""
    activity = phone.activity
    behind: list[Layer] = []
    if activity.overlay is not None or phone.panel is not None:
        behind.append(_lay(phone, _screen_view(phone, activity), activity))
    if activity.overlay is not None and phone.panel is not None:
        behind.append(content_window(phone))
    return behind


def frame(phone: Phone) -> Frame:
    """All that is to be painted now."""
    display = phone.realism.display
    layers = [*_windows_behind(phone), phone.window()]
    clock = from_millis(phone.now_ms)
    return Frame(
        width_px=display.width_px,
        height_px=display.height_px,
        density=display.density_dpi / 160,
        dark=is_dark(phone),
        brightness=_number(phone.settings.get("system", "screen_brightness"), 128),
        wallpaper=phone.settings.get("system", "wallpaper"),
        layers=tuple(layers),
        status=StatusBar(
            time=f"{clock:%H:%M}",
            icons=panels.status_icons(phone.settings),
            notifications=panels.notification_icons(phone),
            battery_percent=_number(phone.settings.get("global", "battery_level"), 82),
        ),
        keyboard=keyboard_look(phone),
        toast=phone.toast_text,
    )


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() else otherwise


def keyboard_look(phone: Phone) -> KeyboardLook | None:
    """The keyboard as it is shown, if it is."""
    if not phone.keyboard_shown:
        return None
    field = phone.focused_field()
    layout, enter = phone.keyboard_layout, "enter"
    if field is not None:
        if field.kind in ("number", "phone") and layout == "letters":
            layout = "numbers"
        enter = "search" if field.kind == "search" else "enter"
    return KeyboardLook(layout, phone.shifted, enter)
