"""Where an address leads: `tel:`, `sms:`, `mailto:`, `geo:`, `https:`, `content:`, `file:`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qs, unquote, unquote_plus

from phoneworld.adb.packages.intent_targets import TEXT, IntentTarget, app_named
from phoneworld.adb.packages.intents import Extra, Intent
from phoneworld.adb.session import AdbSession


def _number(intent: Intent) -> str:
    return unquote(intent.data.partition(":")[2].partition("?")[0])


def view_address(session: AdbSession, intent: Intent) -> list[IntentTarget]:
    address = intent.data
    match intent.scheme:
        case "http" | "https":
            return [IntentTarget(app_named("browser"), "page", {"url": address})]
        case "tel":
            return dial(session, intent)
        case "sms" | "smsto" | "mms" | "mmsto" | "mailto":
            return send_to(session, intent)
        case "geo" | "google.navigation":
            return [_place(intent)]
        case "content":
            return _view_content(session, address)
        case "file":
            return _view_file(session, path_of(address))
        case _:
            return []


def _place(intent: Intent) -> IntentTarget:
    """`geo:0,0?q=words`, `geo:48.1,11.5`, `google.navigation:q=words`."""
    where, _, query = intent.data.partition(":")[2].partition("?")
    if intent.scheme == "google.navigation":
        where, query = "", where
    wanted = parse_qs(query).get("q", [unquote_plus(where)])[0]
    if intent.scheme == "google.navigation":
        return IntentTarget(app_named("maps"), "directions", {"to": wanted})
    if wanted in ("", "0,0"):
        return IntentTarget(app_named("maps"), "explore")
    return IntentTarget(app_named("maps"), "search", {"query": re.sub(r"\s*\(.*\)$", "", wanted)})


def _view_content(session: AdbSession, address: str) -> list[IntentTarget]:
    path = address.partition("://")[2].partition("?")[0].rstrip("/")
    last = path.rpartition("/")[2]
    id = int(last) if last.isdecimal() and len(last) < 15 else None
    authority = path.partition("/")[0]
    if authority in ("contacts", "com.android.contacts"):
        return [IntentTarget(app_named("contacts"), "list" if id is None else "person", _id_of(id))]
    if authority == "com.android.calendar":
        shown = id is not None and "/events/" in path
        return [
            IntentTarget(
                app_named("calendar"), "event" if shown else "home", _id_of(id) if shown else {}
            )
        ]
    if authority == "call_log":
        return [IntentTarget(app_named("phone"), "home")]
    if authority in ("sms", "mms-sms"):
        return [IntentTarget(app_named("messages"), "list")]
    if authority == "media" and "/audio" in path:
        return [IntentTarget(app_named("music"), "library")]
    if authority == "media":
        if id is not None and session.phone.files.one("SELECT 1 FROM files WHERE _id = ?", id):
            return [IntentTarget(app_named("gallery"), "photo", {"id": id})]
        return [IntentTarget(app_named("gallery"), "home")]
    return []


def _id_of(id: int | None) -> dict[str, Extra]:
    return {} if id is None else {"id": id}


def path_of(address: str) -> str:
    path = unquote(address.removeprefix("file://"))
    return re.sub(r"^/(storage/emulated/0|mnt/sdcard)(?=/|$)", "/sdcard", path)


def _view_file(session: AdbSession, path: str) -> list[IntentTarget]:
    row = session.phone.files.one(
        "SELECT _id, mime_type, is_folder FROM files WHERE _data = ?", path.rstrip("/")
    )
    if row is None:
        return []
    if row["is_folder"]:
        return [IntentTarget(app_named("files"), "folder", {"path": path.rstrip("/")})]
    if row["mime_type"].startswith("image/"):
        return [IntentTarget(app_named("gallery"), "photo", {"id": row["_id"]})]
    return [IntentTarget(app_named("files"), "text", {"path": path})]


def dial(session: AdbSession, intent: Intent) -> list[IntentTarget]:
    del session
    number = _number(intent) if intent.scheme == "tel" else ""
    return [IntentTarget(app_named("phone"), "dial", {"number": number})]


def call(session: AdbSession, intent: Intent) -> list[IntentTarget]:
    del session
    if intent.scheme != "tel":
        return []
    return [IntentTarget(app_named("phone"), "call", {"number": _number(intent)})]


def send_to(session: AdbSession, intent: Intent) -> list[IntentTarget]:
    del session
    query = parse_qs(intent.data.partition("?")[2])
    if intent.scheme == "mailto":
        given = {
            "to": _number(intent) or intent.text_of("android.intent.extra.EMAIL"),
            "subject": _first(query, "subject") or intent.text_of("android.intent.extra.SUBJECT"),
            "text": _first(query, "body") or intent.text_of(TEXT),
        }
        return [IntentTarget(app_named("mail"), "compose", {k: v for k, v in given.items() if v})]
    if intent.scheme in ("sms", "smsto", "mms", "mmsto"):
        given = {
            "address": _number(intent),
            "text": _first(query, "body") or intent.text_of("sms_body", TEXT),
        }
        return [
            IntentTarget(app_named("messages"), "compose", {k: v for k, v in given.items() if v})
        ]
    return []


def _first(query: Mapping[str, list[str]], name: str) -> str:
    return query.get(name, [""])[0]
