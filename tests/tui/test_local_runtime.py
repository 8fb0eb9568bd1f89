"""A runtime of our own: there in a moment, gone with us, and never a second one."""

import stat
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from desk_scene import until
from phonebuddy.v1.client import Client
from runtime_process import PATIENCE_S

from runtime.server.data_folder import find_holder
from tui.errors import LocalRuntimeFailed
from tui.local_runtime import LocalRuntime

PARENT = """
import sys, time
from pathlib import Path
from tui.local_runtime import LocalRuntime
with LocalRuntime(data=Path(sys.argv[1])) as local:
    print(local.wait_ready(), flush=True)
    time.sleep(60)
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path / "data"


def test_it_answers_and_is_gone_afterwards(data: Path) -> None:
    with LocalRuntime(data=data) as local:
        with Client(local.wait_ready()) as client:
            assert client.policies() is not None
        assert not local.joined
        assert local.running
        socket = Path(local.address.removeprefix("unix:"))
        assert stat.S_IMODE(socket.stat().st_mode) == 0o600
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
    assert find_holder(data) is None
    assert not local.running
    with pytest.raises(LocalRuntimeFailed, match="not ready"):
        _ = local.address


def test_a_runtime_that_is_there_is_used_and_left(data: Path) -> None:
    with LocalRuntime(data=data) as first:
        address = first.wait_ready()
        with LocalRuntime(data=data) as second:
            assert second.wait_ready() == address
            assert second.joined
        with Client(address) as client:
            client.policies()


def test_two_that_start_at_once_share_one(data: Path) -> None:
    with LocalRuntime(data=data) as one, LocalRuntime(data=data) as other:
        assert one.wait_ready() == other.wait_ready()
        assert one.joined is not other.joined


def test_a_killed_parent_leaves_nothing_behind(data: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(data)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline().startswith("unix:")
        holder = find_holder(data)
        assert holder is not None
        parent.kill()
    until(lambda: find_holder(data) is None, within_s=PATIENCE_S)
    until(lambda: _is_gone(holder.pid), within_s=PATIENCE_S)


def _is_gone(pid: int) -> bool:
    try:
        # Where nobody collects orphans, one that has ended stays in the list.
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_why_it_does_not_start_is_told_in_its_words(data: Path) -> None:
    with (
        LocalRuntime(data=data, options=["--keep-days", "-1"]) as local,
        pytest.raises(LocalRuntimeFailed, match=r"keep_days is -1\.0: it cannot be negative"),
    ):
        local.wait_ready()


def test_stopping_twice_and_starting_twice_do_nothing(data: Path) -> None:
    local = LocalRuntime(data=data)
    local.start()
    local.start()
    local.wait_ready()
    local.stop()
    local.stop()
    with pytest.raises(LocalRuntimeFailed):
        local.wait_ready()
