"""Whatever words a client sends, a command answers in its own words and the phone stays whole."""

import shlex

import pytest
from built_in import CATALOGUE
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell

COMMANDS = (
    "input", "am", "am start", "am broadcast", "am stack", "monkey", "pm", "pm list", "pm install",
    "pm grant", "settings", "settings put", "content query", "content insert", "content update",
    "content delete", "sqlite3", "dumpsys", "uiautomator", "wm", "getprop", "setprop", "date",
    "ifconfig", "ip", "svc", "logcat -d", "log", "ime", "locksettings", "cmd", "cmd package",
    "cmd statusbar", "cmd notification", "service", "uname", "screenrecord", "input keyevent",
    "input motionevent", "input swipe", "wm size", "wm density",
)  # fmt: skip
WORDS = (
    "tap", "swipe", "text", "keyevent", "DOWN", "UP", "5", "-1", "0", "1e3", "99999999999", "x", "",
    "start", "-n", "-a", "-d", "-W", "-S", "--es", "--ei", "-p", "-s", "-t", "-c", "--user", "--old",
    "com.phoneworld.notes", "com.phoneworld.notes/.edit", "com.phoneworld.mail/.mail", "id", "text",
    "android.intent.action.VIEW", "android.intent.action.SEND", "tel:1", "geo:", "content://sms",
    "content://com.android.contacts/data", "content://settings/system", "--uri", "--bind", "--where",
    "--sort", "--projection", "name:s:x", "value:i:1", "_id", "1=1", "list", "packages", "get", "put",
    "system", "secure", "user_rotation", "lock", "size", "density", "500x900", "reset", "set", "post",
    "enable", "disable", "com.android.adbkeyboard/.AdbIME", "select 1", ".tables", ":memory:",
    "/data/data/com.phoneworld.notes/databases/notes.db", "window", "activity", "package", "dump",
    "/dev/tty", "/sdcard/x.xml", "+%s", "@5", "-v", "brief", "*:E", "é", "你", "\n", "'", '"',
    "expand-notifications", "set-pin", "1234", "-S", "3", "clear", "task", "remove", "10",
)  # fmt: skip


@pytest.fixture(scope="module")
def shell() -> LocalShell:
    """One phone for all: what one example leaves behind, the next must cope with."""
    return LocalShell(AdbSession(CATALOGUE.workshop().phone(5), serial="fuzz"))


async def answer(shell: LocalShell, command: str, words: list[str]) -> None:
    line = f"{command} {' '.join(map(shlex.quote, words))}"
    done = await shell.run(line, b"zip")
    assert "the phone could not do this" not in done.err, done.err
    assert 0 <= done.status <= 255
    shell.session.phone.window()


LINES = (st.sampled_from(COMMANDS), st.lists(st.sampled_from(WORDS), max_size=7))
FEW, MANY = (
    settings(
        max_examples=examples,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
        deadline=None,
    )
    for examples in (300, 1500)
)


@FEW
@given(*LINES)
async def test_any_words_are_answered(shell: LocalShell, command: str, words: list[str]) -> None:
    await answer(shell, command, words)


@pytest.mark.exhaustive
@MANY
@given(*LINES)
async def test_many_more_words_are_answered(
    shell: LocalShell, command: str, words: list[str]
) -> None:
    await answer(shell, command, words)
