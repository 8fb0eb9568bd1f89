"""Phones that agents of other people know: their package names, keyboard and accessibility provider."""

import asyncio
import base64
import io
import json
import zipfile
from collections.abc import Awaitable, Callable

import pytest

from phoneworld import Workshop
from phoneworld.adb.foreign.device_server import ADDRESS, answer
from phoneworld.adb.foreign.known_phone import known, set_up
from phoneworld.adb.foreign.package_aliases import ALIASES, meant, told
from phoneworld.adb.personality import ORDINARY
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command_list import find_commands
from phoneworld.adb.shell.interpreter import Shell, Toolbox
from phoneworld.adb.shell.io import Collected, FixedInput, Streams
from phoneworld.phone import Phone

Sh = Callable[[str], Awaitable[str]]
PORTAL = "content://com.mobilerun.portal"


@pytest.fixture
def phone(shared_workshop: Workshop) -> Phone:
    return shared_workshop.phone(7)


@pytest.fixture
def session(phone: Phone) -> AdbSession:
    made = AdbSession(phone, serial="known", personality=known(ORDINARY))
    set_up(made)
    return made


@pytest.fixture
def sh(session: AdbSession) -> Sh:
    toolbox = Toolbox(session, session.personality.changed(find_commands()))

    async def run(line: str) -> str:
        out = Collected()
        await Shell(toolbox).run(line, Streams(FixedInput(b""), out, out))
        return out.data.decode("utf-8", "replace")

    return run


def test_every_alias_stands_for_one_app_and_leads_back(phone: Phone) -> None:
    aliases = [alias for names in ALIASES.values() for alias in names]
    assert len(aliases) == len(set(aliases))
    for own, names in ALIASES.items():
        assert told(own) == names[0]
        assert {meant(alias, phone) for alias in names} == {own}


@pytest.mark.parametrize(
    "text", ["com.android.settings.intelligence", "xcom.android.settings", "com.android.chromex"]
)
def test_longer_names_are_others(phone: Phone, text: str) -> None:
    assert meant(text, phone) == text


@pytest.mark.parametrize(
    "start",
    [
        "am start -n com.android.settings/.Settings",
        "am start -n com.android.settings/com.android.settings.Settings",
        "monkey -p com.android.settings -c android.intent.category.LAUNCHER 1",
        "am start com.android.settings",
    ],
)
async def test_app_is_started_and_told_by_its_well_known_name(
    sh: Sh, phone: Phone, start: str
) -> None:
    await sh(start)

    assert phone.activity.package == "com.phoneworld.settings"
    for dump in ("dumpsys window", "dumpsys activity activities", "dumpsys activity top"):
        told_of = await sh(dump)
        assert "com.android.settings/" in told_of, dump
        assert "com.phoneworld.settings" not in told_of
    assert "com.android.settings" in await sh("ps -e")
    assert (await sh("pidof com.android.settings")).strip().isdecimal()


async def test_packages_are_listed_resolved_and_stopped_by_these_names(
    sh: Sh, phone: Phone
) -> None:
    listed = (await sh("pm list packages")).split()
    assert {"package:com.android.chrome", "package:com.google.android.deskclock"} <= set(listed)
    assert len(listed) == len(set(listed))
    assert "com.google.android.deskclock/" in await sh(
        "cmd package resolve-activity --brief com.android.deskclock"
    )
    await sh("monkey -p com.android.deskclock -c android.intent.category.LAUNCHER 1")
    await sh("am force-stop com.google.android.deskclock")
    assert "com.phoneworld.clock" not in phone.tasks


async def test_package_file_can_be_pulled(sh: Sh, session: AdbSession) -> None:
    for package in (
        "com.android.settings",
        "com.google.android.apps.tasks",
        "com.mobilerun.portal",
    ):
        path = (await sh(f"pm path {package}")).strip().removeprefix("package:")
        archive = zipfile.ZipFile(io.BytesIO(session.tree.read(path)))
        assert json.loads(archive.read("assets/phoneworld.json"))["package"] == package


async def test_run_as_refuses_what_is_not_debuggable(sh: Sh) -> None:
    for package in ("com.android.settings", "com.phoneworld.settings"):
        assert await sh(f"run-as {package} ls") == f"run-as: package not debuggable: {package}\n"
    assert "unknown package" in await sh("run-as com.example.none ls")


async def test_screen_dump_has_these_names_in_a_file_and_on_the_terminal(sh: Sh) -> None:
    await sh("monkey -p com.android.settings 1")
    assert 'package="com.android.settings"' in await sh("uiautomator dump /dev/tty")
    await sh("uiautomator dump /sdcard/look.xml")
    assert 'package="com.android.settings"' in await sh("cat /sdcard/look.xml")
    await sh("uiautomator dump")
    assert 'package="com.android.settings"' in await sh("cat /sdcard/window_dump.xml")


async def test_shade_has_androids_name(sh: Sh) -> None:
    await sh("cmd statusbar expand-notifications")
    assert "mCurrentFocus=Window{1a2b3c4 u0 NotificationShade}" in await sh("dumpsys window")


async def open_field(sh: Sh, session: AdbSession) -> None:
    """A new contact's form has fields."""
    await sh("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact")
    field = next(
        view for view in session.phone.window().view.walk() if "EditText" in view.class_name
    )
    left, top, right, bottom = field.bounds
    await sh(f"input tap {(left + right) // 2} {(top + bottom) // 2}")


