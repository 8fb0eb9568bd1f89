"""`content`: rows of providers as Android prints them, and changes that keep apps whole."""

import re
import shlex

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell
from phoneworld.providers import contacts

CONTACTS = "content://com.android.contacts"
CALENDAR = "content://com.android.calendar"


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)


async def rows(shell: LocalShell, words: str) -> list[str]:
    done = await shell.run(f"content query {words}")
    assert (done.status, done.err) == (0, "")
    return [] if done.out == "No result found.\n" else done.out.splitlines()


async def change(shell: LocalShell, words: str) -> None:
    done = await shell.run(f"content {words}")
    assert (done.status, done.out, done.err) == (0, "", "")


# Reading


async def test_rows_read_as_android_prints_them(shell: LocalShell, session: AdbSession) -> None:
    lines = await rows(shell, "--uri content://contacts/phones/ --projection display_name:number")
    first = session.phone.contacts.one(
        "SELECT display_name, data1 FROM data JOIN raw_contacts r ON r._id = raw_contact_id "
        "WHERE mimetype = ? ORDER BY data._id", contacts.PHONE,
    )  # fmt: skip
    assert first is not None
    assert lines[0] == f"Row: 0 display_name={first['display_name']}, number={first['data1']}"
    assert all(
        re.fullmatch(rf"Row: {n} display_name=.*, number=.*", line) for n, line in enumerate(lines)
    )


@pytest.mark.parametrize(
    "uri",
    [
        "content://settings/system", "content://settings/secure/android_id",
        f"{CONTACTS}/data", f"{CONTACTS}/data/phones", f"{CONTACTS}/data/emails",
        f"{CONTACTS}/raw_contacts", f"{CONTACTS}/contacts", f"{CONTACTS}/contacts/1",
        f"{CONTACTS}/phone_lookup/5550123", "content://contacts/people/",
        "content://sms", "content://sms/inbox", "content://sms/sent/", "content://sms/1",
        "content://sms/conversations", "content://mms-sms/conversations?simple=true",
        "content://call_log/calls", f"{CALENDAR}/calendars", f"{CALENDAR}/events",
        f"{CALENDAR}/attendees", f"{CALENDAR}/reminders",
        f"{CALENDAR}/instances/when/1778716800000/1778803200000",
        "content://media/external/file", "content://media/external/images/media",
        "content://media/external_primary/downloads", "content://0@settings/global",
    ],
)  # fmt: skip
async def test_every_address_answers(shell: LocalShell, uri: str) -> None:
    done = await shell.run(f"content query --uri '{uri}'")
    assert (done.status, done.err) == (0, "")
    assert done.out == "No result found.\n" or done.out.startswith("Row: 0 _id=")


async def test_conditions_order_and_limits(shell: LocalShell, session: AdbSession) -> None:
    newest = session.phone.calls.value("SELECT max(date) FROM calls")
    lines = await rows(
        shell, "--uri content://call_log/calls --projection date:type --sort 'date DESC LIMIT 1'"
    )
    assert len(lines) == 1
    assert lines[0].startswith(f"Row: 0 date={newest}, type=")
    where = '''--where "name='nobody' AND type=1"'''
    assert await rows(shell, f"--uri content://call_log/calls {where}") == []
    counted = await rows(shell, "--uri content://sms --projection 'count(*)'")
    count = session.phone.messages.value("SELECT count(*) FROM sms")
    assert counted == [f"Row: 0 count(*)={count}"]


async def test_names_are_rows_of_data_too(shell: LocalShell, session: AdbSession) -> None:
    name = session.phone.contacts.value("SELECT display_name FROM raw_contacts ORDER BY _id")
    lines = await rows(
        shell,
        f"--uri {CONTACTS}/data --projection data1 "
        """--where "mimetype='vnd.android.cursor.item/name' AND contact_id=1" """,
    )
    assert lines == [f"Row: 0 data1={name}"]


async def test_nulls_and_files(shell: LocalShell, session: AdbSession) -> None:
    assert (await rows(shell, "--uri content://sms/1 --projection person"))[
        0
    ] == "Row: 0 person=NULL"
    session.tree.write("/sdcard/Download/a.txt", b"the content")
    line = (await rows(shell, "--uri content://media/external/downloads --projection _id:_data "
                              "--where \"_display_name='a.txt'\""))[0]  # fmt: skip
    id = re.search(r"_id=(\d+), _data=/sdcard/Download/a.txt", line)
    assert id is not None
    read = await shell.run(f"content read --uri content://media/external/file/{id[1]}")
    assert read.out == "the content"
    await change(shell, f"delete --uri content://media/external/file/{id[1]}")
    assert session.tree.find("/sdcard/Download/a.txt") is None


# Changing


