"""What covers the whole phone: shade, recents, share sheet, permission questions, pop-ups."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from phoneworld.errors import AppError
from phoneworld.providers.settings import SettingsProvider
from phoneworld.system.text_input import copy_all, cut_all, paste, select_all
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Card, Tile
from phoneworld.ui.scroll_views import Grid, ScrollView
from phoneworld.ui.view import Center, Column, Handler, Row, Space, View
from phoneworld.ui.widgets import Avatar, Icon, Picture, Progress, Text
from phoneworld.ui.windows import Dialog, Menu, Sheet, Window
from phoneworld.world import from_millis
from runtime.actions import Direction
from runtime.observation import CHECKABLE, CHECKED

if TYPE_CHECKING:
    from phoneworld.phone import Phone

Panel = dict[str, Any]
TEXT_MENU = "text_menu"

TILES = (
    ("Wi-Fi", "wifi", "global", "wifi_on"),
    ("Bluetooth", "bluetooth", "global", "bluetooth_on"),
    ("Do Not Disturb", "do_not_disturb_on", "global", "zen_mode"),
    ("Flashlight", "flashlight_on", "secure", "flashlight_enabled"),
    ("Auto-rotate", "screen_rotation", "system", "accelerometer_rotation"),
    ("Battery Saver", "battery_saver", "global", "low_power"),
    ("Airplane mode", "airplanemode_active", "global", "airplane_mode_on"),
    ("Mobile data", "signal_cellular_alt", "global", "mobile_data"),
)
PERMISSIONS = {
    "android.permission.CAMERA": ("photo_camera", "take pictures and record video"),
    "android.permission.ACCESS_FINE_LOCATION": ("place", "access this device's location"),
    "android.permission.READ_CONTACTS": ("contacts", "access your contacts"),
    "android.permission.RECORD_AUDIO": ("mic", "record audio"),
    "android.permission.POST_NOTIFICATIONS": ("notifications", "send you notifications"),
    "android.permission.READ_MEDIA_IMAGES": ("photo_library", "access photos on your device"),
    "android.permission.SEND_SMS": ("sms", "send and view SMS messages"),
    "android.permission.CALL_PHONE": ("call", "make and manage phone calls"),
    "android.permission.READ_CALENDAR": ("event", "access your calendar"),
}
POPUPS = (
    ("Software update", "A new version is ready to install.", "Later"),
    ("Battery is low", "Turn on Battery Saver to extend battery life.", "Not now"),
    ("Rate this app", "Enjoying it so far? Tell others what you think.", "Not now"),
    ("What's new", "We have made things faster and easier to find.", "Got it"),
)
ADS = ("Summer sale: 40% off", "Play the new puzzle game", "Cheap flights this weekend")


def panel_window(phone: Phone, panel: Panel) -> View:
    """The window of a system panel."""
    maker = MAKERS.get(panel["kind"])
    if maker is None:
        raise AppError(f"there is no panel of kind {panel['kind']!r}: {', '.join(MAKERS)}")
    return maker(phone, panel)


def status_icons(settings: SettingsProvider) -> tuple[str, ...]:
    """The icons of what is switched on."""
    shown = (
        ("zen_mode", "do_not_disturb_on"),
        ("bluetooth_on", "bluetooth"),
        ("airplane_mode_on", "airplanemode_active"),
        ("wifi_on", "wifi"),
        ("mobile_data", "signal_cellular_alt"),
    )
    return tuple(icon for name, icon in shown if settings.on("global", name))


def notification_icons(phone: Phone) -> tuple[str, ...]:
    """The icons of the apps that have posted notifications."""
    rows = phone.system.rows("SELECT DISTINCT package FROM notifications ORDER BY _id LIMIT 4")
    return tuple(phone.apps[row["package"]].icon for row in rows if row["package"] in phone.apps)


def loading() -> View:
    """The screen of an app that is still loading."""
    return Center(Progress(description="Loading"))


def with_banner(view: View) -> View:
    """A screen pushed down by a banner."""
    banner = Row(
        Icon("local_offer"), Text(ADS[0], "small").grow(), bg="container", pad=16, gap=12
    ).sized(height=64)
    return Column(banner, view.grow())


class TileButton(Column):
    """A switch of the quick settings."""

    def __init__(self, label: str, icon: str, *, on: bool, on_click: Handler) -> None:
        super().__init__(
            Icon(icon, color="on_primary" if on else "muted"),
            Text(label, "caption", color="on_primary" if on else "muted", align="center", lines=1),
            pad=(4, 14),
            gap=6,
            align="center",
            bg="primary" if on else "surface_high",
            radius=18,
        )
        self.class_name = "android.widget.Switch"
        self.flags = CHECKABLE | (CHECKED if on else 0)
        self.clicked(on_click)


def _shade(phone: Phone, panel: Panel) -> View:
    del panel
    clock = from_millis(phone.now_ms)

    def flip(table: str, name: str) -> Handler:
        return lambda: phone.settings.toggle(table, name)

    tiles = [
        TileButton(label, icon, on=phone.settings.on(table, name), on_click=flip(table, name))
        for label, icon, table, name in TILES
    ]
    dark = phone.settings.get("secure", "ui_night_mode") == "2"
    tiles.append(
        TileButton(
            "Dark theme",
            "dark_mode",
            on=dark,
            on_click=lambda: phone.settings.put("secure", "ui_night_mode", "1" if dark else "2"),
        )
    )
    rows = [
        _notification(phone, row)
        for row in phone.system.rows("SELECT * FROM notifications ORDER BY posted DESC LIMIT 20")
    ]
    clear = Button("Clear all", lambda: phone.system.run("DELETE FROM notifications"), kind="text")
    body: list[View] = [*rows, Row(Space(0).grow(), clear)] if rows else []
    if not rows:
        body = [Text("No notifications", "small", color="muted", align="center")]
    return Window(
        Column(
            Text(f"{clock:%H:%M}", "display"),
            Text(f"{clock:%A}, {clock.day} {clock:%B}", "small", color="muted"),
            Grid(tiles, columns=3, row_height=76, gap=8),
            ScrollView(*body, key="shade", gap=8),
            pad=16,
            gap=12,
            bg="background",
        )
    )


def _notification(phone: Phone, row: dict[str, Any]) -> View:
    app = phone.app(row["package"])

    def dismiss() -> None:
        phone.system.run("DELETE FROM notifications WHERE _id = ?", row["_id"])
        phone.touch()

    def open_it() -> None:
        dismiss()
        phone.close_panel()
        phone.launch(app.package, row["route"], json.loads(row["args"]))

    def swipe(direction: Direction) -> None:
        del direction
        dismiss()

    posted = from_millis(row["posted"])
    card = Card(
        Row(
            Avatar(icon=app.icon, color=app.color, size=22),
            Text(app.label, "caption", color="muted").grow(),
            Text(f"{posted:%H:%M}", "caption", color="muted"),
            gap=8,
        ),
        Text(row["title"], "subtitle", lines=1),
        Text(row["text"], "small", color="muted", lines=2),
        on_click=open_it,
    )
    return card.swiped(swipe)


def _recents(phone: Phone, panel: Panel) -> View:
    del panel

    def bring(package: str) -> Handler:
        return lambda: phone.launch(package)

    def end(package: str) -> Callable[[Direction], None]:
        def swipe(direction: Direction) -> None:
            del direction
            phone.tasks.pop(package, None)
            if phone.front == package:
                phone.go_home()
                phone.show_panel("recents")

        return swipe

    def end_all() -> None:
        for package in phone.recent_apps:
            phone.tasks.pop(package, None)
        phone.go_home()

    cards: list[View] = []
    for package in phone.recent_apps:
        app = phone.app(package)
        card = Card(
            Row(
                Avatar(icon=app.icon, color=app.color, size=32), Text(app.label, "subtitle"), gap=12
            ),
            on_click=bring(package),
            pad=20,
        )
        cards.append(card.swiped(end(package)))
    if not cards:
        return Window(Column(Center(Text("No recent items")).grow(), bg="background"))
    return Window(
        Column(
            Text("Recent apps", "title"),
            ScrollView(*cards, key="recents", gap=12),
            Button("Clear all", end_all, kind="tonal"),
            pad=24,
            gap=16,
            bg="background",
        )
    )


def _share(phone: Phone, panel: Panel) -> View:
    what = "file" if panel["file"] else "text"
    value = panel[what]

    def give(package: str) -> Handler:
        route = phone.app(package).accepts[what]
        return lambda: phone.launch(package, route, {what: value})

    def copy() -> None:
        phone.clipboard = value
        phone.close_panel()
        phone.toast("Copied")

    takers = sorted(
        (app for app in phone.apps.values() if what in app.accepts), key=lambda app: app.label
    )
    icons = [
        Column(
            Avatar(icon=app.icon, color=app.color, size=48),
            Text(app.label, "caption", align="center", lines=1),
            gap=6,
            align="center",
            pad=(0, 8),
        ).clicked(give(app.package))
        for app in takers
    ]
    preview = value if what == "text" else value.rpartition("/")[2]
    return Sheet(
        Text(preview, "small", color="muted", lines=3),
        Space(12),
        Button("Copy", copy, kind="outlined", icon="content_copy") if what == "text" else None,
        Space(12),
        Grid(icons, columns=4, row_height=92),
        title="Share",
    )


def _permission(phone: Phone, panel: Panel) -> View:
    package, permission = panel["package"], panel["permission"]
    icon, purpose = PERMISSIONS.get(permission, ("security", permission.rpartition(".")[2].lower()))

    def answer(*, granted: bool, lasting: bool) -> Handler:
        def act() -> None:
            phone.close_panel()
            if lasting:
                phone.grant_permission(package, permission, granted=granted)
            if granted:
                getattr(phone.activity.screen, panel["then"])(**panel["args"])

        return act

    label = phone.app(package).label
    return Dialog(
        Center(Icon(icon, size=28, color="primary")),
        Text(f"Allow {label} to {purpose}?", "title", align="center").named("permission_message"),
        Space(8),
        Button(
            "While using the app",
            answer(granted=True, lasting=True),
            kind="tonal",
            id="permission_allow_foreground_only_button",
        ),
        Button(
            "Only this time",
            answer(granted=True, lasting=False),
            kind="tonal",
            id="permission_allow_one_time_button",
        ),
        Button(
            "Don't allow",
            answer(granted=False, lasting=True),
            kind="tonal",
            id="permission_deny_button",
        ),
    )


def _popup(phone: Phone, panel: Panel) -> View:
    number: int = panel["number"]
    title, text, way_out = POPUPS[number % len(POPUPS)]
    return Dialog(
        Text(text, "small", color="muted"),
        title=title,
        buttons=(Button(way_out, phone.close_panel, kind="text", id="button2"),),
    )


def _ad(phone: Phone, panel: Panel) -> View:
    number: int = panel["number"]
    offer = ADS[number % len(ADS)]
    picture = Picture(f"abstract:{number}", height=220, radius=16)
    return Dialog(
        Text("Advertisement", "caption", color="muted"),
        picture,
        Text(offer, "title"),
        buttons=(
            Button("Learn more", lambda: phone.toast("Opening ad…"), kind="text", id="ad_open"),
            Button("Close", phone.close_panel, kind="text", id="ad_close"),
        ),
    )


def _text_menu(phone: Phone, panel: Panel) -> View:
    """Cut, copy, paste, select all: over a field, or over text that can be copied."""
    if panel.get("fixed") is not None:
        fixed: str = panel["fixed"]

        def copy_fixed() -> None:
            phone.clipboard = fixed
            phone.close_panel()
            phone.toast("Copied to clipboard")

        def share_fixed() -> None:
            phone.share(fixed, "")

        return Menu(
            Tile("Copy", on_click=copy_fixed, id="copy"),
            Tile("Share", on_click=share_fixed, id="share"),
        )
    has_text = bool(phone.texts.get(phone.activity.focus, ""))
    rows: list[View] = []
    if has_text:
        rows += [
            Tile("Cut", on_click=lambda: cut_all(phone), id="cut"),
            Tile("Copy", on_click=lambda: copy_all(phone), id="copy"),
        ]
    if phone.clipboard:
        rows.append(Tile("Paste", on_click=lambda: paste(phone), id="paste"))
    if has_text:
        rows.append(Tile("Select all", on_click=lambda: select_all(phone), id="selectAll"))
    if not rows:
        rows.append(Text("Clipboard is empty", "small", color="muted"))
    return Menu(*rows)


MAKERS: dict[str, Callable[[Phone, Panel], View]] = {
    "shade": _shade,
    "recents": _recents,
    "share": _share,
    "permission": _permission,
    "popup": _popup,
    "ad": _ad,
    TEXT_MENU: _text_menu,
}
