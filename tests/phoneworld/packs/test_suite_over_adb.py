"""What AndroidWorld's suite does to a phone's files and databases, command by command."""

import io
import re
import sqlite3
import zipfile

import pytest

from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell
from phoneworld.phone import Phone
from phoneworld.store import Database

PACKAGE = "com.simplemobiletools.smsmessenger"
FOLDER = f"/data/data/{PACKAGE}/databases"
PATH = f"{FOLDER}/conversations.db"
SNAPSHOT = f"/data/data/android_world/snapshots/{PACKAGE}"


async def test_deleted_database_is_away_until_its_app_opens(
    shell: LocalShell, phone: Phone
) -> None:
    phone.databases[PATH].insert("archived", address="123")
    assert (await shell.run(f"rm -r {FOLDER}/*")).status == 0
    assert (await shell.run(f"ls -1 {FOLDER}")).out == ""
    assert (await shell.run(f"cat {PATH}")).status == 1
    assert (await shell.run(f"am start -W -n {PACKAGE}/.activities.MainActivity")).status == 0
    assert (await shell.run(f"ls -1 {FOLDER}")).out == "conversations.db\n"
    assert phone.databases[PATH].rows("SELECT * FROM archived") == []


async def test_database_that_is_written_is_there_at_once(
    shell: LocalShell, session: AdbSession, phone: Phone
) -> None:
    phone.databases[PATH].insert("archived", address="123")
    content = session.tree.read(PATH)
    await shell.run(f"rm -r {FOLDER}/*")
    session.tree.write(PATH, content)

    assert (await shell.run(f"ls -1 {FOLDER}")).out == "conversations.db\n"
    assert phone.databases[PATH].value("SELECT address FROM archived") == "123"


async def test_databases_of_the_system_stay(shell: LocalShell) -> None:
    done = await shell.run("rm -r /data/data/com.android.providers.telephony/databases/*")

    assert done.status == 1
    assert "the system has its database open" in done.err


async def test_app_is_saved_and_put_back(shell: LocalShell, phone: Phone) -> None:
    phone.databases[PATH].insert("archived", address="123")
    data = f"/data/data/{PACKAGE}"
    save = f"mkdir -p {SNAPSHOT} && cp -a {data}/. {SNAPSHOT}/"
    restore = (
        f"am force-stop {PACKAGE} && rm -r {data}/* && cp -a {SNAPSHOT}/. {data}/ && "
        f"restorecon -RD {data} && chmod 777 -R {data}"
    )
    assert (await shell.run(save)).status == 0
    phone.databases[PATH].run("DELETE FROM archived")
    done = await shell.run(restore)

    assert (done.status, done.err) == (0, "")
    assert phone.databases[PATH].value("SELECT address FROM archived") == "123"


async def test_pulled_database_is_a_real_one(session: AdbSession) -> None:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(session.tree.read(PATH))

    assert connection.execute("SELECT count(*) FROM archived").fetchone() == (0,)


async def test_files_are_listed_with_seconds(shell: LocalShell) -> None:
    await shell.run("echo 'one two' > '/sdcard/Documents/Markor/a note.md'; date 1015174223.05")
    await shell.run("echo three > /sdcard/Documents/Markor/b.md")
    lines = (await shell.run("ls /sdcard/Documents/Markor -ll -au")).out.splitlines()[1:]
    pattern = r"-rw\S+ 1 \S+ \S+ +(\d+) (\S+ \S+) \+0000 (.*)"
    found = [match.groups() for line in lines if (match := re.fullmatch(pattern, line))]

    assert (
        found
        == [
            ("8", "2023-10-15 15:34:00.000000000", "a note.md"),
            ("6", "2023-10-15 17:42:05.000000000", "b.md"),
        ]
        or found[1][0] == "6"
    )


async def test_find_deletes_files_and_keeps_folders(shell: LocalShell) -> None:
    await shell.run("echo x > /sdcard/Download/x.txt; mkdir -p /sdcard/Music/a/b")
    done = await shell.run("find /storage/emulated/0/ -mindepth 1 -type f -delete")

    assert (done.status, done.out, done.err) == (0, "", "")
    assert (await shell.run("find /sdcard -type f")).out == ""
    assert (await shell.run("ls -d /sdcard/Music/a/b")).status == 0


async def test_find_joins_tests(shell: LocalShell) -> None:
    await shell.run(
        "mkdir -p /sdcard/Music/a; echo x > /sdcard/Music/x.mp3; echo y > /sdcard/Music/a/y"
    )
    everything = (await shell.run("find /sdcard/Music -type f -o -type d")).out.split()
    assert sorted(everything) == [
        "/sdcard/Music", "/sdcard/Music/a", "/sdcard/Music/a/y", "/sdcard/Music/x.mp3",
    ]  # fmt: skip
    named = await shell.run("find /sdcard/Music '(' -name '*.mp3' -o -name y ')' ! -path '*/a/*'")
    assert named.out == "/sdcard/Music/x.mp3\n"
    for wrong in ("-nonsense", "'(' -name x", "-type q", "-o", "-mindepth x"):
        done = await shell.run(f"find /sdcard/Music {wrong} -delete")
        assert done.status == 1, wrong
    assert (await shell.run("ls /sdcard/Music/x.mp3")).status == 0


