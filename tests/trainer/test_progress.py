from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from trainer.progress import LOG, ProgressLine, TrainingLog, duration


def test_figures_are_lines_of_json(tmp_path: Path) -> None:
    for step in (10, 20):  # a resumed training goes on in the same file
        log = TrainingLog(tmp_path, clock=lambda: 5.0)
        log.write("decisions", step, {"loss": 1 / step})
        log.close()
    lines = [json.loads(line) for line in (tmp_path / LOG).read_text().splitlines()]
    assert lines == [
        {"kind": "decisions", "step": 10, "time": 5.0, "loss": 0.1},
        {"kind": "decisions", "step": 20, "time": 5.0, "loss": 0.05},
    ]


def test_tensorboard_reads_the_same_figures(tmp_path: Path) -> None:
    accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    log = TrainingLog(tmp_path)
    for step, loss in ((10, 0.5), (20, 0.25)):
        log.write("decisions", step, {"loss": loss, "tokens_per_s": 1000.0})
    log.write("validation", 20, {"whole": 0.75})
    log.close()
    events = accumulator.EventAccumulator(str(tmp_path / "events"))
    events.Reload()
    assert set(events.Tags()["scalars"]) == {
        "decisions/loss",
        "decisions/tokens_per_s",
        "validation/whole",
    }
    logged = [(event.step, event.value) for event in events.Scalars("decisions/loss")]
    assert logged == [(10, 0.5), (20, 0.25)]


def test_the_line_tells_how_long_it_will_take() -> None:
    out, times = io.StringIO(), iter((0.0, 30.0))
    line = ProgressLine(100, done=10, out=out, clock=lambda: next(times))
    line.show(40, "loss 1.0")
    assert out.getvalue() == " 40 % step 40 of 100, loss 1.0, 1 min 00 s left\n"


@pytest.mark.parametrize(
    ("seconds", "words"), [(4.6, "5 s"), (61, "1 min 01 s"), (3_700, "1 h 01 min")]
)
def test_time_spans_are_written_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words
