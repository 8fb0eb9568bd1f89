#!/usr/bin/env python3
"""AndroidWorld's own code, asked line by line: runs in an environment that has android_world installed.

Reads one JSON object a line and answers with one:

    {"do": "tasks"}                                   the names of all its tasks
    {"do": "set up", "task": NAME, "seed": 7}         sets a task up; its goal, parameters and score
    {"do": "act", "actions": [{...}, ...]}            performs actions as AndroidWorld's agents do
    {"do": "score"}                                   the score now; "answer" is given first, if any
    {"do": "tear down"}                               puts the phone back

`examples/androidworld_proof.py` starts it. Nothing of PhoneBuddy is imported, and nothing of
AndroidWorld changed: it is told to take the phone's accessibility forwarder as installed, because the
phone brings it along. How long AndroidWorld slept is counted, not shortened.
"""

from __future__ import annotations

import argparse
import dataclasses
import enum
import json
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ASLEEP = [0.0]


def count_sleep() -> None:
    """Count the seconds that are slept from now on."""
    sleep = time.sleep

    def counted(seconds: float) -> None:
        ASLEEP[0] += seconds
        sleep(seconds)

    time.sleep = counted


def plain(value: object) -> object:
    """Parameters as JSON; what JSON cannot hold, such as pictures, is left out."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple | set):
        return [plain(one) for one in value]
    if isinstance(value, enum.Enum):
        return plain(value.value)
    return value if isinstance(value, str | int | float | bool | None) else None


def offer_ffmpeg() -> None:
    """Put an ffmpeg on the path, with which AndroidWorld makes its songs: where the system has none, the
    one that the package imageio-ffmpeg brings, if that is installed.
    """
    if shutil.which("ffmpeg") is not None:
        return
    try:
        from imageio_ffmpeg import get_ffmpeg_exe
    except ImportError:
        print("There is no ffmpeg: tasks with songs will fail.", file=sys.stderr)
        return
    folder = Path(tempfile.mkdtemp(prefix="ffmpeg-"))
    (folder / "ffmpeg").symlink_to(get_ffmpeg_exe())
    os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"


def open_environment(
    console_port: int, grpc_port: int, adb_path: str, *, adb_server_port: int = 5037
) -> Any:  # noqa: ANN401  # AndroidWorld's
    """AndroidWorld's environment on a served phone, whose accessibility forwarder is there already.

    As `env_launcher.load_and_setup_env` makes it, but for the forwarder, which is not downloaded.
    `Any`: its types are not ours.
    """
    offer_ffmpeg()
    from android_env import loader
    from android_env.components import config_classes
    from android_world.env import android_world_controller, env_launcher, interface

    emulator = config_classes.EmulatorLauncherConfig(
        emulator_console_port=console_port, adb_port=console_port + 1, grpc_port=grpc_port
    )
    simulator = config_classes.EmulatorConfig(
        emulator_launcher=emulator,
        adb_controller=config_classes.AdbControllerConfig(
            adb_path=adb_path, adb_server_port=adb_server_port
        ),
    )
    path = android_world_controller._write_default_task_proto()  # noqa: SLF001
    config = config_classes.AndroidEnvConfig(
        task=config_classes.FilesystemTaskConfig(path=path), simulator=simulator
    )
    controller = android_world_controller.AndroidWorldController(
        loader.load(config), install_a11y_forwarding_app=False
    )
    env = interface.AsyncAndroidEnv(controller)
    env_launcher.setup_env(env)
    return env


class Judge:
    """One AndroidWorld environment, and the task that is set up on it."""

    def __init__(self, env: Any) -> None:  # noqa: ANN401  # AndroidWorld's
        from android_world import registry

        self.env = env
        self.types = registry.TaskRegistry().get_registry("android_world")
        self.task: Any = None

    def set_up(self, name: str, seed: int) -> dict[str, Any]:
        """Draw a task as AndroidWorld draws it, and set it up."""
        self.env.reset(go_home=True)
        random.seed(seed)
        self.task = self.types[name](self.types[name].generate_random_params())
        params = plain(self.task.params)
        self.task.initialize_task(self.env)
        return {
            "goal": self.task.goal,
            "params": params,
            "steps": int(10 * self.task.complexity),
            "score": self.score(),
        }

    def score(self) -> float:
        """What AndroidWorld thinks of the phone as it is."""
        return float(self.task.is_successful(self.env))

    def act(self, actions: list[dict[str, Any]]) -> None:
        """Do actions one after the other, looking at the screen after each as an agent would."""
        from android_world.env import json_action

        for action in actions:
            self.env.execute_action(json_action.JSONAction(**action))
            self.env.get_state()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Do what one line asks for."""
        match request["do"]:
            case "tasks":
                return {"tasks": sorted(self.types)}
            case "set up":
                return self.set_up(request["task"], request["seed"])
            case "act":
                self.act(request["actions"])
                return {}
            case "score":
                if request.get("answer"):
                    self.act([{"action_type": "answer", "text": request["answer"]}])
                # The screen as it was before the last action may still be waiting to be taken.
                self.env.get_state()
                return {"score": self.score()}
            case "tear down":
                self.task.tear_down(self.env)
                return {}
            case unknown:
                return {"error": f"{unknown} is nothing that can be done"}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--console-port", type=int, default=5554)
    parser.add_argument("--grpc-port", type=int, default=8554)
    parser.add_argument("--adb", required=True, help="the path of adb")
    parser.add_argument("--adb-server-port", type=int, default=5037)
    options = parser.parse_args()
    # AndroidWorld prints to standard output; the answers go where it was.
    answers, sys.stdout = sys.stdout, sys.stderr
    count_sleep()
    judge = Judge(
        open_environment(
            options.console_port,
            options.grpc_port,
            options.adb,
            adb_server_port=options.adb_server_port,
        )
    )
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in sys.stdin:
        started, asleep_s = time.perf_counter(), ASLEEP[0]
        try:
            said = judge.answer(json.loads(line))
        except Exception as error:  # noqa: BLE001  # whatever AndroidWorld raises is its verdict
            said = {"error": f"{type(error).__name__}: {error}"}
        said["seconds"] = round(time.perf_counter() - started, 3)
        said["asleep"] = round(ASLEEP[0] - asleep_s, 3)
        print(json.dumps(said), file=answers, flush=True)


if __name__ == "__main__":
    main()