async def test_calls_that_change_nothing_succeed(shell: LocalShell) -> None:
    for line in (
        "service call alarm 3 s16 UTC",
        "chcon u:object_r:media_rw_data_file:s0 /sdcard/Download",
        f"appops set {PACKAGE} SYSTEM_ALERT_WINDOW allow",
        "logcat -v epoch -d '*:S'",
    ):
        assert (await shell.run(line)).status == 0, line
    for line in (
        "service call alarm 3 s16 Mars/Phobos",
        "restorecon -R /data/data/nobody",
        "chcon u:r:x:s0 /sdcard/none",
        "appops set nobody.at.all X allow",
        f"appops set {PACKAGE} X perhaps",
        "logcat -v nonsense -d",
    ):
        assert (await shell.run(line)).status != 0, line


async def test_log_counts_seconds(shell: LocalShell) -> None:
    await shell.run("logcat -c; log -t Here 'a message'")
    lines = (await shell.run("logcat -v epoch -d")).out.splitlines()

    assert re.fullmatch(r" *1697384040\.000 +\d+ +\d+ I Here: a message", lines[-1])


async def test_one_activity_is_in_front_whatever_the_app_shows(
    shell: LocalShell, phone: Phone
) -> None:
    started = await shell.run("am start -W -n com.google.android.dialer/"
                              "com.google.android.dialer.extensions.GoogleDialtactsActivity")  # fmt: skip
    assert started.status == 0
    phone.open_screen("com.google.android.dialer", "dial", {})
    front = await shell.run("am stack list | grep -E visible=true")

    assert "com.google.android.dialer/.extensions.GoogleDialtactsActivity" in front.out


async def test_intents_reach_the_stand_ins(shell: LocalShell, phone: Phone) -> None:
    await shell.run(
        "am start -a android.intent.action.SENDTO -d sms:+12025550143 --es sms_body 'Hi'"
    )
    assert phone.front == PACKAGE
    await shell.run("am start -a android.intent.action.VIEW -d content://contacts/people/")
    assert phone.front == "com.google.android.contacts"


def test_an_empty_database_has_its_schema_and_no_rows(phone: Phone) -> None:
    app = phone.app(PACKAGE)
    assert isinstance(phone.databases[PATH], Database)
    assert phone.databases[PATH].tables() == ["archived", "starred"]
    assert app.schemas == {PATH: app.schema}


async def test_an_app_has_all_of_its_databases_or_none(
    shell: LocalShell, session: AdbSession
) -> None:
    folder = "/data/data/code.name.monkey.retromusic/databases"
    content = session.tree.read(f"{folder}/playlist.db")
    await shell.run(f"rm -r {folder}/*")
    assert (await shell.run(f"ls -1 {folder}")).out == ""
    session.tree.write(f"{folder}/playlist.db", content)

    assert "music_playback_state.db" in (await shell.run(f"ls -1 {folder}")).out


async def test_apk_of_an_app_leaves_its_stand_in_where_it_is(
    shell: LocalShell, session: AdbSession
) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("AndroidManifest.xml", f'<manifest package="{PACKAGE}"/>')
    apk = file.getvalue()
    done = await shell.run(f"pm install -r -t -g -S {len(apk)}", apk)
    started = await shell.run(f"am start -W -n {PACKAGE}/.activities.MainActivity")

    assert (done.status, done.out) == (0, "Success\n")
    assert session.installed == []
    assert (started.status, session.phone.activity.package) == (0, PACKAGE)
    gone = await shell.run(f"pm uninstall {PACKAGE}")
    assert "DELETE_FAILED" in gone.out


async def test_apps_that_the_set_up_grants_and_starts_are_there(shell: LocalShell) -> None:
    granted = {
        "net.cozic.joplin": "ACCESS_FINE_LOCATION",
        "de.dennisguse.opentracks": "POST_NOTIFICATIONS",
        "com.simplemobiletools.calendar.pro": "POST_NOTIFICATIONS",
    }
    for package, permission in granted.items():
        done = await shell.run(f"pm grant {package} android.permission.{permission}")
        assert (done.status, done.out + done.err) == (0, ""), package
    started = await shell.run("am start -W -n com.example.androidworld/.MainActivity")
    assert started.status == 0
    assert "Status: ok" in started.out


@pytest.mark.parametrize(
    ("address", "package"),
    [
        ("content://com.android.calendar", "com.simplemobiletools.calendar.pro"),
        ("http://", "com.android.chrome"),
        ("content://contacts/people/", "com.google.android.contacts"),
        ("content://media/external/images/media/", "com.simplemobiletools.gallery.pro"),
    ],
)
async def test_what_the_suite_opens_by_an_address_is_the_app_for_it(
    shell: LocalShell, phone: Phone, address: str, package: str
) -> None:
    done = await shell.run(f"am start -a android.intent.action.VIEW -d {address}")

    assert (done.status, phone.front) == (0, package)
