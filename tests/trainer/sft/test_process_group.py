"""Two processes train as one does, up to rounding."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import sft_member
import torch

from trainer.models.trainable_model import load_model
from trainer.process_group import ProcessGroup

TIMEOUT_S = 400
ATTEMPTS = 2


def start(folder: Path, rank: int, port: int) -> subprocess.Popen[str]:
    settings = {
        "RANK": str(rank),
        "WORLD_SIZE": "2",
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
        "OMP_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    return subprocess.Popen(
        [sys.executable, sft_member.__file__, str(folder)],
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        text=True,
    )


def run_two(folder: Path) -> list[str]:
    """What the two processes said, once both have ended well."""
    for attempt in range(ATTEMPTS):
        # Whoever is quicker may take the port before the first process does.
        port = free_port()
        members = [start(folder / str(attempt), rank, port) for rank in range(2)]
        said: list[str] = []
        try:
            for member in members:
                said.append(member.communicate(timeout=TIMEOUT_S)[0])
                if member.returncode:
                    # The other one waits for it in vain.
                    break
        finally:
            for member in members:
                member.kill()
                member.wait()
                if member.stdout is not None:
                    member.stdout.close()
        if [member.returncode for member in members] == [0, 0]:
            (folder / str(attempt)).rename(folder / "two")
            return said
    pytest.fail(f"two processes did not train together in {ATTEMPTS} attempts")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_two_processes_train_as_one_does(tmp_path: Path) -> None:
    alone = sft_member.train_as(ProcessGroup(), tmp_path / "one")
    said = run_two(tmp_path)
    assert said[0] == said[1]
    loss, whole = map(float, said[0].split())
    assert loss == pytest.approx(alone.loss, rel=1e-3)
    assert whole == pytest.approx(alone.whole, abs=0.05)
    one = dict(load_model(tmp_path / "one" / "model").named_parameters())
    two = dict(load_model(tmp_path / "two" / "model").named_parameters())
    for name, weight in one.items():
        assert torch.allclose(weight, two[name], atol=2e-4), name


def test_a_team_shares_everything_and_nothing_twice() -> None:
    items = list(range(11))
    shares = [ProcessGroup(rank, 3).share(items) for rank in range(3)]
    assert sorted(item for share in shares for item in share) == items
    assert max(map(len, shares)) - min(map(len, shares)) <= 1