async def test_a_contact_is_entered_as_scripts_do_it(
    shell: LocalShell, session: AdbSession
) -> None:
    database = session.phone.contacts
    await change(
        shell,
        f"insert --uri {CONTACTS}/raw_contacts --bind account_type:s: --bind account_name:s:me",
    )
    id = database.value("SELECT max(_id) FROM raw_contacts")
    await change(
        shell,
        f"insert --uri {CONTACTS}/data --bind raw_contact_id:i:{id} "
        "--bind mimetype:s:vnd.android.cursor.item/name --bind data1:s:'Zoe Quist'",
    )
    await change(
        shell,
        f"insert --uri {CONTACTS}/data --bind raw_contact_id:i:{id} "
        f"--bind mimetype:s:{contacts.PHONE} --bind data1:s:'+1 555 0100'",
    )
    assert contacts.contact_page(database, "quist", 0, 9)[-1]["display_name"] == "Zoe Quist"
    assert contacts.details(database, id)[contacts.PHONE] == "+1 555 0100"
    await change(shell, f"update --uri {CONTACTS}/raw_contacts/{id} --bind starred:i:1")
    await change(
        shell,
        f"""update --uri {CONTACTS}/data --bind data1:s:'Zoe Fox' """
        f"""--where "raw_contact_id={id} AND mimetype='vnd.android.cursor.item/name'" """,
    )
    row = database.one("SELECT display_name, starred FROM raw_contacts WHERE _id = ?", id)
    assert row == {"display_name": "Zoe Fox", "starred": 1}
    await change(shell, f"delete --uri {CONTACTS}/raw_contacts/{id}")
    assert database.value("SELECT count(*) FROM data WHERE raw_contact_id = ?", id) == 0
    assert database.value("SELECT count(*) FROM name_lookup WHERE raw_contact_id = ?", id) == 0


async def test_messages_keep_their_threads(shell: LocalShell, session: AdbSession) -> None:
    database = session.phone.messages
    bind = "--bind address:s:+15550100 --bind body:s:"
    await change(shell, f"insert --uri content://sms/inbox {bind}first --bind date:l:1000")
    await change(shell, f"insert --uri content://sms/sent {bind}'second: yes' --bind read:i:1")
    thread = database.one("SELECT * FROM threads WHERE recipient = '+15550100'")
    assert thread is not None
    assert thread["snippet"] == "second: yes"
    kinds = database.rows(
        "SELECT type, date FROM sms WHERE thread_id = ? ORDER BY _id", thread["_id"]
    )
    assert [row["type"] for row in kinds] == [1, 2]
    assert kinds[1]["date"] == session.phone.now_ms
    where = "--where \"address='+15550100' AND type=2\""
    await change(shell, f"delete --uri content://sms {where}")
    left = database.one("SELECT snippet, read FROM threads WHERE _id = ?", thread["_id"])
    assert left == {"snippet": "first", "read": 0}
    await change(shell, "update --uri content://sms/inbox --bind read:b:true")
    assert database.value("SELECT read FROM threads WHERE _id = ?", thread["_id"]) == 1
    await change(shell, "delete --uri content://sms")
    assert database.value("SELECT count(*) FROM threads") == 0


async def test_calls(shell: LocalShell, session: AdbSession) -> None:
    await change(shell, "delete --uri content://call_log/calls")
    assert await rows(shell, "--uri content://call_log/calls") == []
    known = session.phone.contacts.one(
        "SELECT data1, display_name FROM data JOIN raw_contacts r ON r._id = raw_contact_id "
        "WHERE mimetype = ?", contacts.PHONE,
    )  # fmt: skip
    assert known is not None
    await change(
        shell,
        f"insert --uri content://call_log/calls --bind number:s:'{known['data1']}' "
        "--bind type:i:3 --bind new:i:1 --bind duration:i:0",
    )
    lines = await rows(shell, "--uri content://call_log/calls --projection number:type:name")
    assert lines == [f"Row: 0 number={known['data1']}, type=3, name={known['display_name']}"]


