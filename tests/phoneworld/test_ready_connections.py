"""Databases that were opened for one phone serve the next one, as they were at first."""

import sqlite3

import pytest

from phoneworld import Workshop
from phoneworld.phone import Phone
from phoneworld.providers import contacts
from phoneworld.ready_connections import ReadyConnections
from phoneworld.store import Database, Databases, empty_database

SCHEMA = "CREATE TABLE notes (_id INTEGER PRIMARY KEY, title TEXT);"


@pytest.fixture
def content() -> bytes:
    database = Database("/data/x.db", empty_database(SCHEMA))
    database.insert("notes", title="Milk")
    return database.serialize()


def titles(database: Database) -> list[str]:
    return [row["title"] for row in database.rows("SELECT title FROM notes ORDER BY _id")]


def test_next_phone_gets_the_connection_and_nothing_of_what_was_written(content: bytes) -> None:
    ready = ReadyConnections()
    first = Database("/data/x.db", content, ready)
    connection = first.connection
    first.insert("notes", title="Bread")
    first.insert_many("notes", [{"title": "Salt"}, {"title": "Tea"}])
    written = first.serialize()
    assert titles(first) == ["Milk", "Bread", "Salt", "Tea"]
    first.close()

    second = Database("/data/x.db", content, ready)
    assert second.connection is connection
    assert titles(second) == ["Milk"]
    assert titles(Database("/data/x.db", written)) == ["Milk", "Bread", "Salt", "Tea"]


def test_two_phones_at_once_do_not_see_each_other(content: bytes) -> None:
    ready = ReadyConnections()
    first, second = (Database("/data/x.db", content, ready) for _ in range(2))
    first.insert("notes", title="Bread")
    assert titles(second) == ["Milk"]
    first.close()
    third = Database("/data/x.db", content, ready)
    third.run("DELETE FROM notes")
    assert (titles(second), titles(third)) == (["Milk"], [])


def test_what_was_committed_by_a_script_is_not_handed_on(content: bytes) -> None:
    ready = ReadyConnections()
    first = Database("/data/x.db", content, ready)
    first.script("INSERT INTO notes (title) VALUES ('Bread')")  # it commits
    first.close()
    assert ready.take(content) is None


def test_only_so_many_are_kept(content: bytes) -> None:
    ready = ReadyConnections(most=2)
    opened = [Database("/data/x.db", content, ready) for _ in range(3)]
    other = Database("/data/y.db", empty_database(SCHEMA), ready)
    for database in (other, *opened):
        database.rows("SELECT * FROM notes")
    connection = other.connection
    for database in (other, *opened[:2]):
        database.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


def test_same_writes_give_the_same_bytes_whether_or_not_a_connection_was_ready(
    content: bytes,
) -> None:
    ready = ReadyConnections()
    written: list[bytes] = []
    for source in (None, ready, ready):
        database = Databases()
        database.load([("/data/x.db", content)], source)
        database["/data/x.db"].insert("notes", title="Bread")
        written.append(database["/data/x.db"].serialize())
        database.close()
    assert len(set(written)) == 1


def test_reset_phone_is_as_new(workshop: Workshop) -> None:
    phone = Phone(workshop.apps)
    workshop.reset(phone, 3)
    new = phone.snapshot()
    contacts.add_contact(phone.contacts, "Ada Quist")
    phone.settings.toggle("global", "wifi_on")
    workshop.reset(phone, 4)
    workshop.reset(phone, 3)
    assert (
        phone.contacts.value("SELECT count(*) FROM raw_contacts WHERE display_name='Ada Quist'")
        == 0
    )
    assert phone.snapshot() == new


def test_words_of_a_name_are_stored_in_their_order() -> None:
    name = "Zoe van den Berg Quist Adams Moreau"
    database = Database(contacts.PATH, empty_database(contacts.SCHEMA))
    contact = contacts.add_contact(database, name)
    rows = database.rows(
        "SELECT normalized_name FROM name_lookup WHERE raw_contact_id = ? ORDER BY rowid", contact
    )
    assert [row["normalized_name"] for row in rows] == [*name.lower().split(), name.lower()]
