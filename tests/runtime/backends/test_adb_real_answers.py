"""What real phones answered, read by the parsers of the backend.

The answers are not part of the project. They are looked for beside the repository, in
`../shared/real-adb` (for a worktree: beside its parent). Where they are not there, these tests are
skipped; the same traps are tested with made-up answers in the other files of this folder.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from phoneworld.recording.files import BadRecording
from phoneworld.recording.input_devices import TouchPanel, ranges_of
from phoneworld.recording.touch_events import SEVERAL, UnrecordedGesture, gestures_of
from runtime.actions import SCALE, Click, Point
from runtime.backends.adb.address import AdbAddress, read_address
from runtime.backends.adb.apps import InstalledApps, LaunchableApp, parse_apps
from runtime.backends.adb.automation import PASSING
from runtime.backends.adb.calls import ShellResult
from runtime.backends.adb.connection import connect_error, parse_listed
from runtime.backends.adb.details import parse_info
from runtime.backends.adb.errors import (
    AutomationDead,
    CommandFailed,
    DebuggingRestricted,
    PairingFailed,
    ScreenshotFailed,
    automation_error,
    command_error,
    launch_error,
    refusal,
)
from runtime.backends.adb.pairing import paired_guid
from runtime.backends.adb.power import parse_awake
from runtime.backends.adb.screen import examine, parse_panels
from runtime.backends.adb.status import parse_status
from runtime.backends.adb.text_input import chosen_keyboard
from runtime.backends.adb.users import parse_users
from runtime.errors import BadHierarchy
from runtime.hierarchy_xml import parse_hierarchy

REPOSITORY = Path(__file__).resolve().parents[3]
PLACES = [place / "shared" / "real-adb" for place in REPOSITORY.parents[:2]]
FOLDER = next((place for place in PLACES if (place / "expected.json").is_file()), None)
Reading = Any  # JSON: whatever the expectation compares with
_STDERR = "it stands on stderr, which the shell keeps apart before anything is read"
_SAID_TO_NOBODY = "nothing is read from these words: what follows from them is looked up"
UNDECIDED = {
    "dumpsys-window/appium-10-1.txt": "two sources disagree on whether that phone is locked",
    "getprop/nxp-mek8q-linker-1.txt": _STDERR,
    "screencap/pixelfold-14-1.txt": _STDERR,
    "screencap/zfold-emulator-14-1.txt": _STDERR,
    "screencap/waydroid-1.txt": _STDERR,
    "screencap/waydroid-2.txt": _STDERR,
    "screencap/pixel9profold-15-displays.txt": "the source left out a line that is counted",
    "pm-query-activities/pixel-brief-14-1.txt": "this short listing is never asked for",
    "u2-server/launch-normal-1.txt": _SAID_TO_NOBODY,
    "am/broadcast-b64-14-1.txt": _SAID_TO_NOBODY,
    "am/broadcast-linker-4.4-1.txt": _SAID_TO_NOBODY,
    "ime/set-unknown-14-1.txt": _SAID_TO_NOBODY,
    "ime/set-ok-10-1.txt": _SAID_TO_NOBODY,
}
"""Answers from which nothing is to be read, or where nobody knows what; and why."""

DECIDED_HERE: dict[str, dict[str, Reading]] = {
    "getevent-lt/honor-protocolA-11-1.txt": {"gestures": []},
    "getevent-lt/xiaomi-haydn-12-1.txt": {"gestures": []},
    "getevent-lt/goodix-twofingers-14-1.txt": {"gestures": []},
    "getevent-lt/goodix-release-14-2.txt": {"gestures": [SEVERAL]},
    "pm-query-activities/resolve-brief-14-1.txt": {
        "launcher": "com.google.android.apps.nexuslauncher"
    },
    "pm-query-activities/samsung-securefolder-13-1.txt": {"error": "CommandFailed"},
    "pm-query-activities/samsung-users-14-1.txt": {"users": [0, 11, 151]},
    "adb-connect/pair-failed-1.txt": {"error": "PairingFailed"},
    "adb-connect/pair-badport-1.txt": {"error": "PairingFailed"},
    "adb-connect/pair-ok-1.txt": {"guid": "adb-00000000-AbCdEf"},
    "settings/car-12-null.txt": {"keyboard": ""},
    "u2-server/appprocess-xiaomi15pro-17-1.txt": {"error": "AutomationFailed"},
}
"""What is to be read from answers of which the collection gives only a note."""


@dataclass(frozen=True)
class Answer:
    path: str
    kind: str
    expect: dict[str, Reading]
    text: str


def answers() -> list[Answer]:
    if FOLDER is None:
        return []
    rows = json.loads((FOLDER / "expected.json").read_text())
    return [
        Answer(
            row["path"],
            row["kind"],
            row["expect"],
            (FOLDER / row["path"]).read_bytes().decode("utf-8", "replace"),
        )
        for row in rows
    ]


def read_the_status(answer: Answer) -> dict[str, Reading]:
    status = parse_status(answer.text)
    return {name: getattr(status, name) for name in answer.expect if name != "note"}


def read_power(answer: Answer) -> dict[str, Reading]:
    awake = parse_awake(answer.text)
    if answer.expect["awake"] == "unknown" or "akefulness" not in answer.text:
        # Nothing tells it: the phone must not be said to be on, nor to be off.
        assert awake is None
        return answer.expect
    return {"awake": awake}


def read_size(answer: Answer) -> dict[str, Reading]:
    text = answer.text
    if answer.expect["density"] is None:
        text += "\nPhysical density: 1\n"
    if answer.expect["width"] is None:
        text += "\nPhysical size: 1x1\n"
    info = parse_info("\n\n\n\n" + text, AdbAddress("X"))
    found = {"width": info.width_px, "height": info.height_px, "density": info.density_dpi}
    return {name: None if answer.expect[name] is None else found[name] for name in answer.expect}


def read_locale(answer: Answer) -> dict[str, Reading]:
    chosen, built = [*answer.text.split("\n"), "", ""][:2]
    text = f"model\n1\n{chosen.strip()}\n{built.strip()}\nsize: 1x1\ndensity: 1\n"
    return {"locale": parse_info(text, AdbAddress("X")).locale}


def read_apps(answer: Answer) -> dict[str, Reading]:
    text = answer.text if "Activity #" in answer.text else f"Activity #0:\n{answer.text}"
    return {"apps": [[app.package, app.activity, app.label] for app in parse_apps(text)]}


def read_failure(answer: Answer) -> dict[str, Reading]:
    code = answer.expect.get("code", 255)
    error = command_error("a command", "X", code, answer.text)
    if "inject" in answer.expect:
        return {"inject": isinstance(error, DebuggingRestricted)}
    guarded = "WRITE_SECURE_SETTINGS" in answer.text
    assert isinstance(error, DebuggingRestricted if guarded else CommandFailed)
    return {"code": code}


class Starting:
    """A phone that answers `am start` in these words."""

    def __init__(self, text: str, code: int) -> None:
        self._text = text
        self._code = code

    def shell(self, *words: str, timeout_s: float = 1, checked: bool = True) -> ShellResult:
        if self._code:
            raise command_error(" ".join(words), "X", self._code, self._text)
        return ShellResult(self._text.encode(), b"", 0)

    def script(self, text: str, *, timeout_s: float = 1, checked: bool = True) -> ShellResult:
        raise AssertionError(text)


def read_start(answer: Answer) -> dict[str, Reading]:
    code = answer.expect["code"]
    try:
        InstalledApps(Starting(answer.text, code)).launch(LaunchableApp("org.example", ".Main"))
    except CommandFailed:
        return {"code": code, "fails": True}
    return {"code": code, "fails": False}


def read_users(answer: Answer) -> dict[str, Reading]:
    return {"users": [user.id for user in parse_users(answer.text)]}


def read_pairing(answer: Answer) -> dict[str, Reading]:
    try:
        return {"guid": paired_guid(answer.text, "X")}
    except PairingFailed as error:
        return {"error": type(error).__name__}


def read_launcher(answer: Answer) -> dict[str, Reading]:
    info = parse_info(f"m\n1\n\n\nsize: 1x1\ndensity: 1\n{answer.text}", AdbAddress("X"))
    return {"launcher": info.launcher}


def read_keyboard(answer: Answer) -> dict[str, Reading]:
    return {"keyboard": chosen_keyboard(answer.text)}


def read_any_failure(answer: Answer) -> dict[str, Reading]:
    return {"error": type(command_error("a command", "X", 255, answer.text)).__name__}


def read_gestures(answer: Answer) -> dict[str, Reading]:
    screen = TouchPanel("", "", (0, 143999), (0, 319999))
    lines = [_timed(line) for line in answer.text.splitlines()]
    return {
        "gestures": [
            one.reason if isinstance(one, UnrecordedGesture) else str(one)
            for one in gestures_of(
                lines, {"/dev/input/event1": screen, "/dev/input/event3": screen}
            )
        ]
    }


def read_ranges(answer: Answer) -> dict[str, Reading]:
    try:
        x, y = ranges_of(answer.text)
    except BadRecording:
        return {"x": None, "y": None}
    return {"x": x, "y": y}


def read_touches(answer: Answer) -> dict[str, Reading]:
    most_x, most_y = answer.expect.get("max", (4095, 4095))
    lines = answer.text.splitlines()
    if answer.kind in ("l", "lt-nodev"):
        lines = [_timed(line) for line in lines]
    path = next(iter(re.findall(r"/dev/input/event\d+(?=: )", "\n".join(lines))), "")
    screens = {path: TouchPanel(path, "", (0, most_x), (0, most_y))}
    found = list(gestures_of(lines, screens))
    read: dict[str, Reading] = {"max": answer.expect.get("max"), "actions": len(found)}
    at = found[0].target if len(found) == 1 and isinstance(found[0], Click) else None
    if "tap" in answer.expect and isinstance(at, Point):
        x, y = answer.expect["tap"]
        same = (round(at.x * most_x / SCALE), round(at.y * most_y / SCALE)) == (x, y)
        read["tap"] = answer.expect["tap"] if same else at
    return {name: read.get(name) for name in answer.expect if name != "note"}


def _timed(line: str) -> str:
    """The line as `getevent -lt` without a device named would have written it."""
    if "/dev/input" in line:
        return line if line.lstrip().startswith("[") else f"[ 1.0] {line}"
    return re.sub(r"^\s*(\[.*?\])?\s*", lambda m: f"{m[1] or '[ 1.0]'} /dev/input/event1: ", line)


def read_image(answer: Answer) -> dict[str, Reading]:
    try:
        examine(answer.text.encode())
    except ScreenshotFailed:
        return {"image": False}
    return {"image": True}


def read_dump(answer: Answer) -> dict[str, Reading]:
    try:
        root = parse_hierarchy(answer.text)
    except BadHierarchy:
        return {"error": "BadHierarchy"}
    if "empty" in answer.expect:
        return {"empty": not root.children}
    return {"package": root.children[0].package}


def read_listing(answer: Answer) -> dict[str, Reading]:
    listed = parse_listed(answer.text.rstrip("\n"))
    if listed.state == "device":
        assert read_address(f"adb://{listed.serial}").serial == listed.serial
    return {"serial": listed.serial, "state": listed.state}


def read_connect(answer: Answer) -> dict[str, Reading]:
    error = connect_error(answer.text, "X")
    return {"what": "ok" if error is None else type(error).__name__}


def read_panels(answer: Answer) -> dict[str, Reading]:
    return {"displays": len(parse_panels(answer.text))}


def read_refusal(answer: Answer) -> dict[str, Reading]:
    return {"what": type(refusal(answer.text, "X")).__name__}


def read_launch(answer: Answer) -> dict[str, Reading]:
    return {"error": type(launch_error("X", answer.text)).__name__}


def read_rpc(answer: Answer) -> dict[str, Reading]:
    error = automation_error("dumpWindowHierarchy", json.loads(answer.text))
    if isinstance(error, DebuggingRestricted):
        return {"what": "inject"}
    if isinstance(error, AutomationDead):
        return {"what": "dead"}
    if PASSING in str(error):
        return {"what": "transient"}
    if "ApplicationSharedMemory" in str(error):
        # Never met: `deviceInfo` is not asked (test_adb_screen).
        return {"what": "android17"}
    return {"what": "fatal"}


def read_keyboards(answer: Answer) -> dict[str, Reading]:
    return {"ids": answer.text.split()}


READERS: dict[str, Callable[[Answer], dict[str, Reading]]] = {
    "status": read_the_status,
    "power": read_power,
    "wm": read_size,
    "prop": read_locale,
    "apps": read_apps,
    "apps-resolve": read_apps,
    "cmdfail": read_failure,
    "lp": read_ranges,
    "lt": read_touches,
    "l": read_touches,
    "lt-nodev": read_touches,
    "screencap": read_image,
    "dump": read_dump,
    "devices": read_listing,
    "connect": read_connect,
    "refusal": read_refusal,
    "u2launch": read_launch,
    "u2rpc": read_rpc,
    "amstart": read_start,
    "ime": read_keyboards,
    "text": read_panels,
}


OTHER_READERS: dict[str, Callable[[Answer], dict[str, Reading]]] = {
    "gestures": read_gestures,
    "launcher": read_launcher,
    "users": read_users,
    "guid": read_pairing,
    "keyboard": read_keyboard,
}
"""What reads the answers of `DECIDED_HERE`, by what is read; errors by where they are met."""


def read_decided_here(answer: Answer, expected: dict[str, Reading]) -> dict[str, Reading]:
    named = next(iter(expected))
    if named != "error":
        return OTHER_READERS[named](answer)
    if answer.path.startswith("adb-connect"):
        return read_pairing(answer)
    return read_launch(answer) if answer.path.startswith("u2") else read_any_failure(answer)


needs_answers = pytest.mark.skipif(
    FOLDER is None, reason="no real phones' answers beside the repository (../shared/real-adb)"
)


@needs_answers
@pytest.mark.parametrize(
    "answer", [a for a in answers() if a.path not in UNDECIDED], ids=lambda a: a.path
)
def test_answer_of_a_real_phone_is_read_right(answer: Answer) -> None:
    if answer.path in DECIDED_HERE:
        expected = DECIDED_HERE[answer.path]
        assert read_decided_here(answer, expected) == expected
        return
    expected = {name: value for name, value in answer.expect.items() if name != "note"}
    assert expected

    assert READERS[answer.kind](answer) == expected


@needs_answers
def test_undecided_answers_are_those_that_are_named() -> None:
    paths = {answer.path for answer in answers()}

    assert len(paths) == 184
    assert set(UNDECIDED) | set(DECIDED_HERE) <= paths
    assert not set(UNDECIDED) & set(DECIDED_HERE)


@needs_answers
@pytest.mark.parametrize("answer", answers(), ids=lambda a: a.path)
def test_answer_of_a_real_phone_breaks_nothing_that_reads_screens(answer: Answer) -> None:
    parse_status(answer.text)
    parse_apps(answer.text)
    parse_listed(answer.text.split("\n")[0])
    parse_awake(answer.text)
