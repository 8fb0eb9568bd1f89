"""Keyboards of test tools: installed, chosen, and spoken to by broadcast."""

import base64
import io
import re
import zipfile

import pytest

from phoneworld.adb.handset.keyboards import ADB_KEYBOARD, UIAUTOMATOR2_KEYBOARD
from phoneworld.adb.session import PHONEWORLD_IME, AdbSession
from phoneworld.adb.shell.local import LocalShell
from phoneworld.ui.widgets import Field

TEXT = "héllo 你好 🙂 %s 'quoted' \"too\""


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)


def make_apk(package: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(
            "AndroidManifest.xml",
            f'<manifest package="{package}" android:versionCode="7" android:versionName="2.5">'
            '<application android:label="A tool"/></manifest>',
        )
    return file.getvalue()


async def use(shell: LocalShell, ime: str) -> None:
    apk = make_apk(ime.partition("/")[0])
    assert (await shell.run(f"pm install -S {len(apk)}", apk)).out == "Success\n"
    done = await shell.run(f"ime enable {ime} && ime set {ime}")
    assert done.status == 0


def open_note(session: AdbSession) -> None:
    session.phone.launch("com.phoneworld.notes", "edit", {})
    fields = [view for view in session.phone.window().view.walk() if isinstance(view, Field)]
    session.phone.focus_field(fields[-1].key)


def typed(session: AdbSession) -> str:
    field = session.phone.focused_field()
    assert field is not None
    return field.value


def coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


async def test_a_keyboard_appears_with_its_apk_and_goes_with_it(
    shell: LocalShell, session: AdbSession
) -> None:
    assert (await shell.run("ime list -s -a")).out == f"{PHONEWORLD_IME}\n"
    apk = make_apk("com.android.adbkeyboard")
    await shell.run(f"pm install -S {len(apk)}", apk)
    assert (await shell.run("ime list -s -a")).out == f"{PHONEWORLD_IME}\n{ADB_KEYBOARD}\n"
    assert (await shell.run("ime list -s")).out == f"{PHONEWORLD_IME}\n", "not enabled yet"
    refused = await shell.run(f"ime set {ADB_KEYBOARD}")
    assert refused.status == 255
    assert refused.err == f"Unknown input method {ADB_KEYBOARD} cannot be selected for user #0\n"
    await shell.run(f"ime enable {ADB_KEYBOARD}; ime set {ADB_KEYBOARD}")
    assert session.ime == ADB_KEYBOARD
    assert (await shell.run("settings get secure default_input_method")).out == f"{ADB_KEYBOARD}\n"
    assert f"mCurMethodId={ADB_KEYBOARD}" in (await shell.run("dumpsys input_method")).out
    await shell.run("pm uninstall com.android.adbkeyboard")
    assert session.ime == PHONEWORLD_IME
    assert (await shell.run("ime list -s -a")).out == f"{PHONEWORLD_IME}\n"


async def test_choosing_by_settings_works_too(shell: LocalShell, session: AdbSession) -> None:
    await use(shell, ADB_KEYBOARD)
    await shell.run(f"settings put secure default_input_method {PHONEWORLD_IME}")
    assert session.ime == PHONEWORLD_IME
    await shell.run("settings put secure default_input_method com.nope/.Ime")
    assert session.ime == PHONEWORLD_IME


async def test_disable_and_reset_go_back_to_the_phone_s_own(
    shell: LocalShell, session: AdbSession
) -> None:
    await use(shell, ADB_KEYBOARD)
    enabled = f"{PHONEWORLD_IME}:{ADB_KEYBOARD}\n"
    assert (await shell.run("settings get secure enabled_input_methods")).out == enabled
    done = await shell.run(f"ime disable {ADB_KEYBOARD}")
    assert done.out == f"Input method {ADB_KEYBOARD}: now disabled for user #0\n"
    assert session.ime == PHONEWORLD_IME
    await shell.run(f"cmd input_method enable {ADB_KEYBOARD}; cmd input_method set {ADB_KEYBOARD}")
    assert session.ime == ADB_KEYBOARD
    await shell.run("ime reset")
    assert session.ime == PHONEWORLD_IME


@pytest.mark.parametrize("verb", ["enable", "disable", "set"])
async def test_unknown_keyboards_are_refused(shell: LocalShell, verb: str) -> None:
    done = await shell.run(f"ime {verb} com.nope/.Ime")
    assert done.status == 255
    assert done.err.startswith("Unknown input method com.nope/.Ime cannot be ")


async def test_adb_keyboard_types_any_text_and_never_says_so(
    shell: LocalShell, session: AdbSession
) -> None:
    await use(shell, ADB_KEYBOARD)
    open_note(session)
    done = await shell.run(f"am broadcast -a ADB_INPUT_B64 --es msg {coded(TEXT)}")
    assert typed(session) == TEXT
    assert re.search(
        r"Broadcasting: Intent \{ act=ADB_INPUT_B64 flg=0x400000 \(has extras\) \}\n"
        r"Broadcast completed: result=0\n",
        done.out,
    )
    await shell.run("am broadcast -a ADB_CLEAR_TEXT")
    assert typed(session) == ""
    await shell.run("am broadcast -a ADB_INPUT_TEXT --es msg 'plain words'")
    await shell.run("am broadcast -a ADB_INPUT_CHARS --eia chars 128512,65")
    await shell.run("am broadcast -a ADB_INPUT_CODE --ei code 67")
    assert typed(session) == "plain words😀"


async def test_adb_keyboard_presses_the_action_key(shell: LocalShell, session: AdbSession) -> None:
    await use(shell, ADB_KEYBOARD)
    await shell.run("am start -n com.phoneworld.launcher/.drawer")
    field = next(v for v in session.phone.window().view.walk() if isinstance(v, Field))
    session.phone.focus_field(field.key)
    await shell.run("am broadcast -a ADB_EDITOR_CODE --ei code 3")
    assert not session.phone.keyboard_shown


async def test_broadcasts_do_nothing_while_another_keyboard_is_used(
    shell: LocalShell, session: AdbSession
) -> None:
    open_note(session)
    done = await shell.run(f"am broadcast -a ADB_INPUT_B64 --es msg {coded('lost')}")
    assert (done.status, typed(session)) == (0, "")
    assert done.out.endswith("Broadcast completed: result=0\n")


@pytest.mark.parametrize("damaged", ["", "!!!", "QUJ", "gICA"])
async def test_damaged_base64_breaks_nothing(
    shell: LocalShell, session: AdbSession, damaged: str
) -> None:
    await use(shell, ADB_KEYBOARD)
    open_note(session)
    assert (await shell.run(f"am broadcast -a ADB_INPUT_B64 --es msg '{damaged}'")).status == 0


async def test_uiautomator2_s_keyboard_says_whether_it_worked(
    shell: LocalShell, session: AdbSession
) -> None:
    await use(shell, UIAUTOMATOR2_KEYBOARD)
    send = f"am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text {coded(TEXT)}"
    assert 'result=0, data="no focused field"' in (await shell.run(send)).out
    open_note(session)
    assert 'result=-1, data="success"' in (await shell.run(send)).out
    assert typed(session) == TEXT
    assert "result=-1" in (await shell.run("am broadcast -a ADB_KEYBOARD_HIDE")).out
    assert not session.phone.keyboard_shown
    assert "result=-1" in (await shell.run("am broadcast -a ADB_KEYBOARD_CLEAR_TEXT")).out
    assert typed(session) == ""
    enter = await shell.run("am broadcast -a ADB_KEYBOARD_EDITOR_CODE --es code 3")
    assert "result=-1" in enter.out


async def test_a_locked_phone_takes_no_text(shell: LocalShell, session: AdbSession) -> None:
    await use(shell, UIAUTOMATOR2_KEYBOARD)
    open_note(session)
    session.locked = True
    done = await shell.run(f"am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text {coded('x')}")
    session.locked = False
    assert "result=0" in done.out
    assert typed(session) == ""


async def test_clipper_reads_and_writes_the_clipboard(
    shell: LocalShell, session: AdbSession
) -> None:
    done = await shell.run("am broadcast -a clipper.set -e text 'some words'")
    assert 'result=-1, data="Text is copied into clipboard."' in done.out
    assert session.phone.clipboard == "some words"
    got = await shell.run("am broadcast -a clipper.get")
    assert 'Broadcast completed: result=-1, data="some words"\n' in got.out
    assert "result=0" in (await shell.run("am broadcast -a clipper.set")).out


async def test_system_broadcasts_are_silent_and_unknown_ones_noted(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run("cmd statusbar expand-notifications")
    await shell.run("am broadcast -a android.intent.action.CLOSE_SYSTEM_DIALOGS")
    assert session.phone.panel is None
    assert session.journal.unknown == []
    done = await shell.run("am broadcast -a com.example.HELLO")
    assert done.out.endswith("Broadcast completed: result=0\n")
    assert session.journal.unknown
