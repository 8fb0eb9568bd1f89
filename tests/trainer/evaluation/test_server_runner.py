"""Tasks through a served runtime: a process, gRPC, and a phone behind adb."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from e2e_rehearsal import line_of
from runtime_process import call, write_script

from phoneworld import Task, Trial, Workshop, find_template
from phoneworld.adb.proof.host_adb import find_adb
from phoneworld.tasks.pilot import run_oracle
from trainer.evaluation.server_runner import ServerRunner
from trainer.evaluation.stage import Conditions


@pytest.mark.skipif(find_adb() is None, reason="this system's adbutils brings no adb")
def test_tasks_are_played_through_a_server(tmp_path: Path, shared_workshop: Workshop) -> None:
    task = Task(find_template("messages.compose"), 6)
    oracle = run_oracle(Trial(shared_workshop, task))
    write_script(tmp_path, "sender", *map(line_of, oracle.actions))
    other = Task(find_template("settings.wifi_on"), 6)
    runner = ServerRunner(tmp_path / "sender", Conditions("sender"))
    solved, failed = runner.run([task, other])
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
    (paid,) = ServerRunner(tmp_path / "payer", Conditions("payer")).run([task])
    assert paid.success is True, paid


@pytest.mark.skipif(find_adb() is None, reason="this system's adbutils brings no adb")
def test_an_evaluation_that_is_told_to_stop_leaves_nothing_running(tmp_path: Path) -> None:
    write_script(tmp_path, "waiter", *[call("wait", time=5)] * 200)
    words = ["eval", "--policy", str(tmp_path / "waiter"), "--through", "server"]
    words += ["--suite", "settings.wifi_on", "--steps", "200", "--out", str(tmp_path / "out")]
    command = subprocess.Popen([sys.executable, "-m", "trainer", *words])
    family: list[psutil.Process] = []
    deadline = time.monotonic() + 60
    while len(family) < 2 and time.monotonic() < deadline:
        # The runtime, and adb's server.
        family = psutil.Process(command.pid).children(recursive=True)
        time.sleep(0.1)
    time.sleep(1)
    command.send_signal(signal.SIGTERM)
    assert command.wait(30) == 130
    assert len(family) >= 2
    assert psutil.wait_procs(family, 10)[1] == []
