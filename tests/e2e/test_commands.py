"""The command line and the examples, as they are typed, with a server and without."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e_runs import follow
from phonebuddy.v1 import run_pb2
from runtime_process import RuntimeProcess, call, write_script

from phoneworld.adb.proof.host_adb import HostAdb
from runtime.records import read_episode

ROOT = Path(__file__).parents[2]
PHONE = "phoneworld://?seed=7"


def _run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "HOME": str(folder)},
    )


class Commands:
    """`python -m runtime` on one data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, *words: str, status: int = 0) -> str:
        """What the command writes, once it has ended as it should."""
        data = ("--data", str(self._folder / "data"))
        ended = _run("-m", "runtime", *words, *data, folder=self._folder)
        assert ended.returncode == status, ended.stdout + ended.stderr
        return ended.stdout + ended.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runtime")
    opening, end = call("open_app", app="Settings"), call("finish", text="they are open")
    write_script(folder / "policies", "opener", opening, end)
    write_script(folder / "policies", "asker", call("ask_user", question="Shall I?"), end)
    return folder


@pytest.fixture
def runtime(folder: Path, host_adb: HostAdb) -> Iterator[RuntimeProcess]:
    """With `host_adb`, whose server is the one that is asked for phones."""
    process = RuntimeProcess(folder)
    yield process
    process.close()


def test_commands_work_with_a_server_and_then_on_its_folder(
    folder: Path, runtime: RuntimeProcess, tmp_path: Path
) -> None:
    command = Commands(folder)
    with runtime.client() as buddy:
        runs = [buddy.start(f"goal {n}", device=PHONE, policy="opener").id for n in range(2)]
        for run_id in runs:
            assert buddy.wait(run_id).state == run_pb2.RUN_STATE_FINISHED

    listed = command("runs", "list")
    assert all(run_id in listed for run_id in runs)
    assert "opener" in command("policies")
    assert PHONE in command("devices")
    shown = command("runs", "show", runs[0])
    assert "Open Settings" in shown
    assert "they are open" in shown
    command("runs", "export", runs[0], str(tmp_path / "served"))
    command("runs", "delete", runs[1])
    assert runs[1] not in command("runs", "list")

    assert runtime.stop() == 0
    assert runs[0] in command("runs", "list")
    assert "opener" in command("policies", "--policies", str(folder / "policies"))
    assert "phoneworld://" in command("devices")
    assert command("runs", "show", runs[0]) == shown
    command("runs", "export", runs[0], str(tmp_path / "bare"))
    assert read_episode(tmp_path / "bare") == read_episode(tmp_path / "served")
    assert "there is no run" in command("runs", "show", runs[1], status=2)
    command("runs", "delete", runs[0])
    assert runs[0] not in command("runs", "list")


def test_the_example_that_runs_a_task_prints_words_and_the_outcome(
    folder: Path, runtime: RuntimeProcess
) -> None:
    example = str(ROOT / "examples" / "run_a_task.py")
    ended = _run(example, runtime.address, "opener", "open the settings", PHONE, folder=folder)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines()[0] == "  1  Open Settings"
    assert "they are open" in ended.stdout
    assert "sequence" not in ended.stdout


def test_the_example_that_asks_passes_the_answer_on(folder: Path, runtime: RuntimeProcess) -> None:
    example = [sys.executable, str(ROOT / "examples" / "approve_by_hand.py")]
    with subprocess.Popen(
        [*example, runtime.address, "asker", "ask me", PHONE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "HOME": str(folder)},
    ) as process:
        written, _ = process.communicate("by all means\n", timeout=300)
    assert process.returncode == 0
    assert "Shall I?" in written
    with runtime.client() as buddy:
        run = next(buddy.runs(search="ask me"))
        events = follow(buddy, run.id, lambda _question: None)
        answers = [event.answered.response.text for event in events]
    assert "by all means" in answers
