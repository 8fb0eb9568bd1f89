"""`screencap`, `uiautomator`, `wm`, `screenrecord`: pictures and descriptions of the screen."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence

from phoneworld.adb.errors import AdbError, FileError
from phoneworld.adb.handset import lock
from phoneworld.adb.handset.display import (
    AUTO_ROTATE,
    DENSITIES,
    DENSITY_FORCED,
    SIDES_PX,
    SIZE_FORCED,
    USER_ROTATION,
    rotation_of,
    upright_display,
)
from phoneworld.adb.handset.hierarchy import dump_screen
from phoneworld.adb.handset.setting_changes import delete_setting, put_setting
from phoneworld.adb.shell.arguments import FAILED, Arguments, dispatch, read_int
from phoneworld.adb.shell.command import Command, Io
from phoneworld.adb.shell.options import read_options
from phoneworld.adb.shell.paths import cwd_of

DEFAULT_DUMP = "/sdcard/window_dump.xml"
RAW_HEADER = struct.Struct("<4I")
RGBA_8888, SRGB = 1, 1
SIZE = re.compile(r"(\d{1,5})x(\d{1,5})")


async def _screencap(io: Io, arguments: Sequence[str]) -> int:
    options = read_options([word for word in arguments if word != "--hint-for-seamless"], "pjhad:")
    if "h" in options:
        io.err("usage: screencap [-ahp] [-d display-id] [FILENAME]\n")
        return 0
    path = options.rest[0] if options.rest else ""
    lower = path.lower()
    if "j" in options or lower.endswith((".jpg", ".jpeg")):
        data = await io.session.screens.encode("image/jpeg", quality=90)
    elif "p" in options or lower.endswith(".png"):
        data = await io.session.screens.encode("image/png")
    else:
        size = io.session.size
        pixels = await io.session.screens.encode("image/x-rgba")
        data = RAW_HEADER.pack(*size, RGBA_8888, SRGB) + pixels
    if not path:
        io.out(data)
        return 0
    return _save(io, path, data, f"Error opening file: {path}")


def _save(io: Io, path: str, data: bytes, complaint: str) -> int:
    tree = io.session.tree
    try:
        tree.write_look(tree.resolve(path, cwd_of(io)), data)
    except FileError as error:
        io.err(f"{complaint} ({error.reason})\n")
        return 1
    return 0


def _uiautomator(io: Io, arguments: Sequence[str]) -> int:
    if not arguments or arguments[0] in ("help", "--help"):
        io.out(
            "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\n"
            "help: displays help message\n\n"
            "dump: creates an XML dump of current UI hierarchy\n"
            "    dump [--compressed][file]\n"
        )
        return 0 if arguments else 1
    if arguments[0] == "dump":
        return _dump(io, list(arguments[1:]))
    io.session.journal.miss(f"uiautomator {arguments[0]}")
    io.err(f"Unsupported subcommand: {arguments[0]}\n")
    return 1


def _dump(io: Io, words: list[str]) -> int:
    unknown = [w for w in words if w.startswith("-") and w not in ("--compressed", "--windows")]
    if unknown:
        io.err(f"ERROR: unknown option {unknown[0]}\n")
        return 1
    path = next((word for word in words if not word.startswith("-")), DEFAULT_DUMP)
    xml = dump_screen(io.session)
    if not xml:
        io.err("ERROR: null root node returned by UiTestAutomationBridge.\n")
        return 1
    if path in ("/dev/tty", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
        io.out(xml)
    elif _save(io, path, xml.encode(), f"ERROR: could not write {path}"):
        return 1
    # The spelling is Android's, and clients look for it.
    io.out(f"UI hierchary dumped to: {path}\n")
    return 0


def _screenrecord(io: Io, arguments: Sequence[str]) -> int:
    del arguments
    io.err(
        "screenrecord: this phone makes no videos. Take pictures instead: 'screencap -p' gives one "
        "in a few milliseconds and is cached while nothing changes.\n"
    )
    return 1


# wm


def _size(io: Io, arguments: Arguments) -> int:
    session = io.session
    word = arguments.next()
    if word is None:
        panel, upright = session.handset.panel, upright_display(session)
        io.out(f"Physical size: {panel.width_px}x{panel.height_px}\n")
        if (upright.width_px, upright.height_px) != (panel.width_px, panel.height_px):
            io.out(f"Override size: {upright.width_px}x{upright.height_px}\n")
        return 0
    if word == "reset":
        delete_setting(session, *SIZE_FORCED)
        return 0
    found = SIZE.fullmatch(word)
    if found is None or not all(int(side) in SIDES_PX for side in found.groups()):
        io.err(f"Error: bad size {word}\n")
        return FAILED
    return _override(io, SIZE_FORCED, f"{int(found.group(1))},{int(found.group(2))}")


def _override(io: Io, setting: tuple[str, str], value: str) -> int:
    try:
        put_setting(io.session, *setting, value)
    except AdbError as error:
        io.err(f"Error: {error}\n")
        return FAILED
    return 0


def _density(io: Io, arguments: Arguments) -> int:
    session = io.session
    word = arguments.next()
    if word is None:
        panel, upright = session.handset.panel, upright_display(session)
        io.out(f"Physical density: {panel.density_dpi}\n")
        if upright.density_dpi != panel.density_dpi:
            io.out(f"Override density: {upright.density_dpi}\n")
        return 0
    if word == "reset":
        delete_setting(session, *DENSITY_FORCED)
        return 0
    if not word.isdecimal() or len(word) > 5 or int(word) not in DENSITIES:
        io.err(f"Error: bad number {word}: density must be >= {DENSITIES.start}\n")
        return FAILED
    return _override(io, DENSITY_FORCED, str(int(word)))


def _user_rotation(io: Io, arguments: Arguments) -> int:
    """`wm user-rotation [free | lock [0-3]]`, also under its old names."""
    session = io.session
    match arguments.next():
        case None:
            auto = session.phone.settings.on(*AUTO_ROTATE)
            io.out("free\n" if auto else f"lock {rotation_of(session)}\n")
        case "free":
            put_setting(session, *AUTO_ROTATE, "1")
        case "lock":
            word = arguments.next()
            turned = rotation_of(session) if word is None else read_int(word)
            if turned not in range(4):
                io.err(f"Error: rotation must be between 0 and 3, not {turned}\n")
                return FAILED
            put_setting(session, *AUTO_ROTATE, "0")
            put_setting(session, *USER_ROTATION, str(turned))
        case other:
            io.err(f"Error: expecting 'free' or 'lock', but we get: {other}\n")
            return FAILED
    return 0


def _dismiss_keyguard(io: Io, arguments: Arguments) -> int:
    del arguments
    lock.wake(io.session)
    lock.unlock(io.session)
    return 0


window_manager = dispatch(
    {
        "size": _size,
        "density": _density,
        "user-rotation": _user_rotation,
        "set-user-rotation": _user_rotation,
        "get-user-rotation": _user_rotation,
        "dismiss-keyguard": _dismiss_keyguard,
    },
    "Window manager (window) commands:\n"
    "  size [reset|WxH]\n  density [reset|DENSITY]\n"
    "  user-rotation [free|lock [0|1|2|3]]\n  dismiss-keyguard\n",
)

COMMANDS: dict[str, Command] = {
    "screencap": _screencap,
    "screenrecord": _screenrecord,
    "uiautomator": _uiautomator,
    "wm": window_manager,
}
