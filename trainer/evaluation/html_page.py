"""Some of the episodes of an evaluation as one HTML page to step through, as of a runtime's runs.

The page is made by `phonebuddy`'s own reports, in a process of its own, from messages of the wire
contract: the trainer knows nothing of screens. What is kept is bounded; failures come first on the page.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from phonebuddy.v1 import run_pb2

from runtime.episode import Episode
from runtime.server.codec.devices import DEVICE_INFO
from runtime.server.codec.steps import OUTCOME, write_step
from trainer.errors import EvaluationError


class EpisodeSample:
    """The first episodes that failed and the first that were solved, half of each. Any thread may add."""

    def __init__(self, most: int) -> None:
        self._failed_most, self._solved_most = most - most // 2, most // 2
        self._failed: list[Episode] = []
        self._solved: list[Episode] = []
        self._lock = threading.Lock()

    def add(self, episode: Episode) -> None:
        """Keep the episode, or forget it."""
        solved = episode.outcome is not None and episode.outcome.success is True
        kept, most = (
            (self._solved, self._solved_most) if solved else (self._failed, self._failed_most)
        )
        with self._lock:
            if len(kept) < most:
                kept.append(episode)

    @property
    def episodes(self) -> tuple[Episode, ...]:
        """Those that failed, then those that were solved."""
        with self._lock:
            return (*self._failed, *self._solved)


def write_page(episodes: tuple[Episode, ...], file: Path) -> None:
    """Write the page."""
    with tempfile.TemporaryDirectory() as place:
        for number, episode in enumerate(episodes):
            _write_run(episode, Path(place) / f"{number:04}")
        command = [sys.executable, "-P", "-m", "tui.report", place, str(file.absolute())]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        reason = (made.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise EvaluationError(f"the page {file} could not be written: {reason}")


def _write_run(episode: Episode, folder: Path) -> None:
    folder.mkdir()
    run = run_pb2.Run(
        id=episode.task or episode.id,
        goal=episode.goal,
        device=episode.device.address,
        device_info=DEVICE_INFO.write(episode.device),
        policy=episode.policy,
        state=run_pb2.RUN_STATE_FINISHED,
        outcome=OUTCOME.write(episode.outcome) if episode.outcome is not None else None,
        steps=len(episode.steps),
        task=episode.task,
    )
    (folder / "run.pb").write_bytes(run.SerializeToString())
    for number, step in enumerate(episode.steps):
        (folder / f"step-{number:04}.pb").write_bytes(write_step(step).SerializeToString())
