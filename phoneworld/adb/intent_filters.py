"""Which screen an intent leads to: PhoneWorld's apps as if they had declared intent filters.

Only what Android's own apps answer to is answered here; anything else is left unresolved, and
`am` says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote, unquote_plus

from phoneworld.adb.components import Component, component_of, route_of
from phoneworld.adb.intents import HOME_CATEGORY, MAIN, VIEW, Extra, Intent
from phoneworld.adb.packages import is_enabled
from phoneworld.adb.session import Session
from phoneworld.app import App
from phoneworld.phone import LAUNCHER
from phoneworld.world import from_millis

SHARE_SHEET = Component("com.android.systemui", ".panel")
TEXT = "android.intent.extra.TEXT"
STREAM = "android.intent.extra.STREAM"


@dataclass(frozen=True, slots=True)
class Target:
    """A screen to open. `fields` are texts to put into its form."""

    package: str
    route: str
    args: Mapping[str, Extra] = field(default_factory=dict[str, Extra])
    fields: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def component(self) -> Component:
        return component_of(self.package, self.route)


@dataclass(frozen=True, slots=True)
class Sharing:
    """The share sheet is to be shown: several apps could take what is sent."""

    text: str
    file: str


def _app(name: str) -> str:
    return f"com.phoneworld.{name}"


_CATEGORIES = {
    f"android.intent.category.APP_{category}": _app(name)
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


def resolve(session: Session, intent: Intent) -> list[Target | Sharing]:
    """Where an intent leads, the best first. Only screens that exist and are enabled."""
    if intent.component is not None:
        found = _explicit(session, intent.component, intent)
    else:
        found = _implicit(session, intent)
    return [
        target
        for target in found
        if isinstance(target, Sharing)
        or (_exists(session, target) and intent.package in ("", target.package))
    ]


def _exists(session: Session, target: Target) -> bool:
    app = session.phone.apps.get(target.package)
    return app is not None and target.route in app.screens and is_enabled(session, target.package)


def _explicit(session: Session, component: Component, intent: Intent) -> list[Target | Sharing]:
    """A named screen, with the extras as what it is opened with."""
    app = session.phone.apps.get(component.package)
    route = route_of(app, component) if app is not None else None
    if app is None or route is None:
        return []
    given = {**intent.extras, **_shared(app, route, intent)}
    return [Target(app.package, route, {k: v for k, v in given.items() if v is not None})]


def _shared(app: App, route: str, intent: Intent) -> dict[str, Extra]:
    """What is sent to a screen that takes it, by the names the screen knows."""
    shared: dict[str, Extra] = {}
    for name, extra in (("text", TEXT), ("file", STREAM)):
        if app.accepts.get(name) == route and intent.text_of(extra):
            shared[name] = (
                _path_of(intent.text_of(extra)) if name == "file" else intent.text_of(extra)
            )
    return shared


def _implicit(session: Session, intent: Intent) -> list[Target | Sharing]:
    action = intent.action
    if action in ("", MAIN):
        return [*_starts(session, intent)]
    if action in _PLAIN:
        name, route = _PLAIN[action]
        return [Target(_app(name), route)]
    if action.startswith("android.settings."):
        return [*_settings(intent)]
    handler = _ACTIONS.get(action)
    return [*handler(session, intent)] if handler is not None else []


def _starts(session: Session, intent: Intent) -> list[Target]:
    """Apps to be started, as from the launcher."""
    apps = session.phone.apps
    if HOME_CATEGORY in intent.categories:
        return [Target(LAUNCHER, apps[LAUNCHER].start)]
    for category in intent.categories:
        package = _CATEGORIES.get(category, "")
        if package in apps:
            return [Target(package, apps[package].start)]
    if intent.package in apps:
        return [Target(intent.package, apps[intent.package].start)]
    if intent.categories == ["android.intent.category.LAUNCHER"] and not intent.package:
        return [Target(app.package, app.start) for app in apps.values() if app.in_launcher]
    return []


def _settings(intent: Intent) -> list[Target]:
    name = intent.action.removeprefix("android.settings.")
    if name in ("APPLICATION_DETAILS_SETTINGS", "APP_NOTIFICATION_SETTINGS"):
        package = intent.text_of("android.provider.extra.APP_PACKAGE")
        if intent.scheme == "package":
            package = intent.data.partition(":")[2]
        return [Target(_app("settings"), "app", {"package": package})] if package else []
    route = _SETTINGS.get(name)
    return [Target(_app("settings"), route)] if route is not None else []


def _number(intent: Intent) -> str:
    return unquote(intent.data.partition(":")[2].partition("?")[0])


def _view(session: Session, intent: Intent) -> list[Target]:
    address = intent.data
    match intent.scheme:
        case "http" | "https":
            return [Target(_app("browser"), "page", {"url": address})]
        case "tel":
            return _dial(session, intent)
        case "sms" | "smsto" | "mms" | "mmsto" | "mailto":
            return _send_to(session, intent)
        case "geo" | "google.navigation":
            return [_place(intent)]
        case "content":
            return _view_content(session, address)
        case "file":
            return _view_file(session, _path_of(address))
        case _:
            return []


def _place(intent: Intent) -> Target:
    """`geo:0,0?q=words`, `geo:48.1,11.5`, `google.navigation:q=words`."""
    where, _, query = intent.data.partition(":")[2].partition("?")
    if intent.scheme == "google.navigation":
        where, query = "", where
    wanted = parse_qs(query).get("q", [unquote_plus(where)])[0]
    if intent.scheme == "google.navigation":
        return Target(_app("maps"), "directions", {"to": wanted})
    if wanted in ("", "0,0"):
        return Target(_app("maps"), "explore")
    return Target(_app("maps"), "search", {"query": re.sub(r"\s*\(.*\)$", "", wanted)})


def _view_content(session: Session, address: str) -> list[Target]:
    path = address.partition("://")[2].partition("?")[0].rstrip("/")
    last = path.rpartition("/")[2]
    id = int(last) if last.isdecimal() and len(last) < 15 else None
    authority = path.partition("/")[0]
    if authority in ("contacts", "com.android.contacts"):
        return [Target(_app("contacts"), "list" if id is None else "person", _id_of(id))]
    if authority == "com.android.calendar":
        shown = id is not None and "/events/" in path
        return [Target(_app("calendar"), "event" if shown else "home", _id_of(id) if shown else {})]
    if authority == "call_log":
        return [Target(_app("phone"), "home")]
    if authority in ("sms", "mms-sms"):
        return [Target(_app("messages"), "list")]
    if authority == "media" and "/audio" in path:
        return [Target(_app("music"), "library")]
    if authority == "media":
        if id is not None and session.phone.files.one("SELECT 1 FROM files WHERE _id = ?", id):
            return [Target(_app("gallery"), "photo", {"id": id})]
        return [Target(_app("gallery"), "home")]
    return []


def _id_of(id: int | None) -> dict[str, Extra]:
    return {} if id is None else {"id": id}


def _path_of(address: str) -> str:
    path = unquote(address.removeprefix("file://"))
    return re.sub(r"^/(storage/emulated/0|mnt/sdcard)(?=/|$)", "/sdcard", path)


def _view_file(session: Session, path: str) -> list[Target]:
    row = session.phone.files.one(
        "SELECT _id, mime_type, is_folder FROM files WHERE _data = ?", path.rstrip("/")
    )
    if row is None:
        return []
    if row["is_folder"]:
        return [Target(_app("files"), "folder", {"path": path.rstrip("/")})]
    if row["mime_type"].startswith("image/"):
        return [Target(_app("gallery"), "photo", {"id": row["_id"]})]
    return [Target(_app("files"), "text", {"path": path})]


def _dial(session: Session, intent: Intent) -> list[Target]:
    del session
    number = _number(intent) if intent.scheme == "tel" else ""
    return [Target(_app("phone"), "dial", {"number": number})]


def _call(session: Session, intent: Intent) -> list[Target]:
    del session
    if intent.scheme != "tel":
        return []
    return [Target(_app("phone"), "call", {"number": _number(intent)})]


def _send_to(session: Session, intent: Intent) -> list[Target]:
    del session
    query = parse_qs(intent.data.partition("?")[2])
    if intent.scheme == "mailto":
        given = {
            "to": _number(intent) or intent.text_of("android.intent.extra.EMAIL"),
            "subject": _first(query, "subject") or intent.text_of("android.intent.extra.SUBJECT"),
            "text": _first(query, "body") or intent.text_of(TEXT),
        }
        return [Target(_app("mail"), "compose", {k: v for k, v in given.items() if v})]
    if intent.scheme in ("sms", "smsto", "mms", "mmsto"):
        given = {
            "address": _number(intent),
            "text": _first(query, "body") or intent.text_of("sms_body", TEXT),
        }
        return [Target(_app("messages"), "compose", {k: v for k, v in given.items() if v})]
    return []


def _first(query: Mapping[str, list[str]], name: str) -> str:
    return query.get(name, [""])[0]


def _send(session: Session, intent: Intent) -> list[Target | Sharing]:
    """Something is handed over: to the app that is named, or to one that the user chooses."""
    text, stream = intent.text_of(TEXT), intent.text_of(STREAM)
    file = _path_of(stream) if stream else ""
    if intent.package:
        app = session.phone.apps.get(intent.package)
        route = app.accepts.get("file" if file else "text") if app is not None else None
        if route is None:
            return []
        return [Target(intent.package, route, {"file": file} if file else {"text": text})]
    return [Sharing(text, file)] if text or file else []


def _insert(session: Session, intent: Intent) -> list[Target]:
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
        return [Target(_app("contacts"), "edit", {"phone": phone} if phone else {}, fields)]
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
        return [Target(_app("calendar"), "edit", {k: v for k, v in event.items() if v})]
    del session
    return []


def _search_web(session: Session, intent: Intent) -> list[Target]:
    del session
    return [Target(_app("browser"), "page", {"text": intent.text_of("query")})]


_Handler = Callable[[Session, Intent], "list[Target] | list[Target | Sharing]"]
_ACTIONS: Mapping[str, _Handler] = {
    VIEW: _view,
    "android.intent.action.DIAL": _dial,
    "android.intent.action.CALL": _call,
    "android.intent.action.SENDTO": _send_to,
    "android.intent.action.SEND": _send,
    "android.intent.action.INSERT": _insert,
    "android.intent.action.INSERT_OR_EDIT": _insert,
    "android.intent.action.WEB_SEARCH": _search_web,
    "android.intent.action.SEARCH": _search_web,
}
