"""What `content://` addresses stand for: a database of the phone, seen with Android's columns.

Each address is a query (`view`); what can be changed through it is in
`phoneworld.adb.content.changes`, by its `kind`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from phoneworld.providers import calendar, contacts, media, settings, telephony

NAME = "vnd.android.cursor.item/name"
FIRST_NAME_ID = 1_000_000_000
"""Rows of `data` that are names have ids from here on: the phone keeps names with the contact."""


@dataclass(frozen=True, slots=True)
class ContentSource:
    """What an address stands for. `path` is the database's, `kind` says what changes mean."""

    path: str
    view: str
    kind: str
    condition: str = ""
    """Which rows of the view the address leaves."""
    order: str = "_id"
    """How rows are sorted if nobody says how."""

    @property
    def query(self) -> str:
        where = f" WHERE {self.condition}" if self.condition else ""
        return f"SELECT * FROM ({self.view}){where}"


_DATA = f"""
SELECT d._id, d.raw_contact_id, d.raw_contact_id AS contact_id, r.display_name, d.mimetype,
    d.data1, d.data2, r.starred, r.account_type
FROM data d JOIN raw_contacts r ON r._id = d.raw_contact_id
UNION ALL
SELECT {FIRST_NAME_ID} + _id, _id, _id, display_name, '{NAME}', display_name, NULL, starred,
    account_type
FROM raw_contacts
"""
_NUMBERS = f"""
SELECT *, display_name AS name, data1 AS number, contact_id AS person, data2 AS type
FROM ({_DATA}) WHERE mimetype = '{contacts.PHONE}'
"""
_EMAILS = f"SELECT *, data1 AS address FROM ({_DATA}) WHERE mimetype = '{contacts.EMAIL}'"
_PEOPLE = f"""
SELECT _id, display_name, display_name AS name, starred, sort_key, _id AS name_raw_contact_id,
    CAST(_id AS TEXT) AS lookup, EXISTS (
        SELECT 1 FROM data WHERE raw_contact_id = raw_contacts._id AND mimetype = '{contacts.PHONE}'
    ) AS has_phone_number
FROM raw_contacts
"""
_RAW_CONTACTS = """
SELECT _id, _id AS contact_id, display_name, sort_key, starred, account_type,
    'phone' AS account_name, 0 AS deleted
FROM raw_contacts
"""
_SMS = """
SELECT _id, thread_id, address, NULL AS person, date, date AS date_sent, 0 AS protocol, read,
    -1 AS status, type, 0 AS reply_path_present, NULL AS subject, body, NULL AS service_center,
    0 AS locked, 1 AS seen
FROM sms
"""
_CONVERSATIONS = """
SELECT _id, _id AS thread_id, date, snippet, read, archived, recipient AS recipient_ids,
    (SELECT count(*) FROM sms WHERE thread_id = threads._id) AS msg_count
FROM threads
"""
_CALLS = "SELECT _id, number, date, duration, type, name, 0 AS new FROM calls"
_CALENDARS = """
SELECT _id, calendar_display_name AS name, calendar_display_name AS calendar_displayName,
    calendar_color, visible, 'phone' AS account_name, 'LOCAL' AS account_type,
    'phone' AS ownerAccount, 1 AS sync_events
FROM calendars
"""
_EVENTS = """
SELECT e._id, e.calendar_id, e.title, e.eventLocation, e.description, e.dtstart, e.dtend,
    e.allDay, e.rrule, 'UTC' AS eventTimezone, NULL AS duration, 0 AS deleted,
    c.calendar_display_name AS calendar_displayName, c.calendar_color,
    EXISTS (SELECT 1 FROM reminders WHERE event_id = e._id) AS hasAlarm
FROM events e LEFT JOIN calendars c ON c._id = e.calendar_id
"""
_INSTANCES = f"SELECT *, _id AS event_id, dtstart AS begin, dtend AS end FROM ({_EVENTS})"
_FILES = """
SELECT _id, _data, _display_name, _display_name AS title, mime_type, _size,
    date_modified / 1000 AS date_modified, date_modified / 1000 AS date_added,
    date_modified AS datetaken, is_favorite, is_folder,
    substr(parent, length('/sdcard/') + 1) || '/' AS relative_path
FROM files
"""

NEWEST_FIRST = "date DESC, _id DESC"


def _messages(kind: int) -> ContentSource:
    return ContentSource(telephony.PATH, _SMS, "sms", f"type = {kind}", NEWEST_FIRST)


