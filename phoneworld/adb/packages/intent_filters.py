"""Which screen an intent leads to: PhoneWorld's apps as if they had declared intent filters.

Only what Android's own apps answer to is answered here; anything else is left unresolved, and
`am` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from phoneworld.adb.packages.components import Component, route_of
from phoneworld.adb.packages.intent_addresses import call, dial, path_of, send_to, view_address
from phoneworld.adb.packages.intent_targets import STREAM, TEXT, IntentTarget, Sharing, app_named
from phoneworld.adb.packages.intents import HOME_CATEGORY, MAIN, VIEW, Extra, Intent
from phoneworld.adb.packages.package_list import is_enabled
from phoneworld.adb.session import AdbSession
from phoneworld.app import App
from phoneworld.phone import LAUNCHER
from phoneworld.world import from_millis

_CATEGORIES = {
    f"android.intent.category.APP_{category}": app_named(name)
    for category, name in (
        ("BROWSER", "browser"),
        ("CALCULATOR", "calculator"),
        ("CALENDAR", "calendar"),
        ("CONTACTS", "contacts"),
        ("EMAIL", "mail"),
        ("FILES", "files"),
        ("GALLERY", "gallery"),
        ("MAPS", "maps"),
        ("MESSAGING", "messages"),
        ("MUSIC", "music"),
    )
}
_SETTINGS = {
    "SETTINGS": "start",
    "WIFI_SETTINGS": "wifi",
    "WIFI_IP_SETTINGS": "wifi",
    "WIRELESS_SETTINGS": "network",
    "AIRPLANE_MODE_SETTINGS": "network",
    "DATA_ROAMING_SETTINGS": "network",
    "NETWORK_OPERATOR_SETTINGS": "network",
    "DATA_USAGE_SETTINGS": "network",
    "TETHER_SETTINGS": "hotspot",
    "BLUETOOTH_SETTINGS": "bluetooth",
    "APPLICATION_SETTINGS": "apps",
    "MANAGE_APPLICATIONS_SETTINGS": "apps",
    "MANAGE_ALL_APPLICATIONS_SETTINGS": "apps",
    "NOTIFICATION_SETTINGS": "notifications",
    "ALL_APPS_NOTIFICATION_SETTINGS": "notifications",
    "ZEN_MODE_SETTINGS": "notifications",
    "BATTERY_SAVER_SETTINGS": "battery",
    "SOUND_SETTINGS": "sound",
    "DISPLAY_SETTINGS": "display",
    "DARK_THEME_SETTINGS": "display",
    "NIGHT_DISPLAY_SETTINGS": "display",
    "ACCESSIBILITY_SETTINGS": "accessibility",
    "SECURITY_SETTINGS": "security",
    "NFC_SETTINGS": "security",
    "PRIVACY_SETTINGS": "privacy",
    "LOCATION_SOURCE_SETTINGS": "location",
    "DATE_SETTINGS": "system",
    "LOCALE_SETTINGS": "system",
    "APPLICATION_DEVELOPMENT_SETTINGS": "system",
    "DEVICE_INFO_SETTINGS": "about",
}
_PLAIN: Mapping[str, tuple[str, str]] = {
    "android.intent.action.CALL_BUTTON": ("phone", "home"),
    "android.intent.action.POWER_USAGE_SUMMARY": ("settings", "battery"),
    "android.intent.action.SHOW_ALARMS": ("clock", "alarms"),
    "android.intent.action.SHOW_TIMERS": ("clock", "timer"),
    "android.intent.action.SET_ALARM": ("clock", "edit"),
    "android.intent.action.SET_TIMER": ("clock", "new_timer"),
    "android.media.action.IMAGE_CAPTURE": ("camera", "viewfinder"),
    "android.media.action.STILL_IMAGE_CAMERA": ("camera", "viewfinder"),
    "android.media.action.VIDEO_CAMERA": ("camera", "viewfinder"),
    "android.settings.INTERNAL_STORAGE_SETTINGS": ("files", "storage"),
}


def resolve(session: AdbSession, intent: Intent) -> list[IntentTarget | Sharing]:
    """Where an intent leads, the best first. Only screens that exist and are enabled."""
    if intent.component is not None:
        found = _explicit(session, intent.component, intent)
    else:
        found = _implicit(session, intent)
    installed = [_installed(session, target) for target in found]
    return [
        target
        for target in installed
        if isinstance(target, Sharing)
        or (_exists(session, target) and intent.package in ("", target.package))
    ]


def _installed(session: AdbSession, target: IntentTarget | Sharing) -> IntentTarget | Sharing:
    """The same in the app that stands in for the one meant."""
    if isinstance(target, Sharing):
        return target
    return replace(target, package=session.phone.installed_as(target.package))


def _exists(session: AdbSession, target: IntentTarget) -> bool:
    app = session.phone.apps.get(target.package)
    return app is not None and target.route in app.screens and is_enabled(session, target.package)


def _explicit(
    session: AdbSession, component: Component, intent: Intent
) -> list[IntentTarget | Sharing]:
    """A named screen, with the extras as what it is opened with."""
    app = session.phone.apps.get(component.package)
    route = route_of(app, component) if app is not None else None
    if app is None or route is None:
        return []
    given = {**intent.extras, **_shared(app, route, intent)}
    return [IntentTarget(app.package, route, {k: v for k, v in given.items() if v is not None})]


def _shared(app: App, route: str, intent: Intent) -> dict[str, Extra]:
    """What is sent to a screen that takes it, by the names the screen knows."""
    shared: dict[str, Extra] = {}
    for name, extra in (("text", TEXT), ("file", STREAM)):
        if app.accepts.get(name) == route and intent.text_of(extra):
            shared[name] = (
                path_of(intent.text_of(extra)) if name == "file" else intent.text_of(extra)
            )
    return shared


def _implicit(session: AdbSession, intent: Intent) -> list[IntentTarget | Sharing]:
    action = intent.action
    if action in ("", MAIN):
        return [*_starts(session, intent)]
    if action in _PLAIN:
        name, route = _PLAIN[action]
        return [IntentTarget(app_named(name), route)]
    if action.startswith("android.settings."):
        return [*_settings(intent)]
    handler = _ACTIONS.get(action)
    return [*handler(session, intent)] if handler is not None else []


def _starts(session: AdbSession, intent: Intent) -> list[IntentTarget]:
    """Apps to be started, as from the launcher."""
    apps = session.phone.apps
    if HOME_CATEGORY in intent.categories:
        return [IntentTarget(LAUNCHER, apps[LAUNCHER].start)]
    for category in intent.categories:
        package = session.phone.installed_as(_CATEGORIES.get(category, ""))
        if package in apps:
            return [IntentTarget(package, apps[package].start)]
    if intent.package in apps:
        return [IntentTarget(intent.package, apps[intent.package].start)]
    if intent.categories == ["android.intent.category.LAUNCHER"] and not intent.package:
        return [IntentTarget(app.package, app.start) for app in apps.values() if app.in_launcher]
    return []


def _settings(intent: Intent) -> list[IntentTarget]:
    name = intent.action.removeprefix("android.settings.")
    if name in ("APPLICATION_DETAILS_SETTINGS", "APP_NOTIFICATION_SETTINGS"):
        package = intent.text_of("android.provider.extra.APP_PACKAGE")
        if intent.scheme == "package":
            package = intent.data.partition(":")[2]
        return [IntentTarget(app_named("settings"), "app", {"package": package})] if package else []
    route = _SETTINGS.get(name)
    return [IntentTarget(app_named("settings"), route)] if route is not None else []


def _send(session: AdbSession, intent: Intent) -> list[IntentTarget | Sharing]:
    """Something is handed over: to the app that is named, or to one that the user chooses."""
    text, stream = intent.text_of(TEXT), intent.text_of(STREAM)
    file = path_of(stream) if stream else ""
    if intent.package:
        app = session.phone.apps.get(intent.package)
        route = app.accepts.get("file" if file else "text") if app is not None else None
        if route is None:
            return []
        return [IntentTarget(intent.package, route, {"file": file} if file else {"text": text})]
    return [Sharing(text, file)] if text or file else []


def _insert(session: AdbSession, intent: Intent) -> list[IntentTarget]:
    kind = intent.kind or intent.data
    if "contact" in kind:
        first, _, last = intent.text_of("name").partition(" ")
        given = {
            "first": first,
            "last": last,
            "email": intent.text_of("email"),
            "company": intent.text_of("company"),
            "note": intent.text_of("notes"),
            "address": intent.text_of("postal"),
        }
        phone = intent.text_of("phone")
        fields = {k: v for k, v in given.items() if v}
        return [
            IntentTarget(app_named("contacts"), "edit", {"phone": phone} if phone else {}, fields)
        ]
    if "event" in kind or "calendar" in kind:
        event: dict[str, Any] = {
            "title": intent.text_of("title"),
            "location": intent.text_of("eventLocation"),
            "description": intent.text_of("description"),
        }
        begin = intent.text_of("beginTime")
        if begin.isdecimal() and len(begin) < 15:
            start = from_millis(int(begin))
            event |= {"day": start.date().isoformat(), "time": f"{start:%H:%M}"}
        return [IntentTarget(app_named("calendar"), "edit", {k: v for k, v in event.items() if v})]
    del session
    return []


def _search_web(session: AdbSession, intent: Intent) -> list[IntentTarget]:
    del session
    return [IntentTarget(app_named("browser"), "page", {"text": intent.text_of("query")})]


_Handler = Callable[[AdbSession, Intent], "list[IntentTarget] | list[IntentTarget | Sharing]"]
_ACTIONS: Mapping[str, _Handler] = {
    VIEW: view_address,
    "android.intent.action.DIAL": dial,
    "android.intent.action.CALL": call,
    "android.intent.action.SENDTO": send_to,
    "android.intent.action.SEND": _send,
    "android.intent.action.INSERT": _insert,
    "android.intent.action.INSERT_OR_EDIT": _insert,
    "android.intent.action.WEB_SEARCH": _search_web,
    "android.intent.action.SEARCH": _search_web,
}
