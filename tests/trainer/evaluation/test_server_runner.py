"""Tasks through a served runtime: a process, gRPC, and a phone behind adb."""

import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

import psutil
import pytest
from built_in import TRIALS, find_template
from e2e_rehearsal import line_of
from runtime_process import call, write_script

from phoneworld import Task, Trial, Workshop
from phoneworld.adb.proof.host_adb import Done, HostAdb, find_adb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.template import Scene, TaskType, Template
from trainer.evaluation.server_runner import ServerRunner, let_go
from trainer.evaluation.stage import Conditions


class Broken(TaskType):
    """A task type whose set-up fails."""

    template = "settings.broken"
    apps = ("Settings",)
    goals = ("Do it",)

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        del scene
        raise KeyError("no such row")


class SilentAdb(HostAdb):
    """An adb that never answers."""

    async def run(self, *words: str, given: bytes = b"", timeout_s: float = 20) -> Done:
        raise TimeoutError


def test_a_phone_that_adb_does_not_let_go_of_is_closed(
    tmp_path: Path, shared_workshop: Workshop
) -> None:
    served = ServedPhone.start(shared_workshop.phone(1))

    let_go(SilentAdb(tmp_path / "adb", tmp_path), served)

    assert served.loop.is_closed()


@pytest.mark.skipif(find_adb() is None, reason="this system's adbutils brings no adb")
def test_tasks_are_played_through_a_server(tmp_path: Path, shared_workshop: Workshop) -> None:
    task = Task(find_template("messages.compose"), 6)
    oracle = run_oracle(Trial(shared_workshop, task))
    write_script(tmp_path, "sender", *map(line_of, oracle.actions))
    other = Task(find_template("settings.wifi_on"), 6)
    runner = ServerRunner(tmp_path / "sender", Conditions("sender"), TRIALS)
    solved, broken, failed = runner.run([task, Task(Template.of(Broken), 6), other])
    assert broken.success is None
    assert broken.fault == "KeyError: 'no such row'"
    assert solved.success is True, solved
    assert solved.guard_questions > 0
    assert solved.steps == len(oracle.actions) == len(solved.seconds)
    # A Python process with gRPC is never smaller than this.
    assert solved.resident_mb > 20
    assert failed.success is False, failed
    assert failed.side_effects or failed.reasons


@pytest.mark.skipif(find_adb() is None, reason="this system's adbutils brings no adb")
def test_screens_for_a_person_alone_are_left_to_the_policy(
    tmp_path: Path, shared_workshop: Workshop
) -> None:
    task = Task(find_template("wallet.send"), 6)
    oracle = run_oracle(Trial(shared_workshop, task))
    write_script(tmp_path, "payer", *map(line_of, oracle.actions))
    (paid,) = ServerRunner(tmp_path / "payer", Conditions("payer"), TRIALS).run([task])
    assert paid.success is True, paid


@pytest.mark.skipif(find_adb() is None, reason="this system's adbutils brings no adb")
def test_an_evaluation_that_is_told_to_stop_leaves_nothing_running(tmp_path: Path) -> None:
    write_script(tmp_path, "waiter", *[call("wait", time=5)] * 200)
    words = ["eval", "--policy", str(tmp_path / "waiter"), "--through", "server"]
    words += ["--suite", "settings.wifi_on", "--steps", "200", "--out", str(tmp_path / "out")]
    command = subprocess.Popen([sys.executable, "-m", "trainer", *words])
    family: list[psutil.Process] = []
    try:
        deadline = time.monotonic() + 300
        while len(family) < 2 and time.monotonic() < deadline:
            # The runtime, and adb's server.
            family = psutil.Process(command.pid).children(recursive=True)
            time.sleep(0.1)
        time.sleep(1)
        command.send_signal(signal.SIGTERM)
        # A phone that is closed may take half a minute. Shells say 130 in both cases: Python ends itself
        # by the signal where it came while a module was made from a text, as dataclasses are.
        assert command.wait(300) in (130, -signal.SIGINT)
        assert len(family) >= 2
        assert psutil.wait_procs(family, 10)[1] == []
    finally:
        for left in (command, *family):
            with suppress(psutil.NoSuchProcess):
                left.kill()
        command.wait()
