"""A training that is told to stop leaves a checkpoint and no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from trainer.cli import main
from trainer.interrupt import catching_stops

CONFIG = """
[model]
hidden = 16
heads = 2
kv_heads = 2
feed_forward = 32
layers = "ca"
[copying]
steps = 0
[packed]
steps = 0
[decisions]
steps = 100000
batch_tokens = 600
[validation]
every = 1000000
samples = 4
[run]
processes = 2
compiled = false
checkpoint_every = 1000000
log_every = 1
"""


def wait_for(what: Callable[[], bool], seconds: float) -> bool:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if what():
            return True
        time.sleep(0.05)
    return False


def test_signals_are_kept_until_there_is_time_for_them() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with catching_stops() as stops:
        assert stops.asked is None
        assert stops.exit_code == 0
        os.kill(os.getpid(), signal.SIGTERM)
        assert stops.asked is signal.SIGTERM
        assert stops.exit_code == 143
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_second_interrupt_ends_at_once() -> None:
    with catching_stops() as stops:
        os.kill(os.getpid(), signal.SIGINT)
        assert stops.asked is signal.SIGINT
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    words = ["collect", "--out", str(folder), "--seeds", "10:12", "--templates", "contacts.add"]
    assert main([*words, "--workers", "1"]) == 0
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    "sent",
    # One that is asked to end also tells its exit code, which is tried above.
    [pytest.param(signal.SIGTERM, marks=pytest.mark.exhaustive), signal.SIGKILL],
    ids=["asked", "killed"],
)
def test_whatever_ends_the_parent_ends_all_with_a_checkpoint(
    data: Path, tmp_path: Path, sent: signal.Signals
) -> None:
    config, out = tmp_path / "config.toml", tmp_path / "out"
    config.write_text(CONFIG)
    words = ["sft", "--config", str(config), "--data", str(data), "--out", str(out)]
    parent = subprocess.Popen(
        [sys.executable, "-m", "trainer", *words], stderr=subprocess.DEVNULL, start_new_session=True
    )
    members: list[psutil.Process] = []
    try:
        assert wait_for((out / "log.jsonl").is_file, 300)
        assert wait_for(lambda: (out / "log.jsonl").read_text() != "", 300)
        members = psutil.Process(parent.pid).children()
        assert len(members) == 2
        parent.send_signal(sent)
        code = parent.wait(300)
        gone, left = psutil.wait_procs(members, timeout=60)
        assert (len(gone), left) == (2, [])
        assert code == (-sent if sent is signal.SIGKILL else 128 + sent)
        assert [path.name.partition("-")[0] for path in (out / "checkpoints").iterdir()] == ["step"]
        assert not (out / "model").exists()
    finally:
        for process in (parent, *members):
            if (
                process.poll() is None
                if isinstance(process, subprocess.Popen)
                else process.is_running()
            ):
                process.kill()
        parent.wait()
