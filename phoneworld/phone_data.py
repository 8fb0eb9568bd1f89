"""The data of a new phone: its databases, and what a world puts into them."""

from __future__ import annotations

from phoneworld.phone import Phone
from phoneworld.providers import calendar, contacts, media, settings, system, telephony
from phoneworld.world import World

PROVIDERS: dict[str, str] = {
    settings.PATH: settings.SCHEMA,
    system.PATH: system.SCHEMA,
    contacts.PATH: contacts.SCHEMA,
    contacts.CALLS_PATH: contacts.CALLS_SCHEMA,
    telephony.PATH: telephony.SCHEMA,
    calendar.PATH: calendar.SCHEMA,
    media.PATH: media.SCHEMA,
}


def create_data(phone: Phone) -> None:
    """Make all databases, empty."""
    for path, schema in PROVIDERS.items():
        phone.databases.create(path, schema)
    for app in phone.apps.values():
        for path, schema in app.schemas.items():
            phone.databases.create(path, schema)
    settings.create(phone.databases[settings.PATH])
    phone.bind_data()
    packages = phone.databases[system.PATH]
    for app in phone.apps.values():
        packages.insert("packages", package=app.package, label=app.label)
        for permission in app.permissions:
            packages.insert("permissions", package=app.package, permission=permission, granted=1)
        for permission in app.asks_first:
            packages.insert("permissions", package=app.package, permission=permission, granted=0)


def populate(phone: Phone, world: World) -> None:
    """Fill the phone with the people, messages, events and files of a world."""
    contacts.seed_contacts(phone.contacts, world)
    contacts.seed_calls(phone.calls, world)
    telephony.seed_messages(phone.messages, world)
    calendar.seed_calendar(phone.calendar, world)
    media.seed_files(phone.files, world)
    for app in phone.apps.values():
        if app.seed is not None:
            app.seed(phone, world)
    phone.settings.put("global", "device_name", f"{world.owner.first}'s phone")
    phone.touch()
