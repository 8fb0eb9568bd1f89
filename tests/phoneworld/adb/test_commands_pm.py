"""`pm`: what is installed, what it may do, and what comes and goes over adb."""

import io
import re
import struct
import zipfile
from contextlib import suppress
from random import Random

import pytest

from phoneworld.adb.packages.apk import NotAnApk, read_apk
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell

TOOL = "com.example.tool"


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)


def pack(manifest: bytes, name: str = "AndroidManifest.xml") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, manifest)
        archive.writestr("classes.dex", b"dex\n035\0" * 100)
    return file.getvalue()


def plain_apk(package: str = TOOL) -> bytes:
    return pack(f'<manifest package="{package}" android:versionCode="3"/>'.encode())


def binary_manifest(*, utf8: bool) -> bytes:
    """A manifest as Android's tools write it."""
    words = ["manifest", "package", TOOL, "versionCode", "versionName", "2.1", "application",
             "label", "Werkzeug"]  # fmt: skip
    texts: list[bytes] = []
    for word in words:
        if utf8:
            texts.append(bytes([len(word), len(word.encode())]) + word.encode() + b"\0")
        else:
            texts.append(struct.pack("<H", len(word)) + word.encode("utf-16-le") + b"\0\0")
    offsets = [sum(map(len, texts[:place])) for place in range(len(texts))]
    body = b"".join(texts)
    body += b"\0" * (-len(body) % 4)
    start = 28 + 4 * len(words)
    pool = struct.pack("<IIIII", len(words), 0, 1 << 8 if utf8 else 0, start, 0)
    pool += struct.pack(f"<{len(words)}I", *offsets) + body
    pool = struct.pack("<HHI", 1, 28, len(pool) + 8) + pool

    def element(name: int, attributes: list[tuple[int, int, int, int]]) -> bytes:
        none = 0xFFFFFFFF
        data = struct.pack("<II", 1, none) + struct.pack(
            "<IIHHHHHH", none, name, 20, 20, len(attributes), 0, 0, 0
        )
        for key, raw, kind, value in attributes:
            data += struct.pack("<IIIHBBI", none, key, raw, 8, 0, kind, value)
        return struct.pack("<HHI", 0x102, 16, len(data) + 8) + data

    none = 0xFFFFFFFF
    elements = element(0, [(1, 2, 3, 2), (3, none, 0x10, 42), (4, none, 3, 5)])
    elements += element(6, [(7, 8, 3, 8)])
    inside = pool + elements
    return struct.pack("<HHI", 3, 8, len(inside) + 8) + inside


# Packages


async def test_list_packages_and_its_filters(shell: LocalShell, session: AdbSession) -> None:
    async def names(options: str) -> list[str]:
        done = await shell.run(f"pm list packages {options}")
        assert done.status == 0
        return re.findall(r"package:(\S+)", done.out)

    everything = await names("")
    assert set(session.phone.apps) <= set(everything)
    own, system = await names("-3"), await names("-s")
    assert "com.phoneworld.huddle" in own
    assert "com.phoneworld.settings" in system
    assert sorted(own + system) == sorted(everything)
    assert await names("notes") == ["com.phoneworld.notes"]
    assert await names("-3 notes") == await names("notes -3") == ["com.phoneworld.notes"]
    assert await names("-d") == []
    assert await names("-f notes") == [
        "/data/app/com.phoneworld.notes-1/base.apk=com.phoneworld.notes"
    ]


async def test_other_lists(shell: LocalShell) -> None:
    assert "feature:android.hardware.touchscreen\n" in (await shell.run("pm list features")).out
    assert (await shell.run("pm list libraries")).out.startswith("library:")
    assert "UserInfo{0:Owner" in (await shell.run("pm list users")).out
    done = await shell.run("pm list wishes")
    assert (done.status, done.err) == (255, "Error: unknown list type 'wishes'\n")
    assert (await shell.run("pm list packages -x")).status == 255


async def test_path(shell: LocalShell) -> None:
    done = await shell.run("pm path com.phoneworld.notes")
    assert done.out == "package:/data/app/com.phoneworld.notes-1/base.apk\n"
    missing = await shell.run("pm path com.nope")
    assert (missing.status, missing.out) == (1, "")