async def test_adb_keyboard_is_there_and_types(sh: Sh, session: AdbSession) -> None:
    assert "com.android.adbkeyboard/.AdbIME" in await sh("ime list -s")
    assert "selected" in await sh("ime set com.android.adbkeyboard/.AdbIME")
    assert (
        await sh("settings get secure default_input_method") == "com.android.adbkeyboard/.AdbIME\n"
    )
    await open_field(sh, session)
    word = base64.b64encode("Grüße".encode()).decode()
    await sh(f"am broadcast -a ADB_INPUT_B64 --es msg {word}")
    assert "Grüße" in await sh("uiautomator dump /dev/tty")
    await sh("am broadcast -a ADB_CLEAR_TEXT")
    await sh("am broadcast -a ADB_INPUT_TEXT --es msg Ada")
    dump = await sh("uiautomator dump /dev/tty")
    assert 'text="Ada"' in dump
    assert "Grüße" not in dump


def result_of(output: str) -> object:
    """As the agent reads it: the row's JSON, and the JSON in it."""
    answer = json.loads(output.partition("result=")[2])
    assert answer["status"] == "success"
    try:
        return json.loads(answer["result"])
    except ValueError:
        return answer["result"]


async def test_portal_is_installed_and_turned_on(sh: Sh) -> None:
    assert "package:com.mobilerun.portal" in await sh("pm list packages")
    assert "MobilerunAccessibilityService" in await sh(
        "settings get secure enabled_accessibility_services"
    )
    assert result_of(await sh(f"content query --uri {PORTAL}/version")) == "0.6.0"
    packages = result_of(await sh(f"content query --uri {PORTAL}/packages"))
    assert isinstance(packages, list)
    assert {"packageName": "com.android.settings", "label": "Settings"}.items() <= next(
        one for one in packages if one["label"] == "Settings"
    ).items()


async def test_portal_tells_the_screen_and_types(sh: Sh, session: AdbSession) -> None:
    await open_field(sh, session)
    word = base64.b64encode(b"Ada L.").decode()
    await sh(
        f'content insert --uri "{PORTAL}/keyboard/input" --bind base64_text:s:"{word}" '
        "--bind clear:b:true"
    )

    state = result_of(await sh(f"content query --uri {PORTAL}/state_full"))

    assert isinstance(state, dict)
    assert state["phone_state"]["packageName"] == "com.google.android.contacts"
    assert state["phone_state"]["focusedElement"]["text"] == "Ada L."
    assert state["device_context"]["screen_bounds"] == {"width": 1080, "height": 2400}
    nodes, texts = [state["a11y_tree"]], list[str]()
    while nodes:
        node = nodes.pop()
        nodes += node["children"]
        texts.append(node["text"])
        assert set(node["boundsInScreen"]) == {"left", "top", "right", "bottom"}
    assert "Ada L." in texts


async def test_other_providers_answer_as_before(sh: Sh) -> None:
    await sh(
        "content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1"
    )
    assert await sh("settings get system user_rotation") == "1\n"


@pytest.mark.parametrize(
    ("words", "begins"),
    [("-v year", "2026-"), ("-v epoch", "17"), ("-v threadtime -v year", "2026-"), ("", "05-14")],
)
async def test_log_tells_the_time_as_it_is_asked_to(sh: Sh, words: str, begins: str) -> None:
    await sh("log -t mine hello")
    line = (await sh(f"logcat -d {words}")).splitlines()[-1]
    assert line.startswith(begins)
    assert line.endswith("I mine: hello")


def rpc(session: AdbSession, method: str, **params: object) -> dict[str, object]:
    """What the device server answers."""
    asked = {"jsonrpc": "2.0", "id": "1", "method": method, "params": params}
    return answer(session, json.dumps(asked).encode())


def test_device_server_lists_apps_by_their_well_known_names(session: AdbSession) -> None:
    listed = rpc(session, "device.apps.list")["result"]

    assert isinstance(listed, list)
    assert {"packageName": "com.android.settings", "appName": "Settings"}.items() <= next(
        one for one in listed if one["appName"] == "Settings"
    ).items()


async def test_text_that_no_key_has_comes_by_the_device_servers_clipboard(
    sh: Sh, session: AdbSession
) -> None:
    await open_field(sh, session)

    rpc(session, "device.clipboard.set", text="Grüße")
    await sh("input keyevent KEYCODE_PASTE")

    assert "Grüße" in await sh("uiautomator dump /dev/tty")
    assert rpc(session, "device.clipboard.get")["result"] == {"text": "Grüße"}
    rpc(session, "device.clipboard.clear")
    assert session.phone.clipboard == ""


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b"nonsense", b'{"method": "device.dump.ui"}'])
def test_device_server_says_what_it_does_not_do(session: AdbSession, body: bytes) -> None:
    error = answer(session, body)["error"]
    assert error["code"] in {-32600, -32601}


async def test_device_server_answers_http_on_its_socket(session: AdbSession) -> None:
    server = session.ports.find(ADDRESS)
    assert server is not None
    listener = await asyncio.start_server(server, "127.0.0.1", 0)
    async with listener:
        port = listener.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        body = b'{"id": "1", "jsonrpc": "2.0", "method": "device.version"}'
        head = f"POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        said = await reader.read()
        writer.close()
    assert said.startswith(b"HTTP/1.1 200")
    assert json.loads(said.partition(b"\r\n\r\n")[2])["result"] == "phoneworld"


async def test_rotation_can_be_read_as_a_number(sh: Sh) -> None:
    assert await sh("settings get system user_rotation") == "0\n"
