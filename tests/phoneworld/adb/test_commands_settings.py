"""`settings`: the phone's own tables, and what follows from changing them."""

import shlex

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell
from phoneworld.realism import ScreenSize


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)


async def test_get_put_and_delete(shell: LocalShell, session: AdbSession) -> None:
    assert (await shell.run("settings get system screen_brightness")).out == "128\n"
    done = await shell.run("settings put system screen_brightness 200")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert session.phone.settings.get("system", "screen_brightness") == "200"
    assert (await shell.run("settings get global never_heard_of")).out == "null\n"
    await shell.run("settings put --user 0 global heads_up_notifications_enabled 0")
    get = await shell.run("settings get --user current global heads_up_notifications_enabled")
    assert get.out == "0\n"
    delete = "settings delete global heads_up_notifications_enabled"
    assert (await shell.run(delete)).out == "Deleted 1 rows\n"
    assert (await shell.run(delete)).out == "Deleted 0 rows\n"


async def test_list_is_sorted_and_complete(shell: LocalShell, session: AdbSession) -> None:
    lines = (await shell.run("settings list SECURE")).out.splitlines()
    assert lines == sorted(lines)
    assert "default_input_method=com.phoneworld.keyboard/.Keyboard" in lines
    assert "enabled_input_methods=com.phoneworld.keyboard/.Keyboard" in lines


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("fetch system x", "Invalid command: fetch"),
        ("get planet x", "Invalid namespace 'planet'"),
        ("get system", "Bad arguments"),
        ("put system x", "Bad arguments"),
        ("list", "Bad arguments"),
        ("get system a b", "Too many arguments"),
    ],
)
async def test_mistakes(shell: LocalShell, words: str, complaint: str) -> None:
    done = await shell.run(f"settings {words}")
    assert (done.status, done.err) == (255, complaint + "\n")


async def test_reset_and_help(shell: LocalShell) -> None:
    assert (await shell.run("settings reset global com.example")).status == 0
    assert (await shell.run("cmd settings get system font_scale")).out == "1.0\n"
    assert (await shell.run("settings")).out.startswith("Settings provider (settings) commands:")


async def test_rotation_turns_the_screen(shell: LocalShell, session: AdbSession) -> None:
    upright = session.phone.realism.display
    await shell.run("settings put system user_rotation 1")
    assert session.size == (upright.height_px, upright.width_px)
    assert (
        await shell.run("wm size")
    ).out == f"Physical size: {upright.width_px}x{upright.height_px}\n"
    assert "orientation=1," in (await shell.run("dumpsys display")).out
    assert "mCurrentRotation=ROTATION_90\n" in (await shell.run("dumpsys window")).out
    assert 'rotation="1"' in (await shell.run("uiautomator dump /dev/tty")).out
    await shell.run("settings put system accelerometer_rotation 1")
    assert session.size == (upright.width_px, upright.height_px), "the phone stands upright"
    await shell.run(
        "settings put system accelerometer_rotation 0; settings put system user_rotation 2"
    )
    assert session.size == (upright.width_px, upright.height_px)
    await shell.run("settings put system user_rotation sideways")
    assert session.phone.realism.display == upright


async def test_every_app_can_be_seen_sideways(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("settings put system user_rotation 3")
    for package in session.phone.apps:
        session.phone.launch(package)
        session.phone.window()


async def test_a_screen_that_is_too_small_is_refused(
    shell: LocalShell, session: AdbSession
) -> None:
    before: ScreenSize = session.phone.realism.display
    done = await shell.run("settings put secure display_density_forced 1000")
    assert done.status == 1
    assert session.phone.realism.display == before
    assert (await shell.run("settings get secure display_density_forced")).out == "null\n"


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=40).filter(lambda t: "\0" not in t), st.sampled_from(["system", "global"]))
async def test_any_value_comes_back_as_it_was_quoted(
    shell: LocalShell, value: str, table: str
) -> None:
    value = value.encode("utf-8", "ignore").decode()
    assert (await shell.run(f"settings put {table} some_key {shlex.quote(value)}")).status == 0
    assert (await shell.run(f"settings get {table} some_key")).raw == f"{value}\n".encode()