async def test_clear_leaves_the_tables_and_takes_the_rows(
    shell: LocalShell, session: AdbSession
) -> None:
    phone = session.phone
    app = phone.app("com.phoneworld.notes")
    tables = phone.app_database(app).tables()
    phone.notify(app.package, "Title", "Text")
    await shell.run("am start -n com.phoneworld.notes/.list")
    assert (await shell.run("pm clear com.phoneworld.notes")).out == "Success\n"
    assert phone.app_database(app).tables() == tables
    assert phone.app_database(app).value("SELECT count(*) FROM notes") == 0
    assert phone.front == "com.phoneworld.launcher"
    assert (
        phone.system.value("SELECT count(*) FROM notifications WHERE package = ?", app.package) == 0
    )
    done = await shell.run("pm clear com.nope")
    assert (done.status, done.out) == (1, "Failed\n")


async def test_every_app_still_opens_after_it_was_cleared(
    shell: LocalShell, session: AdbSession
) -> None:
    for app in session.phone.apps.values():
        await shell.run(f"pm clear {app.package}")
        session.phone.launch(app.package)
        session.phone.window()


async def test_clearing_resets_permissions(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("pm grant com.phoneworld.camera android.permission.CAMERA")
    await shell.run("pm clear com.phoneworld.camera")
    granted = session.phone.system.value(
        "SELECT granted FROM permissions WHERE package = 'com.phoneworld.camera'"
    )
    assert granted == 0


async def test_clearing_a_provider_empties_what_apps_share(
    shell: LocalShell, session: AdbSession
) -> None:
    phone = session.phone
    files = phone.files.value("SELECT count(*) FROM files")
    for provider in ("contacts", "telephony", "calendar", "media"):
        assert (await shell.run(f"pm clear com.android.providers.{provider}")).status == 0
    assert phone.contacts.value("SELECT count(*) FROM raw_contacts") == 0
    assert phone.calls.value("SELECT count(*) FROM calls") == 0
    assert phone.messages.value("SELECT count(*) FROM sms") == 0
    assert phone.calendar.value("SELECT count(*) FROM events") == 0
    assert phone.files.value("SELECT count(*) FROM files") == files
    phone.settings.put("system", "screen_brightness", "3")
    await shell.run("pm clear com.android.providers.settings")
    assert phone.settings.get("system", "screen_brightness") == "128"


async def test_grant_and_revoke(shell: LocalShell, session: AdbSession) -> None:
    async def dumped() -> str:
        return (await shell.run("dumpsys package com.phoneworld.maps")).out

    permission = "android.permission.ACCESS_FINE_LOCATION"
    assert f"{permission}: granted=false" in await dumped()
    assert (await shell.run(f"pm grant com.phoneworld.maps {permission}")).status == 0
    assert f"{permission}: granted=true" in await dumped()
    assert (await shell.run(f"pm revoke --user 0 com.phoneworld.maps {permission}")).status == 0
    assert f"{permission}: granted=false" in await dumped()
    await shell.run(f"pm grant com.phoneworld.maps {permission}; pm reset-permissions")
    assert f"{permission}: granted=false" in await dumped()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("grant com.nope android.permission.CAMERA", "IllegalArgumentException: Unknown package: com.nope"),
        (
            "grant com.phoneworld.notes android.permission.CAMERA",
            "SecurityException: Package com.phoneworld.notes has not requested permission",
        ),
        ("enable com.nope", "Unknown package: com.nope"),
        ("disable com.phoneworld.launcher", "SecurityException: Shell cannot change component state"),
        ("clear", 'Argument expected after "clear"'),
        ("install-commit 5", "Session 5 not found"),
        ("install -S many", 'For input string: "many"'),
        ("install -S -5", "are no size for an APK"),
    ],
)  # fmt: skip
async def test_bad_arguments_throw(shell: LocalShell, words: str, complaint: str) -> None:
    done = await shell.run(f"pm {words}")
    assert done.status == 255
    assert complaint in done.err


