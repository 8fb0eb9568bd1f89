"""Starts the processes of a training on this machine and waits for them.

Each gets the variables that `process_group` reads, and settings that can only be made before Python starts: how
many threads, and a memory allocator that keeps large blocks instead of giving them back after every
operation (measured: up to 16 % of a step).
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

from trainer.errors import TrainingError
from trainer.interrupt import PARENT, Stops, catching_stops

_ALLOCATOR = (
    "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=4294967296:"
    "glibc.malloc.trim_threshold=68719476736:glibc.malloc.top_pad=268435456"
)
_LOOK_S = 0.2
_GRACE_S = 120.0
"""How long a process that is to end has for its step and its checkpoint."""


ACCELERATED = "ACCELERATE_MIXED_PRECISION"
"""Set by `accelerate launch` whatever it launches, a single process too."""


def is_launched(environment: Mapping[str, str]) -> bool:
    """Whether this process is in a process group already, by our own launch, torchrun's or accelerate's."""
    return "WORLD_SIZE" in environment or ACCELERATED in environment


def launch(words: Sequence[str], *, processes: int, threads: int) -> int:
    """Run `trainer WORDS` in so many processes; the exit code. When one fails, all end.

    SIGTERM and SIGINT are handed on: the processes end after their step, with a checkpoint. None of
    them outlives this one.
    """
    port = _free_port()
    with catching_stops() as stops:
        members = [
            subprocess.Popen(
                [sys.executable, "-m", "trainer", *words],
                env={**os.environ, **_settings(rank, processes, threads, port)},
            )
            for rank in range(processes)
        ]
        try:
            return _wait(members, stops)
        finally:
            _end(members)


def settings_alone(threads: int) -> dict[str, str]:
    """The settings of a process of its own, as those of a training have them."""
    return {
        "OMP_NUM_THREADS": str(threads),
        # Waiting threads must not spin: on a busy machine that costs tenfold.
        "OMP_WAIT_POLICY": "passive",
        "GLIBC_TUNABLES": _ALLOCATOR,
    }


def _settings(rank: int, processes: int, threads: int, port: int) -> dict[str, str]:
    return {
        "RANK": str(rank),
        "LOCAL_RANK": str(rank),
        "WORLD_SIZE": str(processes),
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
        PARENT: str(os.getpid()),
        **settings_alone(threads),
    }


def _wait(members: Sequence[subprocess.Popen[bytes]], stops: Stops) -> int:
    """Until all have ended, one has failed, or this process is asked to stop."""
    while stops.asked is None:
        codes = [member.poll() for member in members]
        failed = [code for code in codes if code]
        if failed:
            if failed[0] < 0:
                raise TrainingError(
                    f"a process of the training was ended by signal {-failed[0]}: "
                    "go on from its last checkpoint with --resume"
                )
            return failed[0]
        if all(code == 0 for code in codes):
            return 0
        time.sleep(_LOOK_S)
    return stops.exit_code


def _end(members: Sequence[subprocess.Popen[bytes]]) -> None:
    """See that nobody is left: asked first, made to after a while, or when nobody wants to wait."""
    for member in members:
        if member.poll() is None:
            member.terminate()
    ends_s = time.monotonic() + _GRACE_S
    try:
        for member in members:
            member.wait(max(0.0, ends_s - time.monotonic()))
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        for member in members:
            member.kill()
        for member in members:
            member.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
