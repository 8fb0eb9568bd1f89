"""How much memory a training takes: the built-in policy's own, with all its processes, for a few steps."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from phoneworld import Split, open_catalogue
from runtime.bench_report import Figures
from trainer.bench.material import CONFIG, spread_tasks
from trainer.data.collection import collect
from trainer.data.store import open_collection
from trainer.data.trials import Trials
from trainer.errors import TrainingError

LOOK_S = 0.25


def measure_memory(folder: Path, *, episodes: int, steps: int) -> Figures:
    """The most that `trainer sft` holds at a time; pages that its processes share count each time."""
    data = folder / "data"
    trials = Trials(open_catalogue())
    tasks = spread_tasks(trials.catalogue, episodes)
    with open_collection(data) as collection:
        collect(collection, tasks, trials, split=Split.TRAIN.value)
    words = ["sft", "--config", str(CONFIG), "--data", str(data), "--out", str(folder / "out")]
    peak = peak_of([sys.executable, "-m", "trainer", *words, "--steps", str(steps)])
    return {"sft_peak_mb": peak / 2**20}


def peak_of(command: Sequence[str]) -> int:
    """Run a command to its end; the most bytes that it and its children held at a look."""
    environment = {name: value for name, value in os.environ.items() if name != "WORLD_SIZE"}
    child = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    peak = 0
    try:
        while child.poll() is None:
            peak = max(peak, _held(child.pid))
            time.sleep(LOOK_S)
    finally:
        if child.poll() is None:
            child.terminate()
        said = child.communicate()[1]
    if child.returncode:
        raise TrainingError(f"the training that was measured failed: {said.strip()[-300:]}")
    return peak


def _held(pid: int) -> int:
    try:
        parent = psutil.Process(pid)
        family = [parent, *parent.children(recursive=True)]
    except psutil.Error:
        return 0
    held = 0
    for process in family:
        try:
            held += process.memory_info().rss
        except psutil.Error:  # it has just ended
            continue
    return held