async def test_enable_and_disable(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("am start -n com.phoneworld.music/.library")
    done = await shell.run("pm disable-user --user 0 com.phoneworld.music")
    assert done.out == "Package com.phoneworld.music new state: disabled-user\n"
    assert session.phone.front == "com.phoneworld.launcher"
    assert (await shell.run("pm list packages -d")).out == "package:com.phoneworld.music\n"
    assert "com.phoneworld.music" not in (await shell.run("pm list packages -e")).out
    await shell.run("cmd package enable com.phoneworld.music")
    assert (await shell.run("pm list packages -d")).out == ""


async def test_resolve_and_query_activities(shell: LocalShell) -> None:
    brief = await shell.run("cmd package resolve-activity --brief com.phoneworld.notes")
    assert brief.out.splitlines()[-1] == "com.phoneworld.notes/.list"
    assert (
        await shell.run("pm resolve-activity --components -a android.intent.action.DIAL")
    ).out == ("com.phoneworld.phone/.dial\n")
    whole = (await shell.run("pm resolve-activity -p com.phoneworld.notes")).out
    assert "packageName=com.phoneworld.notes" in whole
    assert "nonLocalizedLabel=Notes " in whole
    assert (await shell.run("pm resolve-activity --brief com.nope")).out == "No activity found\n"
    query = (
        await shell.run(
            "pm query-activities --brief -a android.intent.action.MAIN "
            "-c android.intent.category.LAUNCHER"
        )
    ).out
    found = re.findall(r"^    (\S+/\S+)$", query, re.MULTILINE)
    assert query.startswith(f"{len(found)} activities found:\n  Activity #0:\n")
    assert "com.phoneworld.notes/.list" in found
    assert not any("launcher" in name for name in found)


async def test_dump_reads_as_clients_read_it(shell: LocalShell) -> None:
    text = (await shell.run("pm dump com.phoneworld.notes")).out
    assert re.search(r"versionName=(?P<name>[^\s]+)", text)
    assert re.search(r"versionCode=(?P<code>\d+)", text)
    assert re.search(r"PackageSignatures\{.*?\[(.*)\]\}", text)
    assert re.search(r"pkgFlags=\[\s*(.*)\s*\]", text)
    assert re.search(r"firstInstallTime=(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)", text)
    assert re.search(r"lastUpdateTime=(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)", text)
    assert re.search(r"targetSdk=(\d+)", text)
    assert "android.intent.action.MAIN:\n        1a2b3c com.phoneworld.notes/.list" in text
    assert (await shell.run("dumpsys package com.nope")).out == "Unable to find package: com.nope\n"


async def test_unknown_sub_command_and_help(shell: LocalShell) -> None:
    done = await shell.run("pm fly")
    assert (done.status, done.err) == (255, "Unknown command: fly\n")
    assert (await shell.run("pm")).out.startswith("Package manager (package) commands:")
    assert (await shell.run("pm has-feature android.hardware.nfc")).out == "true\n"
    assert (await shell.run("pm get-install-location")).out == "0[auto]\n"


# Installing


async def test_install_from_the_stream_and_uninstall(
    shell: LocalShell, session: AdbSession
) -> None:
    apk = plain_apk()
    done = await shell.run(f"cmd package install -r -t -S {len(apk)}", apk + b"left over")
    assert (done.status, done.out) == (0, "Success\n")
    assert session.installed == [TOOL]
    assert f"package:{TOOL}\n" in (await shell.run("pm list packages -3")).out
    assert (await shell.run(f"pm path {TOOL}")).out == f"package:/data/app/{TOOL}-1/base.apk\n"
    assert "versionCode=3 " in (await shell.run(f"dumpsys package {TOOL}")).out
    await shell.run(f"pm install -S {len(apk)}", apk)
    assert session.installed == [TOOL], "installed once"
    assert (await shell.run(f"pm uninstall {TOOL}")).out == "Success\n"
    assert session.installed == []


async def test_install_from_a_file(shell: LocalShell, session: AdbSession) -> None:
    session.tree.write("/data/local/tmp/tool.apk", plain_apk())
    assert (await shell.run("pm install -r /data/local/tmp/tool.apk")).out == "Success\n"
    assert (await shell.run("cd /data/local/tmp; pm install tool.apk")).status == 0
    missing = await shell.run("pm install /data/local/tmp/none.apk")
    assert missing.status == 1
    assert "Error: Unable to open file: /data/local/tmp/none.apk" in missing.err


async def test_an_installed_app_is_known_and_cannot_be_run(shell: LocalShell) -> None:
    apk = plain_apk()
    await shell.run(f"pm install -S {len(apk)}", apk)
    assert (await shell.run(f"am start -n {TOOL}/.Main")).status == 1
    assert (await shell.run(f"monkey -p {TOOL} 1")).status == 252
    assert (await shell.run(f"pm grant {TOOL} android.permission.CAMERA")).status == 0
    assert (await shell.run(f"pm clear {TOOL}")).out == "Success\n"


async def test_what_is_no_apk_is_refused(shell: LocalShell, session: AdbSession) -> None:
    done = await shell.run("pm install -S 4", b"nope")
    assert done.status == 1
    assert re.match(r"Failure \[INSTALL_PARSE_FAILED_NOT_APK: ", done.out)
    short = await shell.run("pm install -S 400", b"short")
    assert "INSTALL_FAILED_INVALID_APK" in short.out
    assert (await shell.run("pm install")).status == 1
    assert session.installed == []


async def test_the_phone_s_own_apps_stay(shell: LocalShell, session: AdbSession) -> None:
    done = await shell.run("pm uninstall com.phoneworld.notes")
    assert (done.status, done.out) == (1, "Failure [DELETE_FAILED_DEVICE_POLICY_MANAGER]\n")
    missing = await shell.run("pm uninstall com.nope")
    assert (missing.status, missing.out) == (1, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n")
    fake = plain_apk("com.phoneworld.notes")
    update = await shell.run(f"pm install -S {len(fake)}", fake)
    assert "INSTALL_FAILED_UPDATE_INCOMPATIBLE" in update.out
    assert session.installed == []


async def test_install_in_parts(shell: LocalShell, session: AdbSession) -> None:
    apk = plain_apk()
    created = (await shell.run(f"pm install-create -S {len(apk)}")).out
    number = re.fullmatch(r"Success: created install session \[(\d+)\]\n", created)
    assert number is not None
    empty = (await shell.run("pm install-create")).out.partition("[")[2].partition("]")[0]
    written = await shell.run(f"pm install-write -S {len(apk)} {number[1]} base.apk -", apk)
    assert written.out == f"Success: streamed {len(apk)} bytes\n"
    assert (await shell.run(f"pm install-commit {number[1]}")).out == "Success\n"
    assert session.installed == [TOOL]
    assert "Failure [" in (await shell.run(f"pm install-commit {empty}")).out
    third = (await shell.run("pm install-create")).out.partition("[")[2].partition("]")[0]
    assert (await shell.run(f"pm install-abandon {third}")).out == "Success\n"
    assert session.handset.pending == {}


@pytest.mark.parametrize("utf8", [True, False], ids=["utf8", "utf16"])
def test_binary_manifests_are_read(utf8: object) -> None:
    apk = read_apk(pack(binary_manifest(utf8=bool(utf8))))
    assert (apk.package, apk.version_code, apk.version_name) == (TOOL, 42, "2.1")
    assert apk.label == "Werkzeug"


@pytest.mark.parametrize("seed", range(40))
def test_damaged_apks_are_refused_and_nothing_else(seed: int) -> None:
    rng = Random(seed)
    manifest = bytearray(binary_manifest(utf8=bool(seed % 2)))
    for _ in range(rng.randrange(1, 12)):
        manifest[rng.randrange(len(manifest))] = rng.randrange(256)
    whole = bytearray(pack(bytes(manifest)))
    if seed % 3 == 0:
        whole[rng.randrange(len(whole))] ^= 0xFF
    with suppress(NotAnApk):
        assert "." in read_apk(bytes(whole)).package


def test_apks_without_a_manifest_or_package_are_refused() -> None:
    for data in (
        b"",
        pack(b"x", "other.txt"),
        pack(b"<manifest/>"),
        pack(b'<manifest package="x"/>'),
    ):
        with pytest.raises(NotAnApk):
            read_apk(data)
