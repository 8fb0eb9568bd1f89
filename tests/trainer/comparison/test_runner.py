"""Stages are run once each, whatever becomes of the process that runs them. Here they only write a word."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from trainer.comparison.plan import RecipeStage
from trainer.comparison.runner import DONE, LOG, StageFailed, is_done, run_stages
from trainer.errors import TrainingError

TOY = """
import os, sys, time
from pathlib import Path
from trainer.interrupt import stop_with_parent

parent = os.getppid()
stop_with_parent(os.environ)
name, gate = sys.argv[1:]
print("began", name, flush=True)
# Whose parent is gone does not come to its end, but is ended.
while gate != "open" and not (Path(gate).exists() and os.getppid() == parent):
    time.sleep(0.02)
Path(f"{name}.txt").open("a").write("x")
"""
RUN = """
import sys
from pathlib import Path
from trainer.comparison.plan import RecipeStage
from trainer.comparison.runner import run_stages

stages = eval(sys.argv[1], {"RecipeStage": RecipeStage, "PosixPath": Path})
sys.exit(run_stages(stages, jobs=1, report=print))
"""
PATIENCE_S = 120.0


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the stages' program lies and writes."""
    (tmp_path / "toy_stage.py").write_text(TOY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, sys.path)]))
    return tmp_path


def stage(name: str, *, gate: str = "open", needs: tuple[str, ...] = ()) -> RecipeStage:
    return RecipeStage(name, Path(name).absolute(), (("toy_stage", name, gate),), needs)


def test_a_comparison_that_is_killed_goes_on_with_the_stage_that_was_under_way(
    place: Path,
) -> None:
    first, last = stage("first"), stage("last", needs=("second",))
    second = stage("second", gate=str(place / "go"), needs=("first",))
    stages = [first, second, last]
    child = subprocess.Popen([sys.executable, "-c", RUN, repr(stages)], stdout=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE_S
    while not (second.folder / LOG).is_file() or "began" not in (second.folder / LOG).read_text():
        assert child.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert list(map(is_done, stages)) == [True, False, False]
    stamp = (first.folder / DONE).stat().st_mtime_ns

    (place / "go").touch()
    assert run_stages(stages, jobs=2, report=lambda _: None) == 0

    assert all(map(is_done, stages))
    assert (first.folder / DONE).stat().st_mtime_ns == stamp
    assert [(place / f"{one.name}.txt").read_text() for one in stages] == ["x", "x", "x"]


def test_a_stage_that_would_run_something_else_is_refused() -> None:
    assert run_stages([stage("first")], jobs=1, report=lambda _: None) == 0
    with pytest.raises(TrainingError, match="another recipe"):
        is_done(stage("first", gate="shut"))


def test_a_stage_that_fails_is_told_with_the_end_of_its_log() -> None:
    wrong = RecipeStage("wrong", Path("wrong").absolute(), (("no_such_module",),), ())
    with pytest.raises(StageFailed, match="No module named no_such_module"):
        run_stages([wrong, stage("after", needs=("wrong",))], jobs=1, report=lambda _: None)
    assert not is_done(stage("after"))
