"""What changed on a phone, in words for people."""

from collections.abc import Callable

import pytest

from phoneworld import Workshop
from phoneworld.device import PhoneDevice
from phoneworld.phone import Phone
from phoneworld.providers import contacts, telephony
from phoneworld.store import Database


def notes(phone: Phone) -> Database:
    return phone.app_database(phone.app("com.phoneworld.notes"))


def tasks(phone: Phone) -> Database:
    return phone.app_database(phone.app("com.phoneworld.tasks"))


def text(phone: Phone, whom: str) -> None:
    number = phone.contacts.value(
        "SELECT d.data1 FROM data d JOIN raw_contacts c ON c._id = d.raw_contact_id "
        "WHERE c.display_name = ? AND d.mimetype = ?",
        whom,
        contacts.PHONE,
    )
    telephony.add_message(
        phone.messages, number, "On my way", kind=telephony.SENT, date_ms=phone.now_ms
    )


def told(workshop: Workshop, *deeds: Callable[[Phone], object]) -> tuple[str, ...]:
    device = PhoneDevice(workshop.phone(7))
    before = device.snapshot()
    for deed in deeds:
        deed(device.phone)
    return device.changes_since(before)


def test_settings_are_told_by_their_names(workshop: Workshop) -> None:
    changes = told(
        workshop,
        lambda phone: phone.settings.put("system", "ringtone", "Marimba"),
        lambda phone: phone.settings.put("global", "wifi_on", "1"),
        lambda phone: phone.settings.put("secure", "ui_night_mode", "2"),
        lambda phone: phone.settings.put("system", "screen_off_timeout", "300000"),
    )
    assert set(changes) == {
        "Ringtone: Orbit -> Marimba",
        "Wi-Fi: off -> on",
        "Dark theme: off -> on",
        "Screen timeout: 1 min -> 5 min",
    }


def test_a_password_is_not_told(workshop: Workshop) -> None:
    (line,) = told(workshop, lambda phone: phone.settings.put("global", "hotspot_password", "x1"))
    assert line == "Hotspot password changed"


def test_messages_are_counted_by_whom_they_went_to(workshop: Workshop) -> None:
    changes = told(
        workshop,
        lambda phone: text(phone, "Alma Walsh"),
        lambda phone: text(phone, "Alma Walsh"),
    )
    assert changes == ("2 messages to Alma Walsh sent",)


def test_rows_of_any_app_are_told_by_their_titles(workshop: Workshop) -> None:
    changes = told(
        workshop,
        lambda phone: notes(phone).insert(
            "notes", title="Milk", created=phone.now_ms, modified=phone.now_ms
        ),
        lambda phone: tasks(phone).run("UPDATE tasks SET done = 1 - done WHERE _id = 1"),
    )
    assert changes[0] == "Notes: note 'Milk' added"
    assert changes[1].startswith("Tasks: task '")
    assert changes[1].endswith(("done: no -> yes", "done: yes -> no"))


def test_what_belongs_to_a_new_row_is_told_with_it(workshop: Workshop) -> None:
    changes = told(
        workshop,
        lambda phone: contacts.add_contact(phone.contacts, "Zoe Zander", phone="+1 555", note="hi"),
    )
    assert changes == ("Contacts: contact 'Zoe Zander' added",)


def app(phone: Phone, name: str) -> Database:
    return phone.app_database(phone.app(f"com.phoneworld.{name}"))


@pytest.mark.parametrize(
    ("name", "deed", "line"),
    [
        (
            "clock",
            "UPDATE stopwatch SET state = 'running', started_at = 1778751660000",
            "Clock: stopwatch: ready -> running",
        ),
        (
            "clock",
            "INSERT INTO laps (lap_ms, total_ms) VALUES (90000, 90000)",
            "Clock: lap added",
        ),
        (
            "phone",
            "INSERT INTO blocked (number, date) VALUES ('+1 555', 1)",
            "Phone: '+1 555' blocked",
        ),
        (
            "settings",
            "INSERT INTO wifi_networks (ssid, bars) VALUES ('Loft of ours', 3)",
            "Settings: Wi-Fi network 'Loft of ours' added",
        ),
        (
            "files",
            "UPDATE settings SET value = '1' WHERE name = 'show_hidden'",
            "Files: Show hidden: off -> on",
        ),
    ],
)
def test_a_line_says_what_happened_and_not_how_it_is_stored(
    workshop: Workshop, name: str, deed: str, line: str
) -> None:
    assert told(workshop, lambda phone: app(phone, name).run(deed)) == (line,)


def test_a_number_that_became_another_is_told_with_whose_it_is(workshop: Workshop) -> None:
    (line,) = told(
        workshop,
        lambda phone: phone.contacts.run(
            "UPDATE data SET data1 = '+1 555' WHERE _id = "
            "(SELECT MIN(_id) FROM data WHERE mimetype = ?)",
            contacts.PHONE,
        ),
    )
    whose, _, step = line.removeprefix("Contacts: ").partition(": ")
    assert whose
    assert step.endswith(" -> +1 555")


def test_a_time_span_is_told_in_minutes(workshop: Workshop) -> None:
    (line,) = told(
        workshop,
        lambda phone: app(phone, "clock").run("UPDATE stopwatch SET elapsed_ms = 90000"),
    )
    assert line == "Clock: stopwatch: elapsed: 0 s -> 1 min 30 s"


def test_many_of_what_lies_in_something_are_counted(workshop: Workshop) -> None:
    songs = "INSERT INTO queue (song_id, position) SELECT _id, _id FROM songs WHERE _id IN (1, 2)"
    (line,) = told(workshop, lambda phone: app(phone, "music").run(songs))
    assert line.startswith("Music: 2 songs in the queue added (")


def test_looking_about_changes_nothing(workshop: Workshop) -> None:
    changes = told(workshop, lambda phone: phone.launch("com.phoneworld.browser"), Phone.go_home)
    assert changes == ()


def test_very_many_changes_are_cut_short(workshop: Workshop) -> None:
    def rate_all(phone: Phone) -> None:
        recipes = phone.app_database(phone.app("com.phoneworld.recipes"))
        recipes.run("UPDATE recipes SET rating = rating + 1")

    changes = told(workshop, rate_all)
    assert len(changes) == 20
    assert changes[-1].endswith("more changes")


@pytest.mark.parametrize("deed", [lambda phone: text(phone, "Alma Walsh"), Phone.go_home])
def test_going_back_undoes_data_and_screens(
    workshop: Workshop, deed: Callable[[Phone], object]
) -> None:
    device = PhoneDevice(workshop.phone(7))
    device.phone.launch("com.phoneworld.messages")
    before = device.snapshot()
    deed(device.phone)
    assert device.snapshot().fingerprint != before.fingerprint
    device.restore(before)
    assert device.snapshot().fingerprint == before.fingerprint
    assert device.changes_since(before) == ()