_ADDRESSES: Mapping[str, ContentSource] = {
    "com.android.contacts/data": ContentSource(contacts.PATH, _DATA, "data"),
    "com.android.contacts/data/phones": ContentSource(contacts.PATH, _NUMBERS, "data"),
    "com.android.contacts/data/emails": ContentSource(contacts.PATH, _EMAILS, "data"),
    "com.android.contacts/raw_contacts": ContentSource(
        contacts.PATH, _RAW_CONTACTS, "raw_contacts"
    ),
    "com.android.contacts/contacts": ContentSource(contacts.PATH, _PEOPLE, "raw_contacts"),
    "contacts/phones": ContentSource(contacts.PATH, _NUMBERS, "data"),
    "contacts/people": ContentSource(contacts.PATH, _PEOPLE, "raw_contacts"),
    "sms": ContentSource(telephony.PATH, _SMS, "sms", order=NEWEST_FIRST),
    "sms/inbox": _messages(telephony.RECEIVED),
    "sms/sent": _messages(telephony.SENT),
    "sms/draft": _messages(telephony.DRAFT),
    "sms/conversations": ContentSource(
        telephony.PATH, _CONVERSATIONS, "threads", order=NEWEST_FIRST
    ),
    "mms-sms/conversations": ContentSource(
        telephony.PATH, _CONVERSATIONS, "threads", order=NEWEST_FIRST
    ),
    "call_log/calls": ContentSource(contacts.CALLS_PATH, _CALLS, "calls", order=NEWEST_FIRST),
    "com.android.calendar/calendars": ContentSource(calendar.PATH, _CALENDARS, "calendars"),
    "com.android.calendar/events": ContentSource(calendar.PATH, _EVENTS, "events"),
    "com.android.calendar/attendees": ContentSource(
        calendar.PATH, "SELECT *, 1 AS attendeeStatus FROM attendees", "attendees"
    ),
    "com.android.calendar/reminders": ContentSource(
        calendar.PATH, "SELECT *, 1 AS method FROM reminders", "reminders"
    ),
    "media/external/file": ContentSource(media.PATH, _FILES, "files"),
    "media/external/images/media": ContentSource(
        media.PATH, _FILES, "files", "mime_type LIKE 'image/%'"
    ),
    "media/external/video/media": ContentSource(
        media.PATH, _FILES, "files", "mime_type LIKE 'video/%'"
    ),
    "media/external/audio/media": ContentSource(
        media.PATH, _FILES, "files", "mime_type LIKE 'audio/%'"
    ),
    "media/external/downloads": ContentSource(
        media.PATH, _FILES, "files", "_data LIKE '/sdcard/Download/%' AND NOT is_folder"
    ),
}
_AUTHORITIES = frozenset(address.partition("/")[0] for address in _ADDRESSES) | {"settings"}
_INSTANCE_TIMES = re.compile(r"com\.android\.calendar/instances/when/(-?\d{1,15})/(-?\d{1,15})")
_LOOKUP = re.compile(r"com\.android\.contacts/phone_lookup/([\d+*#() %-]+)")


class UnknownAuthority(Exception):
    """No provider has this name."""


class UnknownAddress(Exception):
    """The provider has nothing under this address."""


def authority_of(uri: str) -> str:
    """The provider that an address names."""
    return uri.partition("://")[2].partition("?")[0].partition("/")[0]


def find_source(uri: str) -> ContentSource:
    """What an address stands for; one that ends in a number stands for the row of this id."""
    path = uri.partition("://")[2].partition("?")[0].strip("/")
    # Some shells and tools spell the user into it: content://0@settings.
    path = re.sub(r"^\d+@", "", path).replace("media/external_primary/", "media/external/")
    if path.partition("/")[0] not in _AUTHORITIES:
        raise UnknownAuthority(authority_of(uri))
    if path.startswith("settings/"):
        return _setting(uri, path)
    if times := _INSTANCE_TIMES.fullmatch(path):
        begin, end = times.groups()
        return ContentSource(calendar.PATH, _INSTANCES, "", f"begin <= {end} AND end >= {begin}")
    if lookup := _LOOKUP.fullmatch(path):
        digits = re.sub(r"\D", "", lookup.group(1).replace("%2B", "+"))[-7:]
        plain = "replace(replace(replace(number, ' ', ''), '-', ''), '.', '')"
        return ContentSource(contacts.PATH, _NUMBERS, "", f"{plain} LIKE '%{digits}'")
    found = _ADDRESSES.get(path)
    if found is not None:
        return found
    folder, _, last = path.rpartition("/")
    found = _ADDRESSES.get(folder)
    if found is None or not last.isascii() or not last.isdecimal() or len(last) > 15:
        raise UnknownAddress(uri)
    condition = f"({found.condition}) AND _id = {last}" if found.condition else f"_id = {last}"
    return replace(found, condition=condition)


def _setting(uri: str, path: str) -> ContentSource:
    table, _, name = path.removeprefix("settings/").partition("/")
    if table not in settings.TABLES:
        raise UnknownAddress(uri)
    quoted = name.replace("'", "''")
    condition = f"name = '{quoted}'" if name else ""
    return ContentSource(settings.PATH, f"SELECT _id, name, value FROM {table}", table, condition)
