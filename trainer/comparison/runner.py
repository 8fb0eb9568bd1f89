"""Runs the stages of a comparison: each in its folder with a log, several at once, what is done skipped.

Each stage has a slot, a number from 0 up to how many run at once, in the variable `SLOT`; and a GPU, if there are any.

A stage is done when `done.json` lies in its folder; it says what was run, and a stage of the same name
that would run something else is refused. Stages are processes of their own. They end with this one,
however that ends, and one that is ended goes on from what it has kept when it is started again.
"""

from __future__ import annotations

import fcntl
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from trainer.comparison.plan import RecipeStage
from trainer.errors import TrainingError
from trainer.interrupt import PARENT, catching_stops
from trainer.sft.launcher import ACCELERATED

DONE, LOG, LOCK = "done.json", "log.txt", ".stage-lock"
SLOT = "TRAINER_SLOT"
RUNNING = ".running"
"""Locked while a comparison runs; holds its process's id."""
_LOOK_S = 0.1
_GRACE_S = 180.0
"""How long a stage that is asked to end has: SFT ends its step and writes a checkpoint."""
Report = Callable[[str], None]


class StageFailed(TrainingError):
    """A command of a stage failed; its log says why."""


@dataclass(frozen=True, slots=True)
class _Slot:
    """The place of a stage among those that run at once."""

    number: int
    gpu: int | None = None

    def environment(self) -> dict[str, str]:
        """What its processes are told. A GPU is taken as `accelerate launch` would have it taken."""
        told = {PARENT: str(os.getpid()), SLOT: str(self.number)}
        if self.gpu is not None:
            told |= {"CUDA_VISIBLE_DEVICES": str(self.gpu), ACCELERATED: "bf16"}
        return {**os.environ, **told}


@dataclass(slots=True)
class _Running:
    """A stage under way: its process, and which of its commands that is."""

    stage: RecipeStage
    lock: IO[str]
    log: IO[str]
    began_s: float
    at: int
    process: subprocess.Popen[bytes]
    slot: _Slot


def is_done(stage: RecipeStage) -> bool:
    """Whether a stage has run to its end; `TrainingError` if it ran something else."""
    path = stage.folder / DONE
    if not path.is_file():
        return False
    ran = json.loads(path.read_text(encoding="utf-8"))["commands"]
    if ran != [list(words) for words in stage.commands]:
        raise TrainingError(
            f"the stage {stage.name} was run as another recipe has it ({path}): choose another --out"
        )
    return True


@contextmanager
def running(out: Path) -> Iterator[None]:
    """Hold a comparison's folder for this process alone."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / RUNNING).open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise TrainingError(
                f"the comparison in {out} is running: see --status, end it with --stop"
            ) from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def running_process(out: Path) -> int | None:
    """The process that runs the comparison of a folder; None if none does."""
    path = out / RUNNING
    if not path.is_file():
        return None
    with path.open("r", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return int(path.read_text(encoding="utf-8").strip() or 0) or None
    return None


def run_stages(
    stages: Sequence[RecipeStage], *, jobs: int, report: Report, gpus: Sequence[int] = ()
) -> int:
    """Run what is not done, at most so many at once, each after what it needs and on one of the GPUs; 0, or
    128 and the signal that asked to stop. What a needed stage lacks that is not among these is
    `TrainingError`.
    """
    slots = [_Slot(number, gpus[number] if gpus else None) for number in range(jobs)]
    left = [stage for stage in stages if not is_done(stage)]
    for stage in stages:
        if stage not in left:
            report(f"{stage.name}: done already")
    live: list[_Running] = []
    with catching_stops() as stops:
        try:
            while (left or live) and stops.asked is None:
                names = {stage.name for stage in left} | {one.stage.name for one in live}
                ready = [stage for stage in left if not names.intersection(stage.needs)]
                taken = {one.slot for one in live}
                free = [slot for slot in slots if slot not in taken]
                for stage, slot in zip(ready, free, strict=False):
                    left.remove(stage)
                    live.append(_begin(stage, slot))
                    report(f"{stage.name}: begun, log in {stage.folder / LOG}")
                live = [one for one in live if not _ended(one, report)]
                time.sleep(_LOOK_S)
        finally:
            _end(live)
    if stops.asked is not None:
        report("stopped; the same command goes on")
    return stops.exit_code


def _begin(stage: RecipeStage, slot: _Slot) -> _Running:
    stage.folder.mkdir(parents=True, exist_ok=True)
    lock = (stage.folder / LOCK).open("w", encoding="utf-8")
    _wait_for(lock, stage)
    for path in stage.anew:
        shutil.rmtree(path, ignore_errors=True)
    log = (stage.folder / LOG).open("a", encoding="utf-8")
    process = _start(stage.commands[0], log, lock, slot)
    return _Running(stage, lock, log, time.monotonic(), 0, process, slot)


def _wait_for(lock: IO[str], stage: RecipeStage) -> None:
    """Until no process of an earlier comparison, which was killed, works in the stage's folder."""
    ends_s = time.monotonic() + _GRACE_S
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() > ends_s:
                raise TrainingError(
                    f"another process still works in {stage.folder}: end it first"
                ) from error
            time.sleep(_LOOK_S)
        else:
            return


def _start(
    words: Sequence[str], log: IO[str], lock: IO[str], slot: _Slot
) -> subprocess.Popen[bytes]:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    log.write(f"{now} {shlex.join(words)}\n")
    log.flush()
    return subprocess.Popen(
        [sys.executable, "-m", *words],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        # The lock is held as long as the process lives, also when this one does not.
        pass_fds=(lock.fileno(),),
        env=slot.environment(),
    )


def _ended(one: _Running, report: Report) -> bool:
    """Whether a stage is over. Where a command of it is, the next one is started."""
    code = one.process.poll()
    if code is None:
        return False
    stage = one.stage
    if code == 0 and one.at + 1 < len(stage.commands):
        one.at += 1
        one.process = _start(stage.commands[one.at], one.log, one.lock, one.slot)
        return False
    one.log.close()
    one.lock.close()
    if code != 0:
        how = f"was ended by signal {-code}" if code < 0 else f"failed with exit code {code}"
        words = shlex.join(stage.commands[one.at])
        raise StageFailed(
            f"the stage {stage.name} {how}: {words}; {stage.folder / LOG} ends with: "
            f"{_last_line(stage.folder / LOG)}"
        )
    seconds = round(time.monotonic() - one.began_s, 1)
    body = {
        "commands": [list(words) for words in stage.commands],
        "seconds": seconds,
        "ended": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    part = stage.folder / f"{DONE}.part"
    part.write_text(f"{json.dumps(body, indent=1)}\n", encoding="utf-8")
    part.replace(stage.folder / DONE)
    report(f"{stage.name}: done in {seconds:,} s")
    return True


def _last_line(log: Path) -> str:
    lines = [line for line in log.read_text(encoding="utf-8", errors="replace").split("\n") if line]
    return lines[-1] if lines else ""


def _end(live: Sequence[_Running]) -> None:
    """Ask what is under way to end, and see that it does."""
    for one in live:
        if one.process.poll() is None:
            one.process.send_signal(signal.SIGTERM)
    ends_s = time.monotonic() + _GRACE_S
    for one in live:
        try:
            one.process.wait(max(0.0, ends_s - time.monotonic()))
        except subprocess.TimeoutExpired:
            one.process.kill()
            one.process.wait()
        one.log.close()
        one.lock.close()
