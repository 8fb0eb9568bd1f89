#!/usr/bin/env python3
"""android_env, unmodified, drives a PhoneWorld phone that it takes for the Android emulator.

    phoneworld serve --port 7555 --emulator-grpc 8554
    examples/android_env_demo.py --adb-port 7555 --grpc-port 8554

It resets the environment, touches, swipes and holds, types a note through adb, presses keys, asks
adb what is open, and puts the phone back by loading the snapshot that it was served with. Needs
`pip install android-env==1.3.0 immutabledict` (android_env uses the latter without asking for it),
in any environment: nothing of PhoneBuddy is imported. It starts an adb server of its own, which
knows no other phones.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

try:
    import numpy as np
    from android_env import environment, loader
    from android_env.components import action_type, config_classes
    from android_env.proto import adb_pb2, state_pb2
except ModuleNotFoundError as error:
    sys.exit(
        f"This demonstration needs {error.name}, which {sys.executable} does not have:\n"
        "    pip install android-env==1.3.0 immutabledict"
    )

BOOT_SNAPSHOT = "default_boot"
NOTES_LIST = "com.phoneworld.notes:id/list"
NOTE = "Written by android_env"
XKB_A = 38
"""The key A, as X numbers it: what android_env sends on Linux."""
HOLD_S = 0.7


class Demonstration:
    """One environment, with names for what an agent does in it."""

    def __init__(self, env: environment.AndroidEnv) -> None:
        self.env = env
        self.took_ms: dict[str, list[float]] = {}

    def timed(self, name: str, work: Callable[[], object]) -> object:
        started = time.perf_counter()
        result = work()
        self.took_ms.setdefault(name, []).append((time.perf_counter() - started) * 1000)
        return result

    def step(self, kind: action_type.ActionType, x: float = 0, y: float = 0, key: int = 0) -> None:
        """One step of the environment; places are shares of the screen."""
        action = {
            "action_type": np.array(kind, dtype=np.int32),
            "touch_position": np.array([x, y], dtype=np.float32),
            "keycode": np.array(key, dtype=np.int32),
        }
        self.timed("step", lambda: self.env.step(action))

    def tap(self, label: str) -> None:
        """Touch what is called so, and lift."""
        x, y = self.find(label)
        self.step(action_type.ActionType.TOUCH, x, y)
        self.step(action_type.ActionType.LIFT, x, y)

    def hold(self, label: str) -> None:
        """Touch, wait, lift."""
        x, y = self.find(label)
        self.step(action_type.ActionType.TOUCH, x, y)
        time.sleep(HOLD_S)
        self.step(action_type.ActionType.LIFT, x, y)

    def swipe(self, start_y: float, end_y: float, steps: int = 5) -> None:
        """Move a finger up or down in the middle of the screen."""
        for number in range(steps + 1):
            y = start_y + (end_y - start_y) * number / steps
            self.step(action_type.ActionType.TOUCH, 0.5, y)
        self.step(action_type.ActionType.LIFT, 0.5, end_y)

    def press(self, key: int) -> None:
        """Press a key of the keyboard."""
        self.step(action_type.ActionType.KEYPRESS, key=key)

    def adb(self, **call: object) -> adb_pb2.AdbResponse:
        """One of android_env's adb calls."""
        request = adb_pb2.AdbRequest(timeout_sec=20, **call)
        response = self.timed("adb call", lambda: self.env.execute_adb_call(request))
        if response.status != adb_pb2.AdbResponse.Status.OK:
            sys.exit(f"adb call {list(call)} failed: {response.error_message}")
        return response

    def shell(self, *words: str) -> str:
        """A shell command on the phone."""
        generic = adb_pb2.AdbRequest.GenericRequest(args=["shell", *words])
        return self.adb(generic=generic).generic.output.decode()

    def nodes(self) -> list[ET.Element]:
        """What uiautomator sees."""
        self.shell("uiautomator", "dump", "/sdcard/window.xml")
        pull = adb_pb2.AdbRequest.Pull(path="/sdcard/window.xml")
        # Written by the phone that was served here.
        return list(ET.fromstring(self.adb(pull=pull).pull.content).iter("node"))  # noqa: S314

    def texts(self) -> set[str]:
        """All that can be read."""
        return {node.get(name, "") for node in self.nodes() for name in ("text", "content-desc")}

    def ids(self) -> set[str]:
        """The resource ids on the screen."""
        return {node.get("resource-id", "") for node in self.nodes()}

    def find(self, label: str) -> tuple[float, float]:
        """The middle of what has a text, a description or an id."""
        for node in self.nodes():
            names = (node.get("text"), node.get("content-desc"), node.get("resource-id"))
            if label in names:
                left, top, right, bottom = map(int, re.findall(r"\d+", node.get("bounds", "")))
                height, width = self.pixels().shape[:2]
                return (left + right) / 2 / width, (top + bottom) / 2 / height
        sys.exit(f"there is no {label!r} on the screen; there is {sorted(self.texts())}")

    def pixels(self) -> np.ndarray:
        """The newest screenshot."""
        return self.env.raw_observation["pixels"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--adb-port", type=int, default=7555, help="what adb connects to")
    parser.add_argument("--grpc-port", type=int, default=8554, help="of the control service")
    parser.add_argument("--adb", help="the adb program (default: from PATH, or adbutils')")
    parser.add_argument("--adb-server-port", type=int, default=0, help="default: a free one")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    arguments = parser.parse_args()
    adb = arguments.adb or find_adb()
    server_port = arguments.adb_server_port or free_port()
    with tempfile.TemporaryDirectory() as folder:
        # A developer's phones and emulators, and adb's key in their home, are none of ours.
        os.environ |= {"HOME": folder, "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553", "ADB_MDNS": "0"}
        command = [adb, "-P", str(server_port)]
        subprocess.run([*command, "start-server"], check=True, capture_output=True)
        try:
            announce(server_port, arguments.adb_port)
            findings = demonstrate(arguments, adb, server_port, Path(folder))
        finally:
            subprocess.run([*command, "kill-server"], check=False, capture_output=True)
    if arguments.json:
        print(json.dumps(findings, indent=2))
    else:
        print(*(f"{name:28} {value}" for name, value in findings.items()), sep="\n")


def announce(server_port: int, phone_port: int) -> None:
    """Tell the adb server of an emulator on a port, as the emulator does when it starts.

    By itself adb looks for emulators on the ports 5555 to 5585 only, and only when it starts.
    """
    message = f"host:emulator:{phone_port}"
    with socket.create_connection(("127.0.0.1", server_port), 5) as server:
        server.sendall(f"{len(message):04x}{message}".encode())
        server.recv(4)
    time.sleep(0.5)


def demonstrate(
    arguments: argparse.Namespace, adb: str, server_port: int, folder: Path
) -> dict[str, object]:
    task = folder / "task.textproto"
    task.write_text('id: "demo" name: "Demonstration"')
    config = config_classes.AndroidEnvConfig(
        task=config_classes.FilesystemTaskConfig(path=str(task)),
        coordinator=config_classes.CoordinatorConfig(enable_key_events=True),
        simulator=config_classes.EmulatorConfig(
            emulator_launcher=config_classes.EmulatorLauncherConfig(
                # All three given: the emulator runs already. Nobody calls the console.
                adb_port=arguments.adb_port,
                emulator_console_port=arguments.adb_port - 1,
                grpc_port=arguments.grpc_port,
            ),
            adb_controller=config_classes.AdbControllerConfig(
                adb_path=adb, adb_server_port=server_port, default_timeout=20
            ),
        ),
    )
    started = time.perf_counter()
    env = loader.load(config)
    try:
        findings: dict[str, object] = {"connected_s": round(time.perf_counter() - started, 2)}
        return findings | play(Demonstration(env))
    finally:
        env.close()


def play(demo: Demonstration) -> dict[str, object]:
    first = demo.timed("reset", demo.env.reset)
    home = first.observation["pixels"].copy()
    demo.tap("Notes")
    opened = demo.pixels().copy()
    activity = demo.adb(get_current_activity=adb_pb2.AdbRequest.GetCurrentActivity())
    notes = demo.texts()
    demo.swipe(0.7, 0.3)
    scrolled = demo.texts()
    demo.swipe(0.3, 0.8)
    demo.tap("New note")
    demo.tap("Text note")
    demo.tap("Title")
    demo.adb(input_text=adb_pb2.AdbRequest.InputText(text=NOTE.replace(" ", "%s")))
    demo.press(XKB_A)
    typed = demo.texts()
    demo.tap("Save")
    back = adb_pb2.AdbRequest.PressButton(button=adb_pb2.AdbRequest.PressButton.Button.BACK)
    while NOTES_LIST not in demo.ids():
        demo.adb(press_button=back)
    listed = demo.texts()
    demo.hold(NOTE + "a")
    held = demo.texts()
    demo.env.load_state(state_pb2.LoadStateRequest(args={"snapshot_name": BOOT_SNAPSHOT}))
    again = demo.timed("reset", demo.env.reset)
    return {
        "screen": list(home.shape),
        "colours": len(np.unique(home.reshape(-1, 3), axis=0)),
        "tap_changed_the_screen": bool((opened != home).any()),
        "activity": activity.get_current_activity.full_activity,
        "swipe_scrolled": notes != scrolled,
        "typed_through_adb": any(text.startswith(NOTE) for text in typed),
        "key_typed": NOTE + "a" in typed,
        "note_is_listed": NOTE + "a" in listed,
        "hold_opened_something": held != listed,
        "snapshot_put_it_back": bool((again.observation["pixels"] == home).all()),
        "relaunches": demo.env.stats()["relaunch_count"],
        "median_ms": {
            name: round(sorted(took)[len(took) // 2], 1) for name, took in demo.took_ms.items()
        },
    }


def find_adb() -> str:
    found = shutil.which("adb")
    if found is None:
        try:
            import adbutils
        except ModuleNotFoundError:
            sys.exit("adb was not found: install it, pip install adbutils, or give --adb PATH")
        found = adbutils.adb_path()
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


if __name__ == "__main__":
    main()