async def test_events_take_guests_and_reminders_along(
    shell: LocalShell, session: AdbSession
) -> None:
    database = session.phone.calendar
    await change(
        shell,
        f"insert --uri {CALENDAR}/events --bind calendar_id:i:1 --bind title:s:'Lunch: 1' "
        "--bind dtstart:l:1778760000000 --bind dtend:l:1778763600000 "
        "--bind eventTimezone:s:UTC --bind hasAlarm:i:1",
    )
    id = database.value("SELECT _id FROM events WHERE title = 'Lunch: 1'")
    await change(
        shell,
        f"insert --uri {CALENDAR}/reminders --bind event_id:i:{id} --bind minutes:i:5 --bind method:i:1",
    )
    await change(
        shell, f"insert --uri {CALENDAR}/attendees --bind event_id:i:{id} --bind attendeeName:s:Ada"
    )
    await change(shell, f"update --uri {CALENDAR}/events/{id} --bind eventLocation:s:Here")
    line = await rows(
        shell,
        f"--uri {CALENDAR}/events/{id} --projection title:eventLocation:calendar_displayName:hasAlarm",
    )
    assert line == [
        "Row: 0 title=Lunch: 1, eventLocation=Here, calendar_displayName=Personal, hasAlarm=1"
    ]
    found = await rows(
        shell,
        f"--uri {CALENDAR}/instances/when/1778760000000/1778763600000 --projection title:begin",
    )
    assert "Row: 0 title=Lunch: 1, begin=1778760000000" in found
    await change(shell, f"delete --uri {CALENDAR}/events --where \"title='Lunch: 1'\"")
    assert database.value("SELECT count(*) FROM reminders WHERE event_id = ?", id) == 0
    assert database.value("SELECT count(*) FROM attendees WHERE event_id = ?", id) == 0
    await change(shell, f"insert --uri {CALENDAR}/calendars --bind calendar_displayName:s:Club")
    assert "calendar_displayName=Club" in (await rows(shell, f"--uri {CALENDAR}/calendars"))[-1]
    await change(shell, f"delete --uri {CALENDAR}/calendars")
    assert database.value("SELECT count(*) FROM events") == 0


async def test_settings_follow(shell: LocalShell, session: AdbSession) -> None:
    uri = "--uri content://settings/system"
    await change(shell, f"insert {uri} --bind name:s:user_rotation --bind value:i:1")
    assert session.size[0] > session.size[1]
    await change(shell, f"update {uri} --bind value:s:0 --where \"name='user_rotation'\"")
    assert session.size[0] < session.size[1]
    await change(shell, f"delete {uri}/user_rotation")
    assert await rows(shell, f"{uri}/user_rotation") == []


# Mistakes


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "[ERROR] Unsupported operation: null"),
        ("steal --uri content://sms", "[ERROR] Unsupported operation: steal"),
        ("query", "[ERROR] Content provider URI not specified"),
        ("query --uri", "[ERROR] No value for argument: --uri"),
        ("query --uri content://sms --bind a:s:b", "[ERROR] Unsupported argument: --bind"),
        ("insert --uri content://sms", "[ERROR] Bindings not specified"),
        ("insert --uri content://sms --bind body", "[ERROR] Binding not well formed: body"),
        ("insert --uri content://sms --bind read:i:x", '[ERROR] For input string: "x"'),
        ("insert --uri content://sms --bind read:q:x", "[ERROR] Unsupported type: q"),
        ("query --uri content://nope/x", "IllegalStateException: Could not find provider: nope"),
        ("query --uri content://sms/nope", "IllegalArgumentException: Unknown URL content://sms/nope"),
        ("query --uri content://sms --projection nope", "SQLiteException: no such column: nope"),
        ("query --uri content://sms --where 'x ='", "SQLiteException: "),
        ("query --uri content://sms --where '1) UNION SELECT 1 --'", "SQLiteException: "),
        ("insert --uri content://sms --bind nope:s:x", "table sms has no column named nope"),
        ("insert --uri content://media/external/file --bind _data:s:x", "UnsupportedOperationException"),
        (
            "insert --uri content://com.android.contacts/data --bind raw_contact_id:i:99999 --bind data1:s:x",
            "raw_contact_id 99999 does not exist",
        ),
        (
            "insert --uri content://com.android.calendar/reminders --bind minutes:i:1",
            "SQLiteConstraintException: NOT NULL constraint failed",
        ),
    ],
)  # fmt: skip
async def test_mistakes_are_reported_and_change_nothing(
    shell: LocalShell, session: AdbSession, words: str, complaint: str
) -> None:
    before = session.phone.databases.serialize()
    done = await shell.run(f"content {words}")
    assert done.status == 1
    assert complaint in done.err
    assert session.phone.databases.serialize() == before


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(min_size=1, max_size=40).filter(lambda t: "\0" not in t))
async def test_bound_text_is_stored_as_it_is(
    shell: LocalShell, session: AdbSession, text: str
) -> None:
    text = text.encode("utf-8", "ignore").decode()
    await change(
        shell,
        "insert --uri content://call_log/calls --bind type:i:1 "
        f"--bind number:s:{shlex.quote(text)} --bind name:s:{shlex.quote(text)}",
    )
    newest = session.phone.calls.one("SELECT number, name FROM calls ORDER BY _id DESC")
    assert newest == {"number": text, "name": text}
    quoted = text.replace("'", "''")
    where = shlex.quote(f"name='{quoted}'")
    done = await shell.run(
        f"content query --uri content://call_log/calls --projection name --where {where}"
    )
    assert f"name={text}\n".encode() in done.raw
