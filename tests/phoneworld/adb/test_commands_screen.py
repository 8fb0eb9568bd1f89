"""`screencap`, `uiautomator dump` and `wm`: pictures, trees and sizes."""

import io
import struct
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell
from phoneworld.hierarchy_dump import dump


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def is_black(image: Image.Image) -> bool:
    return all(extreme == (0, 0) for extreme in image.getextrema())


async def test_screencap_writes_a_png_to_the_stream_or_a_file(
    shell: LocalShell, session: AdbSession
) -> None:
    shot = await shell.run("screencap -p")
    assert shot.raw.startswith(b"\x89PNG")
    assert picture(shot.raw).size == session.size
    assert not is_black(picture(shot.raw))
    assert (await shell.run("screencap -d 0 /sdcard/shot.png")).raw == b""
    assert session.tree.read("/sdcard/shot.png") == (await shell.run("screencap -p")).raw


async def test_screencap_without_options_is_raw_pixels(
    shell: LocalShell, session: AdbSession
) -> None:
    raw = (await shell.run("screencap")).raw
    width, height, kind, _ = struct.unpack_from("<4I", raw)
    assert (width, height, kind) == (*session.size, 1)
    assert len(raw) == 16 + width * height * 4


async def test_screencap_tells_why_it_cannot_write(shell: LocalShell) -> None:
    done = await shell.run("screencap -p /nowhere/shot.png")
    assert done.status == 1
    assert done.err.startswith("Error opening file: /nowhere/shot.png (")
    assert (await shell.run("screencap -h")).err.startswith("usage: screencap")


async def test_secure_and_dark_screens_are_black(shell: LocalShell) -> None:
    await shell.run("am start -n com.phoneworld.wallet/.home")
    assert is_black(picture((await shell.run("screencap -p")).raw))
    await shell.run("input keyevent HOME; input keyevent POWER")
    assert is_black(picture((await shell.run("screencap -p")).raw))


async def test_screencap_of_a_turned_phone(shell: LocalShell) -> None:
    await shell.run("wm user-rotation lock 1")
    assert picture((await shell.run("screencap -p")).raw).size == (2400, 1080)


async def test_dump_goes_to_a_file_and_says_so(shell: LocalShell, session: AdbSession) -> None:
    done = await shell.run("uiautomator dump")
    assert done.out == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    assert session.tree.read("/sdcard/window_dump.xml").decode() == dump(session.phone)
    target = "/data/local/tmp/uidump.xml"
    success = await shell.run(f"rm -f {target}; uiautomator dump {target} && echo success")
    assert success.out == f"UI hierchary dumped to: {target}\nsuccess\n"


async def test_dump_to_the_terminal(shell: LocalShell, session: AdbSession) -> None:
    done = await shell.run("uiautomator dump --compressed /dev/tty")
    xml = done.out.removesuffix("UI hierchary dumped to: /dev/tty\n")
    assert ET.fromstring(xml).tag == "hierarchy"  # noqa: S314 - our own XML


async def test_dump_of_a_locked_phone_shows_the_lock_screen_only(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run("am start -n com.phoneworld.notes/.list")
    session.locked = True
    done = await shell.run("uiautomator dump /dev/tty")
    xml = done.out.removesuffix("UI hierchary dumped to: /dev/tty\n")
    nodes = list(ET.fromstring(xml).iter("node"))  # noqa: S314 - our own XML
    assert {node.get("package") for node in nodes} == {"com.android.systemui"}
    assert any(node.get("text") == "Swipe up to unlock" for node in nodes)


async def test_dump_fails_in_the_dark(shell: LocalShell) -> None:
    await shell.run("input keyevent POWER")
    done = await shell.run("uiautomator dump && echo success")
    assert done.status == 1
    assert "ERROR: null root node returned by UiTestAutomationBridge." in done.err
    assert "success" not in done.out


async def test_dump_mistakes(shell: LocalShell, session: AdbSession) -> None:
    assert (await shell.run("uiautomator dump /nowhere/x.xml")).status == 1
    assert (await shell.run("uiautomator dump --fancy")).status == 1
    done = await shell.run("uiautomator runtest x.jar")
    assert (done.status, done.err) == (1, "Unsupported subcommand: runtest\n")
    assert session.journal.unknown
    assert (await shell.run("uiautomator")).out.startswith("Usage: uiautomator")


async def test_screenrecord_says_what_to_use_instead(shell: LocalShell) -> None:
    done = await shell.run("screenrecord --time-limit 5 /sdcard/a.mp4")
    assert done.status == 1
    assert "screencap -p" in done.err


async def test_size_can_be_overridden_and_reset(shell: LocalShell, session: AdbSession) -> None:
    assert (await shell.run("wm size")).out == "Physical size: 1080x2400\n"
    assert (await shell.run("wm size 720x1280")).status == 0
    assert (await shell.run("cmd window size")).out == (
        "Physical size: 1080x2400\nOverride size: 720x1280\n"
    )
    assert session.size == (720, 1280)
    assert picture((await shell.run("screencap -p")).raw).size == (720, 1280)
    await shell.run("wm size reset")
    assert session.size == (1080, 2400)
    assert (await shell.run("settings get global display_size_forced")).out == "null\n"


async def test_density_can_be_overridden_and_reset(shell: LocalShell, session: AdbSession) -> None:
    assert (await shell.run("wm density")).out == "Physical density: 420\n"
    await shell.run("wm density 320")
    assert session.phone.realism.display.density_dpi == 320
    assert (await shell.run("wm density")).out == "Physical density: 420\nOverride density: 320\n"
    await shell.run("wm density reset")
    assert session.phone.realism.display.density_dpi == 420


@pytest.mark.parametrize(
    "words",
    ["size 0x0", "size 99999x1", "size big", "size 320x320 ; wm density 1000", "density 5",
     "density x", "user-rotation lock 7", "user-rotation spin", "fold"],
)  # fmt: skip
async def test_what_makes_no_sense_is_refused(
    shell: LocalShell, session: AdbSession, words: str
) -> None:
    done = await shell.run(f"wm {words}")
    assert done.status == 255
    session.phone.window()


@pytest.mark.parametrize("size", ["320x480", "480x320", "4320x4320", "1080x4320", "600x1024"])
async def test_odd_sizes_can_be_laid_out(shell: LocalShell, session: AdbSession, size: str) -> None:
    await shell.run(f"wm density 160; wm size {size}")
    for package in session.phone.apps:
        session.phone.launch(package)
        session.phone.window()


async def test_user_rotation_and_keyguard(shell: LocalShell, session: AdbSession) -> None:
    assert (await shell.run("wm user-rotation")).out == "lock 0\n"
    await shell.run("wm set-user-rotation lock 1")
    assert session.size == (2400, 1080)
    await shell.run("wm user-rotation free")
    assert session.size == (1080, 2400)
    assert (await shell.run("wm user-rotation")).out == "free\n"
    await shell.run("input keyevent POWER; wm dismiss-keyguard")
    assert (session.screen_on, session.locked) == (True, False)
